package othello_test

import (
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
)

func ExamplePosition_Play() {
	p := othello.Start(othello.Size8, othello.Usual)
	for _, name := range []string{"f5", "d6", "c3", "a1"} {
		m, err := p.Size.Parse(name)
		if err == nil {
			err = p.Check(m)
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		p = p.Play(m)
	}
	fmt.Println(p)
	// Output:
	// a1 turns nothing over for white; legal moves are d3, f3, f4, g5
	// ------------------X--------XX------OXX-----O-------------------- O
}

func ExampleParse() {
	p, err := othello.Parse("-----OX--XO----- X")
	fmt.Println(p.Size, p.Turn, p.Empties(), err)
	_, err = othello.Parse("-----OX--Xo--?-- X")
	fmt.Println(err)
	// Output:
	// 4 black 12 <nil>
	// cell 14 (b4) is '?': want X for black, O for white or - for empty
}

func ExamplePosition_Diagram() {
	fmt.Print(othello.Start(othello.Size6, othello.Parallel).Diagram())
	// Output:
	//   a b c d e f
	// 1 - - - - - - 1
	// 2 - . . . . - 2
	// 3 - - O O - - 3
	// 4 - - X X - - 4
	// 5 - - - - - - 5
	// 6 - - - - - - 6
	//   a b c d e f
	// black to move; black X 2, white O 2
}

func ExamplePosition_Perft() {
	fmt.Println(othello.Start(othello.Size8, othello.Usual).Perft(6))
	// Output: 8200
}

// A game is a loop over moves, including passes, until there are none.
func ExamplePosition_Moves() {
	p := othello.Start(othello.Size4, othello.Usual)
	for moves := p.Moves(); len(moves) > 0; moves = p.Moves() {
		fmt.Print(p.Size.Name(moves[0]), " ")
		p = p.Play(moves[0])
	}
	fmt.Println("Black", p.ScoreBlack())
	// Output: b1 a1 a2 c1 d1 a3 a4 d2 d3 b4 c4 d4 Black -4
}

// Symmetric positions have the same canonical form. The four positions after the first move are an example.
func ExamplePosition_Canonical() {
	p := othello.Start(othello.Size8, othello.Usual)
	forms := map[othello.Position]int{}
	for _, m := range p.Moves() {
		next, _ := p.Play(m).Canonical()
		forms[next]++
	}
	fmt.Println(len(p.Moves()), "moves,", len(forms), "position")
	// Output: 4 moves, 1 position
}

// Check reports why a move is illegal.
func ExamplePosition_Check() {
	p := othello.Start(othello.Size8, othello.Usual)
	err := p.Check(othello.Pass)
	illegal, ok := errors.AsType[*othello.IllegalMove](err)
	fmt.Println(ok, illegal.Reason)
	fmt.Println(err)
	// Output:
	// true black may not pass while it has a legal move
	// black may not pass while it has a legal move; legal moves are d3, c4, f5, e6
}
