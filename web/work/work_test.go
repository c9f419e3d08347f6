package work

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/store"
)

func TestMain(m *testing.M) {
	if _, err := eval.Learned(); err != nil { // loaded before the tests: it takes seconds with the race detector
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// scheduler returns a scheduler that the test closes at its end.
func scheduler(t *testing.T, log *slog.Logger) *Scheduler {
	t.Helper()
	s := NewScheduler(Options{
		Players: player.Makers{{Name: "random", Usage: "random", New: player.NewRandom}}.New, MaxThink: time.Minute,
		Thinking: 2, Logger: log,
	})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func database(t *testing.T) *store.Store {
	t.Helper()
	kept, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	return kept
}

// look analyses a position and returns the first and the last progress.
func look(t *testing.T, a *Analyses, text string, l search.Limits) (first, last AnalysisProgress) {
	t.Helper()
	p, err := othello.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	ticket, err := a.scheduler.Analyses.Join("")
	if err != nil {
		t.Fatal(err)
	}
	defer ticket.Leave()
	reports := 0
	last, _, err = a.Run(t.Context(), ticket, AnalysisRequest{Position: p, Limits: l, Lines: 1},
		func(now AnalysisProgress) error {
			if reports++; reports == 1 {
				first = now
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return first, last
}

// TestAnalysisRecallsOwnWeights checks that results of other or unknown weights are returned only if they are proven.
func TestAnalysisRecallsOwnWeights(t *testing.T) {
	a := NewAnalyses(scheduler(t, slog.New(slog.DiscardHandler)), database(t))
	const middle = "------------------X--------XX------OXX-----O-------------------- O"
	const ending = "OOOOOOXXOOOOOXXXOOOOXXXXOOOXXXXXOOXXXXXXOXXXXXXXXXXXXXX-XXXXXX-- X"
	thought, proven := search.Limits{Depth: 8}, search.LevelLimits(10, 0)
	own := a.weights
	if _, last := look(t, a, middle, thought); last.Stored || last.Known.Proven() {
		t.Fatalf("first analysis: %+v, want an unproven new result", last)
	}
	if _, last := look(t, a, ending, proven); last.Stored || !last.Known.Proven() {
		t.Fatalf("first analysis: %+v, want a proven new result", last)
	}
	for _, others := range []string{"others", ""} {
		a.weights = func() (string, error) { return others, nil }
		if first, last := look(t, a, middle, thought); first.Stored || last.Stored {
			t.Errorf("with the weights %q: %+v, want no stored result, because it is unproven", others, last)
		}
		if _, last := look(t, a, ending, proven); !last.Stored {
			t.Errorf("with the weights %q: %+v, want the stored proven result", others, last)
		}
		a.weights = own
		if _, last := look(t, a, middle, thought); last.Stored {
			t.Errorf("%+v, want no stored result, because that of the weights %q is unproven", last, others)
		}
	}
}

// TestRecallReportsFailures checks that errors of the store are logged, unless the client has disconnected.
func TestRecallReportsFailures(t *testing.T) {
	for name, test := range map[string]struct {
		left, closed bool
		logged       int
	}{"no error": {}, "the client has left": {left: true}, "the store fails": {closed: true, logged: 1}} {
		kept := database(t)
		ctx, leave := context.WithCancel(t.Context())
		if test.left {
			leave()
		}
		if test.closed {
			_ = kept.Close()
		}
		log := &strings.Builder{}
		NewAnalyses(scheduler(t, slog.New(slog.NewTextHandler(log, nil))), kept).stored(ctx,
			othello.Start(othello.Size8, othello.Usual))
		if n := strings.Count(log.String(), "recalling an analysis"); n != test.logged {
			t.Errorf("%s: %d log entries, want %d: %s", name, n, test.logged, log)
		}
		leave()
	}
}

// TestJobCancelledBeforeItBegins checks that a job that is cancelled just before it begins does not run.
func TestJobCancelledBeforeItBegins(t *testing.T) {
	for name, kept := range map[string]JobStore{"database": database(t), "memory": store.NewJobsInMemory()} {
		t.Run(name, func(t *testing.T) {
			jobs := NewJobs(scheduler(t, slog.New(slog.DiscardHandler)), kept,
				func(moves string) (*record.Game, error) {
					return transcript.Parse(othello.Start(othello.Size8, othello.Usual), moves)
				})
			row, _, err := kept.AddJob(t.Context(),
				store.Job{ID: "between-0001", Kind: "review", Game: "f5d6", Level: 60, Total: 2})
			if err != nil {
				t.Fatal(err)
			}
			if err := jobs.Drop(t.Context(), row); err != nil {
				t.Fatal(err)
			}
			if err := jobs.do(row); err != nil {
				t.Fatal(err)
			}
			now, err := jobs.Job(t.Context(), row.ID)
			if err != nil {
				t.Fatal(err)
			}
			want := now
			want.State, want.Started, want.Done = store.JobCancelled, time.Time{}, 0
			if diff := cmp.Diff(want, now); diff != "" {
				t.Errorf("job (-want +got):\n%s", diff)
			}
		})
	}
}
