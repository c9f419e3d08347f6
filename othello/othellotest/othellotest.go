// Package othellotest provides positions for tests.
package othellotest

import (
	"math/rand/v2"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
)

// Parse returns the result of [othello.Parse]. An error ends the test.
func Parse(t testing.TB, text string) othello.Position {
	t.Helper()
	p, err := othello.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Play plays random moves from p until at most empties squares are empty, or the game is over.
func Play(r *rand.Rand, p othello.Position, empties int) othello.Position {
	for p.Empties() > empties && !p.Over() {
		moves := p.Moves()
		p = p.Play(moves[r.IntN(len(moves))])
	}
	return p
}

// Begun plays random moves from a random start position until at most empties squares are empty, or the game is over.
func Begun(r *rand.Rand, size othello.Size, empties int) othello.Position {
	return Play(r, othello.Start(size, othello.Setup(r.IntN(2))), empties)
}

// Ending returns a position of a random game with exactly empties empty squares that is not over.
func Ending(r *rand.Rand, size othello.Size, empties int) othello.Position {
	for {
		if p := Begun(r, size, empties); p.Empties() == empties && !p.Over() {
			return p
		}
	}
}
