package classic

import "github.com/kaeshi/kaeshi/othello"

// GameTree is the tree that article 004 began with, on a 4×4 board where one person plays both sides: a position, its
// moves, and behind each move the promise of the tree there. A promise is kept when it is first asked for and then
// remembered, so a game makes the positions that it comes through and no others.
//
// The zero value is no tree: begin with [Plant]. A tree is for one goroutine at a time.
type GameTree struct {
	Position othello.Position
	branches []*Branch
	listed   bool
	made     *int
}

// Branch is a move and the promise of the tree behind it.
type Branch struct {
	Move    othello.Square
	from    *GameTree
	promise *GameTree // nil until it is kept
}

// Plant is the tree with p at its root. Nothing else of it is made.
func Plant(p othello.Position) *GameTree {
	made := 1
	return &GameTree{Position: p, made: &made}
}

// Branches are the moves of the position, column by column: a pass alone when there is no other, none when the game
// is over.
func (t *GameTree) Branches() []*Branch {
	if t.listed {
		return t.branches
	}
	t.listed = true
	if t.Position.MustPass() {
		t.branches = []*Branch{{Move: othello.Pass, from: t}}
	}
	for sq := range newBoard(t.Position).moves().All() {
		t.branches = append(t.branches, &Branch{Move: squareOf(sq), from: t})
	}
	return t.branches
}

// Force keeps the promise: the tree behind the branch, made now if it was not asked for before.
func (b *Branch) Force() *GameTree {
	if b.promise == nil {
		b.promise = &GameTree{Position: b.from.Position.Play(b.Move), made: b.from.made}
		*b.from.made++
	}
	return b.promise
}

// Made is how many positions of the whole tree there are by now.
func (t *GameTree) Made() int { return *t.made }
