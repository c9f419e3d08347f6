// Package classic implements the programs of five published articles, each as published and with its flaws corrected:
// two that evaluate by squares and by discs, the negamax that one of them quotes, one with a hash table, one on a lazy
// game tree, and two for tic-tac-toe.
//
// A program as published chooses the same moves as the printed code, including its errors. Where an article leaves out
// needed code, the doc comment of the program states the interpretation; docs/classic.md explains it in full. Each flaw
// has a name, a [Flaw], and is implemented beside its correction, so that each can be corrected separately. The tables
// of positions and results in testdata were generated with the JavaScript of the articles, which is not included.
package classic

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// ErrOver is wrapped by the error of choosing a move when the game is over.
var ErrOver = errors.New("the game is over")

// Choice is the result of a program.
type Choice struct {
	Move    othello.Square // valid if HasMove
	HasMove bool           // false if the printed code returns no move
	// Value is the program's evaluation of the position, in its own unit and from its own view. It is infinite where
	// the printed code returns an infinity.
	Value float64
	Depth int    // of the search, in plies
	Nodes uint64 // positions entered, including the root
}

// board is a position with rows and columns exchanged. All five articles generate moves with x in the outer loop and y
// in the inner one, and choose the first of equal moves. With the exchange, that is the order of the bits.
type board struct {
	mover, other bitboard.Set
	squares      bitboard.Set // of the board
}

// exchange is the symmetry between the frame of package othello and that of board. It is its own inverse.
const exchange bitboard.Symmetry = 4

func newBoard(p othello.Position) board {
	p = p.Transform(exchange)
	return board{mover: p.Mover, other: p.Other, squares: p.Size.Board()}
}

// squareOf returns the square of package othello for sq of a board.
func squareOf(sq int) othello.Square { return othello.Square(exchange.Square(sq)) }

func (b board) moves() bitboard.Set { return bitboard.Moves(b.mover, b.other) & b.squares }

func (b board) flips(sq int) bitboard.Set { return bitboard.Flips(sq, b.mover, b.other) }

// after returns the board after the side to move plays on sq and flips flips.
func (b board) after(sq int, flips bitboard.Set) board {
	return board{mover: b.other &^ flips, other: b.mover | flips | 1<<sq, squares: b.squares}
}

func (b board) play(sq int) board { return b.after(sq, b.flips(sq)) }

func (b board) pass() board { return board{mover: b.other, other: b.mover, squares: b.squares} }

func (b board) discs() int { return (b.mover | b.other).Len() }

// lead returns the disc difference from the view of the side to move.
func (b board) lead() int { return b.mover.Len() - b.other.Len() }

// nowhere means no move.
const nowhere = -1

// pollInterval is the number of positions entered between checks of the context.
const pollInterval = 4096

// meter counts the positions that a search enters, and stops the search when its context ends.
type meter struct {
	stopped func() error // Err of the context
	nodes   uint64
	err     error // reason to stop; values found after it is set are meaningless
}

func newMeter(ctx context.Context) meter { return meter{stopped: ctx.Err} }

// enter counts a position. It returns false when the search is stopped.
func (m *meter) enter() bool {
	if m.err == nil && m.nodes%pollInterval == 0 {
		m.err = m.stopped()
	}
	m.nodes++
	return m.err == nil
}

// choice returns the result of a search: the value and the move sq, which may be nowhere, or the error that stopped it.
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

// passing returns the result for a side that must pass.
func (m *meter) passing(value float64, depth int) (Choice, error) {
	c, err := m.choice(value, nowhere, depth)
	if err == nil {
		c.Move, c.HasMove = othello.Pass, true
	}
	return c, err
}

// ready returns an error if the game is over.
func ready(p othello.Position) error {
	if p.Over() {
		return fmt.Errorf("position %s: %w", p, ErrOver)
	}
	return nil
}

// depthOr returns def if depth is 0, otherwise the depth, but at least 1.
func depthOr(depth, def int) int {
	if depth == 0 {
		return def
	}
	return max(depth, 1)
}
