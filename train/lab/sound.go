package lab

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/games"
)

// SoundSettings contains the settings of games between equal searches.
type SoundSettings struct {
	RandomMin  int `json:"random_min"`  // minimum number of random moves at the start
	RandomMost int `json:"random_most"` // maximum number of random moves at the start
	Even       int `json:"even"`        // maximum advantage at the start, in discs
	Lines      int `json:"lines"`       // lines per game: the game, and side lines that begin with a random move
	Leave      int `json:"leave"`       // maximum number of empty squares at which a side line begins
	Depth      int `json:"depth"`       // search depth of the players in plies
	Confidence int `json:"confidence"`  // confidence of their selective cuts, in percent
	Exact      int `json:"exact"`       // maximum number of empty squares of solved positions
	Last       int `json:"last"`        // number of empty squares down to which a solved line is continued
}

const (
	tableBytes  = 1 << 21 // hash table of the searches, cleared before each line
	startDepth  = 4       // search depth to judge a start, in plies
	startsTried = 10_000  // attempts before an uneven start is accepted
)

// soundPlayer plays games between equal searches. It must be used by one goroutine at a time.
type soundPlayer struct {
	settings SoundSettings
	seed     uint64
	engine   *search.Engine
	random   *rand.Rand
}

func newSoundPlayer(s SoundSettings, seed uint64, w *eval.Weights) *soundPlayer {
	return &soundPlayer{settings: s, seed: seed, engine: search.New(search.Options{HashBytes: tableBytes, Weights: w})}
}

// Play plays the game with a number. The game depends only on the settings, the seed, the weights and the number.
func (s *soundPlayer) Play(ctx context.Context, number int) ([]games.Game, error) {
	s.random = rand.New(rand.NewPCG(s.seed, uint64(number)))
	b, g, err := s.start(ctx)
	if err != nil {
		return nil, err
	}
	if g, err = s.line(ctx, b, g); err != nil {
		return nil, err
	}
	list := []games.Game{g}
	for range s.settings.Lines - 1 {
		b, side, ok := s.branch(&list[0])
		if !ok {
			continue
		}
		if side, err = s.line(ctx, b, side); err != nil {
			return nil, err
		}
		list = append(list, side)
	}
	return list, nil
}

// start plays random moves to a position that is approximately even.
func (s *soundPlayer) start(ctx context.Context) (b games.Board, g games.Game, err error) {
	for range startsTried {
		b, g = games.Start(), games.Game{}
		for range s.settings.RandomMin + s.random.IntN(s.settings.RandomMost-s.settings.RandomMin+1) {
			if b.Mover() {
				g.Moves = s.anyMove(&b, g.Moves)
			}
		}
		g.Random = len(g.Moves)
		if !b.Mover() {
			continue
		}
		s.engine.Forget()
		limits := search.Limits{Depth: startDepth, Confidence: s.settings.Confidence}
		report, err := s.engine.Search(ctx, b.Position(), limits, nil)
		if err != nil {
			return b, g, err
		}
		if math.Abs(report.Score.Discs()) <= float64(s.settings.Even) {
			break
		}
	}
	return b, g, nil
}

func (s *soundPlayer) anyMove(b *games.Board, moves []byte) []byte {
	legal := bitboard.Moves(b.P, b.O)
	sq := byte(legal.Nth(s.random.IntN(legal.Len())))
	b.Play(sq)
	return append(moves, sq)
}

// branch returns a side line that starts with a random move at a random unsolved position of the game. ok is false if
// the random move is that of the game.
func (s *soundPlayer) branch(g *games.Game) (b games.Board, side games.Game, ok bool) {
	const all = 60
	first := max(g.Random, all-s.settings.Leave)
	if first >= g.Exact() {
		return b, side, false
	}
	at := first + s.random.IntN(g.Exact()-first)
	g.Between(at, at+1, func(found games.Board, _ int) { b = found })
	side = games.Game{Side: true, Random: at + 1, Moves: append([]byte(nil), g.Moves[:at]...)}
	side.Moves = s.anyMove(&b, side.Moves)
	return b, side, side.Moves[at] != g.Moves[at] && b.Mover()
}

// line continues the game to a position that can be solved, and plays perfectly from there.
func (s *soundPlayer) line(ctx context.Context, b games.Board, g games.Game) (games.Game, error) {
	limits := search.Limits{Depth: s.settings.Depth, Confidence: s.settings.Confidence, Exact: s.settings.Exact}
	s.engine.Forget()
	black := true // whether Black is to move in the first solved position
	for b.Mover() && (len(g.Values) == 0 || b.Empties() >= s.settings.Last) {
		report, err := s.engine.Search(ctx, b.Position(), limits, nil)
		if err != nil {
			return g, err
		}
		switch {
		case !report.Exact:
			g.Values = nil
		case len(g.Values) == 0:
			black = b.Black
			fallthrough
		default:
			g.Values = append(g.Values, int8(report.Score))
		}
		sq := byte(report.Move)
		b.Play(sq)
		g.Moves = append(g.Moves, sq)
	}
	if len(g.Values) > 0 {
		g.Score = int(g.Values[0])
	} else {
		black = b.Black
		g.Score = othello.Position{Mover: b.P, Other: b.O, Size: othello.Size8}.Score()
	}
	if !black {
		g.Score = -g.Score
	}
	return g, nil
}
