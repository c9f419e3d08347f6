package probcut

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"go/format"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// learnedWeights returns the weights embedded in the program.
func learnedWeights(t *testing.T) *eval.Weights {
	t.Helper()
	w, err := eval.Learned()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// tinyGames returns the settings of a few games with all kinds of positions.
func tinyGames() play.Settings {
	s := play.Wild(45, 3)
	s.Lines, s.Depth, s.NoiseMost, s.Last, s.Shard = 2, 2, 4, 6, 20
	return s
}

func tinyCuts() Settings {
	return Settings{Positions: 50, Seed: 5, Least: 9, Most: 41, Step: 4, Depth: 5, Exact: 17, Within: 64, Shard: 15}
}

// folderOf returns the contents of the files of a folder by name.
func folderOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range list {
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = string(text)
	}
	return files
}

// TestProbCutDoesNotDependOnThreads checks that every file is identical with any number of threads, after an
// interruption, and after adding samples.
func TestProbCutDoesNotDependOnThreads(t *testing.T) {
	s, one, four := tinyCuts(), t.TempDir(), t.TempDir()
	report, err := (Job{Run: steps.Run{Threads: 1}, Dir: one}).Measure(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if report.Positions+report.Missing != s.Positions {
		t.Errorf("%d positions and %d missing, want %d and none", report.Positions, report.Missing, s.Positions)
	}
	if report.Used != report.Positions {
		t.Errorf("%d of %d positions used, want all", report.Used, report.Positions)
	}
	if report.Middle == nil {
		t.Error("the report has no fit of the middle game")
	}
	if report.Ending == nil {
		t.Error("the report has no fit of the ending")
	}
	fewer := s
	fewer.Positions = 45
	if _, err := (Job{Run: steps.Run{Threads: 1}, Dir: four}).Measure(t.Context(), fewer); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopping := Job{Dir: four, Run: steps.Run{Threads: 2, Progress: func(_ string, done, _ int) {
		if done > 46 {
			cancel()
		}
	}}}
	if _, err := stopping.Measure(ctx, s); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted run: error %v, want context.Canceled", err)
	}
	if _, err := (Job{Run: steps.Run{Threads: 4}, Dir: four}).Measure(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	a, b := folderOf(t, filepath.Join(one, "probcut")), folderOf(t, filepath.Join(four, "probcut"))
	if len(a) != 4+4 || len(b) != len(a) {
		t.Errorf("%d and %d files, want 8 each", len(a), len(b))
	}
	for name := range a {
		if a[name] != b[name] {
			t.Errorf("%s depends on the number of threads or on the interruption", name)
		}
	}
	var m steps.Manifest
	if err := json.Unmarshal([]byte(a["probcut.json"]), &m); err != nil {
		t.Fatal(err)
	}
	type counts struct {
		Step             string
		Positions, Files int
	}
	want, got := counts{"probcut", report.Positions, 7}, counts{m.Step, m.Counts["positions"], len(m.Files)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the manifest (-want +got):\n%s", diff)
	}
}

// TestCutSamplesAreSearches checks that each value is that of a separate search, and that exact values are final
// results.
func TestCutSamplesAreSearches(t *testing.T) {
	s := tinyCuts()
	c, exact := newCutter(s, nil, learnedWeights(t)), 0
	for number := range 18 {
		sample, err := c.sample(t.Context(), number)
		if err != nil {
			t.Fatal(err)
		}
		p := positionOf(t, c, number, sample.Empties)
		if want := min(s.Depth, sample.Empties-1) + 1; len(sample.Values) != want || sample.Empties != 9+number%9*4 {
			t.Fatalf("sample %d: %+v, want %d values and %d empty squares", number, sample, want, 9+number%9*4)
		}
		e := search.New(search.Options{HashBytes: 1 << 20, Without: search.Leaves})
		for depth, value := range sample.Values {
			want := learnedWeights(t).Evaluate(p.Mover, p.Other)
			if depth > 0 {
				r, err := e.Search(t.Context(), p, search.Limits{Depth: depth, Confidence: 100}, nil)
				if err != nil {
					t.Fatal(err)
				}
				want = int(math.Round(r.Score.Discs() * eval.Disc))
			}
			if int(value) != want {
				t.Errorf("sample %d, depth %d: value %d, want %d", number, depth, value, want)
			}
		}
		if (sample.Exact != NoExact) != (sample.Empties <= s.Exact) {
			t.Errorf("sample %d with %d empty squares: exact value %d, want one up to %d empty squares", number,
				sample.Empties,
				sample.Exact, s.Exact)
		}
		if sample.Exact != NoExact {
			exact++
			if r, err := e.Solve(t.Context(), p); err != nil || int(r.Score)*eval.Disc != int(sample.Exact) {
				t.Errorf("sample %d: exact value %d, want %v discs; error %v", number, sample.Exact, r.Score, err)
			}
		}
	}
	if exact != 6 {
		t.Errorf("%d samples have exact values, want 6", exact)
	}
}

// positionOf returns the position of a sample.
func positionOf(t *testing.T, c *cutter, number, empties int) othello.Position {
	t.Helper()
	for try := range tries {
		if p, ok := c.player.Position(rand.New(rand.NewPCG(c.settings.Seed, uint64(number*tries+try))), empties); ok {
			if p.Empties() != empties || p.Legal() == 0 {
				t.Fatalf("position %d: %v", number, p)
			}
			return p
		}
	}
	t.Fatalf("no position for sample %d", number)
	return othello.Position{}
}

// TestProbCutTakesGames checks that positions of existing games are used, and that other games give other samples.
func TestProbCutTakesGames(t *testing.T) {
	dir, s := t.TempDir(), tinyCuts()
	ofGames := Job{Run: steps.Run{Threads: 2}, Dir: dir, From: []string{dir}, Lang: lang.Japanese}
	if _, err := ofGames.Measure(t.Context(), s); err == nil ||
		!strings.Contains(err.Error(), "run train games first") {
		t.Errorf("without games: error %v, want one about them", err)
	}
	if err := play.Games(t.Context(), ofGames.Run, dir, tinyGames(), ""); err != nil {
		t.Fatal(err)
	}
	report, err := ofGames.Measure(t.Context(), s)
	if err != nil || report.Used < 30 {
		t.Fatalf("report %+v, want at least 30 positions used; error %v", report, err)
	}
	if svg := folderOf(t, filepath.Join(dir, "probcut"))["ending.svg"]; !strings.Contains(svg, "終局まで") {
		t.Errorf("the plot is not in Japanese: %.200s", svg)
	}
	if _, err := (Job{Dir: dir}).Measure(t.Context(), s); err == nil ||
		!strings.Contains(err.Error(), "other settings or from other data") {
		t.Errorf("without the games of the samples: error %v, want one about them", err)
	}
}

// TestProbCutErrors checks the errors of wrong settings, files and data.
func TestProbCutErrors(t *testing.T) {
	dir := t.TempDir()
	run := steps.Run{Threads: 1}
	with := func(change func(*Settings)) error {
		s := tinyCuts()
		change(&s)
		_, err := Job{Run: run, Dir: t.TempDir()}.Measure(t.Context(), s)
		return err
	}
	if _, err := (Job{Run: run, Dir: dir}).Measure(t.Context(), tinyCuts()); err != nil {
		t.Fatal(err)
	}
	again := func(change func(*Settings)) error {
		s := tinyCuts()
		change(&s)
		_, err := Job{Run: run, Dir: dir}.Measure(t.Context(), s)
		return err
	}
	_, noWeights := Job{Run: run, Dir: dir, Weights: filepath.Join(dir, "none")}.Measure(t.Context(), tinyCuts())
	for want, err := range map[string]error{
		"0 positions":                       with(func(s *Settings) { s.Positions = 0 }),
		"4 to 41 empty squares":             with(func(s *Settings) { s.Least = 4 }),
		"9 to 57 empty squares":             with(func(s *Settings) { s.Most = 57 }),
		"every 0 empty squares":             with(func(s *Settings) { s.Step = 0 }),
		"depth 4: expected 5 to 20":         with(func(s *Settings) { s.Depth = 4 }),
		"exact from 27 empty":               with(func(s *Settings) { s.Exact = 27 }),
		"within 0 discs":                    with(func(s *Settings) { s.Within = 0 }),
		"0 samples in a file":               with(func(s *Settings) { s.Shard = 0 }),
		"too few differences, 5, for 5":     with(func(s *Settings) { s.Positions, s.Exact = 1, 0 }),
		"do not determine the coefficients": with(func(s *Settings) { s.Positions, s.Most = 40, 9 }),
		"no such file":                      noWeights,
		"other settings":                    again(func(s *Settings) { s.Seed++ }),
		"more than 30 positions":            again(func(s *Settings) { s.Positions = 30 }),
		"ends within a file":                again(func(s *Settings) { s.Positions = 55 }),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	if err := again(func(s *Settings) { s.Within = 50 }); err != nil {
		t.Errorf("another limit with the same samples: error %v, want none", err)
	}
}

// TestSpreadIsRecovered checks that the coefficients of a known deviation are recovered from differences drawn from
// it.
func TestSpreadIsRecovered(t *testing.T) {
	for name, known := range map[string]*spreadFit{
		"middle": {middleTerms(), []float64{6.7, -0.026, -0.25, -0.21, 0.5}},
		"ending": {endingTerms(), []float64{9, -1.4, -0.13, 0.65}},
	} {
		r := rand.New(rand.NewPCG(1, 2))
		var list []difference
		for i := range 40000 {
			d := difference{empties: 12 + 3*(i%14), deep: 3 + r.IntN(8), shallow: 0}
			d.shallow = r.IntN(d.deep)
			if name == "ending" {
				d.deep = toEnd
			}
			d.value = known.at(d.empties, d.deep, d.shallow) * r.NormFloat64()
			list = append(list, d)
		}
		found, err := fitSpread(known.terms, list)
		if err != nil {
			t.Fatal(err)
		}
		for empties := 13; empties <= 54; empties++ {
			for shallow := range 9 {
				d := difference{empties: empties, deep: 10, shallow: shallow}
				if name == "ending" {
					d.deep = toEnd
				}
				if a, b := known.at(d.empties, d.deep, d.shallow),
					found.at(d.empties, d.deep, d.shallow); math.Abs(math.Log(a/b)) > 0.04 {
					t.Errorf("%s: %+v: deviation %.1f, want %.1f", name, d, b, a)
				}
			}
		}
		fit := judgeFit(found, list)
		if math.Abs(fit.Mean) > 0.02 {
			t.Errorf("%s: mean %v, want -0.02 to 0.02", name, fit.Mean)
		}
		if fit.Residual > 0.1 {
			t.Errorf("%s: residual %v, want at most 0.1", name, fit.Residual)
		}
		if fit.Likelihood <= fit.Constant {
			t.Errorf("%s: likelihood %v, want more than %v, that of a constant", name, fit.Likelihood, fit.Constant)
		}
		if fit.Least <= 0 || fit.Greatest > 3000 {
			t.Errorf("%s: deviations from %v to %v, want above 0 to 3000", name, fit.Least, fit.Greatest)
		}
		for _, c := range fit.Coverage {
			if math.Abs(c.Share-c.Normal) > 0.01 || math.Abs(c.Above-c.Below) > 0.01 {
				t.Errorf("%s: coverage %+v, want shares within 0.01 of the normal distribution", name, c)
			}
		}
	}
}

// TestSpreadCells checks the numbers of a cell that were computed by hand.
func TestSpreadCells(t *testing.T) {
	f := &spreadFit{middleTerms(), []float64{math.Log(200), 0, 0, 0, 0}}
	list := []difference{{30, 4, 2, 300}, {33, 4, 2, -100}, {35, 4, 2, 500}, {36, 4, 2, 1}, {30, 4, 0, 0}}
	cells := cellsOf(f, list)
	if len(cells) != 2 {
		t.Fatalf("%d cells, want 2: %+v", len(cells), cells)
	}
	want := SpreadCell{
		From: 30, To: 35, Deep: 4, Shallow: 2, Differences: 3, Mean: 700.0 / 3, Deviation: math.Sqrt(350000.0 / 3),
		Robust: 444.78, Fitted: 200,
	}
	if diff := cmp.Diff(want, cells[0], cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("the first cell (-want +got):\n%s", diff)
	}
}

// TestFitErrors checks the errors of differences that cannot be fitted.
func TestFitErrors(t *testing.T) {
	same := slices.Repeat([]difference{{30, 4, 2, 0}}, 1000)
	one := slices.Repeat([]difference{{30, 4, 2, 100}}, 1000)
	for want, list := range map[string][]difference{
		"too few": same[:49], "never differ": same, "do not determine": one,
	} {
		if _, err := fitSpread(middleTerms(), list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// TestPrintedSpreadIsGoCode checks that the printed function is formatted Go code with the coefficients.
func TestPrintedSpreadIsGoCode(t *testing.T) {
	r := Report{
		Middle: &SpreadFit{Terms: []Term{{"", 6.7}, {"empties", -0.025}, {"math.Log(deep)", -0.25}}},
		Ending: &SpreadFit{Terms: []Term{{"", -1.25}, {"math.Log(shallow+1)", 1e-7}}},
	}
	text := strings.Join(r.code(), "\n")
	source := "package search\n" + text + "\n"
	if _, err := parser.ParseFile(token.NewFileSet(), "", source, 0); err != nil {
		t.Fatalf("the printed function is not Go: %v\n%s", err, source)
	}
	if written, err := format.Source([]byte(source)); err != nil || string(written) != source {
		t.Errorf("gofmt changes the printed function to %s, error %v", written, err)
	}
	for _, part := range []string{
		"\treturn 6.7 - float64(0.025*empties) - float64(0.25*math.Log(deep))\n",
		"\t\treturn -1.25 + float64(1e-07*math.Log(shallow+1))\n",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%s, want %q in it", text, part)
		}
	}
}

// FuzzCuts checks that the reader does not panic, and that accepted contents are written back unchanged.
func FuzzCuts(f *testing.F) {
	a := Sample{Empties: 30, Values: []int16{100, -200, 6400}, Exact: NoExact}
	b := Sample{Empties: 12, Exact: -1200}
	f.Add(b.appendCut(a.appendCut(nil)))
	f.Add([]byte{61, 0, 0, 0})
	f.Add([]byte{12, 3, 0, 0, 1})
	f.Fuzz(func(t *testing.T, contents []byte) {
		list, err := parseCuts(contents)
		if err != nil {
			return
		}
		var again []byte
		for i := range list {
			again = list[i].appendCut(again)
		}
		if !bytes.Equal(again, contents) {
			t.Errorf("%v is accepted and written back as %v", contents, again)
		}
	})
}

// TestGamesOfTheLab checks that positions can come from files of package games.
func TestGamesOfTheLab(t *testing.T) {
	dir, m := t.TempDir(), play.New(tinyGames(), nil)
	f, err := games.Create(filepath.Join(dir, "a.games"), games.Header{Kind: "a"})
	if err != nil {
		t.Fatal(err)
	}
	var want []games.Game
	for number := range 8 {
		lines, err := m.Play(t.Context(), number)
		if err = errors.Join(err, f.Write(lines)); err != nil {
			t.Fatal(err)
		}
		want = append(want, lines...)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	played, _, err := cutGames([]string{dir})
	if d := cmp.Diff(want, played); d != "" || err != nil {
		t.Error(d, err)
	}
}
