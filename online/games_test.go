package online

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/kaeshi/kaeshi/internal/crashtest"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/store"
)

// playedIn is the environment variable with the database in which the test program plays instead of running tests.
const playedIn = "KAESHI_TEST_ONLINE"

func TestMain(m *testing.M) {
	if path := os.Getenv(playedIn); path != "" {
		fmt.Fprintln(os.Stderr, playUntilKilled(path))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// stopwatch is a clock that a test advances.
type stopwatch struct {
	mu     sync.Mutex
	now    time.Time
	timers map[*timer]bool
}

type timer struct {
	at time.Time
	do func()
}

func newStopwatch() *stopwatch { return &stopwatch{now: midnight, timers: map[*timer]bool{}} }

func (s *stopwatch) clock() Clock { return Clock{s.time, s.after} }

func (s *stopwatch) time() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *stopwatch) after(d time.Duration, do func()) func() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &timer{s.now.Add(d), do}
	s.timers[t] = true
	return func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.timers, t)
		return true
	}
}

// advance moves the time and calls the functions that are due.
func (s *stopwatch) advance(d time.Duration) {
	s.mu.Lock()
	s.now = s.now.Add(d)
	var due []func()
	for t := range s.timers {
		if !t.at.After(s.now) {
			due = append(due, t.do)
			delete(s.timers, t)
		}
	}
	s.mu.Unlock()
	for _, do := range due {
		do()
	}
}

// server is the games of a server under test.
type server struct {
	*testing.T

	*stopwatch

	store *store.Store
	games *Games
}

func start(t *testing.T) *server {
	t.Helper()
	kept, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() }) // a test may have closed it
	s := &server{T: t, stopwatch: newStopwatch(), store: kept}
	s.restart()
	return s
}

// restart opens the games of the database again.
func (s *server) restart() {
	s.Helper()
	if s.games != nil {
		s.games.Close()
	}
	var err error
	if s.games, err = Open(s.Context(), s.store, s.clock(), slog.New(slog.DiscardHandler)); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(s.games.Close)
}

// pair is a game under test with its keys.
type pair struct {
	*server

	id   string
	keys [2]string
}

func (s *server) create(setup Setup) *pair {
	s.Helper()
	id, keys, err := s.games.Create(s.Context(), setup, "Anna")
	if err != nil {
		s.Fatal(err)
	}
	return &pair{s, id, keys}
}

func (s *server) joined(setup Setup) *pair {
	s.Helper()
	p := s.create(setup)
	p.do(Guest, Action{Kind: Join, Name: "Ben"})
	return p
}

func (p *pair) do(by Person, a Action) View {
	p.Helper()
	v, err := p.games.Do(p.Context(), p.id, p.keys[by], a)
	if err != nil {
		p.Fatalf("%+v: %v", a, err)
	}
	return v
}

func (p *pair) refuse(want error, key string, a Action) {
	p.Helper()
	if _, err := p.games.Do(p.Context(), p.id, key, a); !errors.Is(err, want) {
		p.Errorf("%+v: error %v, want %v", a, err, want)
	}
}

func (p *pair) view() View {
	p.Helper()
	v, err := p.games.View(p.id)
	if err != nil {
		p.Fatal(err)
	}
	return v
}

// play plays moves of both players.
func (p *pair) play(moves ...string) {
	p.Helper()
	for _, m := range moves {
		v := p.view()
		position := othello.Start(v.Setup.Start.Size, othello.Usual)
		for _, played := range v.Moves {
			position = position.Play(played)
		}
		by := Creator
		if v.Colours[Guest] == position.Turn {
			by = Guest
		}
		p.do(by, Action{Kind: Move, Ply: len(v.Moves), Move: m})
		p.advance(ActionTime)
	}
}

