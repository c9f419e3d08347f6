package bitboard

import (
	"math/rand/v2"
	"testing"
)

// The naive functions follow each line square by square. Every kernel must return the same results.

var directions = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

func at(b Set, x, y int) bool {
	return 0 <= x && x < 8 && 0 <= y && y < 8 && b.Has(8*y+x)
}

func naiveFlips(sq int, p, o Set) (flips Set) {
	for _, d := range directions {
		var run Set
		x, y := sq&7+d[0], sq>>3+d[1]
		for ; at(o, x, y); x, y = x+d[0], y+d[1] {
			run |= 1 << (8*y + x)
		}
		if at(p, x, y) {
			flips |= run
		}
	}
	return flips
}

func naiveMoves(p, o Set) (moves Set) {
	for sq := range (^(p | o)).All() {
		if naiveFlips(sq, p, o) != 0 {
			moves |= 1 << sq
		}
	}
	return moves
}

func naiveStable(p, o, board Set) (stable Set) {
	for grew := true; grew; {
		grew = false
		for sq := range (p &^ stable).All() {
			if naiveStableAt(sq, stable, p, o, board) {
				stable |= 1 << sq
				grew = true
			}
		}
	}
	return stable
}

func naiveStableAt(sq int, stable, p, o, board Set) bool {
	for _, d := range directions[:4] {
		full, held := true, false
		for _, sign := range []int{1, -1} {
			x, y := sq&7+sign*d[0], sq>>3+sign*d[1]
			if !at(board, x, y) || at(stable, x, y) {
				held = true
			}
			for ; at(board, x, y); x, y = x+sign*d[0], y+sign*d[1] {
				full = full && at(p|o, x, y)
			}
		}
		if !full && !held {
			return false
		}
	}
	return true
}

// randomPosition returns a board of a random size with a random number of discs.
func randomPosition(r *rand.Rand) (p, o, board Set) {
	board = Board(4 + 2*r.IntN(3))
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
func gamePositions(r *rand.Rand, games int, visit func(p, o, board Set)) {
	for range games {
		board := Board(4 + 2*r.IntN(3))
		p, o := Set(0x0000000810000000), Set(0x0000001008000000)
		for passes := 0; passes < 2; {
			visit(p, o, board)
			moves := Moves(p, o) & board
			if moves == 0 {
				p, o, passes = o, p, passes+1
				continue
			}
			passes = 0
			sq := moves.Nth(r.IntN(moves.Len()))
			f := Flips(sq, p, o)
			p, o = o&^f, p|f|1<<sq
		}
	}
}

func checkKernels(t *testing.T, p, o, board Set) {
	t.Helper()
	if got, want := Moves(p, o), naiveMoves(p, o); got != want {
		t.Fatalf("Moves(%#x, %#x) = %#x, want %#x", p, o, got, want)
	}
	if mine, theirs := MovesOfBoth(p, o); mine != naiveMoves(p, o) || theirs != naiveMoves(o, p) {
		t.Fatalf("MovesOfBoth(%#x, %#x) = %#x, %#x, want %#x, %#x", p, o, mine, theirs, naiveMoves(p, o),
			naiveMoves(o, p))
	}
	for sq := range (^(p | o)).All() {
		want := naiveFlips(sq, p, o)
		if got := Flips(sq, p, o); got != want {
			t.Fatalf("Flips(%d, %#x, %#x) = %#x, want %#x", sq, p, o, got, want)
		}
		flips, replies := Replies(sq, p, o)
		if wantReplies := naiveMoves(o&^want, p|want|1<<sq); flips != want || replies != wantReplies {
			t.Fatalf("Replies(%d, %#x, %#x) = %#x, %#x, want %#x, %#x", sq, p, o, flips, replies, want, wantReplies)
		}
		turned, theirs, later := MovesAfter(sq, p, o)
		got, wantAfter := [3]Set{turned, theirs, later}, [3]Set{want, replies, naiveMoves(p|want|1<<sq, o&^want)}
		if got != wantAfter {
			t.Fatalf("MovesAfter(%d, %#x, %#x) = %#x, want %#x", sq, p, o, got, wantAfter)
		}
	}
	if got, want := Stable(p, o, board), naiveStable(p, o, board); got != want {
		t.Fatalf("Stable(%#x, %#x, %#x) = %#x, want %#x", p, o, board, got, want)
	}
}

func TestKernelsOnRandomBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	boards := 20_000
	if testing.Short() {
		boards = 1_000
	}
	for range boards {
		p, o, board := randomPosition(r)
		checkKernels(t, p, o, board)
	}
}

