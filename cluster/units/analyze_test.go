package units

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// randomGames returns n games of random moves.
func randomGames(t *testing.T, n int) func(yield func(analysis.Entry) bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	var entries []analysis.Entry
	for i := range n {
		g := &record.Game{Start: othello.Start(othello.Size6, othello.Usual), Black: "a", White: "b"}
		for p := g.Position(); !p.Over(); p = g.Position() {
			m := othello.Pass
			for !p.MustPass() && p.Check(m) != nil {
				m = othello.Square(r.IntN(64))
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		entries = append(entries, analysis.Entry{File: "games", Number: i + 1, Game: g})
	}
	return func(yield func(analysis.Entry) bool) {
		for _, e := range entries {
			if !yield(e) {
				return
			}
		}
	}
}

// analyzing returns a run, and a function that returns the documents of the run without times.
func analyzing(t *testing.T) (run *analysis.Run, documents func() string) {
	t.Helper()
	effort, err := analysis.AtLevel(2)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	return &analysis.Run{
		Effort: effort, Marks: analysis.UsualMarks(), Options: search.Options{Threads: 1},
		OnGame: func(d *analysis.Game) error {
			d.Seconds = 0
			return json.NewEncoder(&b).Encode(d)
		},
		OnBad: func(err error) { t.Errorf("OnBad(%v), want no bad game", err) },
	}, b.String
}

// TestAnalyze checks that the reviews equal those of one machine, and are in the same order.
func TestAnalyze(t *testing.T) {
	t.Parallel()
	games := randomGames(t, 8)
	here, want := analyzing(t)
	if err := here.Games(t.Context(), games); err != nil {
		t.Fatal(err)
	}
	s := newSite(t)
	for range 2 {
		s.worker()
	}
	there, got := analyzing(t)
	err := Analyze(s.ctx, Options{Client: s.client(), Identity: identity}, there, "test", func() error {
		return there.Games(s.ctx, games)
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want(), got()); diff != "" {
		t.Errorf("the documents differ (-local +cluster):\n%s", diff)
	}
}
