package online

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
)

var midnight = time.UnixMilli(1_700_000_000_000)

// usual returns the setup of a game on 8×8 with a time control. The creator is Black.
func usual(control string) Setup {
	c, err := player.ParseControl(control)
	if err != nil {
		panic(err)
	}
	return Setup{Start: othello.Start(othello.Size8, othello.Usual), Control: c}
}

// table is a game under test with its time.
type table struct {
	testing.TB

	game *Game
	at   time.Time
}

func begun(t testing.TB, s Setup) *table {
	t.Helper()
	g, err := New(s, "Anna", midnight)
	if err != nil {
		t.Fatal(err)
	}
	b := &table{t, g, midnight}
	b.do(Event{Kind: Join, By: Guest, Name: "Ben"})
	return b
}

// apply applies an event after a time.
func (b *table) apply(after time.Duration, e Event) error {
	b.at = b.at.Add(after)
	e.At = b.at.UnixMilli()
	return b.game.Apply(e)
}

func (b *table) do(e Event) {
	b.Helper()
	if err := b.apply(0, e); err != nil {
		b.Fatalf("%+v: %v", e, err)
	}
}

// play plays moves of both players, each after the time.
func (b *table) play(each time.Duration, moves ...string) {
	b.Helper()
	for _, m := range moves {
		if err := b.apply(each, Event{Kind: Move, By: b.game.mover(), Move: m}); err != nil {
			b.Fatalf("%s: %v", m, err)
		}
	}
}

// refuse checks that an event is refused with an error and changes nothing.
func (b *table) refuse(want error, e Event) {
	b.Helper()
	before := b.view()
	if err := b.apply(0, e); !errors.Is(err, want) {
		b.Errorf("%+v: error %v, want %v", e, err, want)
	}
	if diff := cmp.Diff(before, b.view()); diff != "" {
		b.Errorf("%+v was refused but changed the game:\n%s", e, diff)
	}
}

func (b *table) view() View { return b.game.View(b.at) }

func (b *table) transcript() string { return b.game.moves.Transcript() }

func TestSides(t *testing.T) {
	b := begun(t, usual("none"))
	b.refuse(ErrTurn, Event{Kind: Move, By: Guest, Move: "f5"})
	b.play(0, "f5")
	b.refuse(ErrTurn, Event{Kind: Move, By: Creator, Move: "d6"})
	b.play(0, "d6")
	if illegal := (*othello.IllegalMove)(nil); !errors.As(b.apply(0, Event{Kind: Move, Move: "a1"}), &illegal) {
		t.Error("a1 is not refused as illegal")
	}
	for _, bad := range []Event{
		{Kind: Move, Move: "pass"},
		{Kind: Move, Move: "j9"},
		{Kind: Move},
		{Kind: Move, By: Viewer, Move: "c3"},
		{Kind: "nothing"},
		{Kind: Resign, By: 2},
	} {
		if err := b.apply(0, bad); !errors.Is(err, ErrInvalid) {
			t.Errorf("%+v: error %v, want %v", bad, err, ErrInvalid)
		}
	}
	v := b.view()
	want := View{
		Setup: v.Setup, Names: [2]string{"Anna", "Ben"}, Colours: [2]othello.Color{othello.Black, othello.White},
		Events: 3, Joined: true, Round: 1, Moves: v.Moves, Took: []time.Duration{0, 0},
	}
	if diff := cmp.Diff(want, v); diff != "" || b.transcript() != "f5d6" {
		t.Errorf("%s after f5d6 (-want +got):\n%s", b.transcript(), diff)
	}
}

func TestWaitingForTheGuest(t *testing.T) {
	g, err := New(usual("5m"), " An\u200bna\n\tB. ", midnight)
	if err != nil {
		t.Fatal(err)
	}
	b := &table{t, g, midnight}
	b.refuse(ErrWaiting, Event{Kind: Move, Move: "f5"})
	b.refuse(ErrWaiting, Event{Kind: Join, By: Creator})
	b.refuse(ErrPlaying, Event{Kind: Rematch})
	b.do(Event{Kind: Join, By: Guest, Name: strings.Repeat("長", 2*MaxName)})
	b.refuse(ErrJoined, Event{Kind: Join, By: Guest})
	if want := [2]string{"Anna B.", strings.Repeat("長", MaxName)}; b.view().Names != want {
		t.Errorf("names %q, want %q", b.view().Names, want)
	}
}

