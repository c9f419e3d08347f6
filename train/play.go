package train

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/solve"
)

// GameSettings say which games are played. The same settings give the same games.
type GameSettings struct {
	Games      int     `json:"games"`       // how many, side lines not counted
	Seed       uint64  `json:"seed"`        //
	RandomMin  int     `json:"random_min"`  // each game begins with at least so many random moves
	RandomMost int     `json:"random_most"` // and with at most so many; fewer are more likely
	Lines      int     `json:"lines"`       // lines in a game: itself, and side lines that leave it with a random move
	Depth      int     `json:"depth"`       // plies that the players look ahead
	Noise      float64 `json:"noise"`       // how much in discs a careful player misjudges each move: the standard deviation
	NoiseMost  float64 `json:"noise_most"`  // and a careless one; careful ones are more likely
	Blunders   float64 `json:"blunders"`    // of the moves of the wildest players so many are random, 0 to 1; of the tamest none
	Exact      int     `json:"exact"`       // positions with at most so many empty squares are solved
	Last       int     `json:"last"`        // a line ends with so many empty squares
	Shard      int     `json:"shard"`       // games in a file
}

func (s GameSettings) check() error {
	switch {
	case s.Games < 1:
		return fmt.Errorf("%d games: expected 1 or more", s.Games)
	case s.RandomMin < 0 || s.RandomMost < s.RandomMin || s.RandomMost > 60:
		return fmt.Errorf("%d to %d random moves: expected 0 ≤ from ≤ to ≤ 60", s.RandomMin, s.RandomMost)
	case s.Lines < 1 || s.Lines > 100:
		return fmt.Errorf("%d lines in a game: expected 1 to 100", s.Lines)
	case s.Depth < 1 || s.Depth > maxDepth:
		return fmt.Errorf("depth %d: expected 1 to %d", s.Depth, maxDepth)
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

// Game is a line of play for training: a game, or a side line of one. Passes are not written down, so that the move of number n is played with 60-n
// empty squares.
type Game struct {
	Side   bool   // it is a side line of the game before it
	Random int    // so many moves were random, or are told of elsewhere: what stood before says nothing here
	Score  int    // the final disc difference as Black sees it when both sides play perfectly from the first exact position on, or from the end of the line
	Values []int8 // what the positions before the last moves are worth to their movers when both sides play perfectly
	Moves  []byte // squares 0–63
}

// exact is the number of the first move before which the value is known.
func (g *Game) exact() int { return len(g.Moves) - len(g.Values) }

// board is a position of a line, without its size.
type board struct {
	p, o  uint64 // p moves
	black bool   // p is Black
}

func (b board) position() othello.Position {
	p := othello.Position{Mover: b.p, Other: b.o, Size: othello.Size8, Turn: othello.White}
	if b.black {
		p.Turn = othello.Black
	}
	return p
}

func (b *board) empties() int { return bits.OnesCount64(^(b.p | b.o)) }

// play plays a move, after a pass when it is the other side's; ok is false when it is neither's.
func (b *board) play(sq byte) (ok bool) {
	if sq > 63 || (b.p|b.o)>>sq&1 != 0 {
		return false
	}
	flips := bitboard.Flips(int(sq), b.p, b.o)
	b.p, b.o, b.black = b.o&^flips, b.p|flips|1<<sq, !b.black
	return flips != 0
}

// mover makes the side to move the one that has a move, after a pass when need be; ok is false when neither has.
func (b *board) mover() (ok bool) {
	if bitboard.Moves(b.p, b.o) != 0 {
		return true
	}
	b.p, b.o, b.black = b.o, b.p, !b.black
	return bitboard.Moves(b.p, b.o) != 0
}

func startBoard() board {
	p := othello.Start(othello.Size8, othello.Usual)
	return board{p.Mover, p.Other, p.Turn == othello.Black}
}

// between calls visit for the positions before the moves from the number first up to last; the side to move has one. The line must have been checked.
func (g *Game) between(first, last int, visit func(b board, ply int)) {
	b := startBoard()
	for ply, sq := range g.Moves[:min(last, len(g.Moves))] {
		if bitboard.Flips(int(sq), b.p, b.o) == 0 { // the other side's: a pass
			b.p, b.o, b.black = b.o, b.p, !b.black
		}
		if ply >= first {
			visit(b, ply)
		}
		b.play(sq)
	}
}

// check replays the line: it must be legal, and its numbers must be possible.
func (g *Game) check() error {
	b := startBoard()
	for ply, sq := range g.Moves {
		if !b.mover() || !b.play(sq) {
			return fmt.Errorf("move %d of the game %v is illegal", ply, g.Moves)
		}
	}
	if g.Random < 0 || g.Random > len(g.Moves) || len(g.Values) > len(g.Moves) {
		return fmt.Errorf("the game of %d moves is random to %d and has %d values", len(g.Moves), g.Random, len(g.Values))
	}
	for _, v := range append([]int8{int8(g.Score)}, g.Values...) {
		if v < -64 || v > 64 || v&1 != 0 {
			return fmt.Errorf("the game %v has the value %d: expected an even number from -64 to 64", g.Moves, v)
		}
	}
	return nil
}

// gamer plays games. It belongs to one goroutine.
type gamer struct {
	settings GameSettings
	players  lookahead
	solver   *solve.Solver
	random   *rand.Rand
}

func newGamer(s GameSettings, w *eval.Weights) *gamer {
	return &gamer{settings: s, players: lookahead{weights: w}, solver: solve.New(othello.Size8, nil)}
}

// play plays the game of that number and its side lines; they depend on the settings, the weights and the number alone.
func (m *gamer) play(ctx context.Context, number int) (lines []Game, err error) {
	s := &m.settings
	m.random = rand.New(rand.NewPCG(s.Seed, uint64(number)))
	u := m.random.Float64()
	b, g := startBoard(), Game{Random: s.RandomMin + int(math.Floor(float64(u*u)*float64(s.RandomMost-s.RandomMin+1)))}
	for len(g.Moves) < g.Random && b.empties() > s.Last && b.mover() {
		g.Moves = m.anyMove(&b, g.Moves)
	}
	g.Random = min(g.Random, len(g.Moves))
	lines = append(lines, m.line(b, g))
	for len(lines) < s.Lines && ctx.Err() == nil {
		lines = append(lines, m.sideLine(&lines[0]))
	}
	return lines, ctx.Err()
}

// sideLine leaves the line at a random place with a random move.
func (m *gamer) sideLine(g *Game) Game {
	at := g.Random + m.random.IntN(max(1, len(g.Moves)-g.Random))
	b := startBoard()
	for _, sq := range g.Moves[:at] {
		b.mover()
		b.play(sq)
	}
	side := Game{Side: true, Random: at + 1, Moves: append([]byte(nil), g.Moves[:at]...)}
	if !b.mover() {
		side.Random = at
	} else {
		side.Moves = m.anyMove(&b, side.Moves)
	}
	return m.line(b, side)
}

func (m *gamer) anyMove(b *board, moves []byte) []byte {
	legal := bitboard.Moves(b.p, b.o)
	for range m.random.IntN(bits.OnesCount64(legal)) {
		legal &= legal - 1
	}
	sq := byte(bits.TrailingZeros64(legal))
	b.play(sq)
	return append(moves, sq)
}

// line plays the game on to where lines end, and solves its last positions.
func (m *gamer) line(b board, g Game) Game {
	s := &m.settings
	u := m.random.Float64()
	noise, wild := s.Noise+float64(float64(u*u)*(s.NoiseMost-s.Noise)), s.Blunders*m.random.Float64()
	misjudge := func() int { return int(float64(noise*eval.Disc) * m.random.NormFloat64()) }
	var ends []board
	for b.empties() >= s.Last && b.mover() {
		if b.empties() <= s.Exact && len(g.Moves) >= g.Random {
			ends = append(ends, b)
		}
		if m.random.Float64() < wild {
			g.Moves = m.anyMove(&b, g.Moves)
			continue
		}
		sq := byte(m.players.choose(b.position(), s.Depth, misjudge))
		b.play(sq)
		g.Moves = append(g.Moves, sq)
	}
	g.Values = m.solve(ends)
	black := b.black
	if len(ends) > 0 {
		black, g.Score = ends[0].black, int(g.Values[0])
	} else {
		g.Score = final(b.p, b.o)
	}
	if !black {
		g.Score = -g.Score
	}
	return g
}

// solve finds what successive positions are worth to their movers, from the last to the first: a position is worth no less than the one after it.
func (m *gamer) solve(ends []board) []int8 {
	values := make([]int8, len(ends))
	for i := len(ends) - 1; i >= 0; i-- {
		b, least := ends[i], -64
		if i+1 < len(ends) {
			least = int(values[i+1])
			if ends[i+1].black != b.black {
				least = -least
			}
		}
		value := m.solver.Score(b.p, b.o, least, least+1)
		if value > least {
			value = m.solver.Score(b.p, b.o, value-1, 64)
		}
		values[i] = int8(max(value, least))
	}
	return values
}
