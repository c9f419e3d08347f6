package train

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/steps"
)

// OutcomeSettings say which games are played to learn from what they came to. The same settings give the same
// positions.
type OutcomeSettings struct {
	Games int    `json:"games"` // side lines not counted
	Seed  uint64 `json:"seed"`  //
	// a game begins behind at least so many random moves, or moves of a game of Starts
	RandomMin  int `json:"random_min"`
	RandomMost int `json:"random_most"` // and behind at most so many
	Even       int `json:"even"`        // where a search says that neither side is more than so many discs ahead
	Lines      int `json:"lines"`       // lines in a game: itself, and side lines that leave it with a random move
	Depth      int `json:"depth"`       // plies that the players look ahead
	Confidence int `json:"confidence"`  // in percent, of what they cut off
	// a line ends where a position with at most so many empty squares has been solved
	Exact int `json:"exact"`
	From  int `json:"from"`  // most empty squares of what is taken
	Shard int `json:"shard"` // games in a file

	Starts []string `json:"starts,omitempty"` // files of games whose first moves are played; none: random moves are
}

func (s OutcomeSettings) check() error {
	switch {
	case s.Games < 1 || s.Shard < 1:
		return fmt.Errorf("%d games, %d in a file: expected 1 or more", s.Games, s.Shard)
	case s.RandomMin < 0 || s.RandomMost < s.RandomMin || s.RandomMost > mostRandom:
		return fmt.Errorf("%d to %d random moves: expected 0 ≤ from ≤ to ≤ %d", s.RandomMin, s.RandomMost, mostRandom)
	case s.Even < 1 || s.Even > 64:
		return fmt.Errorf("games that begin within %d discs: expected 1 to 64", s.Even)
	case s.Lines < 1 || s.Lines > 100:
		return fmt.Errorf("%d lines in a game: expected 1 to 100", s.Lines)
	case s.Depth < 1 || s.Depth > 60 || s.Confidence < 1 || s.Confidence > 100:
		return fmt.Errorf("players that look %d plies ahead at %d %%: expected 1 to 60, at 1 to 100", s.Depth,
			s.Confidence)
	case s.Exact < 1 || s.Exact > mostSolved || s.From < s.Exact || s.From > squaresLeft:
		return fmt.Errorf("from %d empty squares, solved at %d: expected %d ≥ from ≥ solved, and at most %d solved",
			s.From, s.Exact, squaresLeft, mostSolved)
	}
	return nil
}

const (
	mostRandom   = 40      // moves: a game shall be left to be played
	outcomeBytes = 1 << 21 // a table for searches of some plies, which is forgotten before each line

	outcomeFile steps.Kind = "kaeshio1" // a file of positions and what their games came to
)

// Outcomes plays games between equal searches, and takes their positions for worth what each game came to once it was
// solved: unlike the judgement of a search, which errs as the weights do that it asks, an outcome errs to neither side
// (the Monte Carlo end of temporal differences: Sutton, "Learning to predict by the methods of temporal differences",
// 1988). The file of weights plays. Files and manifest go into dir/outcomes.
func (r Run) Outcomes(ctx context.Context, dir string, s OutcomeSettings, weights string) error {
	if err := s.check(); err != nil {
		return &steps.SettingsError{Err: err}
	}
	starts, err := readStarts(s.Starts, s.RandomMost)
	if err != nil {
		return err
	}
	shared := s
	shared.Games = 0 // more may be added
	if shared.Starts, err = sumsOf(s.Starts); err != nil {
		return err
	}
	h := harvest{
		step: "outcomes", kind: outcomeFile, games: s.Games, shard: s.Shard, settings: s, shared: shared,
		inputs: s.Starts,
	}
	return r.harvest(ctx, dir, h, weights, func(w *eval.Weights) taker { return newOutcomer(s, starts, w).game })
}

// outcomer plays games for what they come to. It belongs to one goroutine.
type outcomer struct {
	settings OutcomeSettings
	starts   []opened // none: random moves begin a game
	engine   *search.Engine
	random   *rand.Rand
}

func newOutcomer(s OutcomeSettings, starts []opened, w *eval.Weights) *outcomer {
	return &outcomer{
		settings: s, starts: starts,
		engine: search.New(search.Options{HashBytes: outcomeBytes, Weights: w}),
	}
}

// outcome is a line that was played.
type outcome struct {
	turns []turn
	black int // the final disc difference as Black sees it
}

// turn is a position of a line, with a legal move, and the move played there; of the last, which was solved, the best.
type turn struct {
	position othello.Position
	move     othello.Square
}

