package player_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
)

func TestParseControl(t *testing.T) {
	for text, want := range map[string]player.Control{
		"5m+3s":        {Base: 5 * time.Minute, Increment: 3 * time.Second},
		"1h":           {Base: time.Hour},
		"1m30s":        {Base: 90 * time.Second},
		"5m+30s/move":  {Base: 5 * time.Minute, Move: 30 * time.Second},
		"500ms/move":   {Move: 500 * time.Millisecond},
		"depth:8":      {Depth: 8},
		"nodes:100000": {Nodes: 100000},
		"none":         {},
	} {
		c, err := player.ParseControl(text)
		if err != nil {
			t.Errorf("ParseControl(%q): error %v, want none", text, err)
		}
		if diff := cmp.Diff(want, c); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		if c.String() != text {
			t.Errorf("String() of %s = %q", text, c)
		}
	}
	if c, err := player.ParseControl(""); err != nil || c != (player.Control{}) {
		t.Errorf("ParseControl(\"\") = %+v, %v; want no control", c, err)
	}
	for _, text := range []string{
		"5", "5m+", "+3s", "-5m", "0s", "5m+-1s", "depth:", "depth:0", "depth:61", "nodes:-1",
		"nodes:x", "/move", "1s/moves", "level:3", "5m+3s+1s", "1s /move", "5m+/move", "+30s/move", "5m+3s+1s/move",
		"5m+0s/move",
	} {
		c, err := player.ParseControl(text)
		if err == nil {
			t.Fatalf("ParseControl(%q) = %+v, want an error", text, c)
		}
		for _, want := range []string{text, "5m+3s"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q: error %v, want %q", text, err, want)
			}
		}
	}
}

func FuzzParseControl(f *testing.F) {
	for _, text := range []string{"5m+3s", "1s/move", "depth:8", "nodes:5", "none", "1h2m3.5s+1us", "5m+30s/move"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := player.ParseControl(text)
		if err != nil {
			return
		}
		if again, err := player.ParseControl(c.String()); err != nil || again != c {
			t.Errorf("%q is read as %+v, written as %q and read back as %+v, error %v", text, c, c, again, err)
		}
	})
}

// timed plays a game in which Black takes a fixed time for each move and White takes no time. It returns the result and
// the clocks that Black receives.
func timed(t *testing.T, control player.Control, takes time.Duration) (result player.Result, seen []player.Clock) {
	synctest.Test(t, func(t *testing.T) {
		black := clocked{func(ctx context.Context, g *record.Game, c player.Clock) (player.Choice, error) {
			seen = append(seen, c)
			select {
			case <-time.After(takes):
				return player.Choice{Move: g.Position().Moves()[0]}, nil
			case <-ctx.Done():
				return player.Choice{}, ctx.Err()
			}
		}}
		white := clocked{func(_ context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
			return player.Choice{Move: g.Position().Moves()[0]}, nil
		}}
		r := player.Referee{Black: black, White: white, Control: control}
		var err error
		if result, err = r.Play(t.Context(), &record.Game{Start: othello.Start(othello.Size6, othello.Usual)}); err !=
			nil {
			t.Error(err)
		}
	})
	return result, seen
}

type clocked struct {
	choose func(context.Context, *record.Game, player.Clock) (player.Choice, error)
}

func (c clocked) Name() string { return "clocked" }

func (c clocked) Close() error { return nil }

func (c clocked) Choose(ctx context.Context, g *record.Game, clock player.Clock) (player.Choice, error) {
	return c.choose(ctx, g, clock)
}

