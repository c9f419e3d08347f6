package book

import (
	"slices"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
)

// Move is a move of a [Position].
type Move struct {
	Move  othello.Square
	Value Value      // from the view of the side that plays it
	From  Provenance // of the value
	Link  bool       // the move leads to a position of the book; false: it is the leaf
	// Proved holds published bounds, within which Value is kept; nil: none.
	Proved *claims.Proved
}

// Position is the entry of a position in a book, in the orientation of the request.
type Position struct {
	Position othello.Position
	Value    Value // from the view of the side to move
	From     Provenance
	Judged   bool   // moves that are not listed are no better than the leaf
	Moves    []Move // best first; equal ones in board order
	// Proved holds published bounds, within which Value is kept; nil: none. With a lower bound from a move that the
	// book does not have, the value of the best move in Moves is less than Value.
	Proved *claims.Proved
}

// Look returns the entry of p, with its values within the bounds of package claims. Ok is false if p is not in the
// book. If the side to move must pass, the pass is its only move.
func (b *Book) Look(p othello.Position) (found Position, ok bool) {
	if p.Size != othello.Size8 || p.Over() {
		return Position{}, false
	}
	if p.MustPass() {
		next, ok := b.Look(p.Play(othello.Pass))
		pass := Move{othello.Pass, -next.Value, next.From, true, nil}
		return Position{p, pass.Value, pass.From, true, []Move{pass}, nil}, ok
	}
	k, by := canonical(p)
	e, ok := b.find(k)
	if !ok {
		return Position{}, false
	}
	found = Position{Position: p, Value: e.Value, From: e.From, Judged: e.Judged(), Moves: b.links(p)}
	if leaf := e.Leaf; leaf.Move >= 0 && leaf.Move < othello.Pass {
		square := othello.Square(by.Inverse().Square(int(leaf.Move)))
		if p.Flips(square) != 0 && !slices.ContainsFunc(found.Moves, func(m Move) bool { return m.Move == square }) {
			found.Moves = append(found.Moves, Move{square, leaf.Value, leaf.Source, false, nil})
		}
	}
	slices.SortStableFunc(found.Moves, func(x, y Move) int {
		if x.Value != y.Value {
			return int(y.Value) - int(x.Value)
		}
		return int(x.Move) - int(y.Move)
	})
	found.clamp()
	return found, true
}

// links returns the moves that lead to other positions of the book.
func (b *Book) links(p othello.Position) (list []Move) {
	for sq := range p.Legal().All() {
		m := othello.Square(sq)
		k, same, over := after(p, m)
		if over {
			continue
		}
		if child, ok := b.find(k); ok {
			list = append(list, Move{m, child.Value.seenFrom(same), child.From.above(p.Empties()), true, nil})
		}
	}
	return list
}

// above returns the provenance one ply higher, in a position with that number of empty squares.
func (p Provenance) above(empties int) Provenance {
	p.Depth = min(p.Depth+1, empties)
	return p
}

// Below returns the number of book positions at and below a position.
func (b *Book) Below(p othello.Position) int {
	p, _ = afterForcedPass(p)
	if p.Size != othello.Size8 || p.Over() {
		return 0
	}
	seen := map[key]bool{}
	k, _ := canonical(p)
	b.visit(k, seen)
	return len(seen)
}

// visit adds a position and all positions below it to seen.
func (b *Book) visit(k key, seen map[key]bool) {
	if seen[k] {
		return
	}
	e, ok := b.find(k)
	if !ok {
		return
	}
	seen[k] = true
	for sq := range (e.Links & e.Position.Legal()).All() {
		if child, _, over := after(e.Position, othello.Square(sq)); !over {
			b.visit(child, seen)
		}
	}
}
