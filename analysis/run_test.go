package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/crashtest"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// The variable that makes the test program judge games with that journal rather than test.
const judgedWith = "KAESHI_TEST_ANALYSIS"

func TestMain(m *testing.M) {
	if path := os.Getenv(judgedWith); path != "" {
		if err := judgeWith(context.Background(), path, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

// entries are some games, one of them twice, with a damaged one among them.
func entries(n int) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for i := range n {
			e := Entry{File: "games", Number: i + 1, Game: randomGame(othello.Size8, uint64(i%(n-1)))}
			e.Game.Black = fmt.Sprintf("player %d", i)
			if i == 2 {
				e = Entry{File: "games", Number: 3, Err: errors.New("damaged")}
			}
			if !yield(e) {
				return
			}
		}
	}
}

const someGames = 12

// judgeWith judges some games with the journal at path, "" being none, and writes what it tells.
func judgeWith(ctx context.Context, path string, out *os.File) error {
	j, err := openIf(path)
	if err != nil {
		return err
	}
	return errors.Join(runOf(j, 2, func(line string) error {
		_, err := out.WriteString(line)
		return err
	}).Games(ctx, entries(someGames)), j.Close())
}

func openIf(path string) (*Journal, error) {
	if path == "" {
		return nil, nil
	}
	return OpenJournal(path, Effort{2, search.Limits{Depth: 2, Exact: 9}}, search.Options{})
}

// runOf tells documents without times, and errors.
func runOf(j *Journal, threads int, tell func(string) error) *Run {
	return &Run{
		Effort: Effort{2, search.Limits{Depth: 2, Exact: 9}}, Marks: UsualMarks(),
		Options: search.Options{Threads: threads, HashBytes: 1 << 18}, Journal: j,
		Told: func(d *Game) error {
			d.Seconds = 0
			text, err := json.Marshal(d)
			return errors.Join(err, tell(string(text)+"\n"))
		},
		Bad: func(err error) { _ = tell(err.Error() + "\n") },
	}
}

func told(t *testing.T, j *Journal, threads int) string {
	t.Helper()
	var b strings.Builder
	if err := runOf(j, threads, func(line string) error { b.WriteString(line); return nil }).Games(t.Context(),
		entries(someGames)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestOrder: whatever the number of threads, the same is told in the same order, damaged games in their place.
func TestOrder(t *testing.T) {
	want := told(t, nil, 1)
	lines := strings.Split(strings.TrimSpace(want), "\n")
	if len(lines) != someGames {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), someGames, want)
	}
	if lines[2] != "damaged" {
		t.Fatalf("the damaged game is told of as %s", lines[2])
	}
	if says := `"game":12,"black":"player 11"`; !strings.Contains(lines[11], says) {
		t.Fatalf("the twelfth line does not say %s: %s", says, lines[11])
	}
	for _, threads := range []int{2, 5} {
		if got := told(t, nil, threads); got != want {
			t.Errorf("%d threads tell something else", threads)
		}
	}
}

// TestJournal checks that a run continues from a journal that was cut off anywhere: it gives the same results and
// searches no game twice.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	want := told(t, nil, 1)
	resume := func() string {
		j, err := openIf(path)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		return told(t, j, 2)
	}
	if got := resume(); got != want {
		t.Fatal("with a journal something else is told")
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(whole, []byte("\n")); n != 1+someGames-2 { // the heading; one game occurs twice, one is damaged
		t.Errorf("%d lines", n)
	}
	if resume() != want {
		t.Error("a complete journal tells something else")
	}
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, whole) {
		t.Errorf("a complete journal is changed, error %v", err)
	}
	for at := 0; at <= len(whole); at += 1 + at {
		if err := os.WriteFile(path, whole[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		if resume() != want {
			t.Errorf("cut off after %d bytes: something else is told", at)
		}
		if again, err := os.ReadFile(path); err != nil ||
			bytes.Count(again, []byte("\n")) != bytes.Count(whole, []byte("\n")) {
			t.Errorf("cut off after %d bytes: %d lines in the end, error %v", at, bytes.Count(again, []byte("\n")), err)
		}
	}
}

// TestKilled: a process that is killed at any moment, again and again, loses nothing that it told and in the end tells
// all.
func TestKilled(t *testing.T) {
	if testing.Short() {
		return // the race detector has nothing to see in other processes
	}
	path, want := filepath.Join(t.TempDir(), "journal"), told(t, nil, 1)
	kills := 0
	for wait := 10 * time.Millisecond; ; wait += wait / 4 {
		var out bytes.Buffer
		c := crashtest.Child(t, judgedWith, path)
		c.Stdout, c.Stderr = &out, &out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(wait, func() { _ = c.Process.Kill() })
		err := c.Wait()
		timer.Stop()
		if err == nil {
			if out.String() != want {
				t.Errorf("after %d kills something else is told", kills)
			}
			break
		}
		if kills++; !strings.HasPrefix(want, out.String()) && !strings.HasPrefix(out.String(), want) {
			t.Fatalf("kill %d: told %q", kills, out.String())
		}
	}
	if kills == 0 {
		t.Error("the process was never killed")
	}
	journal, err := os.ReadFile(path)
	if err != nil || bytes.Count(journal, []byte("\n")) != 1+someGames-2 {
		t.Errorf("%d lines in the end, error %v", bytes.Count(journal, []byte("\n")), err)
	}
}

func TestJournalRefuses(t *testing.T) {
	dir := t.TempDir()
	path, notes, damaged := filepath.Join(dir, "journal"), filepath.Join(dir, "notes.txt"),
		filepath.Join(dir, "damaged")
	j, err := OpenJournal(path, atLevel(t, 3), search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(path, atLevel(t, 3), search.Options{}); err == nil ||
		!strings.Contains(err.Error(), "another run") {
		t.Errorf("opened twice: error %v", err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	head, err := os.ReadFile(path)
	if err == nil {
		err = errors.Join(os.WriteFile(notes, []byte("my notes"), 0o600),
			os.WriteFile(damaged, append(head, "{}\n"...), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, says string }{
		{path, "effort level 3 (want level 4)"}, {notes, "not a journal"}, {dir, "directory"}, {damaged, "effort"},
	} {
		if _, err := OpenJournal(c.path, atLevel(t, 4), search.Options{}); err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one with %q", c.path, err, c.says)
		}
	}
	if _, err := OpenJournal(damaged, atLevel(t, 3), search.Options{}); err == nil ||
		!strings.Contains(err.Error(), "line 2: expected a judged game") {
		t.Errorf("damaged: error %v", err)
	}
	sum := learnedSum(t)
	others := bytes.Replace(head, []byte(sum), []byte("others"), 1)
	if err := os.WriteFile(damaged, others, 0o600); err != nil || bytes.Equal(others, head) {
		t.Fatalf("%s, error %v", others, err)
	}
	if _, err := OpenJournal(damaged, atLevel(t, 3), search.Options{}); err == nil ||
		!strings.Contains(err.Error(), "weights others (want "+sum[:12]+")") {
		t.Errorf("of other weights: error %v", err)
	}
	if text, err := os.ReadFile(notes); string(text) != "my notes" {
		t.Errorf("the refused file is now %q, error %v", text, err)
	}
}

// learnedSum returns the checksum of the weights embedded in the program.
func learnedSum(t *testing.T) string {
	t.Helper()
	w, err := eval.Learned()
	if err != nil {
		t.Fatal(err)
	}
	return w.Checksum()
}

// Weights without a checksum cannot be told from others, so that two kinds of judgement could mix in one file.
func TestJournalRefusesWeightsWithoutChecksum(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	o := search.Options{Weights: &eval.Weights{}}
	if _, err := OpenJournal(path, atLevel(t, 3), o); err == nil || !strings.Contains(err.Error(), "no checksum") {
		t.Errorf("error %v, want one with %q", err, "no checksum")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was made: error %v", err)
	}
	o.Without = search.Learned // the weights are not used
	j, err := OpenJournal(path, atLevel(t, 3), o)
	if err == nil {
		err = j.Close()
	}
	if err != nil {
		t.Error(err)
	}
}

// TestJournalRefusesOtherSearches: judgements of searches that leave out other methods do not mix in one file.
func TestJournalRefusesOtherSearches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	network, learned := search.Options{Without: search.Network | search.Parity}, search.Options{Without: search.Learned}
	for _, c := range []struct {
		made, asked search.Options
		says        string
	}{
		{network, search.Options{}, "other settings: without parity,network (want nothing);"},
		{search.Options{}, network, "other settings: without nothing (want parity,network);"},
		{
			learned,
			search.Options{},
			"other settings: without learned (want nothing), weights none (want " + learnedSum(t)[:12] + ");",
		},
	} {
		j, err := OpenJournal(path, atLevel(t, 3), c.made)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenJournal(path, atLevel(t, 3), c.asked); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error %v, want one with %q", err, c.says)
		}
		if j, err = OpenJournal(path, atLevel(t, 3), c.made); err != nil {
			t.Errorf("the same settings: %v", err)
		}
		if err := errors.Join(j.Close(), os.Remove(path)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestManyGames: of any number of games only a few are in memory at a time.
func TestManyGames(t *testing.T) {
	var read, shown, most atomic.Int64
	games := func(yield func(Entry) bool) {
		g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
		for i := range 20_000 {
			most.Store(max(most.Load(), read.Add(1)-shown.Load()))
			if !yield(Entry{File: "many", Number: i + 1, Game: g}) {
				return
			}
		}
	}
	run := Run{
		Effort: atLevel(t, 1), Options: search.Options{Threads: 4, HashBytes: 1 << 12},
		Bad: func(err error) { t.Error(err) },
		Told: func(d *Game) error {
			if n := shown.Add(1); int64(d.Game) != n {
				return fmt.Errorf("game %d is told as number %d", d.Game, n)
			}
			return nil
		},
	}
	if err := run.Games(t.Context(), games); err != nil || shown.Load() != 20_000 {
		t.Errorf("%d games, error %v", shown.Load(), err)
	}
	if most.Load() > 32 {
		t.Errorf("%d games at a time", most.Load())
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	run := runOf(nil, 2, func(string) error {
		if n++; n == 4 {
			cancel()
		}
		return nil
	})
	if err := run.Games(ctx, entries(someGames)); !errors.Is(err, context.Canceled) || n >= someGames {
		t.Errorf("%d told, error %v", n, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	letGo := func(yield func(Entry) bool) {
		cancel()
		yield(Entry{File: "-", Number: 1, Err: ctx.Err()})
	}
	run = runOf(nil, 2, func(text string) error { t.Errorf("told %s", text); return nil })
	if err := run.Games(ctx, letGo); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of an input that was let go of", err)
	}
	full := errors.New("disk full")
	run = runOf(nil, 2, func(string) error { return full })
	if err := run.Games(t.Context(), entries(someGames)); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

// TestFiles: games of several files and formats have their places, and a file that is missing is one error.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	one, missing := filepath.Join(dir, "one.txt"), filepath.Join(dir, "missing.ggf")
	if err := os.WriteFile(one, []byte("f5d6c3\nf5x9\nf5f6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var got []string
	for e := range Files([]string{one, missing, "-"}, strings.NewReader("c4e3")) {
		text := fmt.Sprint(e.Err != nil)
		if e.Err == nil {
			text = e.Game.Transcript()
		}
		got = append(got, fmt.Sprint(filepath.Base(e.File), " ", e.Number, " ", text))
	}
	if want := "one.txt 1 f5d6c3;one.txt 2 true;one.txt 3 f5f6;missing.ggf 1 true;- 1 c4e3"; strings.Join(got, ";") !=
		want {
		t.Errorf("%s, want %s", strings.Join(got, ";"), want)
	}
}