func TestRefereeEnforcesTheClock(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name    string
		control player.Control
		takes   time.Duration
		moves   int // the number of the move at which Black loses on time; 0 if Black does not lose
	}{
		{"enough", player.Control{Base: time.Hour}, time.Second, 0},
		{"time for ten moves", player.Control{Base: 100 * ms}, 10 * ms, 11},
		{"the margin is for one move", player.Control{Base: 100 * ms, Margin: 9 * ms}, 10 * ms, 11},
		{"a margin of one move", player.Control{Base: 100 * ms, Margin: 10 * ms}, 10 * ms, 12},
		{"the increment is as long as a move", player.Control{Base: 11 * ms, Increment: 10 * ms}, 10 * ms, 0},
		{"the increment comes after the move", player.Control{Base: 9 * ms, Increment: 10 * ms}, 10 * ms, 1},
		{"each move in time", player.Control{Move: 10 * ms}, 9 * ms, 0},
		{"a move too slow", player.Control{Move: 10 * ms}, 12 * ms, 1},
		{"within the margin", player.Control{Move: 10 * ms, Margin: 5 * ms}, 12 * ms, 0},
		{"no answer", player.Control{Base: time.Minute, Margin: time.Second}, 1000 * time.Hour, 1},
		{"byo-yomi has no end", player.Control{Base: 25 * ms, Move: 11 * ms}, 10 * ms, 0},
		{"byo-yomi begins within a move", player.Control{Base: 5 * ms, Move: 6 * ms}, 10 * ms, 2},
		{"byo-yomi is for each move", player.Control{Base: 100 * ms, Move: 9 * ms}, 10 * ms, 11},
		{"byo-yomi has a margin", player.Control{Base: 10 * ms, Move: 9 * ms, Margin: 2 * ms}, 10 * ms, 0},
		{"no clock", player.Control{}, 1000 * time.Hour, 0},
		{"only a depth", player.Control{Depth: 3}, 1000 * time.Hour, 0},
	} {
		result, seen := timed(t, c.control, c.takes)
		if c.moves > 0 {
			if diff := cmp.Diff([2]int{c.moves, -36}, [2]int{len(seen), result.ScoreBlack}); diff != "" {
				t.Errorf("%s: moves and Black's score (-want +got):\n%s", c.name, diff)
			}
			if !errors.Is(result.Fault, player.ErrTime) {
				t.Errorf("%s: fault %v, want %v", c.name, result.Fault, player.ErrTime)
			} else if !strings.Contains(result.Fault.Error(), "its time ran out: ") {
				t.Errorf("%s: fault %v, want one about the time", c.name, result.Fault)
			}
			continue
		}
		if result.Fault != nil {
			t.Errorf("%s: fault %v, want none", c.name, result.Fault)
		}
		if result.Spent[0] != c.takes || len(result.Spent) < 2*len(seen)-1 {
			t.Errorf("%s: times %v, want %v first and one for each move (%d of Black)", c.name, result.Spent, c.takes,
				len(seen))
		}
	}
}

func TestClocksOfPlayers(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		control player.Control
		want    []player.Clock
	}{
		{
			player.Control{Base: 10 * s, Increment: s},
			[]player.Clock{{Left: 10 * s, Increment: s}, {Left: 9 * s, Increment: s}, {Left: 8 * s, Increment: s}},
		},
		{player.Control{Base: 2 * s, Margin: 3 * s}, []player.Clock{{Left: 2 * s}, {Left: 1}, {Left: 1}}},
		{
			player.Control{Move: 3 * s},
			[]player.Clock{{Left: 3 * s, Moves: 1}, {Left: 3 * s, Moves: 1}, {Left: 3 * s, Moves: 1}},
		},
		{
			player.Control{Base: 3 * s, Move: 4 * s},
			[]player.Clock{{Left: 3 * s, Period: 4 * s}, {Left: s, Period: 4 * s}, {Left: 4 * s, Moves: 1}},
		},
		{player.Control{Depth: 4}, []player.Clock{{Depth: 4}, {Depth: 4}, {Depth: 4}}},
		{player.Control{Nodes: 40}, []player.Clock{{Nodes: 40}, {Nodes: 40}, {Nodes: 40}}},
	} {
		_, seen := timed(t, c.control, 2*s)
		if len(seen) < 3 || !slices.Equal(seen[:3], c.want) {
			t.Errorf("%+v: clocks %+v, want %+v first", c.control, seen, c.want)
		}
	}
}

// TestControlAfter checks that After returns the clock that a referee passes to a player after the moves.
func TestControlAfter(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		control player.Control
		spent   []time.Duration
		want    player.Clock
	}{
		{player.Control{Base: 10 * s, Increment: s}, nil, player.Clock{Left: 10 * s, Increment: s}},
		{
			player.Control{Base: 10 * s, Increment: s},
			[]time.Duration{3 * s, 4 * s},
			player.Clock{Left: 5 * s, Increment: s},
		},
		{player.Control{Base: 10 * s}, []time.Duration{3 * s, 8 * s}, player.Clock{Left: 1}},
		{player.Control{Base: 10 * s, Move: 2 * s}, []time.Duration{9 * s}, player.Clock{Left: s, Period: 2 * s}},
		{player.Control{Base: 10 * s, Move: 2 * s}, []time.Duration{9 * s, 3 * s}, player.Clock{Left: 2 * s, Moves: 1}},
		{player.Control{Move: 2 * s}, []time.Duration{s}, player.Clock{Left: 2 * s, Moves: 1}},
		{player.Control{}, []time.Duration{s}, player.Clock{}},
	} {
		if got := c.control.After(c.spent...); got != c.want {
			t.Errorf("%+v after %v: %+v, want %+v", c.control, c.spent, got, c.want)
		}
	}
}

// readied is a player that records the calls of Prepare.
type readied struct {
	clocked
	calls *[]player.Clock
}

