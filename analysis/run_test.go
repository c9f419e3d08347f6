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

// judgedWith is an environment variable that makes the test program judge games with the given journal instead of
// testing.
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

// entries returns n games. One of them occurs twice, and one is damaged.
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

// judgeWith judges some games with the journal at path, or without one if path is "", and writes the results.
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

// runOf returns a run that passes documents without times, and errors, to report.
func runOf(j *Journal, threads int, report func(string) error) *Run {
	return &Run{
		Effort: Effort{2, search.Limits{Depth: 2, Exact: 9}}, Marks: UsualMarks(),
		Options: search.Options{Threads: threads, HashBytes: 1 << 18}, Journal: j,
		OnGame: func(d *Game) error {
			d.Seconds = 0
			text, err := json.Marshal(d)
			return errors.Join(err, report(string(text)+"\n"))
		},
		OnBad: func(err error) { _ = report(err.Error() + "\n") },
	}
}

func reported(t *testing.T, j *Journal, threads int) string {
	t.Helper()
	var b strings.Builder
	if err := runOf(j, threads, func(line string) error { b.WriteString(line); return nil }).Games(t.Context(),
		entries(someGames)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestOrder checks that the output does not depend on the number of threads, and that damaged games are in their place.
func TestOrder(t *testing.T) {
	want := reported(t, nil, 1)
	lines := strings.Split(strings.TrimSpace(want), "\n")
	if len(lines) != someGames {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), someGames, want)
	}
	if lines[2] != "damaged" {
		t.Fatalf("the damaged game is reported as %s", lines[2])
	}
	if want := `"game":12,"black":"player 11"`; !strings.Contains(lines[11], want) {
		t.Fatalf("the twelfth line does not contain %s: %s", want, lines[11])
	}
	several := []int{2, 5}
	if testing.Short() {
		several = several[1:]
	}
	for _, threads := range several {
		if got := reported(t, nil, threads); got != want {
			t.Errorf("the output with %d threads differs from that with one thread", threads)
		}
	}
}

// TestJournal checks that a run resumes from a journal that is cut off anywhere. It must give the same results and
// search no game twice.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	want := reported(t, nil, 1)
	resume := func() string {
		j, err := openIf(path)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		return reported(t, j, 2)
	}
	if got := resume(); got != want {
		t.Fatal("the output with a journal differs")
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(whole, []byte("\n")); n != 1+someGames-2 { // the heading; one game occurs twice, one is damaged
		t.Errorf("%d lines, want %d", n, someGames-1)
	}
	if resume() != want {
		t.Error("the output with a complete journal differs")
	}
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, whole) {
		t.Errorf("a complete journal was changed, error %v", err)
	}
	first := 0
	if testing.Short() { // one incomplete file suffices
		first = len(whole) / 2
	}
	for at := first; at <= len(whole); at += 1 + at {
		if err := os.WriteFile(path, whole[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		if resume() != want {
			t.Errorf("cut off after %d bytes: the output differs", at)
		}
		if again, err := os.ReadFile(path); err != nil ||
			bytes.Count(again, []byte("\n")) != bytes.Count(whole, []byte("\n")) {
			t.Errorf("cut off after %d bytes: the final journal has %d lines, error %v", at, bytes.Count(again,
				[]byte("\n")), err)
		}
	}
}

// TestKilled checks that a process that is killed repeatedly loses no reported game and finally completes the run.
func TestKilled(t *testing.T) {
	if testing.Short() {
		return // the race detector does not see other processes
	}
	path, want := filepath.Join(t.TempDir(), "journal"), reported(t, nil, 1)
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
				t.Errorf("after %d kills: the output differs from that of an uninterrupted run", kills)
			}
			break
		}
		if kills++; !strings.HasPrefix(want, out.String()) && !strings.HasPrefix(out.String(), want) {
			t.Fatalf("kill %d: output %q, want the beginning of %q", kills, out.String(), want)
		}
	}
	if kills == 0 {
		t.Error("the process was never killed")
	}
	journal, err := os.ReadFile(path)
	if err != nil || bytes.Count(journal, []byte("\n")) != 1+someGames-2 {
		t.Errorf("the journal has %d lines, want %d; error %v", bytes.Count(journal, []byte("\n")), 1+someGames-2, err)
	}
}

