package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kaeshi/kaeshi/othello"
)

// Loss is something that a format could not hold.
type Loss struct {
	What  string // a noun, such as "variations", or "the whole game: …"
	Games int    // how many games lost it
	First int    // the first of them, from 1, in the order in which they were written
}

// String is a line for people.
func (l Loss) String() string {
	if l.Games == 1 {
		return fmt.Sprintf("%s: lost in game %d", l.What, l.First)
	}
	return fmt.Sprintf("%s: lost in %d games, the first being game %d", l.What, l.Games, l.First)
}

// Write writes games to w one after the other, and lists what the format could not hold. The error is that of w, or of a game that is
// none, with illegal moves for instance. WTHOR, which is several files, is written by [WriteWTHOR].
func Write(w io.Writer, f Format, games iter.Seq[*Game]) ([]Loss, error) {
	text, ok := textWriters()[f]
	if !ok {
		return nil, fmt.Errorf("%s cannot be written to one file", f)
	}
	out := &printer{out: bufio.NewWriter(w), holds: text.holds}
	for g := range games {
		out.begin()
		if err := g.Validate(); err != nil {
			return out.lost, fmt.Errorf("game %d: %w", out.game, err)
		}
		out.check(g)
		text.write(out, g)
		if out.err != nil {
			return out.lost, out.err
		}
	}
	return out.lost, out.out.Flush()
}

// textWriter is how a game is written as text, and what of it is checked in advance.
type textWriter struct {
	holds parts
	write func(*printer, *Game)
}

func textWriters() map[Format]textWriter {
	const (
		head  = hasStart | hasNames | hasPlace | hasDate | hasClock | hasScore | hasReason | hasTags | hasEndPass
		whole = head | hasEvent | hasRound | hasGameComment | hasComments | hasMarks | hasScores | hasLeft | hasVariations
	)
	return map[Format]textWriter{
		Transcript: {hasScore, writeTranscript},
		OBF:        {hasStart | hasGameComment | hasVariations | hasScores | hasProof | hasEndPass, writePosition},
		GGF:        {head | hasScores | hasSpent, writeGGF},
		SGF:        {whole | hasMoveTags, writeSGF},
		PGN:        {whole | hasMoveTags | hasDetail | hasDepths | hasSpent, writePGN},
		JSON:       {everything, writeJSON},
	}
}

// parts are parts of a game that a format may have no place for.
type parts uint32

const (
	hasStart parts = 1 << iota
	hasNames
	hasEvent
	hasPlace
	hasRound
	hasDate
	hasClock
	hasScore
	hasReason
	hasDetail
	hasGameComment
	hasComments
	hasMarks
	hasScores
	hasDepths
	hasProof
	hasSpent
	hasLeft
	hasVariations
	hasTags
	hasMoveTags
	hasEndPass
	everything parts = 1<<32 - 1
)

// printer writes games and keeps account of what is lost.
type printer struct {
	out   *bufio.Writer
	holds parts
	game  int // the game being written, from 1
	lost  []Loss
	last  []int // for each loss the last game that it happened in
	err   error
}

func (w *printer) begin() { w.game++ }

// noCharacters is what is lost with text that is not valid UTF-8.
const noCharacters = "bytes that are no characters"

// text writes and remembers the first failure.
func (w *printer) text(parts ...string) {
	for _, s := range parts {
		if !utf8.ValidString(s) {
			w.lose(noCharacters)
			s = strings.ToValidUTF8(s, "\ufffd")
		}
		if w.err == nil {
			_, w.err = w.out.WriteString(s)
		}
	}
}

// lose takes down that something of the game is not written.
func (w *printer) lose(what string) {
	for i := range w.lost {
		if w.lost[i].What == what {
			if w.last[i] != w.game {
				w.lost[i].Games++
				w.last[i] = w.game
			}
			return
		}
	}
	w.lost = append(w.lost, Loss{what, 1, w.game})
	w.last = append(w.last, w.game)
}

// refuse takes down that the game is not written at all.
func (w *printer) refuse(why string) { w.lose("the whole game: " + why) }