func (r readied) Prepare(c player.Clock) { *r.calls = append(*r.calls, c) }

// TestRefereeLetsPlayersPrepare checks that Prepare is called once in a game with clocks, before the clocks run, and
// not in a game without clocks.
func TestRefereeLetsPlayersPrepare(t *testing.T) {
	for control, want := range map[player.Control][]player.Clock{
		{Base: time.Hour}:                      {{Left: time.Hour}},
		{Move: time.Second, Margin: time.Hour}: {{Left: time.Second, Moves: 1}},
		{Depth: 3}:                             nil,
		{}:                                     nil,
	} {
		var calls []player.Clock
		first := func(_ context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
			return player.Choice{Move: g.Position().Moves()[0]}, nil
		}
		r := player.Referee{Black: readied{clocked{first}, &calls}, White: clocked{first}, Control: control}
		for range 2 {
			if _, err := r.Play(t.Context(), &record.Game{Start: othello.Start(othello.Size4, othello.Usual)}); err !=
				nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(calls, append(slices.Clone(want), want...)) {
			t.Errorf("%v: Prepare is called with %v, want %v in each of two games", control, calls, want)
		}
	}
}

// TestPlyByPly checks that the clocks continue from one Ply to the next.
func TestPlyByPly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		black := clocked{func(_ context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
			time.Sleep(time.Second)
			return player.Choice{Move: g.Position().Moves()[0]}, nil
		}}
		r := player.Referee{
			Black: black, White: newPlayer(t, "greedy"),
			Control: player.Control{Base: 2500 * time.Millisecond},
		}
		g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
		for ply := range 5 {
			if err := r.Ply(t.Context(), g); (ply == 4) != errors.Is(err, player.ErrTime) || ply < 4 && err != nil {
				t.Fatalf("ply %d: error %v, want %v at ply 4 only", ply, err, player.ErrTime)
			}
		}
	})
}

func TestRefereeAdjudicates(t *testing.T) {
	r := player.Referee{Black: newPlayer(t, "greedy"), White: newPlayer(t, "greedy")}
	r.Adjudicate = func(g *record.Game, c player.Choice) (int, bool) {
		if c.Move != g.Moves[len(g.Moves)-1] {
			t.Error("Adjudicate is not called with the last move")
		}
		return 12, len(g.Moves) == 20
	}
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	result, err := r.Play(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	want := player.Result{ScoreBlack: 12, Adjudicated: true}
	if diff := cmp.Diff(want, result, cmpopts.IgnoreFields(player.Result{}, "Spent")); diff != "" {
		t.Errorf("the result (-want +got):\n%s", diff)
	}
	if len(g.Moves) != 20 {
		t.Errorf("%d moves, want 20", len(g.Moves))
	}
	if len(result.Spent) != 20 {
		t.Errorf("times of %d moves, want 20", len(result.Spent))
	}
}

// chosen returns the choice of p in a middle game position with a clock.
func chosen(t *testing.T, p player.Player, c player.Clock) player.Choice {
	t.Helper()
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), "f5d6c3d3c4f4f6f3e6e7")
	if err != nil {
		t.Fatal(err)
	}
	choice, err := p.Choose(t.Context(), g, c)
	if err != nil || choice.Report == nil {
		t.Fatalf("%s: no report, or error %v", p.Name(), err)
	}
	return choice
}

func TestEngineObeysDepthAndNodes(t *testing.T) {
	for _, c := range []struct {
		spec  string
		clock player.Clock
		depth int
	}{
		{"kaeshi", player.Clock{Depth: 3}, 3},
		{"kaeshi", player.Clock{Depth: 11}, 11}, // the depth of the clock instead of the default level
		{"kaeshi:level=4", player.Clock{Depth: 11}, 4},
		{"kaeshi:level=4", player.Clock{Depth: 2}, 2},
		{"kaeshi:level=4", player.Clock{Left: time.Hour}, 4},
		{"alphabeta:3", player.Clock{Depth: 2}, 2},
		{"alphabeta:3", player.Clock{Left: time.Hour}, 3},
		{"minimax:2", player.Clock{Depth: 9}, 2},
	} {
		if r := chosen(t, newPlayer(t, c.spec), c.clock).Report; r.Depth != c.depth {
			t.Errorf("%s, %+v: depth %d, want %d", c.spec, c.clock, r.Depth, c.depth)
		}
	}
	first, second := chosen(t, newPlayer(t, "kaeshi"), player.Clock{Nodes: 20000}),
		chosen(t, newPlayer(t, "kaeshi"), player.Clock{Nodes: 20000})
	ignored := cmpopts.IgnoreFields(search.Report{}, "Elapsed")
	if diff := cmp.Diff(first, second, ignored); diff != "" {
		t.Errorf("repeated search (-first +second):\n%s", diff)
	}
	if n := first.Report.Nodes; n < 10000 || n > 40000 {
		t.Errorf("%d nodes with a limit of 20000, want 10000 to 40000", n)
	}
}