// TestClocks checks that the first moves take no time, and that a side loses when its time has run out.
func TestClocks(t *testing.T) {
	b := begun(t, usual("1m+3s"))
	b.play(time.Hour, "f5", "d6") // first moves
	if deadline, ok := b.game.Deadline(); !ok || deadline.Sub(b.at) != 63*time.Second {
		t.Errorf("deadline in %v, %t; want 1m3s after the first increment", deadline.Sub(b.at), ok)
	}
	b.play(20*time.Second, "c3")
	b.play(5*time.Second, "d3")
	if got := b.game.left(); got != 46*time.Second { // 1m + 3s - 20s + 3s
		t.Errorf("Black has %v, want 46s", got)
	}
	b.at = b.at.Add(45_999 * time.Millisecond)
	b.refuse(ErrNotYet, Event{Kind: Time})
	if v := b.view(); v.Spent != 45_999*time.Millisecond || !v.Running {
		t.Errorf("spent %v, running %t; want 45.999s and a running clock", v.Spent, v.Running)
	}
	b.at = b.at.Add(time.Millisecond)
	b.refuse(ErrTime, Event{Kind: Move, By: Creator, Move: "c4"})
	b.do(Event{Kind: Time})
	v := b.view()
	if diff := cmp.Diff(&End{How: "time", ScoreBlack: -64}, v.End); diff != "" || v.Points != [2]int{0, 2} {
		t.Errorf("points %v, end (-want +got):\n%s", v.Points, diff)
	}
	b.refuse(ErrOver, Event{Kind: Move, By: Creator, Move: "c4"})
	b.refuse(ErrOver, Event{Kind: Resign})
}

// TestByoyomi checks the time for each move after the main time.
func TestByoyomi(t *testing.T) {
	b := begun(t, usual("10s+5s/move"))
	b.play(0, "f5", "d6")
	b.play(14*time.Second, "c3", "d3")
	if got := b.game.left(); got != 5*time.Second {
		t.Errorf("Black has %v, want the 5s of a move", got)
	}
	b.play(4*time.Second, "c4", "f4")
	if got := b.game.left(); got != 5*time.Second {
		t.Errorf("Black has %v, want the 5s of a move", got)
	}
}

// TestResume checks that a restart of the server gives the time of the current move back, and no other time.
func TestResume(t *testing.T) {
	b := begun(t, usual("1m"))
	b.play(10*time.Second, "f5", "d6", "c3", "d3")
	if err := b.apply(40*time.Second, Event{Kind: Resume}); err != nil {
		t.Fatal(err)
	}
	if deadline, _ := b.game.Deadline(); deadline.Sub(b.at) != 50*time.Second {
		t.Errorf("%v left after the restart, want 50s", deadline.Sub(b.at))
	}
}

// TestClockSetBack checks that time does not run backwards.
func TestClockSetBack(t *testing.T) {
	b := begun(t, usual("1m"))
	b.play(10*time.Second, "f5", "d6")
	b.play(-time.Hour, "c3")
	if got := b.view().Took[2]; got != 0 {
		t.Errorf("c3 took %v, want 0", got)
	}
}

func TestTakeBack(t *testing.T) {
	b := begun(t, usual("1m"))
	b.refuse(ErrNoMove, Event{Kind: TakeBack, By: Creator})
	b.play(time.Second, "f5", "d6", "c3", "d3")
	b.refuse(ErrNoAnswer, Event{Kind: Agree, By: Guest})
	b.do(Event{Kind: TakeBack, By: Creator})
	b.refuse(ErrRequest, Event{Kind: TakeBack, By: Creator})
	b.refuse(ErrRequest, Event{Kind: TakeBack, By: Guest})
	b.refuse(ErrNoAnswer, Event{Kind: Agree, By: Creator}) // not by the requester
	b.do(Event{Kind: Decline, By: Guest})
	if b.view().Request != nil || b.transcript() != "f5d6c3d3" {
		t.Errorf("after the refusal: %+v, %s; want all moves and no request", b.view().Request, b.transcript())
	}
	b.do(Event{Kind: TakeBack, By: Creator})
	b.do(Event{Kind: Agree, By: Guest})
	v := b.view()
	if got := fmt.Sprint(b.transcript(), " ", v.Took, v.Mixed); got != "f5d6 [0s 0s] true" {
		t.Errorf("after the take-back: %s; want f5d6 with two times, and mixed", got)
	}
	b.do(Event{Kind: TakeBack, By: Guest})
	b.play(time.Second, "c3") // a move declines the request
	b.refuse(ErrNoAnswer, Event{Kind: Agree, By: Creator})
}

