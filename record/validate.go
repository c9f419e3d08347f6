package record

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// Validate returns an error unless the start position is possible, all moves are legal, and notes and variations match
// them.
func (g *Game) Validate() error {
	if err := g.Start.Validate(); err != nil {
		return err
	}
	return validLine(g.Start, g.Moves, g.Notes, g.Variations, 0, 0)
}

func validLine(
	from othello.Position, moves []othello.Square, notes []Note, vs []Variation, first, depth int,
) error {
	if err := validNotes(notes, len(moves)); err != nil {
		return err
	}
	if depth > MaxNesting {
		return fmt.Errorf("variations nested deeper than %d", MaxNesting)
	}
	l := NewLine(from)
	next := 0
	for ply := 0; ply <= len(moves); ply++ {
		for ; next < len(vs) && vs[next].Ply == ply; next++ {
			v := vs[next]
			if ply < first || len(v.Moves) == 0 {
				return errors.New(
					"a variation must have moves and must not replace the first move of another variation")
			}
			if err := validLine(l.now, v.Moves, v.Notes, v.Variations, 1, depth+1); err != nil {
				return fmt.Errorf("variation at ply %d: %w", ply, err)
			}
		}
		if ply == len(moves) {
			break
		}
		if err := l.Play(moves[ply]); err != nil {
			return fmt.Errorf("move %d, %q: %w", ply+1, from.Size.Name(moves[ply]), err)
		}
	}
	if next != len(vs) {
		return fmt.Errorf("variation at ply %d: variations must be sorted by ply, 0 to %d", vs[next].Ply,
			len(moves))
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
		case n.Mark != "" && !slices.Contains(Marks(), n.Mark):
			return fmt.Errorf("move %d: mark %.40q: want one of %s", i+1, n.Mark, strings.Join(Marks(), " "))
		}
	}
	return nil
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
