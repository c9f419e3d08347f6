// Package puzzles makes exercises for the ending out of games: positions in which few moves are right, with the exact
// value of every move and a difficulty that is measured.
//
// [Maker.Make] looks through a game for such positions; [Shipped] is a set that comes with the program. The difficulty
// says what finding the move asks of a player who looks ahead: how many plies a search with the learned evaluation
// needs until it prefers a right move and keeps to it, and how many wrong moves look better at first sight.
package puzzles

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Puzzle is a position with one question: which move is best? Scores are final disc differences with best play, empty
// squares counted to the winner, as the side to move sees them.
type Puzzle struct {
	ID         string         `json:"id"`       // follows from the position up to symmetry
	Position   string         `json:"position"` // in one line
	Empties    int            `json:"empties"`
	Difficulty int            `json:"difficulty"` // 1…5, from what follows
	Depth      int            `json:"depth"`      // plies from which on a search prefers a right move
	Tempting   int            `json:"tempting"`   // wrong moves that look better than every right one after one ply
	Best       []string       `json:"best"`       // every right move
	Scores     map[string]int `json:"scores"`     // of every legal move
	From       string         `json:"from"`       // the game, in words
}

// What makes a position a puzzle.
const (
	FewestEmpties = 4
	MostEmpties   = 16
	Hardest       = 5 // difficulty
	leastChoices  = 3
	leastGap      = 2 // discs from the right moves to the best wrong one
	mostOfGame    = 3 // puzzles
)

// Maker makes puzzles. It serves one game at a time.
type Maker struct{ engine *search.Engine }

// NewMaker is a maker with a small table. How difficult a puzzle is, searches say that evaluate what they do not look
// at, as people do.
func NewMaker() *Maker {
	return &Maker{search.New(search.Options{HashBytes: 8 << 20, Without: search.Leaves})}
}

// Make is the puzzles of a game, three at most, those with the most to lose: positions with from to most empty squares,
// a choice, and few right moves. The error is ctx's.
func (m *Maker) Make(ctx context.Context, g *record.Game, from, most int) ([]Puzzle, error) {
	type find struct {
		Puzzle

		gap int
	}
	var finds []find
	p := g.Start
	for ply := 0; ply <= len(g.Moves); ply++ {
		if n := p.Empties(); n >= max(from, FewestEmpties) && n <= min(most, MostEmpties) &&
			len(p.Moves()) >= leastChoices {
			z, gap, err := m.judge(ctx, p)
			if err != nil {
				return nil, err
			}
			if gap >= leastGap && 3*len(z.Best) <= len(z.Scores) {
				z.From = describe(g)
				finds = append(finds, find{z, gap})
			}
		}
		if ply < len(g.Moves) {
			p = p.Play(g.Moves[ply])
		}
	}
	slices.SortStableFunc(finds, func(a, b find) int { return cmp.Compare(b.gap, a.gap) })
	var list []Puzzle
	for _, f := range finds[:min(len(finds), mostOfGame)] {
		z := f.Puzzle
		if err := m.measure(ctx, &z); err != nil {
			return nil, err
		}
		list = append(list, z)
	}
	return list, nil
}

// Of is the puzzle of one position, which need not be a good one; the side to move has a move.
func (m *Maker) Of(ctx context.Context, p othello.Position) (Puzzle, error) {
	z, _, err := m.judge(ctx, p)
	if err == nil {
		err = m.measure(ctx, &z)
	}
	return z, err
}

// judge finds the value of every move; gap is how many discs the best wrong one loses, 0 when none is wrong.
func (m *Maker) judge(ctx context.Context, p othello.Position) (z Puzzle, gap int, err error) {
	m.engine.Forget()
	key, _ := p.Canonical()
	hash := sha256.Sum256([]byte(key.String()[:p.Size.Squares()] + map[bool]string{
		true:  "X",
		false: "O",
	}[key.Turn == othello.Black]))
	z = Puzzle{
		ID: hex.EncodeToString(hash[:6]), Position: p.String(), Empties: p.Empties(), Scores: map[string]int{},
		Best: []string{},
	}
	best := math.MinInt
	for _, move := range p.Moves() {
		score, err := m.exact(ctx, p.Play(move))
		if err != nil {
			return z, 0, err
		}
		z.Scores[p.Size.Name(move)] = -score
		best = max(best, -score)
	}
	next := math.MinInt
	for _, move := range p.Moves() {
		name := p.Size.Name(move)
		if score := z.Scores[name]; score == best {
			z.Best = append(z.Best, name)
		} else {
			next = max(next, score)
		}
	}
	if next > math.MinInt {
		gap = best - next
	}
	return z, gap, nil
}

// exact is the value of a position to the side to move.
func (m *Maker) exact(ctx context.Context, p othello.Position) (int, error) {
	if p.Over() {
		return p.Score(), nil
	}
	r, err := m.engine.Search(ctx, p, search.Limits{Exact: p.Size.Squares()}, nil)
	return int(math.Round(r.Score.Discs())), err
}

// describe is a game in words: who played, where and when.
func describe(g *record.Game) string {
	text := ""
	add := func(mark, part string) {
		switch {
		case part == "":
		case text == "":
			text = part
		default:
			text += mark + part
		}
	}
	add("", g.Black)
	add(" – ", g.White)
	add(", ", g.Event)
	add(", ", g.Date)
	return text
}