// TestKeys checks that a key moves for its side in its game only, and that keys are long and stored as hashes.
func TestKeys(t *testing.T) {
	s := start(t)
	one, two := s.joined(usual("none")), s.joined(usual("none"))
	for _, key := range []string{"", "nonsense", two.keys[Creator], one.keys[Creator] + "A", one.keys[Creator][1:]} {
		one.refuse(ErrKey, key, Action{Kind: Move, Move: "f5"})
		one.refuse(ErrKey, key, Action{Kind: Resign})
	}
	one.refuse(ErrTurn, one.keys[Guest], Action{Kind: Move, Move: "f5"})
	one.play("f5")
	one.refuse(ErrTurn, one.keys[Creator], Action{Kind: Move, Ply: 1, Move: "d6"})
	for key, want := range map[string]Person{"": Viewer, one.keys[0]: Creator, one.keys[1]: Guest} {
		if got, err := s.games.PersonOf(one.id, key); got != want || err != nil {
			t.Errorf("key %q: person %d, error %v; want %d", key, got, err, want)
		}
	}
	if _, err := s.games.PersonOf(one.id, two.keys[Guest]); !errors.Is(err, ErrKey) {
		t.Errorf("key of another game: error %v, want %v", err, ErrKey)
	}
	rows, err := s.store.OnlineGames(t.Context())
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d games, error %v; want 2", len(rows), err)
	}
	seen := map[string]bool{}
	for _, p := range []*pair{one, two} {
		for _, key := range p.keys {
			if len(key) < 26 || seen[key] { // 5 bits each
				t.Errorf("key %q: want 26 different characters", key)
			}
			seen[key] = true
			if strings.Contains(fmt.Sprintf("%+v", rows), key) || bytes.Contains(rows[0].Keys[0], []byte(key)) {
				t.Error("the database contains a key")
			}
		}
	}
}

// TestRepeatedActions checks that repeating a request whose response was lost has no effect.
func TestRepeatedActions(t *testing.T) {
	p := start(t).create(usual("none"))
	for range 2 {
		if v := p.do(Guest, Action{Kind: Join, Name: "Ben"}); v.Events != 1 {
			t.Errorf("%d events after joining, want 1", v.Events)
		}
	}
	for range 2 {
		if v := p.do(Creator, Action{Kind: Move, Move: "f5"}); v.Events != 2 {
			t.Errorf("%d events after f5, want 2", v.Events)
		}
	}
	p.refuse(ErrChanged, p.keys[Creator], Action{Kind: Move, Move: "c4"})
	p.refuse(ErrChanged, p.keys[Guest], Action{Kind: Move, Move: "f5"}) // the move of the other side
	p.refuse(ErrChanged, p.keys[Guest], Action{Kind: Move, Ply: 2, Move: "d6"})
	p.refuse(ErrChanged, p.keys[Guest], Action{Kind: Move, Ply: -1, Move: "d6"})
}

// TestServerKeepsTheClocks checks that a round ends at the deadline without a request, and that the end is in the
// record.
func TestServerKeepsTheClocks(t *testing.T) {
	s := start(t)
	p := s.joined(usual("10s"))
	watch, err := s.games.Watch(p.id, "")
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	p.play("f5", "d6", "c3")
	<-watch.Changed
	s.advance(10*time.Second - 2*ActionTime)
	if p.view().End != nil {
		t.Fatal("the round ended before the deadline")
	}
	s.advance(2*ActionTime + time.Millisecond)
	<-watch.Changed
	if diff := cmp.Diff(&End{store.EndedByTime, 64}, watch.View().End); diff != "" {
		t.Errorf("end (-want +got):\n%s", diff)
	}
	games, err := s.store.Games(t.Context(), time.Time{}, 10)
	want := []store.Game{{
		ID: "online-" + p.id + "-1", Size: 8, Start: "usual", Moves: "f5d6c3", Black: "human", White: "human",
		ScoreBlack: 64, DiscsBlack: 5, DiscsWhite: 2, Ended: "time",
	}}
	for i := range games {
		games[i].Played = time.Time{}
	}
	if diff := cmp.Diff(want, games); diff != "" || err != nil {
		t.Errorf("record (-want +got), error %v:\n%s", err, diff)
	}
}

