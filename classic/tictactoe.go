package classic

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/tictactoe"
)

// TicTacToe is the program of article 002: minimax of tic-tac-toe to the end of the game, with a value of 10 for a win,
// -10 for a loss and 0 for a draw. It never loses, with either side and moving first or second.
//
// The article prints all of its code, so as published the move and the value are those of the code: unchanged for X,
// and with the roles exchanged for O.
type TicTacToe struct{ Fixes Fixes }

// TicTacToeChoice is the result of a program for tic-tac-toe.
type TicTacToeChoice struct {
	Move     tictactoe.Square // the article's index: 0 is a1, 8 is c3
	Value    int              // 10, 0 or -10 from the view of the side to move
	HasValue bool             // false for a program that plays by rules
	Nodes    uint64           // positions entered, including the root
}

// Choose returns the program's move in p, which must not be over. p may be a position that no game can reach.
func (t TicTacToe) Choose(p tictactoe.Position) (TicTacToeChoice, error) {
	if p.Over() {
		return TicTacToeChoice{}, fmt.Errorf("position %s: %w", p, ErrOver)
	}
	s := ticTacToeSearch{fixes: t.Fixes}
	found := s.look(marks{p.Mover, p.Other})
	return TicTacToeChoice{Move: tictactoe.Square(found.sq), Value: found.value, HasValue: true, Nodes: s.nodes}, nil
}

// marks holds the squares of the side to move and of the other side.
type marks struct{ mover, other uint16 }

const nineSquares = 1<<9 - 1

func (m marks) empty() uint16 { return nineSquares &^ (m.mover | m.other) }

func (m marks) play(sq int) marks { return marks{m.other, m.mover | 1<<sq} }

// three reports whether the squares contain a row, a column or a diagonal.
func three(squares uint16) bool {
	for _, row := range [8]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
		if squares&row == row {
			return true
		}
	}
	return false
}

type ticTacToeSearch struct {
	fixes Fixes
	nodes uint64
}

// outcome is the value of a position for the side to move, the square to play and the number of moves to the end of the
// game in that line.
type outcome struct{ value, sq, length int }

// ticTacToeWin is the value of a win.
const ticTacToeWin = 10

func (s *ticTacToeSearch) look(m marks) outcome {
	s.nodes++
	switch {
	case three(m.other):
		return outcome{value: -ticTacToeWin}
	case three(m.mover):
		return outcome{value: ticTacToeWin}
	case m.empty() == 0:
		return outcome{}
	}
	best := outcome{value: -1000}
	for empty := m.empty(); empty != 0; empty &= empty - 1 {
		sq := bits.TrailingZeros16(empty)
		next := s.look(m.play(sq))
		if o := (outcome{-next.value, sq, next.length + 1}); s.better(o, best) {
			best = o
		}
	}
	return best
}

// better reports whether a is better than b. As published, it compares the values. Corrected, it also prefers shorter
// wins and longer losses.
func (s *ticTacToeSearch) better(a, b outcome) bool {
	if a.value != b.value || !s.fixes.Has(TicTacToeHaste) {
		return a.value > b.value
	}
	switch a.value {
	case ticTacToeWin:
		return a.length < b.length
	case -ticTacToeWin:
		return a.length > b.length
	}
	return false
}

// TicTacToeRules is the earlier program that article 002 describes but does not print. It completes three in a row if
// it can, otherwise prevents the other side from doing so, and otherwise plays on a random square. The interpretation
// here: of several suitable squares it chooses the one with the least index, and the random square is uniformly
// distributed and depends only on the seed and the position. It has no corrected version.
type TicTacToeRules struct{ Seed uint64 }

// Choose returns the program's move in p, which must not be over. The result has no value.
func (t TicTacToeRules) Choose(p tictactoe.Position) (TicTacToeChoice, error) {
	if p.Over() {
		return TicTacToeChoice{}, fmt.Errorf("position %s: %w", p, ErrOver)
	}
	m := marks{p.Mover, p.Other}
	for _, side := range []uint16{m.mover, m.other} {
		for empty := m.empty(); empty != 0; empty &= empty - 1 {
			if sq := bits.TrailingZeros16(empty); three(side | 1<<sq) {
				return TicTacToeChoice{Move: tictactoe.Square(sq), Nodes: 1}, nil
			}
		}
	}
	moves := p.Moves()
	chance := rand.New(rand.NewPCG(t.Seed, uint64(m.mover)<<9|uint64(m.other)))
	return TicTacToeChoice{Move: moves[chance.IntN(len(moves))], Nodes: 1}, nil
}
