package problems

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

// file contains three positions of the FFO test with their scores, a line that is not a position, a forced pass and a
// finished game.
const file = `--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;
-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X; H8:+0; A5:+0; B6:-4; B7:-4; A6:-8; B2:-12; H2:-26;
no position
--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X; A1:+14; H3:+14; A8:+12; H2:+8; G2:+8; H4:+4; G7:+4; A7:-22; B1:-24;
XO--XXX-XXXXXXXX O; PS:-16;
XXXXXXXXXXXXXXXX X
`

// solveFile returns the results of a run over the file.
func solveFile(t *testing.T, q Task, j *Journal) ([]Solution, Total) {
	t.Helper()
	var list []Solution
	bad := 0
	run := Run{
		Engine: search.New(search.Options{HashBytes: 1 << 20}), Question: q, Journal: j, Bad: func(error) { bad++ },
		Solved: func(s Solution) error { list = append(list, s); return nil },
	}
	sum, err := run.File(t.Context(), strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if bad != 1 || sum.Bad() != 1 {
		t.Fatalf("%d bad lines are reported and %d counted, want one", bad, sum.Bad())
	}
	if sum.Positions != 5 {
		t.Fatalf("%d positions, want 5", sum.Positions)
	}
	return list, sum
}

func TestScores(t *testing.T) {
	list, sum := solveFile(t, Task{}, nil)
	if sum.Checked != 4 || sum.Mismatches != 0 {
		t.Errorf("%d scores checked, want 4; %d mismatches, want none", sum.Checked, sum.Mismatches)
	}
	for i, score := range []int{18, 0, 14, -16, 16} {
		s := list[i]
		want := Solution{Score: &score, Exact: true}
		got := Solution{Score: s.Score, Exact: s.Exact, Result: s.Result}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("line %d (-want +got):\n%s", s.Line, diff)
		}
	}
	if got := list[1].Best; !slices.Equal(got, []string{"a5", "h8"}) {
		t.Errorf("best moves %v, want a5 and h8", got)
	}
}

func TestWinners(t *testing.T) {
	list, sum := solveFile(t, Task{WLD: true}, nil)
	if sum.Checked != 4 || sum.Mismatches != 0 {
		t.Errorf("%d results checked, want 4; %d mismatches, want none: %v", sum.Checked, sum.Mismatches, list)
	}
	for i, want := range []string{"win", "draw", "win", "loss", "win"} {
		if s := list[i]; s.Result != want || s.Score != nil {
			t.Errorf("%v, want %s in it", s, want)
		}
	}
	if got := list[0].Best; !slices.Equal(got, []string{"h1", "a2", "a3", "h7", "g8"}) {
		t.Errorf("winning moves %v, want h1, a2, a3, h7, g8", got)
	}
}

func TestBestMoves(t *testing.T) {
	list, _ := solveFile(t, Task{Best: 3}, nil)
	var got []string
	for _, line := range list[2].Lines {
		got = append(got, line.Move)
		if len(line.PV) < 2 || line.PV[0] != line.Move {
			t.Errorf("line %v, want a principal variation that starts with the move", line)
		}
	}
	slices.Sort(got[:2]) // the first two have the same score
	if !slices.Equal(got, []string{"a1", "h3", "a8"}) || list[2].Lines[2].Score != 12 {
		t.Errorf("lines %+v, want the moves a1, h3 and a8 and the score 12 of the third", list[2].Lines)
	}
}