func TestKernelsOnGamePositions(t *testing.T) {
	gamePositions(rand.New(rand.NewPCG(2, 2)), 100, func(p, o, board Set) { checkKernels(t, p, o, board) })
}

func TestLastFlips(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 20_000 {
		board := Board(4 + 2*r.IntN(3))
		p := Set(r.Uint64()) & board
		for sq := range board.All() {
			rest := board &^ (1 << sq)
			if got, want := LastFlips(sq, p&rest), naiveFlips(sq, p&rest, rest&^p).Len(); got != want {
				t.Fatalf("LastFlips(%d, %#x) = %d on %#x, want %d", sq, p&rest, got, board, want)
			}
		}
	}
}

func FuzzKernels(f *testing.F) {
	f.Add(uint64(0x0000000810000000), uint64(0x0000001008000000), uint8(2))
	f.Add(^uint64(0), uint64(0), uint8(0))
	f.Fuzz(func(t *testing.T, mover, other uint64, size uint8) {
		board := Board(4 + 2*int(size%3))
		p := Set(mover) & board
		o := Set(other) & board &^ p
		checkKernels(t, p, o, board)
		for sq := range (^(p | o)).All() {
			var got, want [3]Set
			want[0], want[1] = portableReplies(sq, p, o)
			if flips := Flips(sq, p, o); flips != want[0] {
				t.Fatalf("Flips(%d, %#x, %#x) = %#x, want %#x, the result of the portable function", sq, p, o, flips,
					want[0])
			}
			if got[0], got[1] = Replies(sq, p, o); got != want {
				t.Fatalf("Replies(%d, %#x, %#x) = %#x, want %#x, the result of portableReplies", sq, p, o, got[:2],
					want[:2])
			}
			want[0], want[1], want[2] = portableMovesAfter(sq, p, o)
			if got[0], got[1], got[2] = MovesAfter(sq, p, o); got != want {
				t.Fatalf("MovesAfter(%d, %#x, %#x) = %#x, want %#x, the result of the portable function", sq, p, o, got,
					want)
			}
		}
		if Moves(p, o) != portableMoves(p, o) {
			t.Fatalf("Moves(%#x, %#x) differs from portableMoves", p, o)
		}
		mine, theirs := MovesOfBoth(p, o)
		if wantMine, wantTheirs := portableMovesOfBoth(p, o); mine != wantMine || theirs != wantTheirs {
			t.Fatalf("MovesOfBoth(%#x, %#x) differs from portableMovesOfBoth", p, o)
		}
	})
}

// TestStableDiscsStayStable checks that stable discs remain stable through random games.
func TestStableDiscsStayStable(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var stable Set
	gamePositions(r, 300, func(p, o, board Set) {
		if (p | o).Len() == 4 {
			stable = 0
		}
		now := Stable(p, o, board) | Stable(o, p, board)
		if lost := stable &^ now; lost != 0 {
			t.Fatalf("p=%#x o=%#x: the discs %#x are not stable, but were stable before", p, o, lost)
		}
		stable = now
	})
}

func TestBoard(t *testing.T) {
	for size, want := range map[int]Set{4: 0x00003c3c3c3c0000, 6: 0x007e7e7e7e7e7e00, 8: ^Set(0)} {
		if got := Board(size); got != want {
			t.Errorf("Board(%d) = %#x, want %#x", size, got, want)
		}
	}
}