// TestEngineManagesItsClock checks that the engine without a level uses its clock, and that the clock lasts for the
// whole game. The depth depends on the load of the machine, so longer times are tried until one suffices.
func TestEngineManagesItsClock(t *testing.T) {
	for base := 400 * time.Millisecond; ; base *= 4 {
		deepest := deepestUnder(t, base)
		if deepest >= 3 {
			break
		}
		if base > time.Minute {
			t.Fatalf("with %v for a game, the greatest depth is %d, want at least 3", base, deepest)
		}
	}
	// With almost no time left, the engine moves at once. A search checks its deadline every few thousand positions.
	if choice := chosen(t, newPlayer(t, "kaeshi"), player.Clock{Left: 1, Increment: time.Second}); choice.Report.Nodes >
		20_000 {
		t.Errorf("%d nodes with almost no time, want at most 20,000", choice.Report.Nodes)
	}
	for left := time.Second; ; left *= 4 {
		choice := chosen(t, newPlayer(t, "kaeshi"), player.Clock{Left: left, Moves: 1})
		if choice.Report.Depth >= 2 {
			break
		}
		if left > time.Minute {
			t.Fatalf("with %v for a move: report %+v, want at least depth 2", left, choice.Report)
		}
	}
}

// deepestUnder plays a game of the engine with a base time and returns the greatest depth.
func deepestUnder(t *testing.T, base time.Duration) int {
	t.Helper()
	r := player.Referee{
		Black: newPlayer(t, "kaeshi"), White: newPlayer(t, "alphabeta:8"),
		Control: player.Control{Base: base, Increment: 2 * time.Millisecond, Margin: time.Minute},
	}
	deepest := 0
	r.Played = func(_ *record.Game, c player.Choice) {
		if c.Report != nil {
			deepest = max(deepest, c.Report.Depth)
		}
	}
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	if result, err := r.Play(t.Context(), g); err != nil || result.Fault != nil {
		t.Fatalf("with %v: fault %+v, error %v", base, result.Fault, err)
	}
	return deepest
}

// TestForcedMovesUnderAClock checks that an only legal move is played at once under the clock of a game, and searched
// without a clock.
func TestForcedMovesUnderAClock(t *testing.T) {
	for _, p := range somePositions(4, 50) {
		if p.MustPass() || len(p.Moves()) != 1 || p.Empties() < 20 {
			continue
		}
		for _, spec := range []string{"kaeshi", "kaeshi:level=5", "alphabeta:3"} {
			g, one := &record.Game{Start: p}, newPlayer(t, spec)
			clocked, err := one.Choose(t.Context(), g, player.Clock{Left: time.Hour})
			if err != nil {
				t.Fatal(err)
			}
			if clocked.Move != p.Moves()[0] {
				t.Errorf("%s in %s plays %s, want the only move", spec, p, p.Size.Name(clocked.Move))
			}
			if clocked.Report.Depth != 1 {
				t.Errorf("%s in %s searches to depth %d, want 1", spec, p, clocked.Report.Depth)
			}
			free, err := one.Choose(t.Context(), g, player.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			if free.Move != clocked.Move {
				t.Errorf("%s in %s without a clock plays %s, want the only move", spec, p, p.Size.Name(free.Move))
			}
			if free.Report.Depth < 3 {
				t.Errorf("%s in %s without a clock searches to depth %d, want 3", spec, p, free.Report.Depth)
			}
		}
		return
	}
	t.Fatal("no position with one legal move")
}

// TestSeeder checks that random players are repeatable after Seed, and that a seed in the spec takes precedence.
func TestSeeder(t *testing.T) {
	positions := somePositions(4, 1)
	play := func(spec string, seed uint64) (moves []othello.Square) {
		p := newPlayer(t, spec)
		p.(player.Seeder).Seed(seed)
		for _, position := range positions {
			moves = append(moves, choose(t, p, position).Move)
		}
		return moves
	}
	for _, spec := range []string{"random", "kaeshi:skill=1"} {
		if !slices.Equal(play(spec, 1), play(spec, 1)) || slices.Equal(play(spec, 1), play(spec, 2)) {
			t.Errorf("%s: want the same moves after Seed with the same seed, and others with another seed", spec)
		}
	}
	for _, spec := range []string{"random:seed=5", "kaeshi:skill=1,seed=5"} {
		if !slices.Equal(play(spec, 1), play(spec, 2)) {
			t.Errorf("%s: Seed changes the moves, want the seed in the spec to take precedence", spec)
		}
	}
}
