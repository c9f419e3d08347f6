package obf_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/obf"
)

// collect returns all problems and errors of a text.
func collect(text string) (problems []obf.Problem, wrong []error) {
	for p, err := range obf.Problems(strings.NewReader(text)) {
		if err != nil {
			wrong = append(wrong, err)
		} else {
			problems = append(problems, p)
		}
	}
	return problems, wrong
}

func TestFFO(t *testing.T) {
	for name, empties := range map[string][]int{
		"ffo-1-19":  {14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 16, 16, 16, 16, 16, 16, 16},
		"ffo-20-39": {6, 15, 17, 18, 19, 19, 20, 20, 20, 20, 20, 20, 20, 20, 20, 21, 21, 22, 24, 26},
		"ffo-40-59": {20, 22, 22, 23, 23, 24, 24, 25, 25, 26, 26, 27, 27, 28, 28, 29, 29, 30, 30, 34},
	} {
		text, err := os.ReadFile("testdata/" + name + ".obf")
		if err != nil {
			t.Fatal(err)
		}
		problems, wrong := collect(string(text))
		if len(wrong) > 0 || len(problems) != len(empties) {
			t.Fatalf("%s: %d problems, want %d; errors %v", name, len(problems), len(empties), wrong)
		}
		for i, p := range problems {
			score, moves, ok := p.Best()
			if err := p.Position.Validate(); err != nil {
				t.Errorf("%s, line %d: %v", name, p.Line, err)
			}
			if diff := cmp.Diff([2]int{i + 2, empties[i]}, [2]int{p.Line, p.Position.Empties()}); diff != "" {
				t.Errorf("%s: line and empty squares of position %d (-want +got):\n%s", name, i, diff)
			}
			if !ok || score%2 != 0 {
				t.Errorf("%s, line %d: best %d, known: %t, want an even score", name, p.Line, score, ok)
			}
			if len(moves) != len(p.Scores) {
				t.Errorf("%s, line %d: the best moves are %v, want all of %v", name, p.Line, moves, p.Scores)
			}
		}
	}
}

func TestBest(t *testing.T) {
	start := othello.Start(8, othello.Usual).String()
	type best struct {
		Score int
		Moves string
		OK    bool
	}
	for text, want := range map[string]best{
		start:                                 {0, "", false},
		start + ";":                           {0, "", false},
		start + "; D3:+0; C4:+0; F5:-2;":      {0, "d3 c4", true},
		start + "; f5 : -4 ;e6:2; c4:+2":      {2, "e6 c4", true}, // the best is not first
		start + "; D3:-8; --:-127;":           {-8, "d3", true},
		"-XXOXXXXXXXXXXXX X; PS:-10":          {-10, "pass", true},
		start + "; D3:+4; % C4:+6 is no more": {4, "d3", true},
	} {
		problems, wrong := collect(text)
		if len(problems) != 1 || len(wrong) > 0 {
			t.Fatalf("%q: problems %v, errors %v; want one problem", text, problems, wrong)
		}
		score, moves, ok := problems[0].Best()
		var list []string
		for _, m := range moves {
			list = append(list, problems[0].Position.Size.Name(m))
		}
		got := best{score, strings.Join(list, " "), ok}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: best moves (-want +got):\n%s", text, diff)
		}
	}
}

