// Package classic is the programs that five articles published, each as it was printed and with its flaws mended: two
// that judge by squares and by discs, the negamax that one of them quotes, one with a hash table, one on a lazy game
// tree, and two for tic-tac-toe.
//
// A program as published chooses the move that the printed code chooses, quirks included; where an article leaves out
// what the code needs, the doc comment of the program states the reading taken here, and docs/classic.md tells all of
// it. Each flaw has a name, a [Flaw], and stands in the code beside its mend, so that one can be mended, or put back,
// alone. Tables of positions and answers in testdata come from the articles' own JavaScript; none of that code is here.
package classic

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// ErrOver says that a finished game has no move to choose.
var ErrOver = errors.New("the game is over")

// Choice is what a program chose.
type Choice struct {
	Move    othello.Square // valid when HasMove
	HasMove bool           // false where the printed code has no move to give
	// what the program thinks of the position, in its own unit and from its own view; an infinity where its code gives
	// one
	Value float64
	Depth int    // plies looked ahead
	Nodes uint64 // positions entered, the root included
}

// board is the discs of a position with rows and columns exchanged. All five articles look for moves with x in the
// outer loop and y in the inner one, column by column, and the first of equal moves wins; so exchanged, their order is
// that of the bits.
type board struct {
	mover, other bitboard.Set
	squares      bitboard.Set // those that can be played on
}

// exchange is the symmetry between the frame of package othello and that of board; it undoes itself.
const exchange bitboard.Symmetry = 4

func newBoard(p othello.Position) board {
	p = p.Transform(exchange)
	return board{mover: p.Mover, other: p.Other, squares: p.Size.Board()}
}

// squareOf is the square of package othello that lies at sq on a board.
func squareOf(sq int) othello.Square { return othello.Square(exchange.Square(sq)) }

func (b board) moves() bitboard.Set { return bitboard.Moves(b.mover, b.other) & b.squares }

func (b board) flips(sq int) bitboard.Set { return bitboard.Flips(sq, b.mover, b.other) }

// after is the board after the side to move plays on sq and turns over flips.
func (b board) after(sq int, flips bitboard.Set) board {
	return board{mover: b.other &^ flips, other: b.mover | flips | 1<<sq, squares: b.squares}
}

func (b board) play(sq int) board { return b.after(sq, b.flips(sq)) }

func (b board) pass() board { return board{mover: b.other, other: b.mover, squares: b.squares} }

func (b board) discs() int { return (b.mover | b.other).Len() }

// lead is how many discs more the side to move has on the board.
func (b board) lead() int { return b.mover.Len() - b.other.Len() }

// nowhere stands for a move that there is not.
const nowhere = -1

// pollInterval is how many positions are entered between looks at the context.
const pollInterval = 4096

// meter counts the positions that a search enters, and stops it when its context ends.
type meter struct {
	stopped func() error // the context's Err
	nodes   uint64
	err     error // why the search was stopped; values found after it is set mean nothing
}

func newMeter(ctx context.Context) meter { return meter{stopped: ctx.Err} }

// enter counts a position. It is false when the search has been stopped.
func (m *meter) enter() bool {
	if m.err == nil && m.nodes%pollInterval == 0 {
		m.err = m.stopped()
	}
	m.nodes++
	return m.err == nil
}

// choice is what a search found: the value and the move at sq, which may be [nowhere], or why it was stopped.
func (m *meter) choice(value float64, sq, depth int) (Choice, error) {
	if m.err != nil {
		return Choice{}, m.err
	}
	c := Choice{Value: value, Depth: depth, Nodes: m.nodes}
	if sq != nowhere {
		c.Move, c.HasMove = squareOf(sq), true
	}
	return c, nil
}

// passing is the choice of a side that must pass.
func (m *meter) passing(value float64, depth int) (Choice, error) {
	c, err := m.choice(value, nowhere, depth)
	if err == nil {
		c.Move, c.HasMove = othello.Pass, true
	}
	return c, err
}

// ready is nil when a program can choose a move in p.
func ready(p othello.Position) error {
	if p.Over() {
		return fmt.Errorf("position %s: %w", p, ErrOver)
	}
	return nil
}

// depthOr is the depth asked for, or def when it is 0; it is never less than 1.
func depthOr(depth, def int) int {
	if depth == 0 {
		return def
	}
	return max(depth, 1)
}