func TestCorners(t *testing.T) {
	for size, want := range map[int]Set{4: 0x0000240000240000, 6: 0x0042000000004200, 8: 0x8100000000000081} {
		if got := Corners(Board(size)); got != want {
			t.Errorf("corners of the %d×%d board: %#x, want %#x", size, size, got, want)
		}
	}
}

func TestNeighbours(t *testing.T) {
	for sq := range 64 {
		var want Set
		for _, d := range directions {
			if x, y := sq&7+d[0], sq>>3+d[1]; at(^Set(0), x, y) {
				want |= 1 << (8*y + x)
			}
		}
		if got := Neighbours(1 << sq); got != want {
			t.Errorf("Neighbours(square %d) = %#x, want %#x", sq, got, want)
		}
	}
}

func TestSymmetries(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	seen := map[Set]bool{}
	for s := range Symmetry(Symmetries) {
		for range 100 {
			p, o, board := randomPosition(r)
			if back := s.Inverse().Apply(s.Apply(p)); back != p {
				t.Fatalf("symmetry %d and its inverse: %#x, want %#x", s, back, p)
			}
			if got, want := Moves(s.Apply(p), s.Apply(o)), s.Apply(Moves(p, o)); got != want {
				t.Fatalf("symmetry %d: moves %#x, want %#x", s, got, want)
			}
			if s.Apply(board) != board {
				t.Fatalf("symmetry %d maps the board %#x to %#x, want the same squares", s, board, s.Apply(board))
			}
		}
		for sq := range 64 {
			if s.Apply(1<<sq) != 1<<s.Square(sq) {
				t.Fatalf("symmetry %d: Square(%d) = %d, but Apply gives %#x", s, sq, s.Square(sq), s.Apply(1<<sq))
			}
		}
		seen[s.Apply(0x000000000001030f)] = true
	}
	if len(seen) != Symmetries {
		t.Errorf("%d different symmetries, want %d", len(seen), Symmetries)
	}
}

func benchPositions() (list [1024][2]Set) {
	i := 0
	gamePositions(rand.New(rand.NewPCG(5, 5)), 100, func(p, o, board Set) {
		if i < len(list) && board == ^Set(0) {
			list[i] = [2]Set{p, o}
			i++
		}
	})
	return list
}

func BenchmarkMoves(b *testing.B) {
	list := benchPositions()
	var sink Set
	for i := 0; b.Loop(); i++ {
		at := &list[i&1023]
		sink += Moves(at[0], at[1])
	}
	_ = sink
}

func BenchmarkFlips(b *testing.B) {
	list := benchPositions()
	var sink Set
	for i := 0; b.Loop(); i++ {
		at := &list[i&1023]
		sink += Flips(i>>3, at[0], at[1])
	}
	_ = sink
}

func BenchmarkReplies(b *testing.B) {
	list := benchPositions()
	var sink Set
	for i := 0; b.Loop(); i++ {
		at := &list[i&1023]
		flips, replies := Replies(i>>3, at[0], at[1])
		sink += flips + replies
	}
	_ = sink
}

func BenchmarkMovesAfter(b *testing.B) {
	list := benchPositions()
	var sink Set
	for i := 0; b.Loop(); i++ {
		at := &list[i&1023]
		flips, replies, later := MovesAfter(i>>3, at[0], at[1])
		sink += flips + replies + later
	}
	_ = sink
}

func BenchmarkMovesOfBoth(b *testing.B) {
	list := benchPositions()
	var sink Set
	for i := 0; b.Loop(); i++ {
		at := &list[i&1023]
		mine, theirs := MovesOfBoth(at[0], at[1])
		sink += mine + theirs
	}
	_ = sink
}

func BenchmarkLastFlips(b *testing.B) {
	list := benchPositions()
	sink := 0
	for i := 0; b.Loop(); i++ {
		sink += LastFlips(i>>3, list[i&1023][0])
	}
	_ = sink
}

func BenchmarkStable(b *testing.B) {
	list := benchPositions()
	var sink Set
	for i := 0; b.Loop(); i++ {
		at := &list[i&1023]
		sink += Stable(at[0], at[1], ^Set(0))
	}
	_ = sink
}