// TestProblemsErrors checks that the error of a bad line has its number, and that other lines are read.
func TestProblemsErrors(t *testing.T) {
	start := othello.Start(8, othello.Usual).String()
	for line, want := range map[string]string{
		"nonsense":                   "line 3: 7 cells",
		start + "; D3":               `line 3: "D3": expected MOVE:SCORE, such as A2:+38`,
		start + "; Z3:+4":            `line 3: "Z3" is not a square (want a1 to h8)`,
		start + "; A1:+4":            "line 3: a1 turns nothing over for black; legal moves are",
		start + "; D3:+66":           `line 3: score "+66" of D3: expected a disc difference from -64 to +64`,
		start + "; D3:-65":           `line 3: score "-65"`,
		start + "; D3:":              `line 3: score ""`,
		start + "; D3:1.5":           `line 3: score "1.5"`,
		start + "; PS:+2":            "line 3: black may not pass",
		"-----OX--XO----- X; A1:+0":  "line 3: a1 turns nothing over for black",
		"-----OX--XO----- X; B1:+18": "expected a disc difference from -16 to +16",
	} {
		problems, wrong := collect("% head\r\n\r\n" + line + "\r\n" + start + " ; D3:+0\r\n")
		if len(problems) != 1 || problems[0].Line != 4 {
			t.Errorf("%q: %+v, want the position of line 4", line, problems)
		}
		if len(wrong) != 1 || !strings.Contains(wrong[0].Error(), want) {
			t.Errorf("%q: %v, want %q", line, wrong, want)
			continue
		}
		at := (*record.LineError)(nil)
		if !errors.As(wrong[0], &at) || at.Line != 3 {
			t.Fatalf("%q: %v is not a *LineError of line 3", line, wrong[0])
		}
		if !errors.Is(wrong[0], at.Err) {
			t.Errorf("%q: %v does not wrap %v", line, wrong[0], at.Err)
		}
	}
}

func TestProblemsEnds(t *testing.T) {
	start := othello.Start(8, othello.Usual).String()
	problems, wrong := collect(start + "\n" + strings.Repeat("x", 1<<17) + "\n" + start + "\n")
	if len(problems) != 1 {
		t.Errorf("after a line that is too long: %d positions, want 1", len(problems))
	}
	const want = "[line 2: the line is longer than 65536 bytes]"
	if diff := cmp.Diff(want, fmt.Sprint(wrong)); diff != "" {
		t.Errorf("a line too long (-want +got):\n%s", diff)
	}
	broken := errors.New("disk removed")
	for _, err := range obf.Problems(iotest.ErrReader(broken)) {
		if !errors.Is(err, broken) {
			t.Errorf("error of the reader: %v, want %v", err, broken)
		}
		if at := (*record.LineError)(nil); !errors.As(err, &at) || at.Line != 1 {
			t.Errorf("error of the reader: %v, want a *LineError of line 1", err)
		}
	}
	if problems, wrong := collect(""); problems != nil || wrong != nil {
		t.Errorf("an empty file yields the problems %v and the errors %v, want none", problems, wrong)
	}
	seen := 0
	for _, err := range obf.Problems(strings.NewReader(start + "\n" + start)) {
		if err != nil {
			t.Error(err)
		}
		seen++
		break
	}
	if seen != 1 {
		t.Errorf("%d problems yielded, want 1", seen)
	}
}

func FuzzProblems(f *testing.F) {
	f.Add(othello.Start(8, othello.Usual).String() + "; D3:+0; c4:-2; --:-127; % comment\n\n")
	f.Add("-XXOXXXXXXXXXXXX X; PS:-10\r\nnonsense\r\n-----OX--XO-----O")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for p, err := range obf.Problems(strings.NewReader(text)) {
			line := p.Line
			if at := (*record.LineError)(nil); errors.As(err, &at) {
				line = at.Line
			}
			if line <= last || line > strings.Count(text, "\n")+1 {
				t.Fatalf("line %d after line %d: problem %+v, error %v", line, last, p, err)
			}
			last = line
			if err == nil {
				checkProblem(t, p)
			}
		}
	})
}

func checkProblem(t *testing.T, p obf.Problem) {
	t.Helper()
	for _, s := range p.Scores {
		if !slices.Contains(p.Position.Moves(), s.Move) || max(s.Score, -s.Score) > p.Position.Size.Squares() {
			t.Fatalf("line %d: %s has no move %d with score %d", p.Line, p.Position, s.Move, s.Score)
		}
	}
	if _, moves, ok := p.Best(); ok != (len(p.Scores) > 0) || ok != (len(moves) > 0) {
		t.Fatalf("line %d: best %v of %v", p.Line, moves, p.Scores)
	}
}
