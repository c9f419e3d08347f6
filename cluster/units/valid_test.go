package units

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// TestValid checks that the results of handlers are valid, and that parts of them and those of other units are not.
func TestValid(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	start := othello.Start(othello.Size8, othello.Usual)
	canonical := func(n int) string {
		p, _ := othellotest.Ending(r, othello.Size8, n).Canonical()
		return p.String()
	}
	settings := play.Wild(4, 3)
	settings.Depth, settings.RandomMin, settings.RandomMost, settings.Lines = 1, 46, 48, 1
	shown, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	game := match.Assignment{Black: "random", White: "random", Start: start.String(), Opening: "f5d6"}
	other := game
	other.Opening = "f5f6"
	for kind, specs := range map[string][2]any{
		kindSolve: {
			solveSpec{Position: canonical(6), Question: problems.Task{}, Hash: 1 << 16},
			solveSpec{Position: canonical(6), Question: problems.Task{}, Hash: 1 << 16},
		},
		kindMatch: {matchSpec{Assignment: game}, matchSpec{Assignment: other}},
		kindAnalyze: {
			analyzeSpec{Start: start.String(), Moves: []int{int(start.Moves()[0])}, Level: 1},
			analyzeSpec{Start: start.String(), Level: 1},
		},
		kindBook: {
			bookSpec{Level: 1, Hash: 1 << 16, Searches: []bookSearch{{Position: canonical(20)}}},
			bookSpec{Level: 1, Hash: 1 << 16},
		},
		kindTrain: {
			trainSpec{Part: steps.Part{Step: "games", Settings: shown, Games: 2}},
			trainSpec{Part: steps.Part{Step: "games", Settings: shown, Games: 1}},
		},
	} {
		var list [2]cluster.Unit
		for i, spec := range specs {
			text, err := json.Marshal(spec)
			if err != nil {
				t.Fatal(err)
			}
			list[i] = cluster.Unit{Kind: kind, Spec: text}
		}
		result, err := Handlers(1)[kind](t.Context(), cluster.Task{Spec: list[0].Spec})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if err := valid(list[0], result); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if valid(list[0], result[:len(result)-1]) == nil {
			t.Errorf("%s: a truncated result is valid", kind)
		}
		if valid(list[1], result) == nil {
			t.Errorf("%s: the result of another unit is valid", kind)
		}
	}
	if valid(cluster.Unit{Kind: "other"}, nil) == nil {
		t.Error("a result of an unknown kind is valid")
	}
}

// TestMalformedReviews checks that a worker with malformed results is quarantined although none is chosen for
// verification, and that the documents hold none of its results.
func TestMalformedReviews(t *testing.T) {
	t.Parallel()
	games := randomGames(t, 4)
	here, want := analyzing(t)
	if err := here.Games(t.Context(), games); err != nil {
		t.Fatal(err)
	}
	l, lied := &lying{site: newSite(t)}, make(chan struct{})
	l.workerAfter(lied)
	var once sync.Once
	l.worker(handling(kindAnalyze, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			defer once.Do(func() { close(lied) })
			result, err := h(ctx, task)
			return result[:len(result)/2], err
		}
	}), func(o *cluster.WorkerOptions) { o.Name = "liar" })
	there, got := analyzing(t)
	o := l.options()
	o.Verify = 1e-12 // malformed results only
	err := Analyze(l.ctx, o, there, "test", func() error { return there.Games(l.ctx, games) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want(), got()); diff != "" {
		t.Errorf("the documents differ (-local +cluster):\n%s", diff)
	}
	l.checkCaught()
	if len(l.caught) == 1 && !strings.Contains(l.caught[0], "malformed") {
		t.Errorf("message %q, want that a result is malformed", l.caught[0])
	}
}
