package opening

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/othello"
)

// Settings configure [Balanced].
type Settings struct {
	Plies  int     // number of moves of a start, 1 to 50
	Window float64 // greatest absolute score of a start, in discs
	Seed   uint64  // with a deterministic judge the same seed gives the same starts
}

// Start is a balanced start position with its score.
type Start struct {
	Line

	Score othello.Score // expected final disc difference from the view of the side to move
}

// Judge returns the expected score of a position that is not over, from the view of the side to move.
type Judge func(context.Context, othello.Position) (othello.Score, error)

// Balanced returns n balanced starts from the usual 8×8 start position, with f5 as the first move. It plays Plies
// random moves and keeps the start if the judge's score is within Window of 0. No two starts lead to symmetric
// positions, and no position is judged twice. If it cannot find n starts, it returns those that it found and an error
// that counts them.
func Balanced(ctx context.Context, n int, s Settings, judge Judge) (starts []Start, err error) {
	for start, err := range BalancedSeq(ctx, n, s, judge) {
		if err != nil {
			return starts, err
		}
		starts = append(starts, start)
	}
	return starts, nil
}

// BalancedSeq returns an iterator over the starts of [Balanced], each as soon as it is found. An error is the last
// element.
func BalancedSeq(ctx context.Context, n int, s Settings, judge Judge) iter.Seq2[Start, error] {
	return func(yield func(Start, error) bool) {
		if err := s.check(n); err != nil {
			yield(Start{}, err)
			return
		}
		s.find(ctx, n, judge, yield)
	}
}

func (s Settings) find(ctx context.Context, n int, judge Judge, yield func(Start, error) bool) {
	// Greatest number of tries without a new start. It suffices to see all positions of a few plies.
	const patience = 20_000
	r := rand.New(rand.NewPCG(s.Seed, uint64(s.Plies)))
	seen := map[othello.Position]bool{}
	found := 0
	for idle := 0; found < n; idle++ {
		if idle == patience {
			yield(Start{}, fmt.Errorf(
				"only %d of %d balanced starts found: positions judged after ply %[4]d: %[3]d; the last %[5]d "+
					"tries gave no new one within %[6]g discs",
				found, n, len(seen), s.Plies, patience, s.Window))
			return
		}
		l := wander(r, s.Plies)
		at, _ := l.Position().Canonical()
		if seen[at] || l.Position().Over() {
			continue
		}
		seen[at] = true
		judged, err := judge(ctx, l.Position())
		if err = errors.Join(err, ctx.Err()); err != nil {
			yield(Start{}, err)
			return
		}
		if math.Abs(judged.Discs()) <= s.Window {
			found, idle = found+1, 0
			if !yield(Start{l, judged}, nil) {
				return
			}
		}
	}
}

// MostPlies is the greatest number of plies of a balanced start. Later ones leave too little of the game.
const MostPlies = 50

func (s Settings) check(n int) error {
	switch {
	case n < 1:
		return fmt.Errorf("%d balanced starts: expected 1 or more", n)
	case s.Plies < 1 || s.Plies > MostPlies:
		return fmt.Errorf("%d plies: expected 1 to %d", s.Plies, MostPlies)
	case !(s.Window >= 0):
		return fmt.Errorf("window %g: expected discs, 0 or more", s.Window)
	}
	return nil
}

// wander returns a line of random moves, which is shorter if the game ends. Forced passes count as moves.
func wander(r *rand.Rand, plies int) Line {
	l := Line{Start: usual()}
	p := l.Start
	for range plies {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		m := moves[r.IntN(len(moves))]
		p, l.Moves = p.Play(m), append(l.Moves, m)
	}
	return l.upright()
}

//go:embed balanced/8-plies.txt
var made embed.FS

// Starts returns the balanced starts of eight plies that are built into the program. balanced/README.md describes how
// they were made.
func Starts() []Line {
	f, err := made.Open("balanced/8-plies.txt")
	if err != nil {
		return nil // cannot happen: the file is embedded
	}
	defer func() { _ = f.Close() }() // it was only read
	var starts []Line
	for l, err := range Read(f) {
		if err == nil {
			starts = append(starts, l)
		}
	}
	return starts
}
