package player_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// TestRandomIsUniform checks that the moves of the start position have equal probabilities. The tolerance of 200 in
// 1000 is more than seven standard deviations.
func TestRandomIsUniform(t *testing.T) {
	const each, slack = 1000, 200
	p, start, count := newPlayer(t, "random"), othello.Start(othello.Size8, othello.Usual), map[othello.Square]int{}
	for range 4 * each {
		count[choose(t, p, start).Move]++
	}
	for _, m := range start.Moves() {
		if n := count[m]; n < each-slack || n > each+slack {
			t.Errorf("%s was played %d times of %d, want %d ± %d", start.Size.Name(m), n, 4*each, each, slack)
		}
	}
}

// TestSeedsDiffer checks that the moves are also uniform over consecutive seeds.
func TestSeedsDiffer(t *testing.T) {
	start, count := othello.Start(othello.Size8, othello.Usual), map[othello.Square]int{}
	for seed := range 400 {
		count[choose(t, newPlayer(t, "random:seed="+strconv.Itoa(seed)), start).Move]++
	}
	for _, m := range start.Moves() {
		if n := count[m]; n < 50 || n > 150 {
			t.Errorf("%s was played with %d of 400 seeds, want 50 to 150", start.Size.Name(m), n)
		}
	}
}

func TestGreedyTurnsMost(t *testing.T) {
	p := newPlayer(t, "greedy")
	for _, position := range somePositions(3, 3) {
		if position.MustPass() {
			continue
		}
		got := choose(t, p, position).Move
		for _, m := range position.Moves() {
			has, could := position.Flips(got).Len(), position.Flips(m).Len()
			if could > has || could == has && m < got {
				t.Fatalf("%s: greedy plays %s, want a move that flips as many discs as %s", position,
					position.Size.Name(got), position.Size.Name(m))
			}
		}
	}
}

// best is a short minimax, the reference for the players. Values are in hundredths of a disc.
func best(p othello.Position, depth int, judge func(othello.Position) int) (value int, move othello.Square) {
	moves := p.Moves()
	switch {
	case len(moves) == 0:
		return 100 * p.Score(), othello.Pass
	case depth == 0:
		return judge(p), othello.Pass
	}
	value = -1 << 30
	for _, m := range moves {
		if v, _ := best(p.Play(m), depth-1, judge); -v > value {
			value, move = -v, m
		}
	}
	return value, move
}

func TestTreePlayersAgreeWithMinimax(t *testing.T) {
	discs := func(p othello.Position) int { return 100 * (p.Count(p.Turn) - p.Count(p.Turn.Other())) }
	for spec, judge := range map[string]func(othello.Position) int{
		"minimax:3": eval.Plain, "alphabeta:3": eval.Plain, "minimax:3,eval=discs": discs,
		"alphabeta:depth=3,eval=discs": discs,
	} {
		p := newPlayer(t, spec)
		for _, position := range somePositions(4, 1) {
			want, move := best(position, 3, judge)
			got := choose(t, p, position)
			if got.Move != move || got.Report.Score != othello.Score(want)/100 {
				t.Fatalf("%s in %s: %s %+.2f, want %s %+.2f", spec, position, position.Size.Name(got.Move),
					got.Report.Score,
					position.Size.Name(move), float64(want)/100)
			}
			r := got.Report
			if len(r.PV) == 0 || r.PV[0] != got.Move {
				t.Fatalf("%s in %s: the line is %v, want the move %s first", spec, position, r.PV,
					position.Size.Name(got.Move))
			}
			if r.Nodes == 0 {
				t.Fatalf("%s in %s: 0 nodes, want more", spec, position)
			}
			if diff := cmp.Diff(position, r.Position); diff != "" {
				t.Fatalf("%s in %s (-want +got):\n%s", spec, position, diff)
			}
			if r.Confidence != 100 {
				t.Fatalf("%s in %s: confidence %d %%, want 100", spec, position, r.Confidence)
			}
		}
	}
}

// TestTreePlayersReportExact checks that the scores of the solved 4×4 board are marked as exact: -10 and, from the
// parallel start, -4.
func TestTreePlayersReportExact(t *testing.T) {
	p := newPlayer(t, "alphabeta:20")
	for setup, score := range map[othello.Setup]othello.Score{othello.Usual: -10, othello.Parallel: -4} {
		r := choose(t, p, othello.Start(othello.Size4, setup)).Report
		want := search.Report{Score: score, Exact: true, Depth: 12}
		got := search.Report{Score: r.Score, Exact: r.Exact, Depth: r.Depth}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("4×4 %s (-want +got):\n%s", setup, diff)
		}
	}
	if r := choose(t, newPlayer(t, "alphabeta:4"), othello.Start(othello.Size4, othello.Usual)).Report; r.Exact ||
		r.Depth != 4 {
		t.Errorf("a search of four plies is marked as exact: %+v", r)
	}
}

func TestThinkingDeepens(t *testing.T) {
	var depths []int
	p := newPlayer(t, "minimax:3")
	c, err := player.Think(t.Context(), p, &record.Game{Start: othello.Start(othello.Size6, othello.Usual)},
		player.Clock{},
		func(c player.Choice) { depths = append(depths, c.Report.Depth) })
	if err != nil {
		t.Fatal(err)
	}
	if c.Report.Depth != 3 {
		t.Errorf("depth %d, want 3", c.Report.Depth)
	}
	if diff := cmp.Diff([]int{1, 2, 3}, depths); diff != "" {
		t.Errorf("depths (-want +got):\n%s", diff)
	}
}

// TestTimeEndsThinking checks that long searches end with their time and return a move.
func TestTimeEndsThinking(t *testing.T) {
	for _, spec := range []string{"minimax:60", "alphabeta:60", "kaeshi:level=60", "kaeshi:level=60,time=30ms"} {
		clock := player.Clock{Move: 30 * time.Millisecond}
		if spec == "kaeshi:level=60,time=30ms" {
			clock = player.Clock{}
		}
		start, began := othello.Start(othello.Size8, othello.Usual), time.Now()
		c, err := newPlayer(t, spec).Choose(t.Context(), &record.Game{Start: start}, clock)
		if err != nil {
			t.Fatalf("%s: %v", spec, err)
		}
		if err := start.Check(c.Move); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
		if c.Report.Depth < 1 {
			t.Errorf("%s: depth %d, want at least 1", spec, c.Report.Depth)
		}
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%s took %v, want at most a minute", spec, took)
		}
	}
}

func TestCancellingEndsThinking(t *testing.T) {
	start := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	for _, spec := range []string{"minimax:60", "alphabeta:60", "kaeshi:level=60"} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		began := time.Now()
		c, err := newPlayer(t, spec).Choose(ctx, start, player.Clock{})
		if err == nil && c.Report.Exact || err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %+v, error %v; want no exact result, or context.DeadlineExceeded", spec, c, err)
		}
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%s took %v, want at most a minute", spec, took)
		}
	}
}

func TestStoppedBeforeTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, spec := range []string{"random", "greedy", "minimax:2"} {
		_, err := newPlayer(t, spec).Choose(ctx, &record.Game{Start: othello.Start(othello.Size8, othello.Usual)},
			player.Clock{})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", spec, err)
		}
	}
}

func TestGameOver(t *testing.T) {
	over := &record.Game{Start: othellotest.Parse(t, "XXXXXXXXXXXXXXXX X")}
	if _, err := newPlayer(t, "greedy").Choose(t.Context(), over, player.Clock{}); !errors.Is(err, search.ErrOver) {
		t.Errorf("a finished game: error %v, want %v", err, search.ErrOver)
	}
}