// TestTruncatedJournal checks that the next run reads every complete solution from a journal that is cut off anywhere,
// and has the same results.
func TestTruncatedJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, err := OpenJournal(path, Task{})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := solveFile(t, Task{}, j)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at <= len(whole); at += 1 + at/7 {
		if err := os.WriteFile(path, whole[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path, Task{})
		if err != nil {
			t.Fatalf("cut off after %d bytes: %v", at, err)
		}
		if got, kept := len(j.solved), max(bytes.Count(whole[:at], []byte("\n"))-1, 0); got != kept {
			t.Errorf("cut off after %d bytes: %d solutions, want %d", at, got, kept)
		}
		got, _ := solveFile(t, Task{}, j)
		for i := range got {
			got[i].Seconds = want[i].Seconds
			if text, other := asJSON(t, got[i]), asJSON(t, want[i]); text != other {
				t.Errorf("cut off after %d bytes: %s, want %s", at, text, other)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestJournalRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "journal")
	if err := os.WriteFile(path, nil, 0o600); err != nil { // a new journal without results is removed
		t.Fatal(err)
	}
	j, err := OpenJournal(path, Task{WLD: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	notes := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(notes, []byte("my notes, on one line"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{path, "other settings: wld true (want false);"},
		{notes, "not a journal"},
		{dir, "directory"},
	} {
		if _, err := OpenJournal(c.path, Task{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.path, err, c.want)
		}
	}
	if text, err := os.ReadFile(notes); string(text) != "my notes, on one line" {
		t.Errorf("the refused file was changed to %q, error %v", text, err)
	}
}

// TestJournalChecksCurrentScores checks that solutions of a journal are compared with the scores that the file has at
// the time of the run.
func TestJournalChecksCurrentScores(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, err := OpenJournal(path, Task{})
	if err != nil {
		t.Fatal(err)
	}
	solveFile(t, Task{}, j)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if j, err = OpenJournal(path, Task{}); err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	run := Run{Journal: j, Solved: func(Solution) error { return nil }} // without an engine, so that no search can run
	sum, err := run.File(t.Context(),
		strings.NewReader(strings.ReplaceAll(file, "G8:+18", "G8:+20")[:strings.Index(file, "no position")]))
	if err != nil {
		t.Fatal(err)
	}
	want := Total{Positions: 2, Checked: 2, Mismatches: 1}
	ignored := cmpopts.IgnoreFields(Total{}, "Nodes", "Seconds")
	if diff := cmp.Diff(want, sum, cmp.AllowUnexported(Total{}), ignored); diff != "" {
		t.Errorf("the sum (-want +got):\n%s", diff)
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	run := Run{
		Engine: search.New(search.Options{HashBytes: 1 << 20}),
		Solved: func(Solution) error { cancel(); return nil },
	}
	sum, err := run.File(ctx, strings.NewReader(file))
	if !errors.Is(err, context.Canceled) || sum.Positions != 1 {
		t.Errorf("%d positions, want 1; error %v, want context.Canceled", sum.Positions, err)
	}
	full := errors.New("disk full")
	run.Solved = func(Solution) error { return full }
	if sum, err = run.File(t.Context(), strings.NewReader(file)); !errors.Is(err, full) || sum.Positions != 1 {
		t.Errorf("%d positions, want 1; error %v, want %v", sum.Positions, err, full)
	}
}

func TestMismatch(t *testing.T) {
	for _, c := range []struct {
		name, stated, best string
		agree              bool
	}{
		{"no scores", "", "b1", true},
		{"scores of all moves", "b1:+4; a2:+4; d3:+2; c4:+0", "b1 a2", true},
		{"in another order", "c4:+0; a2:+4; b1:+4", "b1 a2", true},
		{"another score", "b1:+6", "b1", false},
		{"one best move too many", "b1:+4; a2:+4", "b1", false},
		{"one best move too few", "b1:+4; a2:+2", "b1 a2", false},
		{"one best move left out", "b1:+4; d3:+2", "b1 a2", true},
		{"every best move left out", "d3:+4", "b1", false},
	} {
		for problem, err := range obf.Problems(strings.NewReader("-----OX--XO----- X; " + c.stated)) {
			if err != nil {
				t.Fatal(err)
			}
			var best []othello.Square
			for name := range strings.FieldsSeq(c.best) {
				m, err := problem.Position.Size.Parse(name)
				if err != nil {
					t.Fatal(err)
				}
				best = append(best, m)
			}
			if got := mismatch(problem, 4, best, Task{}); (got == "") != c.agree {
				t.Errorf("%s: mismatch %q, want agreement %t", c.name, got, c.agree)
			}
		}
	}
}
