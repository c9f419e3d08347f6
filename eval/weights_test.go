package eval

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// randomModel returns a model of random parameters, so that any wrong index changes values. Some of them are outside
// the range of the tables.
func randomModel(t testing.TB, seed uint64) *Model {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	phaseOf, count, err := Phases(56, 4, 4)
	if err != nil {
		t.Fatal(err)
	}
	m := &Model{Step: 2, PhaseOf: phaseOf}
	for range count {
		list := make([]int16, Parameters())
		for i := range list {
			list[i] = int16(r.IntN(81) - 40)
			if r.IntN(32) == 0 {
				list[i] *= 40 // beyond the range of eight bits
			}
		}
		m.Phases = append(m.Phases, list)
	}
	return m
}

func randomWeights(t testing.TB, seed uint64) *Weights {
	t.Helper()
	w, err := randomModel(t, seed).Weights()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// playouts visits every position of random games with the move that is played, including passes.
func playouts(seed uint64, games int, visit func(p othello.Position, m othello.Square)) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range games {
		p := othello.Start(othello.Size8, othello.Setup(r.IntN(2)))
		for moves := p.Moves(); len(moves) > 0; moves = p.Moves() {
			m := moves[r.IntN(len(moves))]
			visit(p, m)
			p = p.Play(m)
		}
	}
}

// naiveIndex computes the index of an image from the squares of the board.
func naiveIndex(p, o bitboard.Set, squares []int) (index int) {
	for _, sq := range slices.Backward(squares) {
		digit := 1 - int(p>>sq&1) + int(o>>sq&1)
		index = 3*index + digit
	}
	return index
}

// kept returns the weight of a pattern after rounding to eight bits: steps of 0.08 discs, from -10.24 to 10.16 discs.
func kept(weight int) int {
	return max(-1024, min(1016, 8*int(math.Round(float64(weight)/8))))
}

// naiveValue computes the value from the model and the squares of the board.
func naiveValue(m *Model, p, o bitboard.Set) int {
	empties := 64 - (p | o).Len()
	list, f := m.Phases[m.PhaseOf[empties]], folds()
	sum := int(list[int(f.mine)+mobility(bitboard.Moves(p, o))]) +
		int(list[int(f.theirs)+mobility(bitboard.Moves(o, p))]) +
		int(list[int(f.tempo)+empties])
	sum *= m.Step
	for image, squares := range board.squares {
		shape := board.shapeOf[image/wordImages]
		sum += kept(m.Step * int(list[f.first[shape]+uint32(f.fold[shape][naiveIndex(p, o, squares)])]))
	}
	return clamp(sum, 64*Disc)
}

func TestStateUpdates(t *testing.T) {
	var s State
	var before othello.Position
	playouts(1, 200, func(p othello.Position, m othello.Square) {
		if p.Empties() == 60 {
			s = NewState(p.Mover, p.Other)
		}
		if want := NewState(p.Mover, p.Other); s != want {
			t.Fatalf("after %v: state %x, want %x, that of NewState", before, s, want)
		}
		for image, squares := range board.squares {
			if want := naiveIndex(p.Mover, p.Other, squares); int(s.index(image)) != want {
				t.Fatalf("%v, image %d: index %d, want %d", p, image, s.index(image), want)
			}
		}
		before = p
		if m == othello.Pass {
			s.Pass(&s)
			return
		}
		from := s
		s.Play(&from, int(m), p.Flips(m))
		var apart State
		portablePlay(&apart, &from, int(m), p.Flips(m))
		if from.Play(&from, int(m), p.Flips(m)); from != s || apart != s {
			t.Fatalf("%v, %d: Play in place %x, to another state %x, portablePlay %x", p, m, from, s, apart)
		}
	})
}

