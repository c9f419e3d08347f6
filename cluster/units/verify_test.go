package units

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/train/steps"
)

// lying is a site with a worker, the liar, that changes each unit before it runs it, so that its results are plausible
// and wrong. The honest worker starts after the first wrong result.
type lying struct {
	*site

	mu     sync.Mutex
	caught []string // messages about the quarantine
}

// newLying makes a site whose liar sets fields of the specification of each unit to 1.
func newLying(t *testing.T, kind string, fields ...string) *lying {
	t.Helper()
	l, lied := &lying{site: newSite(t)}, make(chan struct{})
	l.workerAfter(lied)
	var once sync.Once
	l.worker(handling(kind, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			defer once.Do(func() { close(lied) })
			spec := map[string]any{}
			d := json.NewDecoder(bytes.NewReader(task.Spec))
			d.UseNumber()
			err := d.Decode(&spec)
			for _, field := range fields {
				spec[field] = 1
			}
			if err == nil {
				task.Spec, err = json.Marshal(spec)
			}
			if err != nil {
				return nil, err
			}
			return h(ctx, task)
		}
	}), func(o *cluster.WorkerOptions) { o.Name = "liar" })
	return l
}

// options returns options with which all results are verified.
func (l *lying) options() Options {
	return Options{
		Client: l.client(), Identity: identity, Verify: 1, VerifyThreads: 2,
		Log: func(text string) {
			l.mu.Lock()
			defer l.mu.Unlock()
			if strings.Contains(text, "is quarantined") {
				l.caught = append(l.caught, text)
			}
		},
	}
}

// checkCaught checks that the liar, and no other worker, was quarantined.
func (l *lying) checkCaught() {
	l.t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.caught) != 1 || !strings.HasPrefix(l.caught[0], "worker liar is quarantined") {
		l.t.Errorf("messages %q, want one about the quarantine of liar", l.caught)
	}
}

// TestMatchVerifies checks that the games of a worker that plays other games are discarded, and that the SPRT stops at
// the same pair.
func TestMatchVerifies(t *testing.T) {
	t.Parallel()
	described := match.Tournament{
		Players: []string{"kaeshi:level=1", "random"}, Games: 100, Openings: "balanced:20", Seed: 5,
		SPRT: "elo0=0,elo1=200", Adjudicate: "empties:12", Concurrency: 1,
	}
	want := playTournament(t, described, func(_ *match.Event, run func() error) error { return run() })
	described.Concurrency = 4
	l := newLying(t, kindMatch, "black_seed", "white_seed")
	runs := 0
	got := playTournament(t, described, func(event *match.Event, run func() error) error {
		return Match(l.ctx, l.options(), event, func() error { runs++; return run() })
	})
	if diff := got.differs(want); diff != "" {
		t.Errorf("the games differ (-local +cluster):\n%s", diff)
	}
	wanted, found := want.event.Standings().Head.SPRT, got.event.Standings().Head.SPRT
	if diff := cmp.Diff(wanted, found); diff != "" {
		t.Errorf("the SPRT differs (-local +cluster):\n%s", diff)
	}
	if runs != 1 {
		t.Errorf("the tournament was run and stored %d times, want once", runs)
	}
	l.checkCaught()
}

// TestAnalyzeVerifies checks that the documents of a worker that judges at another level are discarded.
func TestAnalyzeVerifies(t *testing.T) {
	t.Parallel()
	games := randomGames(t, 6)
	here, want := analyzing(t)
	if err := here.Games(t.Context(), games); err != nil {
		t.Fatal(err)
	}
	l := newLying(t, kindAnalyze, "level")
	there, got := analyzing(t)
	err := Analyze(l.ctx, l.options(), there, "test", func() error { return there.Games(l.ctx, games) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want(), got()); diff != "" {
		t.Errorf("the documents differ (-local +cluster):\n%s", diff)
	}
	l.checkCaught()
}

// TestTrainVerifies checks that the games of a worker that plays other games are discarded.
func TestTrainVerifies(t *testing.T) {
	t.Parallel()
	want := trained(t, playing(70))
	l, dir, counted := newLying(t, kindTrain, "first"), t.TempDir(), 0
	run := steps.Run{
		Remote:   Train(l.options()),
		Progress: func(_ string, done, _ int) { counted = done },
	}
	if err := playing(70)(l.ctx, run, dir); err != nil {
		t.Fatal(err)
	}
	checkTrained(t, dir, want)
	if counted != 70 {
		t.Errorf("the progress ends with %d games, want 70", counted)
	}
	l.checkCaught()
}

// TestUnverifiable checks that games and reviews that cannot be repeated with the same result are refused before any
// unit is sent.
func TestUnverifiable(t *testing.T) {
	t.Parallel()
	plain := match.Tournament{Players: []string{"kaeshi:level=2", "random"}, Time: "nodes:1000"}
	for want, change := range map[string]func(*match.Tournament){
		"":               func(*match.Tournament) {},
		`time "5m+3s"`:   func(t *match.Tournament) { t.Time = "5m+3s" },
		`time "1s/move"`: func(t *match.Tournament) { t.Time = "1s/move" },
		"omit time":      func(t *match.Tournament) { t.Players = []string{"random", "kaeshi:time=1s"} },
		"omit average": func(t *match.Tournament) {
			t.Players = []string{"random", "kaeshi:average=1s"}
		},
		"omit threads": func(t *match.Tournament) {
			t.Players = []string{"random", "kaeshi:threads=2"}
		},
		`player "engine:edax"`: func(t *match.Tournament) { t.Players = []string{"random", "engine:edax"} },
	} {
		described := plain
		change(&described)
		err := CheckVerifiable(described)
		if want == "" {
			if err != nil {
				t.Errorf("%+v: %v", described, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want an error with %q", described, err, want)
		}
	}
	effort, err := analysis.ForTime(time.Second)
	if err != nil {
		t.Fatal(err)
	}
	err = Analyze(t.Context(), Options{Verify: 0.1}, &analysis.Run{Effort: effort}, "", nil)
	if refused := (*UnverifiableError)(nil); !errors.As(err, &refused) {
		t.Errorf("a review with a time limit: error %v, want that it cannot be verified", err)
	}
}
