package gametreetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/kaeshi/kaeshi/gametree"
)

const (
	maxDepth = 3 // of searches from any position
	endPlies = 4 // searches to the end begin at most this many plies before it
	samples  = 6 // searched positions of a game
)

func checkAlgorithms[P gametree.ComparablePosition[P, M], M comparable](start P) error {
	r := rand.New(rand.NewPCG(3, 4))
	for range playouts / 4 {
		line, err := playout[P, M](r, start)
		if err != nil {
			return err
		}
		for range samples {
			if err := checkDepths[P, M](line[r.IntN(len(line))]); err != nil {
				return err
			}
		}
		for _, p := range line[max(0, len(line)-endPlies):] {
			if err := checkSearches[P, M](p, -1, nil); err != nil {
				return err
			}
		}
	}
	return checkStopped[P, M](start)
}

func checkDepths[P gametree.ComparablePosition[P, M], M comparable](p P) error {
	for depth := range maxDepth + 1 {
		if err := checkSearches[P, M](p, depth, arbitrary[P, M]); err != nil {
			return err
		}
		if err := checkSearches[P, M](p, depth, P.Score); err != nil {
			return err
		}
	}
	return nil
}

// arbitrary is an evaluation with pseudorandom values, including ties.
func arbitrary[P gametree.Position[P, M], M comparable](p P) int {
	h := fnv.New32a()
	h.Write([]byte(p.String()))
	return int(h.Sum32()%41) - 20
}

// checkSearches compares every algorithm with Minimax at one position, and Minimax with its own variation.
func checkSearches[P gametree.ComparablePosition[P, M], M comparable](p P, depth int, eval func(P) int) error {
	want, err := gametree.Minimax[P, M](context.Background(), p, depth, eval, nil)
	if err == nil {
		err = checkVariation(p, depth, eval, want)
	}
	if err != nil {
		return fmt.Errorf("position %s, depth %d: minimax: %w", p, depth, err)
	}
	for _, a := range gametree.Algorithms[P, M]() {
		if err := CheckSearch(a, p, depth, eval, want); err != nil {
			return fmt.Errorf("position %s, depth %d: %s: %w", p, depth, a.Name, err)
		}
	}
	return nil
}

// CheckSearch returns an error unless the result has the guarantee of the algorithm. want must be the result of
// Minimax.
func CheckSearch[P gametree.ComparablePosition[P, M], M comparable](
	a gametree.Algorithm[P, M], p P, depth int, eval func(P) int, want gametree.Result[M],
) error {
	got, err := a.Search(context.Background(), p, depth, eval, nil)
	if err != nil {
		return err
	}
	if got.HasMove != want.HasMove || got.HasMove != (len(got.PV) > 0) || got.HasMove && got.Move != got.PV[0] {
		return fmt.Errorf("move %v (%t), variation %v, want %v of Minimax", got.Move, got.HasMove, got.PV, want.PV)
	}
	switch a.Guarantee {
	case gametree.SameLine:
		return compare(got, want)
	case gametree.SameValue:
		if err := checkVariation(p, depth, eval, got); err != nil {
			return err
		}
	case gametree.SameSign:
		want.Value = cmp.Compare(want.Value, 0)
	case gametree.Eventually:
		if got.Estimate {
			return nil
		}
	}
	if got.Value != want.Value {
		return fmt.Errorf("value %d, want %d of Minimax", got.Value, want.Value)
	}
	return checkMove(a.Guarantee, p, depth, eval, got)
}

// checkMove returns an error unless the move attains the value.
func checkMove[P gametree.Position[P, M], M comparable](
	promise gametree.Guarantee, p P, depth int, eval func(P) int, r gametree.Result[M],
) error {
	if !r.HasMove {
		return nil
	}
	after, err := gametree.AlphaBeta[P, M](context.Background(), p.Play(r.Move), max(depth-1, min(depth, 0)), eval, nil)
	value := -after.Value
	if promise == gametree.SameSign {
		value = cmp.Compare(value, 0)
	}
	if err == nil && value != r.Value {
		err = fmt.Errorf("move %v has value %d, want %d", r.Move, value, r.Value)
	}
	return err
}

// compare returns an error unless the result equals that of Minimax.
func compare[M comparable](got, want gametree.Result[M]) error {
	switch {
	case got.Value != want.Value:
		return fmt.Errorf("value %d, want %d of Minimax", got.Value, want.Value)
	case got.HasMove != want.HasMove || got.Move != want.Move || !slices.Equal(got.PV, want.PV):
		return fmt.Errorf("variation %v, want %v of Minimax", got.PV, want.PV)
	}
	return nil
}

// checkVariation returns an error unless the variation is legal and the position at its end has the value.
func checkVariation[P gametree.Position[P, M], M comparable](
	p P, depth int, eval func(P) int, r gametree.Result[M],
) error {
	if r.HasMove != (len(r.PV) > 0) || r.HasMove && r.Move != r.PV[0] {
		return fmt.Errorf("move %v (%t) does not begin the variation %v", r.Move, r.HasMove, r.PV)
	}
	sign, left := 1, depth
	for _, m := range r.PV {
		if left == 0 || !slices.Contains(p.Moves(), m) {
			return fmt.Errorf("variation %v: %v is not a move of %s, or exceeds the depth", r.PV, m, p)
		}
		p, sign, left = p.Play(m), -sign, left-1
	}
	var value int
	switch {
	case len(p.Moves()) == 0:
		value = p.Score()
	case left == 0:
		value = eval(p)
	default:
		return fmt.Errorf("variation %v ends too early, at %s", r.PV, p)
	}
	if sign*value != r.Value {
		return fmt.Errorf("variation %v leads to %d, want the value %d", r.PV, sign*value, r.Value)
	}
	return nil
}

// checkStopped returns an error unless cancelled searches return the error of the context and no move.
func checkStopped[P gametree.ComparablePosition[P, M], M comparable](p P) error {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, a := range gametree.Algorithms[P, M]() {
		if r, err := a.Search(ctx, p, -1, nil, nil); !errors.Is(err, context.Canceled) || r.HasMove {
			return fmt.Errorf("position %s: %s: a cancelled search returns %+v and the error %w", p, a.Name, r, err)
		}
	}
	return nil
}