// TestTakeBackAcrossPass checks that a pass is taken back together with the move before it.
func TestTakeBackAcrossPass(t *testing.T) {
	start, err := othello.Parse(strings.Repeat("X", 56) + "XO-XXXO- X")
	if err != nil {
		t.Fatal(err)
	}
	b := begun(t, Setup{Start: start})
	b.play(0, "h8")
	if moves := b.view().Moves; len(moves) != 2 || moves[1] != othello.Pass {
		t.Fatalf("moves %v, want h8 and a pass", moves)
	}
	b.do(Event{Kind: TakeBack, By: Creator})
	b.do(Event{Kind: Agree, By: Guest})
	if v := b.view(); len(v.Moves) != 0 || len(v.Took) != 0 {
		t.Errorf("moves %v, times %v after the take-back; want none", v.Moves, v.Took)
	}
	b.play(0, "h8", "c8") // Black moves again after the pass
	if end := b.view().End; end == nil || end.ScoreBlack != 64 {
		t.Errorf("end %+v, want 64 discs", end)
	}
}

func TestRematch(t *testing.T) {
	b := begun(t, usual("1m"))
	b.play(0, "f5", "d6")
	b.refuse(ErrPlaying, Event{Kind: Rematch, By: Guest})
	b.do(Event{Kind: Resign, By: Creator})
	b.refuse(ErrOver, Event{Kind: TakeBack, By: Creator})
	b.do(Event{Kind: Rematch, By: Guest})
	b.refuse(ErrRequest, Event{Kind: Rematch, By: Guest})
	b.do(Event{Kind: Decline, By: Creator})
	b.do(Event{Kind: Rematch, By: Creator})
	b.do(Event{Kind: Rematch, By: Guest}) // equal to an agreement
	want := View{
		Setup: b.game.setup, Names: [2]string{"Anna", "Ben"},
		Colours: [2]othello.Color{othello.White, othello.Black},
		Events:  8, Joined: true, Round: 2, Points: [2]int{0, 2},
	}
	if diff := cmp.Diff(want, b.view()); diff != "" {
		t.Errorf("the second round (-want +got):\n%s", diff)
	}
	b.refuse(ErrTurn, Event{Kind: Move, By: Creator, Move: "f5"})
	b.do(Event{Kind: Move, By: Guest, Move: "f5"})
	b.do(Event{Kind: Resign, By: Guest})
	b.do(Event{Kind: Rematch, By: Guest})
	b.do(Event{Kind: Agree, By: Creator})
	v := b.view()
	if got := fmt.Sprint(v.Round, v.Points, v.Colours[Creator]); got != "3 [2 2] black" {
		t.Errorf("round, points and creator: %s; want 3 [2 2] black", got)
	}
}

// TestWholeGame plays a game to its end by the rules.
func TestWholeGame(t *testing.T) {
	b := begun(t, Setup{Start: othello.Start(othello.Size4, othello.Usual), Colour: othello.White})
	for b.game.Playing() {
		p := b.game.moves.Position()
		b.play(0, p.Size.Name(p.Moves()[0]))
	}
	p := b.game.moves.Position()
	if diff := cmp.Diff(&End{ScoreBlack: p.ScoreBlack()}, b.view().End); diff != "" || !p.Over() {
		t.Errorf("the end of %v (-want +got):\n%s", p, diff)
	}
	if v := b.view(); v.Points[0]+v.Points[1] != 2 {
		t.Errorf("points %v, want 2 in all", v.Points)
	}
}

func TestOpening(t *testing.T) {
	s := usual("1m")
	for _, name := range []string{"f5", "d6", "c3"} {
		m, _ := s.Start.Size.Parse(name)
		s.Opening = append(s.Opening, m)
	}
	b := begun(t, s)
	b.refuse(ErrTurn, Event{Kind: Move, By: Creator, Move: "d3"})
	b.play(time.Minute, "d3")
	b.refuse(ErrNoMove, Event{Kind: TakeBack, By: Creator}) // the opening stays
	v := b.view()
	if got := fmt.Sprint(v.Given, v.Took, v.Running); got != "3 [0s] false" {
		t.Errorf("given plies, times and running clock: %s; want 3 [0s] false", got)
	}
}

