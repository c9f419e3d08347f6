// Package puzzles makes endgame puzzles from games: positions with few right moves, the exact value of every move, and
// a measured difficulty. It also makes middle-game exercises: positions with two candidate moves that are far apart.
//
// [Maker.Make] and [Maker.Midgame] find such positions in a game. [Shipped] and [ShippedMidgame] return those that are
// built into the program. The
// difficulty depends on the depth from which on searches with the learned evaluation prefer a right move, and on the
// number of wrong moves that look better after one ply.
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

// Puzzle is a position in which the best move is to be found. Scores are final disc differences with best play from the
// view of the side to move. Empty squares count for the winner. In middle-game exercises they are
// values of a deep search.
type Puzzle struct {
	ID         string         `json:"id"`       // the same for symmetric positions
	Position   string         `json:"position"` // in one line
	Empties    int            `json:"empties"`
	Difficulty int            `json:"difficulty"` // 1 to 5, from Depth and Tempting
	Depth      int            `json:"depth"`      // plies from which on searches prefer a right move
	Tempting   int            `json:"tempting"`   // wrong moves that look better than every right one after one ply
	Best       []string       `json:"best"`       // all right moves
	Scores     map[string]int `json:"scores"`     // of all legal moves
	From       string         `json:"from"`       // description of the game

	// Pair, Plies and Confidence belong to middle-game exercises: two candidate moves, of which one is right, and the
	// search that found Scores.
	Pair       []string `json:"pair,omitempty"`
	Plies      int      `json:"plies,omitempty"`
	Confidence int      `json:"confidence,omitempty"` // in percent
}

// Limits of puzzles.
const (
	FewestEmpties = 4  // least number of empty squares
	MostEmpties   = 16 // greatest number of empty squares
	Hardest       = 5  // greatest difficulty
	leastChoices  = 3  // least number of legal moves
	leastGap      = 2  // least number of discs between the right moves and the best wrong one
	mostOfGame    = 3  // greatest number of puzzles of one game
)

// Maker makes puzzles. It must not be used by several goroutines at the same time.
type Maker struct{ engine *search.Engine }

// NewMaker returns a maker with a small table. Its searches evaluate leaves instead of extending them, because the
// difficulty is meant for people.
func NewMaker() *Maker {
	return &Maker{search.New(search.Options{HashBytes: 8 << 20, Without: search.Leaves})}
}

// Make returns at most three puzzles of a game, those in which the best wrong move loses most. They have from to most
// empty squares, at least three legal moves, of which at most a third are right. The error is that of ctx.
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

// Of returns the puzzle of a position, which need not be a good puzzle. The side to move must have a move. The error is
// that of ctx.
func (m *Maker) Of(ctx context.Context, p othello.Position) (Puzzle, error) {
	z, _, err := m.judge(ctx, p)
	if err == nil {
		err = m.measure(ctx, &z)
	}
	return z, err
}

// judge solves the position after every move. Gap is the number of discs that the best wrong move loses, or 0 if all
// moves are right.
func (m *Maker) judge(ctx context.Context, p othello.Position) (z Puzzle, gap int, err error) {
	m.engine.Forget()
	z = Puzzle{
		ID: identifier(p), Position: p.String(), Empties: p.Empties(), Scores: map[string]int{},
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

// identifier returns the same text for symmetric positions.
func identifier(p othello.Position) string {
	key, _ := p.Canonical()
	hash := sha256.Sum256([]byte(key.String()[:p.Size.Squares()] + map[bool]string{
		true:  "X",
		false: "O",
	}[key.Turn == othello.Black]))
	return hex.EncodeToString(hash[:6])
}

// exact returns the score of a position from the view of the side to move.
func (m *Maker) exact(ctx context.Context, p othello.Position) (int, error) {
	if p.Over() {
		return p.Score(), nil
	}
	r, err := m.engine.Search(ctx, p, search.Limits{Exact: p.Size.Squares()}, nil)
	return int(math.Round(r.Score.Discs())), err
}

// describe returns the players, the event and the date of a game.
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