func TestValueEqualsNaive(t *testing.T) {
	m := randomModel(t, 2)
	w := randomWeights(t, 2)
	var numbers [Active]uint32
	seen := map[int]bool{}
	playouts(2, 60, func(p othello.Position, _ othello.Square) {
		s := NewState(p.Mover, p.Other)
		want := naiveValue(m, p.Mover, p.Other)
		if got := w.Value(&s, p.Mover, p.Other); got != want || w.Evaluate(p.Mover, p.Other) != want {
			t.Fatalf("%v: value %d, Evaluate %d; want %d", p, got, w.Evaluate(p.Mover, p.Other), want)
		}
		s.Active(p.Mover, p.Other, &numbers)
		sum := 0
		for i, n := range numbers {
			x := m.Step * int(m.Phases[m.PhaseOf[p.Empties()]][n])
			if i < images {
				x = kept(x)
			}
			sum += x
		}
		if clamp(sum, 64*Disc) != want {
			t.Fatalf("%v: the active parameters sum to %d, want %d", p, sum, want)
		}
		seen[want] = true
	})
	if len(seen) < 500 {
		t.Errorf("%d different values, want at least 500", len(seen))
	}
}

func TestValueIsSymmetric(t *testing.T) {
	w := randomWeights(t, 3)
	playouts(3, 40, func(p othello.Position, _ othello.Square) {
		want := w.Evaluate(p.Mover, p.Other)
		for s := range bitboard.Symmetry(bitboard.Symmetries) {
			if q := p.Transform(s); w.Evaluate(q.Mover, q.Other) != want {
				t.Fatalf("%v: value %d under symmetry %d, want %d", p, w.Evaluate(q.Mover, q.Other), s, want)
			}
		}
	})
}

// TestValueAfter checks that ValueAfter returns the results of Play and ValueOf.
func TestValueAfter(t *testing.T) {
	w := randomWeights(t, 12)
	for _, x := range samples(1024) {
		var played, evaluated State
		played.Play(&x.state, x.sq, x.flips)
		c := Counts{x.empties - 1, 7, 9}
		want := w.ValueOf(&played, c)
		if got := w.ValueAfter(&evaluated, &x.state, x.sq, x.flips, c); got != want || evaluated != played {
			t.Fatalf("%x, %d: value %d and state %x, want %d and %x", x.p, x.sq, got, evaluated, want, played)
		}
		var portable State
		phase := &w.phases[w.phaseOf[x.empties-1]]
		sum := portablePlaySum(phase, &portable, &x.state, x.sq, x.flips)
		if got := phase.value(sum, c); got != want || portable != played {
			t.Fatalf("%x, %d: portable %d and state %x, want %d and %x", x.p, x.sq, got, portable, want, played)
		}
		if got := w.ValueAfter(&x.state, &x.state, x.sq, x.flips, c); got != want || x.state != played {
			t.Fatalf("%x, %d, in place: value %d, want %d", x.p, x.sq, got, want)
		}
	}
}

// TestValueRange checks that values are limited to 64 discs for any weights.
func TestValueRange(t *testing.T) {
	m := randomModel(t, 4)
	for _, list := range m.Phases {
		for i := range list {
			list[i] = 32767 / 2
		}
	}
	w, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	p := othello.Start(othello.Size8, othello.Usual)
	if got := w.Evaluate(p.Mover, p.Other); got != 64*Disc {
		t.Errorf("value %d, want %d", got, 64*Disc)
	}
}

func TestShapesCoverTheBoard(t *testing.T) {
	var all bitboard.Set
	names := map[string]bool{}
	for i, s := range board.shapes {
		squares := s.places()
		if len(squares) < 8 || len(squares) > 10 {
			t.Errorf("%s has %d squares, want 8 to 10: %q", s.name, len(squares), s.squares)
		}
		if setOf(squares).Len() != len(squares) {
			t.Errorf("%s has a square twice, want 8 to 10 different squares: %q", s.name, s.squares)
		}
		if names[s.squares] {
			t.Errorf("%s has the squares of another shape: %q", s.name, s.squares)
		}
		names[s.squares] = true
		placed, mirror := place(squares)
		if want := 8; mirror != nil && len(placed) != want/2 || mirror == nil && len(placed) != want {
			t.Errorf("%s has %d images, want 4 with a symmetry and 8 without", s.name, len(placed))
		}
		if board.sizes[i] != power(len(squares)) {
			t.Errorf("%s has %d indices, want %d", s.name, board.sizes[i], power(len(squares)))
		}
	}
	for image, squares := range board.squares {
		if squares == nil {
			t.Errorf("image %d is missing", image)
		}
		all |= setOf(squares)
	}
	if all != ^bitboard.Set(0) {
		t.Errorf("squares without a pattern: %x", ^all)
	}
}

