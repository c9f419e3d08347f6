package claims

import (
	"maps"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
)

// derive returns the given bounds of positions with [Empties] empty squares, and the bounds of earlier positions that
// follow from them. The lower bound of a position is the greatest lower bound after any of its moves. If there is an
// upper bound after every move, the greatest of these is its upper bound. Positions without bounds are left out.
func derive(leaves map[board]Bounds) map[board]Bounds {
	known := make(map[board]Bounds, 2*len(leaves))
	maps.Copy(known, leaves)
	layers := [][]othello.Position{{canonical(othello.Start(othello.Size8, othello.Usual))}}
	for last := layers[0]; last[0].Empties() > Empties+1; last = layers[len(layers)-1] {
		layers = append(layers, after(last))
	}
	for _, layer := range slices.Backward(layers) {
		for _, p := range layer {
			if b := best(p, known); b != unknown {
				known[keyOf(p)] = b
			}
		}
	}
	return known
}

func canonical(p othello.Position) othello.Position {
	c, _ := p.Canonical()
	return c
}

// keyOf returns the key of a canonical position.
func keyOf(p othello.Position) board { return board{uint64(p.Mover), uint64(p.Other)} }

// after returns the canonical positions one move after those of a list.
func after(list []othello.Position) (next []othello.Position) {
	seen := map[board]bool{}
	for _, p := range list {
		for _, m := range p.Moves() {
			c := canonical(p.Play(m))
			if key := keyOf(c); !seen[key] {
				seen[key] = true
				next = append(next, c)
			}
		}
	}
	return next
}

// best returns the bounds that follow from those of the positions after each move.
func best(p othello.Position, known map[board]Bounds) Bounds {
	b := Bounds{-64, -64}
	for _, m := range p.Moves() {
		c, ok := known[keyOf(canonical(p.Play(m)))]
		if !ok {
			c = unknown
		}
		c = c.Negate()
		b = Bounds{max(b.AtLeast, c.AtLeast), max(b.AtMost, c.AtMost)}
	}
	return b
}