func TestInvalidSetups(t *testing.T) {
	full, err := othello.Parse(strings.Repeat("X", 63) + "O X")
	if err != nil {
		t.Fatal(err)
	}
	illegal := usual("none")
	illegal.Opening = []othello.Square{0}
	for name, s := range map[string]Setup{
		"no board": {}, "finished": {Start: full}, "opening": illegal,
		"depth": usual("depth:3"), "nodes": usual("nodes:9"), "short": usual("900ms"), "long": usual("3h1s"),
		"increment": usual("1m+6m"), "move": usual("61m/move"),
	} {
		if _, err := New(s, "", midnight); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: error %v, want %v", name, err, ErrInvalid)
		}
	}
	if _, err := ParseControl("5 minutes"); err == nil {
		t.Error("5 minutes is accepted")
	}
	for _, good := range []string{"none", "3h", "1s", "30s/move", "5m+30s/move", "3m+2s"} {
		if c, err := ParseControl(good); err != nil || c.String() != good {
			t.Errorf("%s: %v, error %v", good, c, err)
		}
	}
}

// TestLongGames checks that a game with too many events can only end.
func TestLongGames(t *testing.T) {
	b := begun(t, usual("1m"))
	b.play(0, "f5", "d6")
	for b.game.events < MaxEvents {
		b.do(Event{Kind: TakeBack, By: Creator})
		if b.game.events < MaxEvents {
			b.do(Event{Kind: Decline, By: Guest})
		}
	}
	b.refuse(ErrLong, Event{Kind: Move, By: Creator, Move: "c3"})
	b.do(Event{Kind: Resign, By: Creator})
	b.refuse(ErrLong, Event{Kind: Rematch, By: Creator})
}

// TestEventsDetermineTheState applies random events, most of them not permitted. It checks that a refused event changes
// nothing, that the permitted ones lead to the same state again after a round trip through JSON, and that no move is
// made for the wrong side.
func TestEventsDetermineTheState(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := Setup{Start: othello.Start(othello.Size4, othello.Usual)}
		if rapid.Bool().Draw(r, "timed") {
			s.Control = player.Control{Base: 10 * time.Second, Increment: time.Second}
		}
		g, err := New(s, "A", midnight)
		if err != nil {
			r.Fatal(err)
		}
		var kept []string
		at := midnight
		kinds := []Kind{Join, Move, Move, Move, Move, Move, Resign, Time, TakeBack, Rematch, Agree, Decline, Resume}
		for range rapid.IntRange(0, 80).Draw(r, "events") {
			at = at.Add(time.Duration(rapid.IntRange(-500, 3000).Draw(r, "ms")) * time.Millisecond)
			e := Event{
				Kind: rapid.SampledFrom(kinds).Draw(r, "kind"), At: at.UnixMilli(),
				By: rapid.SampledFrom([]Person{Creator, Guest}).Draw(r, "by"),
			}
			if p := g.moves.Position(); e.Kind == Move && !p.Over() {
				e.Move = p.Size.Name(rapid.SampledFrom(p.Moves()).Draw(r, "move"))
			}
			before, turn := g.View(at), g.moves.Position().Turn
			if err := g.Apply(e); err != nil {
				if diff := cmp.Diff(before, g.View(at)); diff != "" {
					r.Fatalf("%+v was refused (%v) but changed the game:\n%s", e, err, diff)
				}
				continue
			}
			if e.Kind == Move && before.Colours[e.By] != turn {
				r.Fatalf("%+v moved for the other side", e)
			}
			text, _ := json.Marshal(e)
			kept = append(kept, string(text))
		}
		again, _ := New(s, "A", midnight)
		for _, text := range kept {
			var e Event
			if err := json.Unmarshal([]byte(text), &e); err != nil {
				r.Fatal(err)
			}
			if err := again.Apply(e); err != nil {
				r.Fatalf("%s: %v", text, err)
			}
		}
		if diff := cmp.Diff(g.View(at), again.View(at)); diff != "" {
			r.Fatalf("the events lead to another state:\n%s", diff)
		}
	})
}
