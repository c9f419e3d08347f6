package book

import (
	"slices"

	"github.com/kaeshi/kaeshi/othello"
)

// Move is what a book says of a move.
type Move struct {
	Move  othello.Square
	Value Value      // for the side that plays it
	From  Provenance // of the value
	Link  bool       // it leads to another position of the book; else it is the best of the moves that do not
}

// Position is what a book says of a position, which lies as it was asked for.
type Position struct {
	Position othello.Position
	Value    Value // for the side to move
	From     Provenance
	Judged   bool   // every move that is not listed is known to be no better than the last that is no link
	Moves    []Move // the best first; where values are equal, in board order
}

// Look is what the book says of p; ok is false when p is not in it. Where the side to move must pass, the pass is the
// only move.
func (b *Book) Look(p othello.Position) (found Position, ok bool) {
	if p.Size != othello.Size8 || p.Over() {
		return Position{}, false
	}
	if p.MustPass() {
		next, ok := b.Look(p.Play(othello.Pass))
		pass := Move{othello.Pass, -next.Value, next.From, true}
		return Position{p, pass.Value, pass.From, true, []Move{pass}}, ok
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
			found.Moves = append(found.Moves, Move{square, leaf.Value, leaf.Source, false})
		}
	}
	slices.SortStableFunc(found.Moves, func(x, y Move) int {
		if x.Value != y.Value {
			return int(y.Value) - int(x.Value)
		}
		return int(x.Move) - int(y.Move)
	})
	return found, true
}

// links is the moves that lead to other positions of the book.
func (b *Book) links(p othello.Position) (list []Move) {
	for sq := range p.Legal().All() {
		m := othello.Square(sq)
		k, same, over := after(p, m)
		if over {
			continue
		}
		if child, ok := b.find(k); ok {
			list = append(list, Move{m, child.Value.seenFrom(same), child.From.above(p.Empties()), true})
		}
	}
	return list
}

// above is the provenance one ply higher, where so many squares are empty.
func (p Provenance) above(empties int) Provenance {
	p.Depth = min(p.Depth+1, empties)
	return p
}

// Below is how many positions of the book a position leads to, itself included.
func (b *Book) Below(p othello.Position) int {
	p, _ = settle(p)
	if p.Size != othello.Size8 || p.Over() {
		return 0
	}
	seen := map[key]bool{}
	k, _ := canonical(p)
	b.visit(k, seen)
	return len(seen)
}

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
