// Package gametreetest tests implementations of games for package gametree, like testing/fstest for file systems.
package gametreetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/gametree"
)

const (
	playouts = 20     // random games per check
	maxPlies = 10_000 // a longer game is an error
)

// Run tests the game that begins with start on random games, which are the same in every run. It checks that Moves,
// Score and String depend only on the position, that moves are distinct, that Play does not change its receiver, that
// String is different for different positions, and that games end. It also checks that every algorithm of package
// gametree satisfies its guarantee at small depths and near the end of the game.
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

// playout returns the positions of a random game from start. The error reports a game that is too long.
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
				return fmt.Errorf("position %s: Moves returns %v, then %v", p, moves, again)
			}
		}
		seen := map[M]bool{}
		for _, m := range moves {
			if seen[m] {
				return fmt.Errorf("position %s: Moves repeats %v: %v", p, m, moves)
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
				return fmt.Errorf("position %s: Play(%v) returns %s, then %s", name, m, child, again)
			}
			if p.String() != name || p.Score() != score || !slices.Equal(p.Moves(), moves) {
				return fmt.Errorf("position %s: Play(%v) changes its receiver to %s", name, m, p)
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
				return fmt.Errorf("String returns %q for two positions: %#v and %#v", name, other, q)
			}
			named[name] = q
		}
		return nil
	})
}

// family returns a position and its children.
func family[P gametree.Position[P, M], M comparable](p P) []P {
	list := []P{p}
	for _, m := range p.Moves() {
		list = append(list, p.Play(m))
	}
	return list
}

// facts holds the properties that must be the same for equal positions.
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
				return fmt.Errorf("position %s: String, Moves and Score change from %+v to %+v", q, was, now)
			}
			known[q] = now
		}
		return nil
	})
}

func checkEnd[P gametree.Position[P, M], M comparable](start P) error {
	return each[P, M](start, func(P) error { return nil }) // the error is that of playout
}
