package player_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/player/playertest"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// script is a player whose moves are given by a function.
type script struct {
	choose func(ctx context.Context, g *record.Game) (player.Choice, error)
}

func (s script) Name() string { return "script" }

func (s script) Close() error { return nil }

func (s script) Choose(ctx context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
	return s.choose(ctx, g)
}

func TestRefereePlaysEveryBoardToItsEnd(t *testing.T) {
	for _, start := range starts() {
		for seed := range 5 {
			g := &record.Game{Start: start}
			played := 0
			r := player.Referee{
				Black: newPlayer(t, "random:seed="+string(rune('0'+seed))),
				White: newPlayer(t, "greedy"),
			}
			r.Played = func(so *record.Game, c player.Choice) {
				played++
				if len(so.Moves) != played || so.Moves[played-1] != c.Move {
					t.Errorf("call %d of Played has the move %v, want the last of %v", played, c.Move, so.Moves)
				}
			}
			result, err := r.Play(t.Context(), g)
			if err != nil {
				t.Fatalf("%s: %v", start, err)
			}
			if !g.Position().Over() {
				t.Fatalf("%s: the last position is %s, want the end of the game", start, g.Position())
			}
			want := player.Result{ScoreBlack: g.Position().ScoreBlack()}
			if diff := cmp.Diff(want, result, cmpopts.IgnoreFields(player.Result{}, "Spent")); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", start, diff)
			}
			if played != len(g.Moves) {
				t.Fatalf("%s: Played is called %d times, want %d", start, played, len(g.Moves))
			}
			again, err := transcript.Parse(start, g.Transcript())
			if err != nil || again.Position() != g.Position() {
				t.Errorf("%s: the transcript %s gives another game, error %v", start, g.Transcript(), err)
			}
		}
	}
}

func TestRefereeContinuesAGame(t *testing.T) {
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), "f5d6c3")
	if err != nil {
		t.Fatal(err)
	}
	r := player.Referee{Black: newPlayer(t, "greedy"), White: newPlayer(t, "greedy")}
	if _, err := r.Play(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(g.Transcript(), "f5d6c3") {
		t.Errorf("the game is %s, want one that begins with f5d6c3", g.Transcript())
	}
	if !g.Position().Over() {
		t.Errorf("the last position is %s, want the end of the game", g.Position())
	}
	before := len(g.Moves)
	result, err := r.Play(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Moves) != before {
		t.Errorf("a finished game has %d moves after Play, want %d", len(g.Moves), before)
	}
	if result.ScoreBlack != g.Position().ScoreBlack() {
		t.Errorf("a finished game has the score %+d, want %+d", result.ScoreBlack, g.Position().ScoreBlack())
	}
}

func TestFaultsLoseTheGame(t *testing.T) {
	broken := errors.New("internal error")
	cases := map[string]struct {
		does func(ctx context.Context, g *record.Game) (player.Choice, error)
		want string
	}{
		"a taken square":   {plays(othello.Size8.Square(3, 3)), "d4 is taken"},
		"nothing turned":   {plays(othello.Size8.Square(0, 0)), "a1 turns nothing over"},
		"a needless pass":  {plays(othello.Pass), "may not pass while it has a legal move"},
		"beyond the board": {plays(100), "square 100 is not on"},
		"below the board":  {plays(-3), "square -3 is not on"},
		"an error": {func(context.Context, *record.Game) (player.Choice, error) {
			return player.Choice{}, broken
		}, "internal error"},
		"the end of input": {func(context.Context, *record.Game) (player.Choice, error) {
			return player.Choice{}, io.EOF
		}, "EOF"},
		"a cancelled call": {func(context.Context, *record.Game) (player.Choice, error) {
			return player.Choice{}, context.Canceled
		}, "context canceled"},
		"a panic": {func(context.Context, *record.Game) (player.Choice, error) { panic("argh") }, "it panicked: argh"},
		"an index out of range": {func(_ context.Context, g *record.Game) (player.Choice, error) {
			return player.Choice{Move: g.Moves[99]}, nil
		}, "it panicked: runtime error"},
		"a changed game": {func(_ context.Context, g *record.Game) (player.Choice, error) {
			g.Moves = append(g.Moves[:0], othello.Size8.Square(0, 0))
			g.Start = othello.Position{}
			return player.Choice{Move: othello.Size8.Square(0, 0)}, nil
		}, "a1 turns nothing over"},
	}
	for name, c := range cases {
		for _, side := range []othello.Color{othello.Black, othello.White} {
			t.Run(name+" by "+side.String(), func(t *testing.T) {
				r := player.Referee{Black: newPlayer(t, "greedy"), White: newPlayer(t, "greedy")}
				want := -64
				if side == othello.Black {
					r.Black = script{c.does}
				} else {
					r.White, want = script{c.does}, 64
				}
				g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
				result, err := r.Play(t.Context(), g)
				if err != nil {
					t.Fatal(err)
				}
				if result.Fault == nil {
					t.Fatalf("result %+v, want a fault", result)
				}
				if result.Fault.Side != side {
					t.Fatalf("the fault is %s's, want %s's: %v", result.Fault.Side, side, result.Fault)
				}
				if result.ScoreBlack != want {
					t.Fatalf("score %+d, want %+d", result.ScoreBlack, want)
				}
				if len(g.Moves) != int(side) {
					t.Fatalf("moves %v, want %d moves", g.Moves, int(side))
				}
				if text := result.Fault.Error(); !strings.Contains(text, c.want) ||
					!strings.HasPrefix(text, side.String()+" (script): ") {
					t.Errorf("fault %q, want the player and %q", text, c.want)
				}
			})
		}
	}
}

