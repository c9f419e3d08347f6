package train

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/steps"
)

func fewOutcomes() OutcomeSettings {
	return OutcomeSettings{
		Games: 9, Seed: 3, RandomMin: 30, RandomMost: 36, Even: 20, Lines: 3, Depth: 2,
		Confidence: 73, Exact: 9, From: 18, Shard: 3,
	}
}

// TestOutcomes checks that the files do not depend on the threads, that more games can be added, that positions are
// within the settings, and that solved positions have the right values.
func TestOutcomes(t *testing.T) {
	weights := quickWeights(t)
	dir := harvestTwice(t, "outcomes", 6, 9, func(dir string, threads, games int) error {
		s := fewOutcomes()
		s.Games = games
		return (Run{steps.Run{Threads: threads}}).Outcomes(t.Context(), dir, s, weights)
	})
	list, check, files, err := harvested([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 3 {
		t.Fatalf("%d files, want 3: %v", len(files), files)
	}
	if len(list) < 50 {
		t.Fatalf("%d training positions, want at least 50", len(list))
	}
	if len(check) == 0 || len(check) > len(list) { // every eighth game is for validation
		t.Fatalf("%d validation positions, want 1 to %d", len(check), len(list))
	}
	e, solved := search.New(search.Options{HashBytes: 1 << 16}), 0
	for _, x := range list {
		if x.empties() > 18 || x.want != float32(int(x.want)) {
			t.Errorf("%016x %016x has %d empty squares and the value %v, want both within the settings", x.p, x.o,
				x.empties(), x.want)
		}
		if x.empties() > 9 {
			continue
		}
		solved++
		r, err := e.Solve(t.Context(),
			othello.Position{Mover: x.p, Other: x.o, Size: othello.Size8, Turn: othello.Black})
		if err != nil || float32(r.Score) != x.want {
			t.Errorf("%016x %016x: stored value %v, want %v, the exact score; error %v", x.p, x.o, x.want, r.Score, err)
		}
	}
	if solved == 0 || solved == len(list) {
		t.Errorf("%d of %d positions are solved, want some and not all", solved, len(list))
	}
}

// TestTunedSums checks that the weights of the selected phases with positions are trained regardless of the threads,
// that the others do not change, and that the network learns the remaining errors.
func TestTunedSums(t *testing.T) {
	m, games := quickNetwork(t), 4
	if !testing.Short() {
		m, games = somePhases(t, 1, 2, 4, 6), 24 // phases from 0, 12, 16 and 20 empty squares
	}
	dir, from := t.TempDir(), t.TempDir()
	s := fewOutcomes()
	s.Games = games
	if err := (Run{steps.Run{Threads: 2}}).Outcomes(t.Context(), from, s, quickWeights(t)); err != nil {
		t.Fatal(err)
	}
	for i := range m.Phases {
		m.Phases[i][eval.Tempo(14)] += int16(600 / m.Step) // an error of six discs at 14 empty squares
	}
	start := filepath.Join(dir, "start.bin")
	if err := writeModel(start, m); err != nil {
		t.Fatal(err)
	}
	var made [][]byte
	for _, threads := range []int{1, 2} {
		tune := TuneSettings{From: 25, Epochs: 2, Rate: 0.1, SumRate: 1, SumTo: 12, Seed: 1}
		if err := (Run{steps.Run{Threads: threads}}).Tune(t.Context(), dir, []string{from}, tune, start); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(filepath.Join(dir, NetworkName))
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, file)
	}
	if !bytes.Equal(made[0], made[1]) {
		t.Error("the weights depend on the number of threads")
	}
	tuned, _, err := readModel(filepath.Join(dir, NetworkName))
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Phases {
		same, own := slices.Equal(m.Phases[i], tuned.Phases[i]), i >= int(m.PhaseOf[12]) && i <= int(m.PhaseOf[18])
		if same == own {
			t.Errorf("phase %d: unchanged %t, want changed weights only if it has positions: %t", i, same, own)
		}
	}
	phase := m.PhaseOf[14]
	if was, is := m.Phases[phase][eval.Tempo(14)], tuned.Phases[phase][eval.Tempo(14)]; is >= was {
		t.Errorf("at 14 empty squares, the error is %d steps after the training, want less than %d", is, was)
	}
	if err := (Run{steps.Run{Threads: 1}}).Tune(t.Context(), dir, []string{from}, TuneSettings{
		From: 25, Epochs: 1,
		Rate: 1, SumRate: -1,
	}, start); err == nil || !strings.HasPrefix(err.Error(), "sum-rate -1: expected at least 0") {
		t.Errorf("error %v, want one about the negative rate", err)
	}
}

// TestLines checks that each move of a line is that of its search, that all positions of the line have its result as
// their value, and that side lines deviate from it.
func TestLines(t *testing.T) {
	s := fewOutcomes()
	s.From = 60
	m := newOutcomePlayer(s, nil, learnedWeights(t))
	m.random = rand.New(rand.NewPCG(5, 5))
	for range 5 {
		p := m.start(t.Context())
		o := m.line(t.Context(), p)
		at := p
		for _, x := range o.turns {
			if at.MustPass() {
				at = at.Play(othello.Pass)
			}
			if at != x.position {
				t.Fatalf("the next position of the line is\n%s\nwant\n%s", x.position.Diagram(), at.Diagram())
			}
			at = at.Play(x.move)
		}
		e := search.New(search.Options{HashBytes: 1 << 16})
		last := o.turns[len(o.turns)-1].position
		r, err := e.Solve(t.Context(), last)
		if err != nil {
			t.Fatal(err)
		}
		list := m.appendValues(nil, o)
		for i, x := range list {
			want := float32(r.Score)
			if o.turns[i].position.Turn != last.Turn {
				want = -want
			}
			if x.want != want {
				t.Errorf("position %d of %d: value %v, want %v", i, len(list), x.want, want)
			}
		}
		if side, ok := m.branch(o); ok && (side.Over() || side.Empties() >= p.Empties()) {
			t.Errorf("a side line starts at\n%s\nwant an unfinished position after the start", side.Diagram())
		}
	}
	m.settings.From = 12
	if list := m.appendValues(nil, m.line(t.Context(), m.start(t.Context()))); len(list) > 4 {
		t.Errorf("%d positions from 12 to 9 empty squares, want at most 4", len(list))
	}
}

// TestOutcomesFromGames checks that games start with the moves of the given files, reproducibly, and that the contents
// of these files are part of the fingerprint.
func TestOutcomesFromGames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	const games = "../record/wthor/testdata/KAESHI.wtb"
	s := fewOutcomes()
	s.Starts, s.Even = []string{games}, 64
	starts, err := readStarts(s.Starts, s.RandomMost)
	if err != nil || len(starts) == 0 {
		t.Fatalf("%d games, error %v", len(starts), err)
	}
	m, known := newOutcomePlayer(s, starts, learnedWeights(t)), map[othello.Position]bool{}
	for _, o := range starts {
		for ply := s.RandomMin; ply <= s.RandomMost; ply++ {
			known[o.after(ply)] = true
		}
	}
	m.random = rand.New(rand.NewPCG(5, 5))
	for range 20 {
		if p := m.start(t.Context()); !known[p] {
			t.Errorf("the start\n%v\nis not a position of the given games", p)
		}
	}
	dir := harvestTwice(t, "outcomes", 6, 9, func(dir string, threads, games int) error {
		s := s
		s.Games = games
		return (Run{steps.Run{Threads: threads}}).Outcomes(t.Context(), dir, s, shippedWeights)
	})
	text, err := os.ReadFile(filepath.Join(dir, "outcomes", "outcomes.json"))
	if err != nil || !strings.Contains(string(text), filepath.Base(games)) {
		t.Errorf("the manifest does not contain the games, error %v", err)
	}
	s.Starts = nil
	if err := (Run{steps.Run{Threads: 1}}).Outcomes(t.Context(), dir, s, shippedWeights); err == nil {
		t.Error("Outcomes with other starts succeeded in the same folder, want an error")
	}
}

