package units

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/train"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

const shippedWeights = "../../eval/weights.bin"

// trainingStep runs a step of a training into dir.
type trainingStep func(ctx context.Context, run steps.Run, dir string) error

// playing plays games in files of 30, each of which has three parts.
func playing(games int) trainingStep {
	s := play.Wild(games, 3)
	s.Depth, s.Shard, s.Lines, s.RandomMin, s.RandomMost = 4, 30, 8, 42, 48
	return func(ctx context.Context, run steps.Run, dir string) error { return play.Games(ctx, run, dir, s, "") }
}

// labelling judges the games of dir.
func labelling(ctx context.Context, run steps.Run, dir string) error {
	return train.Run{Run: run}.Label(ctx, dir, []string{dir}, train.LabelSettings{Depth: 6}, "")
}

func outcomes(starts ...string) trainingStep {
	s := train.OutcomeSettings{
		Games: 40, Seed: 3, RandomMin: 30, RandomMost: 36, Even: 20, Lines: 3, Depth: 2, Confidence: 73, Exact: 9,
		From: 18, Shard: 33, Starts: starts,
	}
	return func(ctx context.Context, run steps.Run, dir string) error {
		return train.Run{Run: run}.Outcomes(ctx, dir, s, shippedWeights)
	}
}

// contents returns the files of a folder by their paths.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// trained runs steps on this machine and returns their files.
func trained(t *testing.T, list ...trainingStep) map[string]string {
	t.Helper()
	dir := t.TempDir()
	for _, step := range list {
		if err := step(t.Context(), steps.Run{Threads: 2}, dir); err != nil {
			t.Fatal(err)
		}
	}
	return contents(t, dir)
}

// checkTrained compares the files of a folder with those of a local run.
func checkTrained(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, contents(t, dir)); diff != "" {
		t.Errorf("the files differ (-local +cluster):\n%s", diff)
	}
}

// TestTrain checks that the files and the manifests of steps equal those of one machine.
func TestTrain(t *testing.T) {
	t.Parallel()
	starts := outcomes("../../record/wthor/testdata/KAESHI.wtb")
	list := []trainingStep{playing(70), labelling, outcomes(), starts}
	for i, one := range [][]trainingStep{list[:2], list[2:3], list[3:]} {
		if i > 0 && testing.Short() {
			break
		}
		want := trained(t, one...)
		s := newSite(t)
		s.worker()
		s.worker()
		dir, counted := t.TempDir(), 0
		run := steps.Run{
			Remote:   Train(Options{Client: s.client(), Identity: identity}),
			Progress: func(_ string, done, _ int) { counted = done },
		}
		for _, step := range one {
			if err := step(s.ctx, run, dir); err != nil {
				t.Fatal(err)
			}
		}
		checkTrained(t, dir, want)
		if games := []int{70, 40, 40}[i]; counted != games {
			t.Errorf("the progress ends with %d games, want %d", counted, games)
		}
	}
}

// TestTrainContinues checks that a step that was stopped continues with the missing parts, and that more games can be
// added.
func TestTrainContinues(t *testing.T) {
	t.Parallel()
	want := trained(t, playing(90))
	s := newSite(t)
	var runs atomic.Int64
	s.worker(handling(kindTrain, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			result, err := h(ctx, task)
			if err == nil {
				runs.Add(1)
			}
			return result, err
		}
	}))
	dir := t.TempDir()
	run := steps.Run{Remote: Train(Options{Client: s.client(), Identity: identity})}
	ctx, stop := context.WithCancel(s.ctx)
	stopped := run
	stopped.Progress = func(_ string, done, _ int) {
		if done >= 20 {
			stop()
		}
	}
	if err := playing(60)(ctx, stopped, dir); !errors.Is(err, context.Canceled) {
		t.Fatalf("the stopped run ended with the error %v, want context.Canceled", err)
	}
	for _, games := range []int{60, 90} {
		if err := playing(games)(s.ctx, run, dir); err != nil {
			t.Fatal(err)
		}
	}
	checkTrained(t, dir, want)
	if n := runs.Load(); n < 9 || n > 10 { // a part that ends as the second run starts may run twice
		t.Errorf("%d parts were computed, want the 9 of 90 games and at most one twice", n)
	}
}

// TestTrainFails checks that a part that always fails prevents only the file that contains it, and that the next run
// tries the part again.
func TestTrainFails(t *testing.T) {
	t.Parallel()
	want := trained(t, playing(60))
	s := newSite(t)
	var mended atomic.Bool
	s.worker(handling(kindTrain, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			var spec trainSpec
			if err := json.Unmarshal(task.Spec, &spec); err != nil {
				return nil, err
			}
			if spec.First == 0 && !mended.Load() {
				return nil, errors.New("no luck")
			}
			return h(ctx, task)
		}
	}))
	dir := t.TempDir()
	run := steps.Run{Remote: Train(Options{Client: s.client(), Identity: identity})}
	err := playing(60)(s.ctx, run, dir)
	if letter := (*cluster.DeadLetter)(nil); !errors.As(err, &letter) || letter.Reason != "no luck" {
		t.Fatalf("a step with a failing part ended with the error %v, want a *cluster.DeadLetter", err)
	}
	files := contents(t, dir)
	if len(files) != 1 || files["games/00001.games"] != want["games/00001.games"] {
		t.Errorf("%d files after a part of the first file failed, want only the second", len(files))
	}
	mended.Store(true)
	if err := playing(60)(s.ctx, run, dir); err != nil {
		t.Fatal(err)
	}
	checkTrained(t, dir, want)
}
