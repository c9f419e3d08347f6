// Package gametreetest tests that a game keeps the contract of package gametree, as testing/fstest does for file
// systems: a game's own test calls [Run].
package gametreetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/gametree"
)

const (
	playouts = 20     // random games that the laws are tested on
	maxPlies = 10_000 // a playout that is longer is taken to have no end
)

// Run tests the game that begins with start on random playouts, the same in every run: that Moves, Score and String are
// functions of the value, moves distinct, positions unchanged by Play and told apart by String, that games end, and
// that every algorithm of package gametree gives one value, with a move and a variation that attain it, at small depths
// and near the end of the game.
func Run[P gametree.ComparablePosition[P, M], M comparable](t *testing.T, start P) {
	t.Helper()
	laws := []struct {
		name  string
		check func(P) error
	}{
		{"Moves", checkMoves[P, M]},
		{"Play", checkPlay[P, M]},
		{"String", checkString[P, M]},
		{"function of the value", checkFunctions[P, M]},
		{"end", checkEnd[P, M]},
		{"algorithms", checkAlgorithms[P, M]},
	}
	for _, law := range laws {
		t.Run(law.name, func(t *testing.T) {
			if err := law.check(start); err != nil {
				t.Error(err)
			}
		})
	}
}

// playout is the positions of one random game from start on. It ends without an error when no moves are left.
func playout[P gametree.Position[P, M], M comparable](r *rand.Rand, start P) ([]P, error) {
	line := []P{start}
	for p := start; len(line) <= maxPlies; line = append(line, p) {
		moves := p.Moves()
		if len(moves) == 0 {
			return line, nil
		}
		p = p.Play(moves[r.IntN(len(moves))])
	}
	return line, fmt.Errorf("a random game from %s is not over after %d plies", start, maxPlies)
}

// each calls check with every position of the playouts.
func each[P gametree.Position[P, M], M comparable](start P, check func(P) error) error {
	r := rand.New(rand.NewPCG(1, 2))
	for range playouts {
		line, err := playout[P, M](r, start)
		if err != nil {
			return err
		}
		for _, p := range line {
			if err := check(p); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkMoves[P gametree.Position[P, M], M comparable](start P) error {
	return each[P, M](start, func(p P) error {
		moves := p.Moves()
		for range 3 {
			if again := p.Moves(); !slices.Equal(moves, again) {
				return fmt.Errorf("position %s: Moves gives %v, then %v", p, moves, again)
			}
		}
		seen := map[M]bool{}
		for _, m := range moves {
			if seen[m] {
				return fmt.Errorf("position %s: move %v stands twice in Moves: %v", p, m, moves)
			}
			seen[m] = true
		}
		return nil
	})
}

func checkPlay[P gametree.Position[P, M], M comparable](start P) error {
	return each[P, M](start, func(p P) error {
		name, moves, score := p.String(), slices.Clone(p.Moves()), p.Score()
		for _, m := range moves {
			child := p.Play(m)
			if again := p.Play(m); again.String() != child.String() {
				return fmt.Errorf("position %s: Play(%v) gives %s, then %s", name, m, child, again)
			}
			if p.String() != name || p.Score() != score || !slices.Equal(p.Moves(), moves) {
				return fmt.Errorf("position %s: Play(%v) changed it to %s", name, m, p)
			}
		}
		return nil
	})
}

func checkString[P gametree.ComparablePosition[P, M], M comparable](start P) error {
	named := map[string]P{}
	return each[P, M](start, func(p P) error {
		for _, q := range family[P, M](p) {
			name := q.String()
			if other, ok := named[name]; ok && other != q {
				return fmt.Errorf("String is %q of two positions: %#v and %#v", name, other, q)
			}
			named[name] = q
		}
		return nil
	})
}

// family is a position and its children.
func family[P gametree.Position[P, M], M comparable](p P) []P {
	list := []P{p}
	for _, m := range p.Moves() {
		list = append(list, p.Play(m))
	}
	return list
}

// facts are what must be the same whenever a position is met.
type facts[M comparable] struct {
	name  string
	moves []M
	score int
}

func checkFunctions[P gametree.ComparablePosition[P, M], M comparable](start P) error {
	known := map[P]facts[M]{}
	return each[P, M](start, func(p P) error {
		for _, q := range family[P, M](p) {
			now := facts[M]{q.String(), slices.Clone(q.Moves()), q.Score()}
			was, ok := known[q]
			if ok && (was.name != now.name || was.score != now.score || !slices.Equal(was.moves, now.moves)) {
				return fmt.Errorf("position %s: String, Moves and Score were %+v and are now %+v", q, was, now)
			}
			known[q] = now
		}
		return nil
	})
}

func checkEnd[P gametree.Position[P, M], M comparable](start P) error {
	return each[P, M](start, func(P) error { return nil }) // each fails when a playout has no end
}