func TestWrongStarts(t *testing.T) {
	short := filepath.Join(t.TempDir(), "short.txt")
	if err := os.WriteFile(short, []byte("F5D6C3D3C4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		short:           "no game in the files (1) has 36 plies",
		short + ".gone": "no such file", shippedWeights: shippedWeights,
	} {
		s := fewOutcomes()
		s.Starts = []string{file}
		if err := (Run{steps.Run{Threads: 1}}).Outcomes(t.Context(), t.TempDir(), s, shippedWeights); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestOutcomesAreInterrupted(t *testing.T) {
	weights := quickWeights(t)
	testInterrupted(t, "outcomes", func(ctx context.Context, r Run, dir string) error {
		return r.Outcomes(ctx, dir, fewOutcomes(), weights)
	})
}

func TestWrongOutcomeSettings(t *testing.T) {
	testSettings(t, fewOutcomes, map[string]func(s *OutcomeSettings){
		"0 games":                   func(s *OutcomeSettings) { s.Games = 0 },
		"50 random moves":           func(s *OutcomeSettings) { s.RandomMost = 50 },
		"within 0 discs":            func(s *OutcomeSettings) { s.Even = 0 },
		"0 lines":                   func(s *OutcomeSettings) { s.Lines = 0 },
		"look 2 plies ahead at 0 %": func(s *OutcomeSettings) { s.Confidence = 0 },
		"solved at 30":              func(s *OutcomeSettings) { s.Exact = 30 },
	}, func(r Run, s OutcomeSettings, weights string) error {
		return r.Outcomes(t.Context(), t.TempDir(), s, weights)
	})
}
