package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
)

// randomPosition returns a board of a random size with a random number of discs.
func randomPosition(r *rand.Rand) (p, o, board bitboard.Set) {
	board = bitboard.Board(4 + 2*r.IntN(3))
	density := r.IntN(101)
	for sq := range board.All() {
		if r.IntN(100) >= density {
			continue
		}
		if r.IntN(2) == 0 {
			p |= 1 << sq
		} else {
			o |= 1 << sq
		}
	}
	return p, o, board
}

// gamePositions plays random games and calls visit with each position on the way.
func gamePositions(r *rand.Rand, games int, visit func(p, o, board bitboard.Set)) {
	for range games {
		board := bitboard.Board(4 + 2*r.IntN(3))
		p, o := bitboard.Set(0x0000000810000000), bitboard.Set(0x0000001008000000)
		for passes := 0; passes < 2; {
			visit(p, o, board)
			moves := bitboard.Moves(p, o) & board
			if moves == 0 {
				p, o, passes = o, p, passes+1
				continue
			}
			passes = 0
			sq := moves.Nth(r.IntN(moves.Len()))
			f := bitboard.Flips(sq, p, o)
			p, o = o&^f, p|f|1<<sq
		}
	}
}

func checkChildren(t *testing.T, p, o, board bitboard.Set) {
	t.Helper()
	var got, want [64]Child
	empty := board &^ (p | o)
	node := Node{p, o, empty}
	legal, corners, even := bitboard.Moves(p, o)&empty, bitboard.Corners(board), empty&^oddRegions(empty).squares()
	least := Children(&got, node, legal, corners, even)
	l := portableChildren(&want, node, legal, corners, even)
	n := legal.Len() // the other elements are undefined
	if !slices.Equal(got[:n], want[:n]) || least != l {
		t.Fatalf("Children(%#x, %#x, %#x) = %v, %d, want %v, %d", p, o, legal, got[:n], least, want[:n], l)
	}
	lowest := int32(1<<31 - 1)
	for i, sq := range slices.Collect(legal.All()) {
		flips := bitboard.Flips(sq, p, o)
		replies := bitboard.Moves(o&^flips, p|flips|1<<sq) & empty
		weight := 2*(replies.Len()+(replies&corners).Len()) + int(even>>sq&1)
		want := Child{flips, replies, int32(sq), int32(64*weight + i)}
		if got[i] != want {
			t.Fatalf("Children(%#x, %#x, %#x): %+v, want %+v", p, o, legal, got[i], want)
		}
		lowest = min(lowest, want.Order)
	}
	if least != lowest {
		t.Fatalf("Children(%#x, %#x, %#x): least %d, want %d", p, o, legal, least, lowest)
	}
}

func TestChildren(t *testing.T) { everyChild(t, 10_000, 100) }

// everyChild checks the children of random boards and of the positions of random games.
func everyChild(t *testing.T, boards, games int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	for range boards {
		p, o, board := randomPosition(r)
		checkChildren(t, p, o, board)
	}
	gamePositions(r, games, func(p, o, board bitboard.Set) { checkChildren(t, p, o, board) })
}

func FuzzChildren(f *testing.F) {
	f.Add(uint64(0x0000000810000000), uint64(0x0000001008000000), uint8(2))
	f.Add(^uint64(0), uint64(0), uint8(0))
	f.Fuzz(func(t *testing.T, mover, other uint64, size uint8) {
		board := bitboard.Board(4 + 2*int(size%3))
		p := bitboard.Set(mover) & board
		checkChildren(t, p, bitboard.Set(other)&board&^p, board)
	})
}

func BenchmarkChildren(b *testing.B) {
	var list []Node
	gamePositions(rand.New(rand.NewPCG(5, 5)), 64, func(p, o, board bitboard.Set) {
		if board == bitboard.Board(8) && len(list) < 1024 {
			list = append(list, Node{p, o, ^(p | o)})
		}
	})
	var children [64]Child
	for i := 0; b.Loop(); i++ {
		n := list[i%len(list)]
		even := n.Empty &^ oddRegions(n.Empty).squares()
		Children(&children, n, bitboard.Moves(n.Mover, n.Other), bitboard.Corners(^bitboard.Set(0)), even)
	}
}