// game is what is taken of the game of that number. Once ctx is done it means nothing.
func (m *outcomer) game(ctx context.Context, number int) (taken []judged) {
	m.random = rand.New(rand.NewPCG(m.settings.Seed, uint64(number)))
	first := m.line(ctx, m.start(ctx))
	taken = m.worth(taken, first)
	for range m.settings.Lines - 1 {
		if p, ok := m.leave(first); ok {
			taken = m.worth(taken, m.line(ctx, p))
		}
	}
	return taken
}

// start is a position behind random moves, or those of a game, that is about even.
func (m *outcomer) start(ctx context.Context) (p othello.Position) {
	s := &m.settings
	for range mostStarts {
		p = m.opening(s.RandomMin + m.random.IntN(s.RandomMost-s.RandomMin+1))
		if p.Over() {
			continue
		}
		m.engine.Forget()
		report, err := m.engine.Search(ctx, p, search.Limits{Depth: startDepth, Confidence: s.Confidence}, nil)
		if err != nil || math.Abs(report.Score.Discs()) <= float64(s.Even) { // the error is ctx's
			return p
		}
	}
	return p
}

// startDepth is how many plies ahead a start is judged, which need not be precise.
const startDepth = 4

// mostStarts is how many are looked at before one is taken as it is: nobody should wait for ever because none is even.
const mostStarts = 10_000

// opening is a position so many moves from a start.
func (m *outcomer) opening(moves int) othello.Position {
	if len(m.starts) > 0 {
		return m.starts[m.random.IntN(len(m.starts))].after(moves)
	}
	p := othello.Start(othello.Size8, othello.Usual)
	for range moves {
		if !p.Over() {
			p = m.anyMove(p)
		}
	}
	return p
}

func (m *outcomer) anyMove(p othello.Position) othello.Position {
	moves := p.Moves()
	return p.Play(moves[m.random.IntN(len(moves))])
}

// line is played from the position until what stands there can be solved.
func (m *outcomer) line(ctx context.Context, p othello.Position) (o outcome) {
	limits := search.Limits{Depth: m.settings.Depth, Confidence: m.settings.Confidence, Exact: m.settings.Exact}
	m.engine.Forget()
	for !p.Over() && ctx.Err() == nil {
		if p.MustPass() {
			p = p.Play(othello.Pass)
			continue
		}
		report, err := m.engine.Search(ctx, p, limits, nil)
		if err != nil {
			return o
		}
		o.turns = append(o.turns, turn{p, report.Move})
		if report.Exact {
			o.black = asBlack(p, int(report.Score))
			return o
		}
		p = p.Play(report.Move)
	}
	o.black = p.ScoreBlack()
	return o
}

// asBlack is a score of the position as Black sees it, or Black's as the side to move does.
func asBlack(p othello.Position, score int) int {
	if p.Turn == othello.Black {
		return score
	}
	return -score
}

// leave is a position behind a move that was not played, in a line; ok is false when the one looked for is forced or
// solved.
func (m *outcomer) leave(o outcome) (p othello.Position, ok bool) {
	if len(o.turns) < 2 {
		return p, false
	}
	t := o.turns[m.random.IntN(len(o.turns)-1)]
	p = m.anyMove(t.position)
	return p, p != t.position.Play(t.move) && !p.Over()
}

// worth adds the positions of the line.
func (m *outcomer) worth(taken []judged, o outcome) []judged {
	for _, t := range o.turns {
		if p := t.position; p.Empties() <= m.settings.From {
			taken = append(taken, judged{p.Mover, p.Other, float32(asBlack(p, o.black))})
		}
	}
	return taken
}

// opened is a game that others begin like.
type opened struct {
	start othello.Position
	moves []othello.Square // without those that nobody needs
}

// readStarts reads the games of the files that last for as many moves.
func readStarts(paths []string, moves int) (list []opened, err error) {
	for _, file := range paths {
		for g, err := range files.ReadFile(file) {
			switch {
			case err != nil:
				return nil, err
			case g.Start.Size != othello.Size8:
				return nil, fmt.Errorf("%s: a game on a board of %v: expected 8×8", file, g.Start.Size)
			case len(g.Moves) >= moves:
				list = append(list, opened{g.Start, append([]othello.Square(nil), g.Moves[:moves]...)})
			}
		}
	}
	if len(paths) > 0 && len(list) == 0 {
		return nil, fmt.Errorf("games to begin like: none of the files (%d) has one that lasts %d plies",
			len(paths), moves)
	}
	return list, nil
}

// after is the position behind its first moves, a pass being one.
func (o opened) after(moves int) othello.Position {
	p := o.start
	for _, move := range o.moves[:moves] {
		p = p.Play(move)
	}
	return p
}

// sumsOf names the contents of files.
func sumsOf(paths []string) (sums []string, err error) {
	for _, file := range paths {
		sum, err := steps.SumOf(file)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sum)
	}
	return sums, nil
}
