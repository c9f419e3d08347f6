package classic_test

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
)

type ctx = context.Context

// plainPositional is the corrected program of article 000 without pruning. own is the program's colour.
type plainPositional struct {
	own  othello.Color
	late bool // the root has 44 discs or more, so that only discs are counted
}

// squareWorth returns the weight of a square by the rule of the two tables of the article: 2 for corners, 1 for inner
// squares except the four in the centre and those adjacent to a corner, and, from 22 discs on, 1 for edge squares that
// are not adjacent to a corner.
func squareWorth(s othello.Square, discs int) float64 {
	x, y := min(int(s&7), 7-int(s&7)), min(int(s>>3), 7-int(s>>3))
	switch {
	case x == 0 && y == 0:
		return 2
	case x == 3 && y == 3, max(x, y) <= 1, x == 0 && y == 1, x == 1 && y == 0:
		return 0
	case x == 0 || y == 0:
		if discs < 22 {
			return 0
		}
	}
	return 1
}

func (c plainPositional) sign(side othello.Color) float64 {
	if side == c.own {
		return 1
	}
	return -1
}

// leadOf returns the disc difference from the point of view of the program.
func (c plainPositional) leadOf(p othello.Position) float64 { return c.sign(p.Turn) * lead(p) }

func (c plainPositional) finished(p othello.Position) float64 {
	switch l := c.leadOf(p); {
	case c.late || l == 0:
		return l
	case l > 0:
		return 1e6 + l
	default:
		return -1e6 + l
	}
}

// value returns the value of p with depth plies left, where sum is the value of the moves before it.
func (c plainPositional) value(p othello.Position, depth int, sum float64) float64 {
	switch {
	case p.Over():
		return c.finished(p)
	case depth == 0 && c.late:
		return c.leadOf(p)
	case depth == 0:
		return sum
	case p.MustPass():
		p = p.Play(othello.Pass)
	}
	_, value := c.best(p, depth, sum)
	return value
}

func (c plainPositional) best(p othello.Position, depth int, sum float64) (move othello.Square, value float64) {
	sign := c.sign(p.Turn)
	sum += sign * float64(float64(len(p.Moves()))/100*float64(depth))
	value = math.Inf(-1)
	for _, m := range byColumn(p) {
		next, discs := p.Play(m), 64-p.Empties()+1
		worth := float64(sign*squareWorth(m, discs)*float64(depth)) + sum
		worth += float64(sign * (1 - float64(p.Flips(m).Len())/10) * float64(depth))
		if v := sign * c.value(next, depth-1, worth); v > value {
			move, value = m, v
		}
	}
	return move, sign * value
}

// root returns the move in p, which may be a pass, and its value.
func (c plainPositional) root(p othello.Position, depth int) (move othello.Square, value float64) {
	if p.MustPass() {
		return othello.Pass, c.value(p, depth, 0)
	}
	return c.best(p, depth, 0)
}

func TestPositionalCorrectedEqualsMinimax(t *testing.T) {
	depth := 0
	eachRandom(3, othello.Size8, 150, true, func(p othello.Position) {
		discs := 64 - p.Empties()
		if discs >= 44 && p.Empties() > 8 {
			return // minimax without pruning takes too long at the late depths of the article
		}
		depth = depth%4 + 1
		got, err := classic.Positional{Depth: depth, Fixes: classic.Corrected}.Choose(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		c := plainPositional{own: p.Turn, late: discs >= 44}
		move, value := c.root(p, got.Depth)
		want := classic.Choice{Move: move, HasMove: true, Value: value, Depth: got.Depth, Nodes: got.Nodes}
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s (-minimax +got):\n%s", p, diff)
		}
	})
}
