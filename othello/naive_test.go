package othello_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// naive implements the rules independently on an array of cells, as a reference for Position.
type naive struct {
	n     int
	cells [8][8]int // row, column: black 1, white -1, empty 0
	turn  int
}

func naiveStart(size othello.Size, setup othello.Setup) naive {
	b := naive{n: int(size), turn: 1}
	high := b.n / 2
	low := high - 1
	b.cells[low][low], b.cells[low][high] = -1, 1
	b.cells[high][low], b.cells[high][high] = 1, -1
	if setup == othello.Parallel {
		b.cells[low][high], b.cells[high][high] = -1, 1
	}
	return b
}

// turned returns the cells that the side to move flips with a move in row y, column x.
func (b *naive) turned(x, y int) (cells [][2]int) {
	if b.cells[y][x] != 0 {
		return nil
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			cells = append(cells, b.run(x, y, dx, dy)...)
		}
	}
	return cells
}

func (b *naive) run(x, y, dx, dy int) (cells [][2]int) {
	if dx == 0 && dy == 0 {
		return nil
	}
	for {
		x, y = x+dx, y+dy
		switch {
		case x < 0 || y < 0 || x >= b.n || y >= b.n || b.cells[y][x] == 0:
			return nil
		case b.cells[y][x] == b.turn:
			return cells
		}
		cells = append(cells, [2]int{x, y})
	}
}

func (b *naive) moves() (moves [][2]int) {
	for y := range b.n {
		for x := range b.n {
			if len(b.turned(x, y)) > 0 {
				moves = append(moves, [2]int{x, y})
			}
		}
	}
	return moves
}

func (b naive) play(x, y int) naive {
	for _, c := range b.turned(x, y) {
		b.cells[c[1]][c[0]] = b.turn
	}
	b.cells[y][x] = b.turn
	return b.pass()
}

func (b naive) pass() naive {
	b.turn = -b.turn
	return b
}

func (b naive) over() bool {
	other := b.pass()
	return len(b.moves()) == 0 && len(other.moves()) == 0
}

func (b naive) count(colour int) (n int) {
	for _, row := range b.cells {
		for _, c := range row {
			if c == colour {
				n++
			}
		}
	}
	return n
}

// scoreBlack returns the score from Black's point of view. Empty cells count for the winner.
func (b naive) scoreBlack() int {
	black, white := b.count(1), b.count(-1)
	empty := b.n*b.n - black - white
	switch {
	case black > white:
		black += empty
	case white > black:
		white += empty
	}
	return black - white
}

// perft returns the number of leaves. A pass reduces the depth by passPlies: 1 in definition A, 0 in definition B.
func (b naive) perft(depth, passPlies int) (leaves uint64) {
	if depth == 0 {
		return 1
	}
	moves := b.moves()
	switch {
	case len(moves) == 0 && b.over():
		return 1
	case len(moves) == 0:
		return b.pass().perft(depth-passPlies, passPlies)
	case depth == 1:
		return uint64(len(moves))
	}
	for _, m := range moves {
		leaves += b.play(m[0], m[1]).perft(depth-1, passPlies)
	}
	return leaves
}

// starts calls test for every size and setup.
func starts(t *testing.T, test func(t *testing.T, size othello.Size, setup othello.Setup)) {
	t.Helper()
	for _, size := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
		for _, setup := range []othello.Setup{othello.Usual, othello.Parallel} {
			t.Run(strconv.Itoa(int(size))+" "+setup.String(), func(t *testing.T) { test(t, size, setup) })
		}
	}
}

func TestRulesOnRandomGames(t *testing.T) {
	starts(t, func(t *testing.T, size othello.Size, setup othello.Setup) {
		r := rand.New(rand.NewPCG(uint64(size), uint64(setup)))
		const games = 30
		passes, ends := 0, 0
		for range games {
			p, b := othello.Start(size, setup), naiveStart(size, setup)
			for {
				compareRules(t, p, b)
				moves := p.Moves()
				if len(moves) == 0 {
					ends++
					break
				}
				m := moves[r.IntN(len(moves))]
				p = p.Play(m)
				if m == othello.Pass {
					passes++
					b = b.pass()
				} else {
					x, y := column(size, m), row(size, m)
					b = b.play(x, y)
				}
			}
		}
		if passes == 0 || ends != games {
			t.Errorf("%d passes and %d ends in %d games, want some passes and an end of each game", passes, ends, games)
		}
	})
}

func column(size othello.Size, s othello.Square) int { return int(size.Name(s)[0] - 'a') }
func row(size othello.Size, s othello.Square) int    { return int(size.Name(s)[1] - '1') }

func compareRules(t *testing.T, p othello.Position, b naive) {
	t.Helper()
	var moves []othello.Square
	for _, m := range b.moves() {
		moves = append(moves, p.Size.Square(m[0], m[1]))
	}
	mustPass := len(moves) == 0 && !b.over()
	if mustPass {
		moves = []othello.Square{othello.Pass}
	}
	if got := p.Moves(); !slices.Equal(got, moves) {
		t.Fatalf("%s: moves %v, want %v", p, got, moves)
	}
	if p.Over() != b.over() || p.MustPass() != mustPass {
		t.Fatalf("%s: over %t, must pass %t; want %t, %t", p, p.Over(), p.MustPass(), b.over(), mustPass)
	}
	compareCounts(t, p, b)
	for y := range b.n {
		for x := range b.n {
			compareSquare(t, p, b, x, y)
		}
	}
	for s := -128; s < 128; s++ { // every value of Square
		if err := p.Check(othello.Square(s)); (err == nil) != slices.Contains(moves, othello.Square(s)) {
			t.Fatalf("%s: Check(%d) = %v; legal moves are %v", p, s, err, moves)
		}
	}
}

func compareCounts(t *testing.T, p othello.Position, b naive) {
	t.Helper()
	black, white, score := b.count(1), b.count(-1), b.scoreBlack()
	type counts struct{ Black, White, Empties int }
	want := counts{black, white, b.n*b.n - black - white}
	if got := (counts{p.Count(othello.Black), p.Count(othello.White), p.Empties()}); got != want {
		t.Fatalf("%s (-want +got):\n%s", p, cmp.Diff(want, got))
	}
	if p.ScoreBlack() != score || p.Score() != score*b.turn {
		t.Fatalf("%s: Score() = %d, ScoreBlack() = %d; want %d for Black", p, p.Score(), p.ScoreBlack(), score)
	}
	if err := p.Validate(); err != nil {
		t.Fatalf("%s: %v", p, err)
	}
}

func compareSquare(t *testing.T, p othello.Position, b naive, x, y int) {
	t.Helper()
	s := p.Size.Square(x, y)
	cell := int(p.Discs(othello.Black)>>s&1) - int(p.Discs(othello.White)>>s&1)
	if cell != b.cells[y][x] {
		t.Fatalf("%s: cell %s is %d, want %d", p, p.Size.Name(s), cell, b.cells[y][x])
	}
	var flips bitboard.Set
	for _, c := range b.turned(x, y) {
		flips |= 1 << p.Size.Square(c[0], c[1])
	}
	if got := p.Flips(s); got != flips {
		t.Fatalf("%s: %s flips %#x, want %#x", p, p.Size.Name(s), got, flips)
	}
}