func TestEvaluationAllocatesNothing(t *testing.T) {
	w := randomWeights(t, 5)
	p := othello.Start(othello.Size8, othello.Usual)
	m := p.Moves()[0]
	q := p.Play(m)
	var s State
	var numbers [Active]uint32
	if n := testing.AllocsPerRun(100, func() {
		from := NewState(p.Mover, p.Other)
		s.Play(&from, int(m), p.Flips(m))
		s.Active(q.Mover, q.Other, &numbers)
		s.Pass(&s)
		_ = w.Value(&s, q.Other, q.Mover)
		_ = w.ValueAfter(&s, &from, int(m), p.Flips(m), Counts{59, 3, 3})
	}); n != 0 {
		t.Errorf("evaluation allocates %v times, want 0", n)
	}
}

// sample returns positions of random games in random order, with a move and its flips.
type sample struct {
	state   State
	p, o    bitboard.Set
	sq      int
	flips   bitboard.Set
	empties int
}

func samples(n int) (list []sample) {
	playouts(6, n/40+1, func(p othello.Position, m othello.Square) {
		if m != othello.Pass && p.Empties() < 52 && p.Empties() > 8 {
			list = append(list, sample{NewState(p.Mover, p.Other), p.Mover, p.Other, int(m), p.Flips(m), p.Empties()})
		}
	})
	rand.New(rand.NewPCG(7, 7)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:n]
}

func BenchmarkNewState(b *testing.B) {
	list := samples(1024)
	var s State
	for i := 0; b.Loop(); i++ {
		x := &list[i%len(list)]
		s = NewState(x.p, x.o)
	}
	_ = s
}

func BenchmarkPlay(b *testing.B) {
	list := samples(1024)
	var s State
	for i := 0; b.Loop(); i++ {
		x := &list[i%len(list)]
		s.Play(&x.state, x.sq, x.flips)
	}
}

func BenchmarkPlayPortable(b *testing.B) {
	list := samples(1024)
	var s State
	for i := 0; b.Loop(); i++ {
		x := &list[i%len(list)]
		portablePlay(&s, &x.state, x.sq, x.flips)
	}
}

// TestPatternSum checks that the kernel returns the results of portableSum, also with the largest and the smallest
// weights.
func TestPatternSum(t *testing.T) {
	m, r := randomModel(t, 11), rand.New(rand.NewPCG(11, 2))
	for _, list := range m.Phases {
		for i := range list {
			list[i] = int16(r.IntN(1<<15) - 1<<14)
		}
	}
	w, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range samples(1024) {
		phase := &w.phases[i%len(w.phases)]
		if got, want := patternSum(phase, &x.state.words), portableSum(phase, &x.state.words); got != want {
			t.Fatalf("%x: sum %d, want %d", x.state.words, got, want)
		}
	}
}

// BenchmarkSum sums the patterns of positions of one phase.
func BenchmarkSum(b *testing.B) {
	list, w := samples(1024), randomWeights(b, 8)
	t := &w.phases[5]
	b.Run("kernel", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			patternSum(t, &list[i%len(list)].state.words)
		}
	})
	b.Run("written out", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			portableSum(t, &list[i%len(list)].state.words)
		}
	})
	b.Run("loop", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			sum := 0
			for word, x := range list[i%len(list)].state.words {
				sum += four(t.patterns[word], x)
			}
			_ = sum
		}
	})
}

// BenchmarkValue measures the work at a search node: the update of the state, the moves, and the sum of the patterns.
func BenchmarkValue(b *testing.B) {
	list, w := samples(1024), randomWeights(b, 9)
	for i := 0; b.Loop(); i++ {
		x := &list[i%len(list)]
		var s State
		s.Play(&x.state, x.sq, x.flips)
		w.Value(&s, x.o&^x.flips, x.p|x.flips|1<<x.sq)
	}
}

// BenchmarkWeights converts a model to tables.
func BenchmarkWeights(b *testing.B) {
	m := randomModel(b, 10)
	for b.Loop() {
		if _, err := m.Weights(); err != nil {
			b.Fatal(err)
		}
	}
}
