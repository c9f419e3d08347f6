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

// LeafSettings say which positions are taken from searches. The same settings give the same positions.
type LeafSettings struct {
	Games int    `json:"games"` // that are played to search their positions
	Seed  uint64 `json:"seed"`  //
	From  int    `json:"from"`  // most empty squares of what is taken
	To    int    `json:"to"`    // least
	Ahead int    `json:"ahead"` // plies of the searches
	// positions with at most so many empty squares are solved, the others judged by looking ahead
	Solve  int `json:"solve"`
	Solved int `json:"solved"` // positions taken of a search, when they are solved
	Judged int `json:"judged"` // and when they are judged
	Look   int `json:"look"`   // plies that these are judged ahead
	Shard  int `json:"shard"`  // games in a file
}

func (s LeafSettings) check() error {
	switch {
	case s.Games < 1 || s.Shard < 1:
		return fmt.Errorf("%d games, %d in a file: expected 1 or more", s.Games, s.Shard)
	case s.To < 1 || s.From < s.To || s.From > squaresLeft:
		return fmt.Errorf("from %d to %d empty squares: expected %d ≥ from ≥ to ≥ 1", s.From, s.To, squaresLeft)
	case s.Ahead < 1 || s.Ahead > play.MaxDepth || s.Look < 1 || s.Look > play.MaxDepth:
		return fmt.Errorf("searches of %d plies, looking %d ahead: expected 1 to %d", s.Ahead, s.Look, play.MaxDepth)
	case s.Solve < 0 || s.Solve > mostSolved:
		return fmt.Errorf("solving %d empty squares: expected 0 to %d", s.Solve, mostSolved)
	case s.Solved < 0 || s.Judged < 0 || s.Solved+s.Judged == 0:
		return fmt.Errorf("%d positions solved of a search and %d judged: expected 0 or more, and not 0 of both",
			s.Solved, s.Judged)
	}
	return nil
}

// mostSolved keeps positions from being solved one by one for hours.
const mostSolved = 20

// leafFile is the kind of a file of leaves.
const leafFile steps.Kind = "kaeshie1"

// Leaves takes positions out of searches, where the network is asked: from where games stand, all lines are searched
// some plies ahead, and of the positions at their ends whose value lies near the window some are kept. A search sees
// others than games do: most have a bad move behind them, and are balanced nevertheless. The file of weights plays,
// searches and judges. Files and manifest go into dir/leaves.
func (r Run) Leaves(ctx context.Context, dir string, s LeafSettings, weights string) error {
	if err := s.check(); err != nil {
		return &steps.SettingsError{Err: err}
	}
	shared := s
	shared.Games = 0 // more may be added
	h := harvest{step: "leaves", kind: leafFile, games: s.Games, shard: s.Shard, settings: s, shared: shared}
	return r.harvest(ctx, dir, h, weights, func(w *eval.Weights) taker { return newPicker(s, w).game })
}

// picker takes positions out of searches. It belongs to one goroutine.
type picker struct {
	settings LeafSettings
	player   play.Wanderer
	judge    *judge
	solver   *solve.Solver
	play.Lookahead
	random *rand.Rand
	seen   int      // ends of the search at hand
	kept   []judged // of them
}

func newPicker(s LeafSettings, w *eval.Weights) *picker {
	look := play.Lookahead{Weights: w}
	p := &picker{
		settings: s, player: play.Wanderer{Lookahead: look}, judge: newJudge(w), solver: solve.New(othello.Size8),
		Lookahead: look,
	}
	p.Leaf = p.see
	return p
}

// game is what is taken of the game of that number: of searches from every other position, so that the squares left at
// their ends are now even, now odd.
func (p *picker) game(ctx context.Context, number int) (taken []judged) {
	s := &p.settings
	p.random = rand.New(rand.NewPCG(s.Seed, uint64(number)))
	// also among those of a split
	b, begin := p.player.Play(p.random, min(squaresLeft, s.From+s.Ahead)), (number^number>>4)&1
	for empties := b.Empties(); empties >= s.To+s.Ahead && !b.Over(); empties = b.Empties() {
		if !b.MustPass() && empties&1 == begin {
			taken = append(taken, p.search(ctx, b)...)
		}
		b = p.player.Move(p.random, b)
	}
	return taken
}

// search is what is taken of a search from the position.
func (p *picker) search(ctx context.Context, b othello.Position) (taken []judged) {
	p.seen, p.kept = 0, p.kept[:0]
	p.Value(b.Mover, b.Other, p.settings.Ahead)
	for _, x := range p.kept {
		if x.empties() <= p.settings.Solve {
			x.want = float32(p.exact(x.p, x.o))
		} else {
			x.want = p.judge.judge(ctx, sample{Board: games.Board{P: x.p, O: x.o}},
				wanted{deep: true, look: p.settings.Look, trust: 1})
		}
		taken = append(taken, x)
	}
	return taken
}

// see keeps a position at the end of a line or not, so that each has the same chance.
func (p *picker) see(b, o bitboard.Set, value, alpha, beta int) {
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

// leafReach is how far from its window package search asks the network: its reaches.
const leafReach = 6200

// exact is what the position is worth to the side to move, in discs. Windows about what is expected take less than the
// whole.
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
