package emit

import (
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Parts is a set of parts of a game that a format may be unable to store.
type Parts uint32

// The parts that an [LossRecorder] checks.
const (
	Names Parts = 1 << iota
	Event
	Place
	Round
	Date
	Clock
	Score
	Reason
	Detail
	GameComment
	Comments
	Marks
	Scores
	Depths
	Proof
	Spent
	Left
	Variations
	Tags
	MoveTags
	EndPass
	Everything Parts = 1<<32 - 1
)

// LossRecorder records the losses while games are written.
type LossRecorder struct {
	Holds Parts // the parts that the format can store

	game int // the current game, from 1
	lost []record.Loss
	last []int // the last affected game of each loss
}

// Begin starts the next game and returns an error if it is not valid.
func (a *LossRecorder) Begin(g *record.Game) error {
	a.game++
	if err := g.Validate(); err != nil {
		return fmt.Errorf("game %d: %w", a.game, err)
	}
	return nil
}

// SetGame attributes the following losses to an earlier game, counted from 1.
func (a *LossRecorder) SetGame(game int) { a.game = game }

// Lost returns the losses in the order of their first occurrence.
func (a *LossRecorder) Lost() []record.Loss { return a.lost }

// Lose records that a part of the game is not written.
func (a *LossRecorder) Lose(what string) { a.add(record.Loss{What: what, Games: 1, First: a.game}) }

func (a *LossRecorder) add(loss record.Loss) {
	for i := range a.lost {
		if a.lost[i].What == loss.What {
			if a.last[i] != a.game {
				a.lost[i].Games++
				a.last[i] = a.game
			}
			return
		}
	}
	a.lost = append(a.lost, loss)
	a.last = append(a.last, a.game)
}

// Refuse records that the game is not written at all.
func (a *LossRecorder) Refuse(why string) {
	a.add(record.Loss{What: "the whole game: " + why, Games: 1, First: a.game, Whole: true})
}

// Check records the parts of the game that the format cannot store.
func (a *LossRecorder) Check(g *record.Game) {
	for _, part := range []struct {
		part    Parts
		present bool
		what    string
	}{
		{Names, g.Black != "" || g.White != "", "the names of the players"},
		{Event, g.Event != "", "the tournament"},
		{Place, g.Place != "", "the place"},
		{Round, g.Round != "", "the round"},
		{Date, g.Date != "", "the date"},
		{Clock, g.Clock != "", "the time control"},
		{Score, g.Result.Known && !g.ResultFollows(), "the result"},
		{Reason, g.Result.Reason != record.PlayedOut && g.Result.Reason != record.Unfinished, "why the game ended"},
		{Detail, g.Result.Detail != "", "the details of how the game ended"},
		{GameComment, g.Comment != "", "comments"},
		{Variations, len(g.Variations) > 0, "variations"},
		{Tags, len(g.Tags) > 0, "tags"},
		{EndPass, len(g.Moves) > 0 && g.Moves[len(g.Moves)-1] == othello.Pass, "a pass at the end"},
	} {
		if part.present && a.Holds&part.part == 0 {
			a.Lose(part.what)
		}
	}
	a.checkNotes(g.Notes)
	a.checkVariations(g.Variations)
}

func (a *LossRecorder) checkNotes(notes []record.Note) {
	for _, n := range notes {
		s := n.Score
		for _, part := range [...]struct {
			part    Parts
			present bool
			what    string
		}{
			{Comments, n.Comment != "", "comments"},
			{Marks, n.Mark != "", "marks of moves"},
			{Scores, s != nil, "scores of moves"},
			{Depths, s != nil && s.Depth != 0, "the depth of scores"},
			{Proof, s != nil && (s.Exact || s.Book || s.Confidence != 0 || s.By != ""), "where scores come from"},
			{Spent, n.Spent != 0, "the time spent on moves"},
			{Left, n.Left != 0, "the time left on the clocks"},
			{MoveTags, len(n.Tags) > 0, "tags of moves"},
		} {
			if part.present && a.Holds&part.part == 0 {
				a.Lose(part.what)
			}
		}
	}
}

func (a *LossRecorder) checkVariations(list []record.Variation) {
	if a.Holds&Variations == 0 {
		return // recorded by Check
	}
	for _, v := range list {
		if v.Comment != "" && a.Holds&Comments == 0 {
			a.Lose("comments")
		}
		a.checkNotes(v.Notes)
		a.checkVariations(v.Variations)
	}
}
