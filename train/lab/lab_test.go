package lab

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/solve"
	"github.com/kaeshi/kaeshi/train/games"
)

func learned(t *testing.T) *eval.Weights {
	t.Helper()
	w, err := eval.Learned()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestGames checks that lines are legal, that scores are those of the first exact values, and that exact values are
// those of the solver.
func TestGames(t *testing.T) {
	for _, k := range kinds(learned(t)) {
		p, solved := k.player(3), 0
		for number := range 2 {
			list, err := p.Play(t.Context(), number)
			if err != nil {
				t.Fatal(err)
			}
			for i := range list {
				g := &list[i]
				if err := g.Check(); err != nil {
					t.Error(err)
				}
				if g.Side != (i > 0) {
					t.Errorf("%s: line %d of a game: Side = %t, want %t", k.name, i, g.Side, i > 0)
				}
				solved += checkValues(t, g)
			}
		}
		if solved == 0 {
			t.Errorf("%s: no positions with at most 10 empty squares", k.name)
		}
	}
}

func checkValues(t *testing.T, g *games.Game) (solved int) {
	t.Helper()
	g.Between(g.Exact(), len(g.Moves), func(b games.Board, ply int) {
		value := int(g.Values[ply-g.Exact()])
		score := value
		if b.Position().Turn != othello.Black {
			score = -value
		}
		if ply == g.Exact() && g.Score != score {
			t.Errorf("score %d, want %d, the first value for Black", g.Score, score)
		}
		if b.Empties() > 10 {
			return
		}
		solved++
		if want, err := solve.Score(t.Context(), b.Position()); err != nil || othello.Score(value) != want {
			t.Errorf("%v has the value %d, want %v; error %v", b.Position(), value, want, err)
		}
	})
	return solved
}

// TestRunResumes stops a run, truncates its file and continues. It checks that the games are those of a single run.
func TestRunResumes(t *testing.T) {
	l := Lab{Dir: t.TempDir(), Threads: 2, Weights: learned(t), Games: 3}
	run := func() {
		t.Helper()
		if err := l.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	run()
	path := filepath.Join(l.Dir, "sound-0001.games")
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file[:len(file)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	run()
	again, err := os.ReadFile(path)
	if err != nil || string(again) != string(file) {
		t.Errorf("%d bytes, want %d; error %v", len(again), len(file), err)
	}
	run()
	for _, name := range []string{"late-0001.games", "sound-0001.games"} {
		_, c, err := games.Count(filepath.Join(l.Dir, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c.Games != 3 {
			t.Errorf("%s: %d games, want 3", name, c.Games)
		}
		if c.Positions < 100 {
			t.Errorf("%s: %d positions, want at least 100", name, c.Positions)
		}
	}
}

// TestStopKeepsWholeGames checks that complete games are written when a run is stopped.
func TestStopKeepsWholeGames(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := players{cancel: cancel}
	list, err := playBlock(ctx, []player{&p}, 5, 10, time.Now().Add(time.Hour))
	if err != nil || len(list) != 3 {
		t.Errorf("%d games, want 3; error %v", len(list), err)
	}
}

// players is a player that plays three games and then cancels the run.
type players struct {
	played int
	cancel context.CancelFunc
}

func (p *players) Play(ctx context.Context, _ int) ([]games.Game, error) {
	if p.played++; p.played > 3 {
		p.cancel()
		return nil, ctx.Err()
	}
	return []games.Game{{}}, nil
}

func TestRunRefusesASecond(t *testing.T) {
	l := Lab{Dir: t.TempDir(), Threads: 1, Weights: learned(t), Games: 1}
	second := l
	var err error
	l.Report = func(string, State) { err = second.Run(t.Context()) }
	if first := l.Run(t.Context()); first != nil || err == nil {
		t.Errorf("first run: error %v, want none; second run: error %v, want one", first, err)
	}
}
