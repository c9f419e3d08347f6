package proof

import (
	"cmp"
	"fmt"
	"math/bits"
	"strings"
)

// A position is two sets of discs: those of the side to move and those of the other side. The square in row r and
// column c, both counted from 0, is bit r·size+c.
type position struct{ mover, other uint64 }

// A board holds the tables of a size: 4, 6 or 8 squares a side.
type board struct {
	size   int
	all    uint64     // all squares
	shifts [4]int     // from a square to its neighbours to the right, below, below left and below right
	inside [4]uint64  // squares that a line in this direction may pass through
	images [8][64]int // image of each square, by symmetry
}

func newBoard(size int) *board {
	b := &board{size: size, all: 1<<(size*size) - 1, shifts: [4]int{1, size, size - 1, size + 1}}
	inner := uint64(0) // every column but the first and the last
	for square := range size * size {
		if column := square % size; column != 0 && column != size-1 {
			inner |= 1 << square
		}
	}
	b.inside = [4]uint64{inner, b.all, inner, inner}
	for symmetry := range b.images {
		for square := range size * size {
			row, column := square/size, square%size
			if symmetry&1 != 0 {
				column = size - 1 - column
			}
			if symmetry&2 != 0 {
				row = size - 1 - row
			}
			if symmetry&4 != 0 {
				row, column = column, row
			}
			b.images[symmetry][square] = row*size + column
		}
	}
	return b
}

// moves returns the legal moves: empty squares from which a line of the other side's discs leads to a disc of the side
// to move.
func (b *board) moves(p position) (reached uint64) {
	for i, s := range b.shifts {
		up, down := b.runs(i, p.mover, p.other)
		reached |= up<<s | down>>s
	}
	return reached & b.all &^ (p.mover | p.other)
}

// runs returns the unbroken lines of discs of other that begin next to a square of from, both ways in a direction.
func (b *board) runs(direction int, from, other uint64) (up, down uint64) {
	s, through := b.shifts[direction], other&b.inside[direction]
	up, down = from<<s&through, from>>s&through
	up, down = up|up<<s&through, down|down>>s&through
	up2, down2 := through&(through<<s), through&(through>>s)
	for range 2 { // two squares a step; a line has at most six
		up, down = up|up<<(2*s)&up2, down|down>>(2*s)&down2
	}
	return up, down
}

// play returns the position after a move, with the other side to move. Ok is false if the move is illegal.
func (b *board) play(p position, square int) (after position, ok bool) {
	if square >= b.size*b.size || (p.mover|p.other)>>square&1 != 0 {
		return p, false
	}
	turned := uint64(0)
	for i, s := range b.shifts {
		up, down := b.runs(i, 1<<square, p.other)
		if up<<s&p.mover != 0 {
			turned |= up
		}
		if down>>s&p.mover != 0 {
			turned |= down
		}
	}
	return position{p.other &^ turned, p.mover | turned | 1<<square}, turned != 0
}

// pass returns the position with the other side to move.
func (p position) pass() position { return position{p.other, p.mover} }

// empties returns the number of empty squares.
func (b *board) empties(p position) int { return b.size*b.size - bits.OnesCount64(p.mover|p.other) }

// score returns the score of a finished game for the side to move: the disc difference, with empty squares counted for
// the winner.
func (b *board) score(p position) int {
	switch mine, theirs := bits.OnesCount64(p.mover), bits.OnesCount64(p.other); {
	case mine > theirs:
		return b.size*b.size - 2*theirs
	case mine < theirs:
		return 2*mine - b.size*b.size
	default:
		return 0
	}
}

// A key identifies a position up to symmetry. It is the least of its eight images, compared by the set of empty squares
// and then by the set of the prover's discs, as numbers.
type key struct{ empty, prover uint64 }

func (k key) compare(l key) int {
	return cmp.Or(cmp.Compare(k.empty, l.empty), cmp.Compare(k.prover, l.prover))
}

// A node is a key with the side to move.
type node struct {
	key
	prover bool
}

func (k key) empties() int { return bits.OnesCount64(k.empty) }

func (b *board) node(p position, prover bool) node {
	if !prover {
		p = p.pass()
	}
	return node{b.canonical(key{b.all &^ (p.mover | p.other), p.mover}), prover}
}

// canonical returns the key of the position in which the prover has these discs and these squares are empty.
func (b *board) canonical(k key) key {
	least := k
	for symmetry := 1; symmetry < len(b.images); symmetry++ {
		if empty := b.image(symmetry, k.empty); empty <= least.empty {
			if image := (key{empty, b.image(symmetry, k.prover)}); image.compare(least) < 0 {
				least = image
			}
		}
	}
	return least
}

func (b *board) image(symmetry int, set uint64) (image uint64) {
	for ; set != 0; set &= set - 1 {
		image |= 1 << b.images[symmetry][bits.TrailingZeros64(set)]
	}
	return image
}

// parse reads a position as in a Claim.
func parse(text string) (b *board, p position, err error) {
	squares, side, _ := strings.Cut(text, " ")
	size := map[int]int{16: 4, 36: 6, 64: 8}[len(squares)]
	if size == 0 || side != "X" && side != "O" || strings.Trim(squares, "XO-") != "" {
		return nil, p, fmt.Errorf("%.80q is not a position: expected 16, 36 or 64 of X, O, -; a space; X or O", text)
	}
	for i, c := range squares {
		if string(c) == side {
			p.mover |= 1 << i
		} else if c != '-' {
			p.other |= 1 << i
		}
	}
	return newBoard(size), p, nil
}

// text writes a position as in a Claim, with the side to move as X.
func (b *board) text(p position) string {
	squares := make([]byte, b.size*b.size)
	for i := range squares {
		squares[i] = "-XO"[p.mover>>i&1+2*(p.other>>i&1)]
	}
	return string(squares) + " X"
}
