package train

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// everything runs a training of the tiny scale.
func everything(t *testing.T, dir string, threads int) Report {
	t.Helper()
	s, err := ScaleNamed("tiny", 1)
	if err != nil {
		t.Fatal(err)
	}
	report, err := (Run{steps.Run{Threads: threads, Command: "test"}}).All(t.Context(), dir, s)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestTrainingDoesNotDependOnThreads checks that every file of a training is identical with any number of threads.
func TestTrainingDoesNotDependOnThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	one, four := t.TempDir(), t.TempDir()
	report := everything(t, one, 1)
	everything(t, four, 4)
	count := 0
	err := filepath.WalkDir(one, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		count++
		name, err := filepath.Rel(one, path)
		if err != nil {
			return err
		}
		a, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(filepath.Join(four, name))
		if err != nil {
			return err
		}
		if string(a) != string(b) {
			t.Errorf("%s depends on the number of threads", name)
		}
		return nil
	})
	if err != nil || count < 40 {
		t.Errorf("%d files, want at least 40; error %v", count, err)
	}
	type counts struct{ Games, Learning, Tenfold int }
	got := counts{report.Games, len(report.Learning), len(report.Tenfold)}
	if diff := cmp.Diff(counts{Games: 4, Learning: 12, Tenfold: 4}, got); diff != "" {
		t.Errorf("the report (-want +got):\n%s", diff)
	}
	if len(report.Empties) < 40 {
		t.Errorf("the report has %d numbers of empty squares, want at least 40", len(report.Empties))
	}
	checkManifest(t, filepath.Join(one, "round-2"))
}

// checkManifest checks that the manifest describes the weights.
func checkManifest(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "weights.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m steps.Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	sum, err := steps.SumOf(filepath.Join(dir, WeightsName))
	if err != nil {
		t.Fatal(err)
	}
	size, err := os.Stat(filepath.Join(dir, WeightsName))
	if err != nil {
		t.Fatal(err)
	}
	want := steps.Manifest{
		Command: "test", Files: []steps.File{{Name: WeightsName, Bytes: size.Size(), SHA256: sum}},
	}
	if diff := cmp.Diff(want, steps.Manifest{Command: m.Command, Files: m.Files}); diff != "" {
		t.Errorf("the manifest (-want +got):\n%s", diff)
	}
	if len(m.Inputs) != 3 {
		t.Errorf("the manifest has %d inputs, want 3: %v", len(m.Inputs), m.Inputs)
	}
}

// TestTrainingResumes checks that a training that is interrupted repeatedly gives the same weights.
func TestTrainingResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	whole, broken := t.TempDir(), t.TempDir()
	everything(t, whole, 2)
	s, err := ScaleNamed("tiny", 1)
	if err != nil {
		t.Fatal(err)
	}
	interrupted := 0
	for most := 1; ; most++ {
		ctx, cancel := context.WithCancel(t.Context())
		last, seen := "", 0
		run := Run{steps.Run{Threads: 2, Progress: func(step string, _, _ int) {
			if step != last {
				last = step
				if seen++; seen > most {
					cancel()
				}
			}
		}}}
		_, err := run.All(ctx, broken, s)
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		interrupted++
	}
	if interrupted < 4 {
		t.Errorf("the training was interrupted %d times, want at least 4", interrupted)
	}
	a, err := steps.SumOf(filepath.Join(whole, "round-2", WeightsName))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := steps.SumOf(filepath.Join(broken, "round-2", WeightsName)); err != nil || a != b {
		t.Errorf("weights %s, want those of an uninterrupted run, %s; error %v", b, a, err)
	}
}

