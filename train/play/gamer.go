package play

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/solve"
	"github.com/kaeshi/kaeshi/train/games"
)

// Settings contains the settings of [Games]. The same settings give the same games.
type Settings struct {
	Games      int     `json:"games"`       // without side lines
	Seed       uint64  `json:"seed"`        // of the random numbers
	RandomMin  int     `json:"random_min"`  // minimum number of random moves at the start
	RandomMost int     `json:"random_most"` // maximum number of random moves; fewer are more likely
	Lines      int     `json:"lines"`       // lines per game: the game, and side lines that begin with a random move
	Depth      int     `json:"depth"`       // search depth of the players in plies
	Noise      float64 `json:"noise"`       // standard deviation of the errors of careful players, in discs
	NoiseMost  float64 `json:"noise_most"`  // that of careless players; careful ones are more likely
	Blunders   float64 `json:"blunders"`    // share of random moves of the wildest players, 0 to 1
	Exact      int     `json:"exact"`       // empty squares from which positions are solved
	Last       int     `json:"last"`        // empty squares at which lines end
	Shard      int     `json:"shard"`       // games per file
}

func (s Settings) check() error {
	switch {
	case s.Games < 1:
		return fmt.Errorf("%d games: expected 1 or more", s.Games)
	case s.RandomMin < 0 || s.RandomMost < s.RandomMin || s.RandomMost > 60:
		return fmt.Errorf("%d to %d random moves: expected 0 ≤ from ≤ to ≤ 60", s.RandomMin, s.RandomMost)
	case s.Lines < 1 || s.Lines > 100:
		return fmt.Errorf("%d lines in a game: expected 1 to 100", s.Lines)
	case s.Depth < 1 || s.Depth > MaxDepth:
		return fmt.Errorf("depth %d: expected 1 to %d", s.Depth, MaxDepth)
	case !(s.Noise >= 0 && s.NoiseMost >= s.Noise && s.NoiseMost <= 64):
		return fmt.Errorf("noise of %g to %g: expected 0 ≤ from ≤ to ≤ 64 discs", s.Noise, s.NoiseMost)
	case !(s.Blunders >= 0 && s.Blunders <= 1):
		return fmt.Errorf("blunders %g: expected 0 to 1", s.Blunders)
	case s.Last < 1 || s.Exact < s.Last || s.Exact > 24:
		return fmt.Errorf("solved from %d empty squares to %d: expected 24 ≥ from ≥ to ≥ 1", s.Exact, s.Last)
	case s.Shard < 1:
		return fmt.Errorf("%d games in a file: expected 1 or more", s.Shard)
	}
	return nil
}

// Wild returns the settings of games with all kinds of positions: between careful and careless players, from sensible
// and senseless openings.
func Wild(games int, seed uint64) Settings {
	return Settings{
		Games: games, Seed: seed, RandomMin: 4, RandomMost: 40, Lines: 12, Depth: 1, Noise: 1, NoiseMost: 8,
		Blunders: 0.2, Exact: 10, Last: 7, Shard: 1000,
	}
}

// Gamer plays the games of settings. It must be used by one goroutine at a time.
type Gamer struct {
	settings Settings
	players  Lookahead
	solver   *solve.Solver
	random   *rand.Rand
}

// New returns a Gamer that searches with the given weights.
func New(s Settings, w *eval.Weights) *Gamer {
	return &Gamer{settings: s, players: Lookahead{Weights: w}, solver: solve.New(othello.Size8)}
}

// Play plays the game with a number and its side lines. They depend only on the settings, the weights and the number.
// The error is that of ctx.
func (m *Gamer) Play(ctx context.Context, number int) (lines []games.Game, err error) {
	s := &m.settings
	m.random = rand.New(rand.NewPCG(s.Seed, uint64(number)))
	u := m.random.Float64()
	random := s.RandomMin + int(math.Floor(float64(u*u)*float64(s.RandomMost-s.RandomMin+1)))
	b, g := games.Start(), games.Game{Random: random}
	for len(g.Moves) < g.Random && b.Empties() > s.Last && b.Mover() {
		g.Moves = m.anyMove(&b, g.Moves)
	}
	g.Random = min(g.Random, len(g.Moves))
	lines = append(lines, m.line(b, g))
	for len(lines) < s.Lines && ctx.Err() == nil {
		lines = append(lines, m.sideLine(&lines[0]))
	}
	return lines, ctx.Err()
}

// sideLine returns a side line that begins with a random move at a random place of the line.
func (m *Gamer) sideLine(g *games.Game) games.Game {
	at := g.Random + m.random.IntN(max(1, len(g.Moves)-g.Random))
	b := games.Start()
	for _, sq := range g.Moves[:at] {
		b.Mover()
		b.Play(sq)
	}
	side := games.Game{Side: true, Random: at + 1, Moves: append([]byte(nil), g.Moves[:at]...)}
	if !b.Mover() {
		side.Random = at
	} else {
		side.Moves = m.anyMove(&b, side.Moves)
	}
	return m.line(b, side)
}

func (m *Gamer) anyMove(b *games.Board, moves []byte) []byte {
	legal := bitboard.Moves(b.P, b.O)
	sq := byte(legal.Nth(m.random.IntN(legal.Len())))
	b.Play(sq)
	return append(moves, sq)
}

// line plays a game to the end of lines and solves its last positions.
func (m *Gamer) line(b games.Board, g games.Game) games.Game {
	s := &m.settings
	u := m.random.Float64()
	noise, wild := s.Noise+float64(float64(u*u)*(s.NoiseMost-s.Noise)), s.Blunders*m.random.Float64()
	misjudge := func() int { return int(float64(noise*eval.Disc) * m.random.NormFloat64()) }
	var ends []games.Board
	for b.Empties() >= s.Last && b.Mover() {
		if b.Empties() <= s.Exact && len(g.Moves) >= g.Random {
			ends = append(ends, b)
		}
		if m.random.Float64() < wild {
			g.Moves = m.anyMove(&b, g.Moves)
			continue
		}
		sq := byte(m.players.Choose(b.Position(), s.Depth, misjudge))
		b.Play(sq)
		g.Moves = append(g.Moves, sq)
	}
	g.Values = m.solve(ends)
	black := b.Black
	if len(ends) > 0 {
		black, g.Score = ends[0].Black, int(g.Values[0])
	} else {
		g.Score = final(b.P, b.O)
	}
	if !black {
		g.Score = -g.Score
	}
	return g
}

// solve returns the values of successive positions for their movers. It works backwards: the value after a move is a
// lower bound of the value before it.
func (m *Gamer) solve(ends []games.Board) []int8 {
	values := make([]int8, len(ends))
	for i := len(ends) - 1; i >= 0; i-- {
		b, least := ends[i], -64
		if i+1 < len(ends) {
			least = int(values[i+1])
			if ends[i+1].Black != b.Black {
				least = -least
			}
		}
		value := m.solver.Score(b.P, b.O, least, least+1)
		if value > least {
			value = m.solver.Score(b.P, b.O, value-1, 64)
		}
		values[i] = int8(max(value, least))
	}
	return values
}
