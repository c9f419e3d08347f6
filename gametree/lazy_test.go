package gametree_test

import (
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/othello"
)

// heapMeter measures the maximum size of the heap while a tree is searched.
type heapMeter struct {
	calls      int
	base, peak uint64
}

func (h *heapMeter) look() {
	const interval = 2000 // leaves between two measurements
	if h.calls++; h.calls%interval != 1 {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if h.base == 0 {
		h.base = m.HeapAlloc
	}
	h.peak = max(h.peak, m.HeapAlloc-min(h.base, m.HeapAlloc))
}

// metered is a position that measures the heap whenever a game ends.
type metered struct {
	othello.Position
	meter *heapMeter
}

func (m metered) Play(s othello.Square) metered { return metered{m.Position.Play(s), m.meter} }

func (m metered) Score() int {
	m.meter.look()
	return m.Position.Score()
}

// TestLazyTreeOf4x4 checks that the whole tree of 4×4, 60,060 games, is searched in less than 64 MB with any limit of
// positions.
func TestLazyTreeOf4x4(t *testing.T) {
	const most = 64 << 20
	for _, kept := range []int{0, 1000, 100_000} {
		runtime.GC()
		meter := &heapMeter{}
		root := gametree.NewLazy[metered, othello.Square](metered{othello.Start(othello.Size4, othello.Usual), meter},
			kept)
		got, err := gametree.Minimax(t.Context(), root, -1, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		type walked struct {
			Value  int
			Leaves uint64
			Made   int
		}
		if diff := cmp.Diff(walked{-10, 60_060, int(got.Nodes)},
			walked{got.Value, got.Leaves, root.Made()}); diff != "" {
			t.Errorf("kept %d (-want +got):\n%s", kept, diff)
		}
		if meter.peak > most || meter.peak == 0 {
			t.Errorf("at most %d positions kept: %d MB in use, want less than 64 MB", kept, meter.peak>>20)
		}
		t.Logf("at most %d positions kept: %d MB", kept, meter.peak>>20)
	}
}

// TestLazyTreeByAlphaBeta checks that alpha-beta creates a fourteenth of the tree, and that a second search creates
// nothing.
func TestLazyTreeByAlphaBeta(t *testing.T) {
	root := gametree.NewLazy[othello.Position, othello.Square](othello.Start(othello.Size4, othello.Usual), 1<<20)
	first, err := gametree.AlphaBeta(t.Context(), root, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	made := root.Made()
	if first.Value != -10 {
		t.Errorf("value %d, want -10", first.Value)
	}
	if len(first.PV) < 10 {
		t.Errorf("the line %v has %d moves, want at least 10", first.PV, len(first.PV))
	}
	if uint64(made) != first.Nodes {
		t.Errorf("%d positions made, want %d, the number of nodes", made, first.Nodes)
	}
	if made > 20_000 {
		t.Errorf("%d positions made, want at most 20,000", made)
	}
	second, err := gametree.AlphaBeta(t.Context(), root, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if second.Value != -10 {
		t.Errorf("value %d of the second search, want -10", second.Value)
	}
	if root.Made() != made {
		t.Errorf("the second search made %d positions, want 0", root.Made()-made)
	}
}

// TestLazyTreeOf8x8 checks that a search that exceeds the limit of positions returns the same result as a search of the
// plain game.
func TestLazyTreeOf8x8(t *testing.T) {
	const kept = 5000
	start := othello.Start(othello.Size8, othello.Usual)
	root := gametree.NewLazy[othello.Position, othello.Square](start, kept)
	eval := func(l *gametree.Lazy[othello.Position, othello.Square]) int { return l.Position().Score() }
	got, err := gametree.Minimax(t.Context(), root, 6, eval, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := gametree.Minimax(t.Context(), start, 6, othello.Position.Score, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a lazy tree (-plain +lazy):\n%s", diff)
	}
	if again := root.Made(); again < kept {
		t.Errorf("%d positions made, want at least %d", again, kept)
	}
}