// check takes down what the game has and the format has no place for.
func (w *printer) check(g *Game) {
	for _, part := range []struct {
		part  parts
		there bool
		what  string
	}{
		{hasNames, g.Black != "" || g.White != "", "the names of the players"},
		{hasEvent, g.Event != "", "the tournament"},
		{hasPlace, g.Place != "", "the place"},
		{hasRound, g.Round != "", "the round"},
		{hasDate, g.Date != "", "the date"},
		{hasClock, g.Clock != "", "the time control"},
		{hasScore, g.Result.Known && !g.derived(), "the result"},
		{hasReason, g.Result.Reason != PlayedOut && g.Result.Reason != Unfinished, "why the game ended"},
		{hasDetail, g.Result.Detail != "", "the details of how the game ended"},
		{hasGameComment, g.Comment != "", "comments"},
		{hasVariations, len(g.Variations) > 0, "variations"},
		{hasTags, len(g.Tags) > 0, "tags"},
		{hasEndPass, len(g.Moves) > 0 && g.Moves[len(g.Moves)-1] == othello.Pass, "a pass at the end"},
	} {
		if part.there && w.holds&part.part == 0 {
			w.lose(part.what)
		}
	}
	w.checkNotes(g.Notes)
	w.checkVariations(g.Variations)
}

func (w *printer) checkNotes(notes []Note) {
	for _, n := range notes {
		s := n.Score
		for _, part := range [...]struct {
			part  parts
			there bool
			what  string
		}{
			{hasComments, n.Comment != "", "comments"},
			{hasMarks, n.Mark != "", "marks of moves"},
			{hasScores, s != nil, "scores of moves"},
			{hasDepths, s != nil && s.Depth != 0, "the depth of scores"},
			{hasProof, s != nil && (s.Exact || s.Book || s.Selectivity != 0 || s.By != ""), "where scores come from"},
			{hasSpent, n.Spent != 0, "the time spent on moves"},
			{hasLeft, n.Left != 0, "the time left on the clocks"},
			{hasMoveTags, len(n.Tags) > 0, "tags of moves"},
		} {
			if part.there && w.holds&part.part == 0 {
				w.lose(part.what)
			}
		}
	}
}

func (w *printer) checkVariations(list []Variation) {
	if w.holds&hasVariations == 0 {
		return // said already
	}
	for _, v := range list {
		if v.Comment != "" && w.holds&hasComments == 0 {
			w.lose("comments")
		}
		w.checkNotes(v.Notes)
		w.checkVariations(v.Variations)
	}
}

// Validate is nil when the game is one: it starts from a board, its moves are legal, and notes and variations fit them.
func (g *Game) Validate() error {
	if err := g.Start.Validate(); err != nil {
		return err
	}
	return validLine(g.Start, g.Moves, g.Notes, g.Variations, 0, 0)
}

// maxNesting bounds how deep variations go: every level is a stack frame.
const maxNesting = 200

func validLine(from othello.Position, moves []othello.Square, notes []Note, vs []Variation, first, depth int) error {
	if err := validNotes(notes, len(moves)); err != nil {
		return err
	}
	if depth > maxNesting {
		return fmt.Errorf("variations of variations: more than %d", maxNesting)
	}
	l := line{now: from}
	next := 0
	for ply := 0; ply <= len(moves); ply++ {
		for ; next < len(vs) && vs[next].Ply == ply; next++ {
			v := vs[next]
			if ply < first || len(v.Moves) == 0 {
				return errors.New("a variation without moves, or in the place of the first move of another variation")
			}
			if err := validLine(l.now, v.Moves, v.Notes, v.Variations, 1, depth+1); err != nil {
				return fmt.Errorf("variation at ply %d: %w", ply, err)
			}
		}
		if ply == len(moves) {
			break
		}
		if err := l.play(moves[ply]); err != nil {
			return fmt.Errorf("move %d, %q: %w", ply+1, from.Size.Name(moves[ply]), err)
		}
	}
	if next != len(vs) {
		return fmt.Errorf("a variation at ply %d: variations are in the order of their ply, 0 to %d", vs[next].Ply, len(moves))
	}
	return nil
}

func validNotes(notes []Note, moves int) error {
	if len(notes) != 0 && len(notes) != moves {
		return fmt.Errorf("%d notes for %d moves", len(notes), moves)
	}
	for i, n := range notes {
		switch {
		case n.Score != nil && (!isFinite(n.Score.Value) || n.Score.Depth < 0):
			return fmt.Errorf("move %d: a score of %v at depth %d", i+1, n.Score.Value, n.Score.Depth)
		case n.Spent < 0 || n.Left < 0:
			return fmt.Errorf("move %d: a negative time", i+1)
		case n.Mark != "" && !slices.Contains(pgnMarks(), n.Mark):
			return fmt.Errorf("move %d: mark %q: marks are %s", i+1, clip(n.Mark), strings.Join(pgnMarks(), " "))
		}
	}
	return nil
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
