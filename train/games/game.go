package games

import (
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Game is a line of play from the usual start on 8×8: a game, or a side line of one.
// Passes are not stored, so the move with index n is played with 60-n empty squares.
type Game struct {
	// Side reports whether this is a side line of the last game before it.
	Side bool
	// Random is the number of first moves that were random or belong to another line.
	// The positions before them carry no information.
	Random int
	// Score is the final disc difference for Black under perfect play from the first solved position,
	// or from the end of the line.
	Score int
	// Values are the exact scores, for the side to move, of the positions before the last len(Values) moves.
	Values []int8
	// Moves are squares, 0–63.
	Moves []byte
}

// Exact returns the index of the first move whose position has an exact score.
func (g *Game) Exact() int { return len(g.Moves) - len(g.Values) }

// Between calls visit with the positions before the moves first to last-1. The side to move in each of them has a legal
// move. The game must have passed [Game.Check].
func (g *Game) Between(first, last int, visit func(b Board, ply int)) {
	b := Start()
	for ply, sq := range g.Moves[:min(last, len(g.Moves))] {
		b.Mover()
		if ply >= first {
			visit(b, ply)
		}
		b.Play(sq)
	}
}

// Check replays the line. It returns an error for illegal moves and impossible numbers.
func (g *Game) Check() error {
	b := Start()
	for ply, sq := range g.Moves {
		if !b.Mover() || !b.Play(sq) {
			return fmt.Errorf("move %d of the game %v is illegal", ply, g.Moves)
		}
	}
	if g.Random < 0 || g.Random > len(g.Moves) || len(g.Values) > len(g.Moves) {
		return fmt.Errorf("game of %d moves: %d random moves and %d values, want at most as many",
			len(g.Moves), g.Random, len(g.Values))
	}
	for _, v := range append([]int8{int8(min(max(g.Score, -128), 127))}, g.Values...) {
		if v < -64 || v > 64 || v&1 != 0 {
			return fmt.Errorf("game %v: value %d, want an even number from -64 to 64", g.Moves, v)
		}
	}
	return g.checkValues()
}

var errGain = errors.New("a value rises from one position to the next, which perfect play excludes")

// checkValues returns an error unless the values can come from perfect play, in which no move gains.
func (g *Game) checkValues() (err error) {
	last, lastBlack := 64, true
	g.Between(g.Exact(), len(g.Moves), func(b Board, ply int) {
		value := int(g.Values[ply-g.Exact()])
		if ply > g.Exact() && flip(lastBlack != b.Black, value) > last {
			err = fmt.Errorf("game %v, move %d: %w", g.Moves, ply, errGain)
		}
		last, lastBlack = value, b.Black
	})
	return err
}

// flip negates a value if the side to move has changed.
func flip(changed bool, value int) int {
	if changed {
		return -value
	}
	return value
}

// Board is a position of a line on 8×8.
type Board struct {
	P, O  bitboard.Set // discs of the side to move and of the other side
	Black bool         // whether Black is to move
}

// Start returns the usual start position.
func Start() Board {
	p := othello.Start(othello.Size8, othello.Usual)
	return Board{p.Mover, p.Other, p.Turn == othello.Black}
}

// Position returns the position in the form of package othello.
func (b Board) Position() othello.Position {
	p := othello.Position{Mover: b.P, Other: b.O, Size: othello.Size8, Turn: othello.White}
	if b.Black {
		p.Turn = othello.Black
	}
	return p
}

// Empties returns the number of empty squares.
func (b *Board) Empties() int { return (^(b.P | b.O)).Len() }

// Play plays a move of the side to move; ok is false, and b is then meaningless, when it is illegal.
func (b *Board) Play(sq byte) (ok bool) {
	if sq > 63 || (b.P | b.O).Has(int(sq)) {
		return false
	}
	flips := bitboard.Flips(int(sq), b.P, b.O)
	b.P, b.O, b.Black = b.O&^flips, b.P|flips|1<<sq, !b.Black
	return flips != 0
}

// Mover passes when the side to move has no move; ok is false when neither side has one.
func (b *Board) Mover() (ok bool) {
	if bitboard.Moves(b.P, b.O) != 0 {
		return true
	}
	b.P, b.O, b.Black = b.O, b.P, !b.Black
	return bitboard.Moves(b.P, b.O) != 0
}
