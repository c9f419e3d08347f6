package bitboard

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// naiveMembers tests each of the 64 squares.
func naiveMembers(s Set) (list []int) {
	for sq := range 64 {
		if s/(1<<sq)%2 == 1 {
			list = append(list, sq)
		}
	}
	return list
}

func checkSet(t *testing.T, name string, s Set) {
	t.Helper()
	want := naiveMembers(s)
	if got := slices.Collect(s.All()); !slices.Equal(got, want) {
		t.Errorf("%s: All() yields %v, want %v", name, got, want)
	}
	if got := s.Len(); got != len(want) {
		t.Errorf("%s: Len() = %d, want %d", name, got, len(want))
	}
	first := 64
	if len(want) > 0 {
		first = want[0]
	}
	if got := s.First(); got != first {
		t.Errorf("%s: First() = %d, want %d", name, got, first)
	}
	for i := range 65 {
		nth := 64
		if i < len(want) {
			nth = want[i]
		}
		if got := s.Nth(i); got != nth {
			t.Errorf("%s: Nth(%d) = %d, want %d", name, i, got, nth)
		}
	}
	for sq := range 64 {
		if got, want := s.Has(sq), slices.Contains(want, sq); got != want {
			t.Errorf("%s: Has(%d) = %t, want %t", name, sq, got, want)
		}
	}
	for _, sq := range []int{math.MinInt, -64, -1, 64, 65, 128, math.MaxInt} {
		if s.Has(sq) {
			t.Errorf("%s: Has(%d) = true, want false", name, sq)
		}
	}
}

func TestSet(t *testing.T) {
	for _, c := range []struct {
		name string
		set  Set
	}{
		{"empty", 0},
		{"a1", 1},
		{"h8", 1 << 63},
		{"a1 and h8", 1 | 1<<63},
		{"corners", Corners(Board(8))},
		{"corners of 4×4", Corners(Board(4))},
		{"column a", columnA},
		{"6×6", Board(6)},
		{"all", ^Set(0)},
	} {
		checkSet(t, c.name, c.set)
	}
	r := rand.New(rand.NewPCG(12, 12))
	for range 200 {
		some, others := Set(r.Uint64()), Set(r.Uint64())
		checkSet(t, "random", some&others)
	}
}

func TestAllEndsWithTheLoop(t *testing.T) {
	var seen []int
	for sq := range Set(0b101101).All() {
		if sq > 2 {
			break
		}
		seen = append(seen, sq)
	}
	if want := []int{0, 2}; !slices.Equal(seen, want) {
		t.Errorf("a loop that breaks after c1 yields %v, want %v", seen, want)
	}
}

func TestAllAllocatesNothing(t *testing.T) {
	set, sum := Corners(Board(8)), 0
	allocations := testing.AllocsPerRun(100, func() {
		for sq := range set.All() {
			sum += sq
		}
	})
	if allocations != 0 {
		t.Errorf("a loop over a set allocates %v times, want 0", allocations)
	}
}

func BenchmarkAll(b *testing.B) {
	for name, walk := range map[string]func(Set) int{
		"All": func(s Set) (sum int) {
			for sq := range s.All() {
				sum += sq
			}
			return sum
		},
		"bits": func(s Set) (sum int) {
			for ; s != 0; s &= s - 1 {
				sum += s.First()
			}
			return sum
		},
	} {
		b.Run(name, func(b *testing.B) {
			list := benchPositions()
			sum := 0
			for i := 0; b.Loop(); i++ {
				sum += walk(list[i&1023][0])
			}
			_ = sum
		})
	}
}
