package train

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/solve"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// LeafSettings contains the settings of [Run.Leaves]. The same settings give the same positions.
type LeafSettings struct {
	Games int    `json:"games"` // number of games whose positions are searched
	Seed  uint64 `json:"seed"`  // of the random numbers
	From  int    `json:"from"`  // maximum number of empty squares of a position
	To    int    `json:"to"`    // minimum number of empty squares of a position
	Ahead int    `json:"ahead"` // depth of the searches in plies
	// maximum number of empty squares of positions to solve; others are judged by a search
	Solve  int `json:"solve"`
	Solved int `json:"solved"` // positions per search that are solved
	Judged int `json:"judged"` // positions per search that are judged
	Look   int `json:"look"`   // depth in plies to judge them
	Shard  int `json:"shard"`  // games per file
}

func (s LeafSettings) check() error {
	switch {
	case s.Games < 1 || s.Shard < 1:
		return fmt.Errorf("%d games, %d in a file: expected 1 or more", s.Games, s.Shard)
	case s.To < 1 || s.From < s.To || s.From > squaresLeft:
		return fmt.Errorf("from %d to %d empty squares: expected %d ≥ from ≥ to ≥ 1", s.From, s.To, squaresLeft)
	case s.Ahead < 1 || s.Ahead > play.MaxDepth || s.Look < 1 || s.Look > play.MaxDepth:
		return fmt.Errorf("searches of %d plies, looking %d ahead: expected 1 to %d", s.Ahead, s.Look, play.MaxDepth)
	case s.Solve < 0 || s.Solve > maxSolved:
		return fmt.Errorf("solving %d empty squares: expected 0 to %d", s.Solve, maxSolved)
	case s.Solved < 0 || s.Judged < 0 || s.Solved+s.Judged == 0:
		return fmt.Errorf("%d positions solved of a search and %d judged: expected 0 or more, and not 0 of both",
			s.Solved, s.Judged)
	}
	return nil
}

// maxSolved limits the number of empty squares of positions to solve, which takes hours above it.
const maxSolved = 20

// leafFile is the kind of the files of leaves.
const leafFile steps.Kind = "kaeshie1"

// Leaves stores positions at which a search uses the network. It searches positions of games to a fixed depth and keeps
// some of the leaves whose value is near the window. They differ from positions of games: most follow a bad move and
// are balanced nevertheless. The file of weights plays, searches and judges. Files and manifest are written to
// dir/leaves.
func (r Run) Leaves(ctx context.Context, dir string, s LeafSettings, weights string) error {
	if err := s.check(); err != nil {
		return &steps.SettingsError{Err: err}
	}
	shared := s
	shared.Games = 0 // more games may be added later
	h := harvest{step: "leaves", kind: leafFile, games: s.Games, shard: s.Shard, settings: s, shared: shared}
	return r.harvest(ctx, dir, h, weights, func(w *eval.Weights) collector { return newPicker(s, w).game })
}

// picker takes positions out of searches. It must be used by one goroutine at a time.
type picker struct {
	settings LeafSettings
	player   play.PositionFinder
	judge    *judge
	solver   *solve.Solver
	play.Lookahead
	random *rand.Rand
	seen   int      // leaves of the current search
	kept   []judged // leaves kept so far
}

func newPicker(s LeafSettings, w *eval.Weights) *picker {
	look := play.Lookahead{Weights: w}
	p := &picker{
		settings: s, player: play.PositionFinder{Lookahead: look}, judge: newJudge(w), solver: solve.New(othello.Size8),
		Lookahead: look,
	}
	p.Leaf = p.consider
	return p
}

// game returns the positions of the game with that number. It searches every other position of the game, and games
// alternate between odd and even leaves.
func (p *picker) game(ctx context.Context, number int) (taken []judged) {
	s := &p.settings
	p.random = rand.New(rand.NewPCG(s.Seed, uint64(number)))
	// the parity must not depend on the use of the game
	b, begin := p.player.Play(p.random, min(squaresLeft, s.From+s.Ahead)), (number^number>>4)&1
	for empties := b.Empties(); empties >= s.To+s.Ahead && !b.Over(); empties = b.Empties() {
		if !b.MustPass() && empties&1 == begin {
			taken = append(taken, p.search(ctx, b)...)
		}
		b = p.player.Move(p.random, b)
	}
	return taken
}

// search returns the positions kept from a search of b.
func (p *picker) search(ctx context.Context, b othello.Position) (taken []judged) {
	p.seen, p.kept = 0, p.kept[:0]
	p.Value(b.Mover, b.Other, p.settings.Ahead)
	for _, x := range p.kept {
		if x.empties() <= p.settings.Solve {
			x.want = float32(p.exact(x.p, x.o))
		} else {
			x.want = p.judge.judge(ctx, sample{Board: games.Board{P: x.p, O: x.o}},
				selection{deep: true, look: p.settings.Look, trust: 1})
		}
		taken = append(taken, x)
	}
	return taken
}

// consider decides whether to keep a leaf, so that each has the same probability (reservoir sampling).
func (p *picker) consider(b, o bitboard.Set, value, alpha, beta int) {
	x := judged{p: b, o: o, want: float32(value) / eval.Disc}
	empties := x.empties()
	reach := leafReach / max(empties, 1)
	if value <= alpha-reach || value >= beta+reach || empties > p.settings.From || empties < p.settings.To {
		return
	}
	room := p.settings.Judged
	if empties <= p.settings.Solve {
		room = p.settings.Solved
	}
	if p.seen++; len(p.kept) < room {
		p.kept = append(p.kept, x)
	} else if at := p.random.IntN(p.seen); at < room {
		p.kept[at] = x
	}
}

// leafReach is the distance from the window, times the number of empty squares, within which package search uses the
// network.
const leafReach = 6200

// exact returns the value of a position for the side to move in discs. Searches with a window around the expected value
// are faster than those with the full window.
func (p *picker) exact(b, o bitboard.Set) int {
	s := eval.NewState(b, o)
	guess := p.Evaluate(&s, b, o, bitboard.Moves(b, o)) / eval.Disc &^ 1
	low, high := max(guess-3, -64), min(guess+3, 64)
	for {
		v := p.solver.Score(b, o, low, high)
		switch {
		case v <= low && low > -64:
			low, high = -64, low+1
		case v >= high && high < 64:
			low, high = high-1, 64
		default:
			return v
		}
	}
}