// TestLateMoves checks that a move after the deadline loses, even if the timer has not fired.
func TestLateMoves(t *testing.T) {
	s := start(t)
	p := s.joined(usual("10s"))
	p.play("f5", "d6")
	s.mu.Lock()
	s.now = s.now.Add(time.Minute)
	s.mu.Unlock()
	p.refuse(ErrOver, p.keys[Creator], Action{Kind: Move, Ply: 2, Move: "c3"})
	if v := p.view(); v.End == nil || v.End.ScoreBlack != -64 {
		t.Errorf("end %+v, want Black's loss on time", v.End)
	}
}

// TestRestart checks that games continue after a restart with their keys, and that the time without a server counts
// for neither side.
func TestRestart(t *testing.T) {
	s := start(t)
	setup := usual("10s")
	setup.Start, setup.Colour = othello.Start(othello.Size6, othello.Parallel), othello.White
	over, waiting := s.joined(usual("none")), s.create(setup)
	p := s.joined(usual("10s"))
	p.play("f5", "d6")
	over.do(Guest, Action{Kind: Resign})
	before := map[string]View{over.id: over.view(), waiting.id: waiting.view()}
	s.games.Close()
	s.advance(time.Hour)
	s.restart()
	for id, want := range before {
		got, err := s.games.View(id)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("game %s after the restart (-want +got), error %v:\n%s", id, err, diff)
		}
	}
	v := p.view()
	if got := fmt.Sprint(v.End, v.Spent, v.Running); got != "<nil> 0s true" {
		t.Errorf("after the restart: end, spent time and running clock: %s; want <nil> 0s true", got)
	}
	p.play("c3")
	waiting.do(Guest, Action{Kind: Join})
}

// TestSubscribers checks presence, the limits of streams, and that all streams end with the server.
func TestSubscribers(t *testing.T) {
	s := start(t)
	p := s.joined(usual("none"))
	watch := func(key string) *Subscription {
		t.Helper()
		w, err := s.games.Watch(p.id, key)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	own := watch(p.keys[Creator])
	for range MaxViewers {
		watch("")
	}
	if _, err := s.games.Watch(p.id, ""); !errors.Is(err, ErrViewers) {
		t.Errorf("another viewer: error %v, want %v", err, ErrViewers)
	}
	if _, err := s.games.Watch(p.id, "nonsense"); !errors.Is(err, ErrKey) {
		t.Errorf("wrong key: error %v, want %v", err, ErrKey)
	}
	if v := own.View(); v.Here != [2]bool{true, false} || v.Viewers != MaxViewers {
		t.Errorf("here %v with %d viewers; want the creator and %d", v.Here, v.Viewers, MaxViewers)
	}
	if own.Person() != Creator {
		t.Errorf("person %d, want the creator", own.Person())
	}
	var last *Subscription
	for range MaxPerKey {
		last = watch(p.keys[Creator])
	}
	for range own.Changed { // until it is closed
	}
	own.Close() // has no effect
	last.Close()
	if v := p.view(); !v.Here[Creator] {
		t.Error("the creator is away, want present with the other streams")
	}
	s.games.Close()
	for range last.Changed { // until it is closed
	}
	if _, err := s.games.Watch(p.id, ""); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: error %v, want %v", err, ErrClosed)
	}
}

// TestLimits checks the number of games and the rate of actions.
func TestLimits(t *testing.T) {
	s := start(t)
	p := s.joined(usual("none"))
	for range MaxBurst - 1 { // joining was an action of the guest
		p.refuse(ErrNoAnswer, p.keys[Guest], Action{Kind: Agree})
	}
	p.refuse(ErrRate, p.keys[Guest], Action{Kind: Agree})
	p.do(Creator, Action{Kind: Move, Move: "f5"}) // the other player is not affected
	s.advance(ActionTime)
	p.do(Guest, Action{Kind: Move, Ply: 1, Move: "d6"})
	p.refuse(ErrRate, p.keys[Guest], Action{Kind: Agree})
	for len(s.games.games) < MaxGames {
		s.create(usual("none"))
	}
	if _, _, err := s.games.Create(t.Context(), usual("none"), ""); !errors.Is(err, ErrFull) {
		t.Errorf("game %d: error %v, want %v", MaxGames+1, err, ErrFull)
	}
	s.advance(WaitingTime - ActionTime)
	if _, err := s.games.View(p.id); err != nil {
		t.Errorf("a game in progress after a day: %v", err)
	}
	s.advance(ActionTime)
	s.create(usual("none")) // replaces the games that waited for too long
	s.advance(IdleTime)
	if _, err := s.games.View(p.id); !errors.Is(err, ErrNotFound) {
		t.Errorf("an idle game: error %v, want %v", err, ErrNotFound)
	}
	last := s.create(usual("none"))
	s.restart()
	rows, err := s.store.OnlineGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1 || rows[0].ID != last.id {
		t.Errorf("%d games remain, want the last one", len(rows))
	}
}

