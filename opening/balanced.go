package opening

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/othello"
)

// Settings say which starts [Balanced] makes.
type Settings struct {
	Plies  int     // moves before the game proper, 1 to 50
	Window float64 // how far from even a start may be, in discs
	Seed   uint64  // the same seed gives the same starts, if the judge repeats itself
}

// Start is a balanced start and how it was judged.
type Start struct {
	Line

	Score othello.Score // expected final disc difference from the view of the side to move
}

// Judge returns the expected score of a position that is not over, from the view of the side to move.
type Judge func(context.Context, othello.Position) (othello.Score, error)

// Balanced makes n starts from the usual 8×8 start, f5 first: it plays Plies random moves, asks the judge, and keeps
// a start whose score is within Window of 0. No two lead to the same position, symmetric ones included, and no
// position is judged twice. When so many starts cannot be found it gives those that it has with an error that counts
// them.
func Balanced(ctx context.Context, n int, s Settings, judge Judge) ([]Start, error) {
	if err := s.check(n); err != nil {
		return nil, err
	}
	// What is enough to see every position of a few plies, and to tell a window that nothing fits.
	const patience = 20_000
	r := rand.New(rand.NewPCG(s.Seed, uint64(s.Plies)))
	seen := map[othello.Position]bool{}
	var starts []Start
	for idle := 0; len(starts) < n; idle++ {
		if idle == patience {
			return starts,
				fmt.Errorf(
					"only %d of %d balanced starts found: positions judged after ply %[4]d: %[3]d, and %[5]d tries in "+
						"a row gave no new one within %[6]g discs of even",
					len(starts), n, len(seen), s.Plies, patience, s.Window)
		}
		l := wander(r, s.Plies)
		at, _ := l.Position().Canonical()
		if seen[at] || l.Position().Over() {
			continue
		}
		seen[at] = true
		judged, err := judge(ctx, l.Position())
		if err = errors.Join(err, ctx.Err()); err != nil {
			return starts, err
		}
		if math.Abs(judged.Discs()) <= s.Window {
			starts, idle = append(starts, Start{l, judged}), 0
		}
	}
	return starts, nil
}

// MostPlies is the largest number of plies of a balanced start. A later one leaves no game to play.
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

// wander plays random moves, fewer when the game ends; a pass is played when it must be and counts.
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

// Starts are the balanced starts that come with the program, eight plies each, in the order in which they were made.
// The page balanced/README.md says how.
func Starts() []Line {
	f, err := made.Open("balanced/8-plies.txt")
	if err != nil {
		return nil // not while the file is part of the program
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
