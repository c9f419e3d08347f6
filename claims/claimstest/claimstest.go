// Package claimstest provides claimed positions for tests, and checks that values of positions respect the claims.
package claimstest

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

//go:embed nearest.txt
var nearest string

// Nearest returns the 102 claimed positions with 50 empty squares whose predicted score is nearest to a draw.
func Nearest(t testing.TB) (list []othello.Position) {
	t.Helper()
	for line := range strings.Lines(nearest) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, othellotest.Parse(t, strings.TrimSpace(line)))
		}
	}
	if len(list) != 102 {
		t.Fatalf("%d claims nearest to a draw, want 102", len(list))
	}
	return list
}

// And returns [Nearest] and the other claimed positions that are in a set, such as those of a book.
func And(t testing.TB, in func(othello.Position) bool) []othello.Position {
	t.Helper()
	list := Nearest(t)
	seen := map[othello.Position]bool{}
	for _, p := range list {
		seen[canonical(p)] = true
	}
	for p := range claims.All() {
		if !seen[canonical(p)] && in(p) {
			list = append(list, p)
		}
	}
	return list
}

func canonical(p othello.Position) othello.Position {
	c, _ := p.Canonical()
	c.Turn = othello.Black
	return c
}

// Check reports an error unless the value of a position for its side to move lies within the proved bounds. What names
// the value in the error.
func Check(t testing.TB, what string, p othello.Position, value float64) {
	t.Helper()
	if b, _ := claims.Of(p); value != b.Clamp(value) {
		t.Errorf("%s: %s has the value %+g, which is proved to be from %+d to %+d", what, p, value, b.AtLeast, b.AtMost)
	}
}

// CheckMove is [Check] for the value of a move for the side that plays it. It respects the bounds of the position after
// the move and, as no move is better than the best one, the upper bound of the position before it.
func CheckMove(t testing.TB, what string, p othello.Position, m othello.Square, value float64) {
	t.Helper()
	Check(t, what+", after "+p.Size.Name(m), p.Play(m), -value)
	if b, _ := claims.Of(p); value > float64(b.AtMost) {
		t.Errorf("%s: %s of %s has the value %+g, and no move has more than %+d", what, p.Size.Name(m), p, value,
			b.AtMost)
	}
}