// TestUnstoredActions checks that an action that cannot be stored has no effect.
func TestUnstoredActions(t *testing.T) {
	s := start(t)
	p := s.joined(usual("none"))
	before := p.view()
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.games.Do(t.Context(), p.id, p.keys[Creator], Action{Kind: Move, Move: "f5"}); err == nil {
		t.Error("no error")
	}
	if diff := cmp.Diff(before, p.view()); diff != "" {
		t.Errorf("the game has changed:\n%s", diff)
	}
	if _, _, err := s.games.Create(t.Context(), usual("none"), ""); err == nil {
		t.Error("a game was created without a database")
	}
}

func TestUnknownActions(t *testing.T) {
	p := start(t).joined(usual("none"))
	for _, kind := range []Kind{Time, Resume, "", "nothing"} {
		if _, err := p.games.Do(t.Context(), p.id, p.keys[Creator], Action{Kind: kind}); !errors.Is(err,
			ErrInvalid) {
			t.Errorf("action %q: error %v, want %v", kind, err, ErrInvalid)
		}
	}
	if _, err := p.games.Do(t.Context(), "none", p.keys[0], Action{Kind: Resign}); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown game: error %v, want %v", err, ErrNotFound)
	}
}

// playUntilKilled plays rounds on a small board and prints the id and the number of events after each acknowledgement.
func playUntilKilled(path string) error {
	ctx := context.Background()
	kept, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	watch := newStopwatch()
	games, err := Open(ctx, kept, watch.clock(), slog.Default())
	if err != nil {
		return err
	}
	for {
		id, keys, err := games.Create(ctx, Setup{Start: othello.Start(othello.Size4, othello.Usual)}, "")
		if err != nil {
			return err
		}
		a, by := Action{Kind: Join}, Guest
		for a.Kind != "" {
			watch.advance(ActionTime)
			v, err := games.Do(ctx, id, keys[by], a)
			if err != nil {
				return err
			}
			fmt.Println(id, v.Events) // the test reads it
			a = Action{}
			p := v.Setup.Start
			for _, m := range v.Moves {
				p = p.Play(m)
			}
			if v.End == nil {
				a = Action{Kind: Move, Ply: len(v.Moves), Move: p.Size.Name(p.Moves()[0])}
				by = Person(p.Turn)
			}
		}
	}
}

// TestKilled kills a process with SIGKILL while it plays and checks that every acknowledged event is stored, and that
// the record has every finished game.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	c := crashtest.Child(t, playedIn, path)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := map[string]int{}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		id, events := "", 0
		if _, err := fmt.Sscan(lines.Text(), &id, &events); err != nil {
			continue // a line that the kill has cut
		}
		acknowledged[id] = events
		if n == 100 {
			_ = c.Process.Kill()
		}
	}
	if err := c.Wait(); err == nil || len(acknowledged) < 5 {
		t.Fatalf("%d games, error %v; want several games and a killed process", len(acknowledged), err)
	}
	kept, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	games, err := Open(t.Context(), kept, newStopwatch().clock(), slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	for id, want := range acknowledged {
		v, err := games.View(id)
		if err != nil || v.Events < want {
			t.Errorf("game %s has %d events, error %v; %d were acknowledged", id, v.Events, err, want)
		}
		if _, err := kept.Game(t.Context(), "online-"+id+"-1"); (err == nil) != (v.End != nil) {
			t.Errorf("game %s: in the record: %v; ended: %t", id, err, v.End != nil)
		}
	}
}
