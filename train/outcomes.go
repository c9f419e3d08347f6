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

// OutcomeSettings contains the settings of [Run.Outcomes]. The same settings give the same positions.
type OutcomeSettings struct {
	Games int    `json:"games"` // without side lines
	Seed  uint64 `json:"seed"`  // of the random numbers
	// minimum number of random moves, or moves of a game of Starts, before a game
	RandomMin  int `json:"random_min"`
	RandomMost int `json:"random_most"` // maximum number of those moves
	Even       int `json:"even"`        // maximum advantage at the start of a game, in discs
	Lines      int `json:"lines"`       // lines per game: the game, and side lines that begin with a random move
	Depth      int `json:"depth"`       // search depth of the players in plies
	Confidence int `json:"confidence"`  // confidence of their selective cuts, in percent
	// number of empty squares from which positions are solved, which ends a line
	Exact int `json:"exact"`
	From  int `json:"from"`  // maximum number of empty squares of a position
	Shard int `json:"shard"` // games per file

	Starts []string `json:"starts,omitempty"` // files of games whose first moves replace random moves
}

func (s OutcomeSettings) check() error {
	switch {
	case s.Games < 1 || s.Shard < 1:
		return fmt.Errorf("%d games, %d in a file: expected 1 or more", s.Games, s.Shard)
	case s.RandomMin < 0 || s.RandomMost < s.RandomMin || s.RandomMost > maxRandom:
		return fmt.Errorf("%d to %d random moves: expected 0 ≤ from ≤ to ≤ %d", s.RandomMin, s.RandomMost, maxRandom)
	case s.Even < 1 || s.Even > 64:
		return fmt.Errorf("games that start within %d discs: expected 1 to 64", s.Even)
	case s.Lines < 1 || s.Lines > 100:
		return fmt.Errorf("%d lines in a game: expected 1 to 100", s.Lines)
	case s.Depth < 1 || s.Depth > 60 || s.Confidence < 1 || s.Confidence > 100:
		return fmt.Errorf("players that look %d plies ahead at %d %%: expected 1 to 60, at 1 to 100", s.Depth,
			s.Confidence)
	case s.Exact < 1 || s.Exact > maxSolved || s.From < s.Exact || s.From > squaresLeft:
		return fmt.Errorf("from %d empty squares, solved at %d: expected %d ≥ from ≥ solved, and at most %d solved",
			s.From, s.Exact, squaresLeft, maxSolved)
	}
	return nil
}

const (
	maxRandom    = 40      // limit on random moves
	outcomeBytes = 1 << 21 // hash table of the searches, cleared before each line

	outcomeFile steps.Kind = "kaeshio1" // kind of the files of positions with the results of their games
)

// Outcomes plays games between equal searches and stores their positions with the solved results of the games. The
// judgement of a search has the same bias as its weights, and a result has none (the Monte Carlo end of temporal
// differences: Sutton, "Learning to predict by the methods of temporal differences", 1988). The file of weights plays.
// Files and manifest are written to dir/outcomes.
func (r Run) Outcomes(ctx context.Context, dir string, s OutcomeSettings, weights string) error {
	if err := s.check(); err != nil {
		return &steps.SettingsError{Err: err}
	}
	starts, err := readStarts(s.Starts, s.RandomMost)
	if err != nil {
		return err
	}
	shared := s
	shared.Games = 0 // more games may be added later
	if shared.Starts, err = sumsOf(s.Starts); err != nil {
		return err
	}
	h := harvest{
		step: outcomeStep, kind: outcomeFile, games: s.Games, shard: s.Shard, settings: s, shared: shared,
		inputs: s.Starts, part: s.partGames(),
	}
	if h.starts, err = encodeStarts(starts); err != nil {
		return err
	}
	return r.harvest(ctx, dir, h, weights, func(w *eval.Weights) collector {
		return newOutcomePlayer(s, starts, w).game
	})
}