func plays(m othello.Square) func(context.Context, *record.Game) (player.Choice, error) {
	return func(context.Context, *record.Game) (player.Choice, error) { return player.Choice{Move: m}, nil }
}

func TestFaultUnwraps(t *testing.T) {
	fault := &player.Fault{Player: "x", Err: io.ErrUnexpectedEOF}
	if !errors.Is(fault, io.ErrUnexpectedEOF) {
		t.Errorf("%v does not wrap its reason", fault)
	}
}

// TestStoppedGame checks that the end of the context is not a fault of the player.
func TestStoppedGame(t *testing.T) {
	for _, answer := range []error{context.Canceled, io.EOF} {
		ctx, cancel := context.WithCancel(t.Context())
		waits := script{func(ctx context.Context, _ *record.Game) (player.Choice, error) {
			time.AfterFunc(time.Millisecond, cancel)
			<-ctx.Done()
			return player.Choice{}, answer
		}}
		g := &record.Game{Start: othello.Start(othello.Size6, othello.Usual)}
		r := player.Referee{Black: newPlayer(t, "greedy"), White: waits}
		result, err := r.Play(ctx, g)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
		if result.Fault != nil {
			t.Errorf("fault %v, want none", result.Fault)
		}
		if len(g.Moves) != 1 {
			t.Errorf("moves %v, want one", g.Moves)
		}
		if _, err := r.Play(ctx, g); !errors.Is(err, context.Canceled) || len(g.Moves) != 1 {
			t.Errorf("Play after the end of the context: error %v, moves %v; want context.Canceled and one move", err,
				g.Moves)
		}
	}
}

func TestTakeBackAndQuit(t *testing.T) {
	for _, wish := range []error{player.ErrTakeBack, player.ErrQuit} {
		human := newHuman(t, func(context.Context, *record.Game) (othello.Square, error) { return 0, wish })
		g := &record.Game{Start: othello.Start(othello.Size4, othello.Usual)}
		r := player.Referee{Black: human, White: human}
		if err := r.Ply(t.Context(), g); !errors.Is(err, wish) || len(g.Moves) != 0 {
			t.Errorf("error %v, moves %v; want %v and no moves", err, g.Moves, wish)
		}
	}
}

func newHuman(t *testing.T, ask player.ReadMove) player.Player {
	t.Helper()
	return playertest.New(t, player.Makers{{Name: "human", Usage: "human", New: player.NewHuman(ask)}}, "human")
}

func TestProgress(t *testing.T) {
	calls := 0
	r := player.Referee{
		Black: newPlayer(t, "alphabeta:3"), White: newPlayer(t, "greedy"),
		Progress: func(c player.Choice) {
			if calls++; c.Report == nil {
				t.Error("Progress is called without a report")
			}
		},
	}
	if err := r.Ply(t.Context(), &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}); err != nil ||
		calls != 3 {
		t.Errorf("%d calls of Progress, want 3; error %v", calls, err)
	}
}

func TestClockIsPassedOn(t *testing.T) {
	r := player.Referee{Black: newPlayer(t, "minimax:60"), Clock: player.Clock{Move: 20 * time.Millisecond}}
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	if err := r.Ply(t.Context(), g); err != nil || len(g.Moves) != 1 {
		t.Errorf("moves %v, want one; error %v", g.Moves, err)
	}
}
