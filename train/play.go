package train

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// GameSettings say which games are played. The same settings give the same games.
type GameSettings struct {
	Games      int     `json:"games"`       // how many
	Seed       uint64  `json:"seed"`        //
	RandomMin  int     `json:"random_min"`  // each game begins with at least so many random moves
	RandomMost int     `json:"random_most"` // and with at most so many; fewer are more likely
	Depth      int     `json:"depth"`       // plies that the players look ahead
	Noise      float64 `json:"noise"`       // how much in discs a player misjudges each move: the standard deviation
	Exact      int     `json:"exact"`       // from so many empty squares on both sides play perfectly
	Shard      int     `json:"shard"`       // games in a file
}

func (s GameSettings) check() error {
	switch {
	case s.Games < 1:
		return fmt.Errorf("%d games: expected 1 or more", s.Games)
	case s.RandomMin < 0 || s.RandomMost < s.RandomMin || s.RandomMost > 60:
		return fmt.Errorf("%d to %d random moves: expected 0 ≤ from ≤ to ≤ 60", s.RandomMin, s.RandomMost)
	case s.Depth < 1 || s.Depth > maxDepth:
		return fmt.Errorf("depth %d: expected 1 to %d", s.Depth, maxDepth)
	case !(s.Noise >= 0 && s.Noise <= 64):
		return fmt.Errorf("noise %g: expected 0 to 64 discs", s.Noise)
	case s.Exact < 1 || s.Exact > 24:
		return fmt.Errorf("exact from %d empty squares: expected 1 to 24", s.Exact)
	case s.Shard < 1:
		return fmt.Errorf("%d games in a file: expected 1 or more", s.Shard)
	}
	return nil
}

// Game is a game played for training. Passes are not written down.
type Game struct {
	Random int    // so many moves were random: what stood before says nothing about what followed
	Exact  int    // from this move on both sides played perfectly
	Score  int    // the final disc difference as Black sees it
	Moves  []byte // squares 0–63
}

// positions calls visit for each position of the game in which there is a legal move, with the number of the move played there. It reports whether
// the moves are legal.
func (g *Game) positions(visit func(p othello.Position, ply int)) bool {
	p := othello.Start(othello.Size8, othello.Usual)
	for ply, sq := range g.Moves {
		if p.Legal() == 0 {
			p = p.Play(othello.Pass)
		}
		if sq > 63 || p.Legal()>>sq&1 == 0 {
			return false
		}
		visit(p, ply)
		p = p.Play(othello.Square(sq))
	}
	return true
}

// check replays the game: it must be legal, over at its end, and have the score that it says.
func (g *Game) check() error {
	p := othello.Start(othello.Size8, othello.Usual)
	if !g.positions(func(at othello.Position, ply int) { p = at.Play(othello.Square(g.Moves[ply])) }) {
		return fmt.Errorf("the game %v has an illegal move", g.Moves)
	}
	switch {
	case !p.Over():
		return fmt.Errorf("the game %v is not over", g.Moves)
	case p.ScoreBlack() != g.Score:
		return fmt.Errorf("the game %v ends %+d for Black, not %+d", g.Moves, p.ScoreBlack(), g.Score)
	case g.Random < 0 || g.Exact < 0 || g.Random > len(g.Moves) || g.Exact > len(g.Moves):
		return fmt.Errorf("the game of %d moves is random to %d and exact from %d", len(g.Moves), g.Random, g.Exact)
	}
	return nil
}

// gamer plays games. It belongs to one goroutine.
type gamer struct {
	settings GameSettings
	players  lookahead
	solver   *search.Engine
}

// solverBytes is a table that endings of 16 empty squares can use.
const solverBytes = 1 << 20

func newGamer(s GameSettings, w *eval.Weights) *gamer {
	return &gamer{settings: s, players: lookahead{weights: w}, solver: search.New(search.Options{HashBytes: solverBytes})}
}

// play plays the game of that number; it depends on the settings, the weights and the number alone.
func (m *gamer) play(ctx context.Context, number int) (Game, error) {
	s := &m.settings
	r := rand.New(rand.NewPCG(s.Seed, uint64(number)))
	u := r.Float64()
	g := Game{Random: s.RandomMin + int(math.Floor(float64(u*u)*float64(s.RandomMost-s.RandomMin+1)))}
	p := othello.Start(othello.Size8, othello.Usual)
	for !p.Over() && (p.Empties() > s.Exact || p.MustPass()) {
		move := othello.Pass
		switch {
		case p.MustPass():
		case len(g.Moves) < g.Random:
			moves := p.Moves()
			move = moves[r.IntN(len(moves))]
		default:
			move = m.players.choose(p, s.Depth, func() int { return int(float64(s.Noise*eval.Disc) * r.NormFloat64()) })
		}
		if move != othello.Pass {
			g.Moves = append(g.Moves, byte(move))
		}
		p = p.Play(move)
	}
	g.Random = min(g.Random, len(g.Moves))
	return m.finish(ctx, g, p)
}

// finish plays the rest perfectly.
func (m *gamer) finish(ctx context.Context, g Game, p othello.Position) (Game, error) {
	g.Exact = len(g.Moves)
	if p.Over() {
		g.Score = p.ScoreBlack()
		return g, nil
	}
	m.solver.Forget()
	report, err := m.solver.Search(ctx, p, search.Limits{Exact: p.Empties()}, nil)
	if err != nil {
		return g, err
	}
	g.Score = int(report.Score)
	if p.Turn == othello.White {
		g.Score = -g.Score
	}
	for _, move := range report.PV {
		if move != othello.Pass {
			g.Moves = append(g.Moves, byte(move))
		}
	}
	return g, g.check() // the line must lead to the score
}
