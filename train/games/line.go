package games

import (
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/bitboard"
)

// lines codes the lines of a block. Each method both encodes and decodes: the encoder reads its argument, and the
// decoder fills it in.
type lines struct {
	*model
	main      Game // the last line that is not a side line
	score     int  // of main, as a context: 0 none, 1 White wins, 2 Black wins or a draw
	any       bool // a line has been coded
	plies     int  // moves coded so far
	positions int  // of these lines that can be learned from
}

// errLine reports data that no encoder writes.
var errLine = errors.New("impossible data")

// line codes one line.
func (l *lines) line(g *Game) error {
	g.Side = l.flag(&l.side[0], g.Side)
	if g.Side && !l.any {
		return fmt.Errorf("%w: a side line without a game", errLine)
	}
	l.any = true
	shared, err := l.shape(g)
	if err != nil {
		return err
	}
	black, err := l.moves(g, shared)
	if err != nil {
		return err
	}
	l.plies, l.positions = l.plies+len(g.Moves)-shared, l.positions+len(g.Moves)-g.Random
	if err := l.values(g, black); err != nil {
		return err
	}
	if !g.Side {
		l.main, l.score = *g, 1
		if g.Score >= 0 {
			l.score = 2
		}
	}
	return nil
}

// shape codes the numbers of moves: shared with the game, random, all, and solved. It makes room for them.
func (l *lines) shape(g *Game) (shared int, err error) {
	kind := 0
	if g.Side {
		kind = 64
		for !l.coder.decoding && shared < min(len(g.Moves), len(l.main.Moves)) &&
			g.Moves[shared] == l.main.Moves[shared] {
			shared++
		}
		if shared = l.tree(l.shared[:], shared); shared > len(l.main.Moves) {
			return 0, fmt.Errorf("%w: %d moves shared of %d", errLine, shared, len(l.main.Moves))
		}
	}
	length := l.tree(l.length[kind:kind+64], len(g.Moves))
	if g.Side && l.flag(&l.usual[0], g.Random == shared+1) {
		g.Random = shared + 1
	} else {
		g.Random = l.tree(l.random[:], g.Random)
	}
	solved := l.tree(l.solved[kind:kind+64], len(g.Values))
	if length > 60 || length < shared || g.Random > length || solved > length {
		return 0, fmt.Errorf("%w: %d moves, %d of them shared, %d random and %d solved",
			errLine, length, shared, g.Random, solved)
	}
	if l.coder.decoding {
		g.Moves, g.Values = make([]byte, length), make([]int8, solved)
		copy(g.Moves, l.main.Moves[:shared])
	}
	return shared, nil
}

// moves codes the moves that are not shared, and returns the side that plays each.
func (l *lines) moves(g *Game, shared int) (black [60]bool, err error) {
	b, last := Start(), -1
	for ply := range g.Moves {
		if !b.Mover() {
			return black, fmt.Errorf("%w: the game is over after %d of %d moves", errLine, ply, len(g.Moves))
		}
		black[ply] = b.Black
		if ply >= shared {
			if ply < g.Random {
				g.Moves[ply] = l.anyMove(&b, g.Moves[ply])
			} else {
				g.Moves[ply] = l.move(&b, last, g.Moves[ply])
			}
		}
		last = int(g.Moves[ply])
		b.Play(g.Moves[ply])
	}
	return black, nil
}

// anyMove codes a move that was drawn at random.
func (l *lines) anyMove(b *Board, sq byte) byte {
	legal := bitboard.Moves(b.P, b.O)
	place := l.uniform(legal.Len(), (legal & (1<<(sq&63) - 1)).Len())
	return byte(legal.Nth(place))
}

// move codes a move that a player chose.
func (l *lines) move(b *Board, last int, sq byte) byte {
	list, place := l.candidates(b, last), 0
	for i := range list {
		if list[i].sq == int(sq) {
			place = i
		}
	}
	return byte(list[l.place(list, b.Empties(), place)].sq)
}

// values codes the score and the exact values. From one position to the next a value can only fall.
func (l *lines) values(g *Game, black [60]bool) (err error) {
	derived := 0
	if len(g.Values) > 0 {
		if g.Values[0], err = l.value(g.Side, g.Values[0]); err != nil {
			return err
		}
		derived = flip(!black[g.Exact()], int(g.Values[0]))
	}
	if len(g.Values) > 0 && l.flag(&l.derived[0], g.Score == derived) {
		g.Score = derived
	} else {
		score, err := l.value(g.Side, int8(g.Score))
		if err != nil {
			return err
		}
		g.Score = int(score)
	}
	for i := 1; i < len(g.Values); i++ {
		ply := g.Exact() + i
		before := flip(black[ply] != black[ply-1], int(g.Values[i-1]))
		// The loss of the mover is the gain of the other side.
		sign := 1
		if black[ply] == black[ply-1] {
			sign = -1
		}
		loss := l.unary(sign * (int(g.Values[i]) - before) / 2)
		value := before + sign*2*loss
		if value < -64 || value > 64 {
			return fmt.Errorf("%w: the value %d", errLine, value)
		}
		g.Values[i] = int8(value)
	}
	return nil
}

// value codes an even number from -64 to 64.
func (l *lines) value(side bool, v int8) (int8, error) {
	from := 0
	if side {
		from = 128 * l.score
	}
	n := l.tree(l.model.score[from:from+128], (int(v)+64)/2)
	if n > 64 {
		return 0, fmt.Errorf("%w: the value %d", errLine, 2*n-64)
	}
	return int8(2*n - 64), nil
}

// unary codes a number from 0 to 64 that is mostly small.
func (l *lines) unary(n int) int {
	for i := range 64 {
		if !l.flag(&l.loss[min(i, len(l.loss)-1)], n > i) {
			return i
		}
	}
	return 64
}