// TestStepErrors checks the errors of steps in an empty folder and with wrong settings.
func TestStepErrors(t *testing.T) {
	dir, run, fit := t.TempDir(), Run{steps.Run{Threads: 1}},
		FitSettings{First: 54, Last: 8, Plies: 2, Ridge: 1, Iterations: 1, Patience: 1}
	with := func(change func(*FitSettings)) error {
		s := fit
		change(&s)
		return run.Fit(t.Context(), dir, []string{dir}, s)
	}
	_, unreported := run.Report(t.Context(), dir, []string{dir}, ReportSettings{})
	_, wrongReport := run.Report(t.Context(), dir, []string{dir}, ReportSettings{Halvings: 99})
	_, noScale := ScaleNamed("huge", 1)
	damaged := filepath.Join(dir, "damaged")
	if err := os.WriteFile(damaged, []byte("kaeshi"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, err := range map[string]error{
		"run train games first":   run.Fit(t.Context(), dir, []string{dir}, fit),
		"no games in":             run.Label(t.Context(), dir, []string{dir}, LabelSettings{Depth: 1}, ""),
		"depth 0":                 run.Label(t.Context(), dir, []string{dir}, LabelSettings{}, ""),
		"not a weights file":      play.Games(t.Context(), run.Run, dir, tinyGames(), damaged),
		"no such file":            play.Games(t.Context(), run.Run, dir, tinyGames(), filepath.Join(dir, "none")),
		"train fit is incomplete": run.Pack(dir, WeightsName, PackSettings{Step: 4}),
		"weights.bin":             unreported,
		"99 halvings":             wrongReport,
		"tiny, small, full":       noScale,
		"phases of 0 moves":       with(func(s *FitSettings) { s.Plies = 0 }),
		"ridge 0":                 with(func(s *FitSettings) { s.Ridge = 0 }),
		"overlap of -1":           with(func(s *FitSettings) { s.Overlap = -1 }),
		"0 iterations":            with(func(s *FitSettings) { s.Iterations = 0 }),
		"looking 2 plies":         with(func(s *FitSettings) { s.Look = 2 }),
		"trust 2":                 with(func(s *FitSettings) { s.Trust = 2 }),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestLabelsOfOtherGamesAreRefused checks that labels of other games are refused.
func TestLabelsOfOtherGamesAreRefused(t *testing.T) {
	dir, run, s := t.TempDir(), Run{steps.Run{Threads: 1}}, tinyGames()
	if err := play.Games(t.Context(), run.Run, dir, s, ""); err != nil {
		t.Fatal(err)
	}
	if err := run.Label(t.Context(), dir, []string{dir}, LabelSettings{Depth: 1}, ""); err != nil {
		t.Fatal(err)
	}
	d, err := load(dir, []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for i, g := range d.games {
		for ply, x := range d.labels[i] {
			if known := x != noLabel; known != (ply >= g.Random && ply < g.Exact()) {
				t.Errorf("game %d, move %d: label %d", i, ply, x)
			} else if known {
				judged++
			}
		}
	}
	if judged < 300 {
		t.Errorf("%d positions are labelled, want at least 300", judged)
	}
	labels := filepath.Join(dir, "labels", "0")
	if err := os.Rename(steps.ShardPath(labels, 0, "labels"), steps.ShardPath(labels, 1, "labels")); err != nil {
		t.Fatal(err)
	}
	if _, err := load(dir, []string{dir}); err == nil {
		t.Error("labels of other games are accepted, want an error")
	}
	if err := run.Label(t.Context(), dir, []string{dir}, LabelSettings{Depth: 1}, ""); err == nil ||
		!strings.Contains(err.Error(), "other data") {
		t.Errorf("error %v, want one about other data", err)
	}
}

func TestChartsAreDrawn(t *testing.T) {
	report := Report{
		Empties:     []ErrorAt{{Empties: 10, MAE: 2, RMSE: 3}, {Empties: 40, MAE: 5, RMSE: 7}},
		Calibration: []Calibrated{{"ending", 50, -3, -2}, {"ending", 60, 3, 4}},
		Learning:    []Learned{{"ending", 100, 5}, {"ending", 200, 4}},
	}
	for _, l := range lang.All() {
		for name, c := range report.charts(l) {
			svg := c.SVG()
			if !strings.HasPrefix(svg, "<svg ") || !strings.HasSuffix(svg, "</svg>\n") {
				t.Errorf("%s is not one svg element: %s", name, svg)
			}
			for _, wrong := range []string{"NaN", "Inf"} {
				if strings.Contains(svg, wrong) {
					t.Errorf("%s contains %s: %s", name, wrong, svg)
				}
			}
			if strings.Count(svg, "<polyline") != len(c.Lines) {
				t.Errorf("%s: %d lines, want %d", name, strings.Count(svg, "<polyline"), len(c.Lines))
			}
		}
	}
}