// outcomePlayer plays games for their results. It must be used by one goroutine at a time.
type outcomePlayer struct {
	settings OutcomeSettings
	starts   []opened // if empty, games start with random moves
	engine   *search.Engine
	random   *rand.Rand
}

func newOutcomePlayer(s OutcomeSettings, starts []opened, w *eval.Weights) *outcomePlayer {
	return &outcomePlayer{
		settings: s, starts: starts,
		engine: search.New(search.Options{HashBytes: outcomeBytes, Weights: w}),
	}
}

// outcome is a line with its result.
type outcome struct {
	turns []turn
	black int // final disc difference for Black
}

// turn is a position of a line with a legal move, and the move played. In the last position, which was solved, it is
// the best move.
type turn struct {
	position othello.Position
	move     othello.Square
}

// game returns the positions of the game with that number. The result is not valid if ctx has ended.
func (m *outcomePlayer) game(ctx context.Context, number int) (taken []judged) {
	m.random = rand.New(rand.NewPCG(m.settings.Seed, uint64(number)))
	first := m.line(ctx, m.start(ctx))
	taken = m.appendValues(taken, first)
	for range m.settings.Lines - 1 {
		if p, ok := m.branch(first); ok {
			taken = m.appendValues(taken, m.line(ctx, p))
		}
	}
	return taken
}

// start returns an approximately even position after random moves or the moves of a game.
func (m *outcomePlayer) start(ctx context.Context) (p othello.Position) {
	s := &m.settings
	for range maxStarts {
		p = m.opening(s.RandomMin + m.random.IntN(s.RandomMost-s.RandomMin+1))
		if p.Over() {
			continue
		}
		m.engine.Forget()
		report, err := m.engine.Search(ctx, p, search.Limits{Depth: startDepth, Confidence: s.Confidence}, nil)
		if err != nil || math.Abs(report.Score.Discs()) <= float64(s.Even) { // the error is that of ctx
			return p
		}
	}
	return p
}

// startDepth is the depth in plies of the search that judges a start. It need not be accurate.
const startDepth = 4

// maxStarts is the number of attempts after which an uneven start is accepted.
const maxStarts = 10_000

// opening returns a position a number of moves after a start.
func (m *outcomePlayer) opening(moves int) othello.Position {
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

func (m *outcomePlayer) anyMove(p othello.Position) othello.Position {
	moves := p.Moves()
	return p.Play(moves[m.random.IntN(len(moves))])
}

// line plays from a position until it can be solved.
func (m *outcomePlayer) line(ctx context.Context, p othello.Position) (o outcome) {
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

// asBlack converts a score between the points of view of Black and the side to move.
func asBlack(p othello.Position, score int) int {
	if p.Turn == othello.Black {
		return score
	}
	return -score
}

// branch returns a position after a random move in a line. ok is false if the move is that of the line or ends the
// game.
func (m *outcomePlayer) branch(o outcome) (p othello.Position, ok bool) {
	if len(o.turns) < 2 {
		return p, false
	}
	t := o.turns[m.random.IntN(len(o.turns)-1)]
	p = m.anyMove(t.position)
	return p, p != t.position.Play(t.move) && !p.Over()
}

// appendValues appends the positions of a line with their values.
func (m *outcomePlayer) appendValues(taken []judged, o outcome) []judged {
	for _, t := range o.turns {
		if p := t.position; p.Empties() <= m.settings.From {
			taken = append(taken, judged{p.Mover, p.Other, float32(asBlack(p, o.black))})
		}
	}
	return taken
}

// opened is a game whose first moves start other games.
type opened struct {
	start othello.Position
	moves []othello.Square // only as many as are needed
}

// readStarts reads the games of the files that have at least the given number of moves.
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
		return nil, fmt.Errorf("starts: no game in the files (%d) has %d plies",
			len(paths), moves)
	}
	return list, nil
}

// after returns the position after the first moves, including passes.
func (o opened) after(moves int) othello.Position {
	p := o.start
	for _, move := range o.moves[:moves] {
		p = p.Play(move)
	}
	return p
}

// sumsOf returns the checksums of files.
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
