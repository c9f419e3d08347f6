package othello_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// distinct returns the number of positions with a number of discs that games from the usual 8×8 start can reach,
// counted up to symmetry. It counts positions with a legal move. Instead of a position with a forced pass, it counts
// the one after the pass.
func distinct(discs int) int {
	level := map[othello.Position]bool{othello.Start(othello.Size8, othello.Usual): true}
	for range discs - 4 {
		deeper := map[othello.Position]bool{}
		for p := range level {
			for _, m := range p.Moves() {
				child := p.Play(m)
				if child.MustPass() {
					child = child.Play(othello.Pass)
				}
				if child.Over() {
					continue
				}
				child.Turn = othello.Black // so that positions that differ only in the colours are equal
				child, _ = child.Canonical()
				deeper[child] = true
			}
		}
		level = deeper
	}
	return len(level)
}

// TestDistinctPositions compares the counts with those that the Egaroucid project publishes with its training data.
func TestDistinctPositions(t *testing.T) {
	for i, want := range []int{1, 1, 3, 14, 60, 322, 1773, 10649} {
		if got := distinct(4 + i); got != want {
			t.Errorf("%d discs: %d positions up to symmetry, want %d", 4+i, got, want)
		}
	}
}

func TestCanonical(t *testing.T) {
	starts(t, func(t *testing.T, size othello.Size, setup othello.Setup) {
		r := rand.New(rand.NewPCG(5, uint64(size)))
		for range 20 {
			for p := othello.Start(size, setup); !p.Over(); {
				checkCanonical(t, p)
				moves := p.Moves()
				p = p.Play(moves[r.IntN(len(moves))])
			}
		}
	})
}

func checkCanonical(t *testing.T, p othello.Position) {
	t.Helper()
	want, by := p.Canonical()
	if p.Transform(by) != want || want.Transform(by.Inverse()) != p {
		t.Fatalf("%s: symmetry %d maps it to %s, want %s", p, by, p.Transform(by), want)
	}
	type game struct {
		Leaves     uint64 // two plies below
		ScoreBlack int
		Turn       othello.Color
	}
	same := game{p.Perft(2), p.ScoreBlack(), p.Turn}
	for s := range bitboard.Symmetry(bitboard.Symmetries) {
		q := p.Transform(s)
		if got, _ := q.Canonical(); got != want {
			t.Fatalf("%s: canonical form %s, of its image %d %s", p, want, s, got)
		}
		if err := q.Validate(); err != nil {
			t.Fatalf("%s: symmetry %d: %v", p, s, err)
		}
		if image := (game{q.Perft(2), q.ScoreBlack(), q.Turn}); image != same {
			t.Fatalf("%s: symmetry %d (-position +image):\n%s", p, s, cmp.Diff(same, image))
		}
	}
}
