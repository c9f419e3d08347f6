package classic

import "github.com/kaeshi/kaeshi/othello"

// GameTree is the lazy game tree of article 004, which uses it for a 4×4 board on which one person plays both sides. It
// is a position with its moves, each with a delayed evaluation (a promise) of the tree after it. A promise is evaluated
// once, on first use, so that a game creates only the positions that it passes through.
//
// Make a tree with [NewGameTree]. It is not safe for concurrent use.
type GameTree struct {
	Position othello.Position
	branches []*Branch
	listed   bool
	made     *int
}

// Branch is a move and the promise of the tree after it.
type Branch struct {
	Move    othello.Square
	from    *GameTree
	promise *GameTree // nil until it is forced
}

// NewGameTree returns a tree with the root p.
func NewGameTree(p othello.Position) *GameTree {
	made := 1
	return &GameTree{Position: p, made: &made}
}

// Branches returns the moves of the position, column by column: only a pass if the side to move must pass, and none
// when the game is over.
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

// Force returns the tree after the move, and creates it on the first call.
func (b *Branch) Force() *GameTree {
	if b.promise == nil {
		b.promise = &GameTree{Position: b.from.Position.Play(b.Move), made: b.from.made}
		*b.from.made++
	}
	return b.promise
}

// Made returns the number of positions that have been created in the whole tree.
func (t *GameTree) Made() int { return *t.made }