func TestJournalRefuses(t *testing.T) {
	dir := t.TempDir()
	path, notes, damaged := filepath.Join(dir, "journal"), filepath.Join(dir, "notes.txt"),
		filepath.Join(dir, "damaged")
	if err := os.WriteFile(path, nil, 0o600); err != nil { // a new journal without results is removed
		t.Fatal(err)
	}
	j, err := OpenJournal(path, atLevel(t, 3), search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(path, atLevel(t, 3), search.Options{}); err == nil ||
		!strings.Contains(err.Error(), "another run") {
		t.Errorf("opened twice: error %v, want one with %q", err, "another run")
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
	for _, c := range []struct{ path, want string }{
		{path, "effort level 3 (want level 4)"}, {notes, "not a journal"}, {dir, "directory"}, {damaged, "effort"},
	} {
		if _, err := OpenJournal(c.path, atLevel(t, 4), search.Options{}); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.path, err, c.want)
		}
	}
	if _, err := OpenJournal(damaged, atLevel(t, 3), search.Options{}); err == nil ||
		!strings.Contains(err.Error(), "line 2: expected a judged game") {
		t.Errorf("%s: error %v, want one about line 2", damaged, err)
	}
	sum := learnedSum(t)
	others := bytes.Replace(head, []byte(sum), []byte("others"), 1)
	if err := os.WriteFile(damaged, others, 0o600); err != nil || bytes.Equal(others, head) {
		t.Fatalf("the heading %s does not contain the checksum %s, or error %v", head, sum, err)
	}
	if _, err := OpenJournal(damaged, atLevel(t, 3), search.Options{}); err == nil ||
		!strings.Contains(err.Error(), "weights others (want "+sum[:12]+")") {
		t.Errorf("other weights: error %v, want one with both checksums", err)
	}
	if text, err := os.ReadFile(notes); string(text) != "my notes" {
		t.Errorf("the refused file was changed to %q, error %v", text, err)
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

// TestJournalRefusesWeightsWithoutChecksum checks that weights without a checksum are refused, because a journal could
// not distinguish them from others.
func TestJournalRefusesWeightsWithoutChecksum(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	o := search.Options{Weights: &eval.Weights{}}
	if _, err := OpenJournal(path, atLevel(t, 3), o); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("error %v, want one with %q", err, "checksum")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was created: error %v", err)
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

// TestJournalRefusesOtherSearches checks that a journal is refused if other search methods are left out.
func TestJournalRefusesOtherSearches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	network, learned := search.Options{Without: search.Network | search.Parity}, search.Options{Without: search.Learned}
	for _, c := range []struct {
		made, opened search.Options
		want         string
	}{
		{network, search.Options{}, "other settings: without parity,network (want nothing);"},
		{search.Options{}, network, "other settings: without nothing (want parity,network);"},
		{
			learned,
			search.Options{},
			"other settings: without learned (want nothing), weights none (want " + learnedSum(t)[:12] + ");",
		},
	} {
		if err := os.WriteFile(path, nil, 0o600); err != nil { // a new journal without results is removed
			t.Fatal(err)
		}
		j, err := OpenJournal(path, atLevel(t, 3), c.made)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenJournal(path, atLevel(t, 3), c.opened); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
		if j, err = OpenJournal(path, atLevel(t, 3), c.made); err != nil {
			t.Errorf("the same settings: error %v, want none", err)
		}
		if err := errors.Join(j.Close(), os.Remove(path)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestManyGames checks that only a few games are in memory at a time.
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
		OnBad: func(err error) { t.Error(err) },
		OnGame: func(d *Game) error {
			if n := shown.Add(1); int64(d.Game) != n {
				return fmt.Errorf("game %d is reported as number %d", d.Game, n)
			}
			return nil
		},
	}
	if err := run.Games(t.Context(), games); err != nil || shown.Load() != 20_000 {
		t.Errorf("%d games are reported, want 20000; error %v", shown.Load(), err)
	}
	if most.Load() > 32 {
		t.Errorf("%d games at a time, want at most 32", most.Load())
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
		t.Errorf("%d games are reported, want fewer than %d; error %v, want context.Canceled", n, someGames, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancelled := func(yield func(Entry) bool) {
		cancel()
		yield(Entry{File: "-", Number: 1, Err: ctx.Err()})
	}
	run = runOf(nil, 2, func(text string) error { t.Errorf("reported %s", text); return nil })
	if err := run.Games(ctx, cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled input: error %v, want context.Canceled", err)
	}
	full := errors.New("disk full")
	run = runOf(nil, 2, func(string) error { return full })
	if err := run.Games(t.Context(), entries(someGames)); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

// TestFiles checks the places of games from several files and formats, and that a missing file is one error.
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
