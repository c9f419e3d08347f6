package opening

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/othello"
)

const small = "-----OX--XO----- X"

func TestRead(t *testing.T) {
	text := "\ufeff# a list\r\n\r\n% of lines\nF5D6C3D3C4F4F6F3\nf5d6c3d3c4 Tiger, the\nf5f4 +0.25\nf5f4\t-3\n" +
		small + "\n" + small + "; a small one\n" +
		usual().String() + ";\n"
	var got []string
	for l, err := range Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, l.String()+"|"+l.Name)
	}
	want := []string{
		"f5d6c3d3c4f4f6f3|", "f5d6c3d3c4|Tiger, the", "f5f4|", "f5f4|", small + "|", small + "|a small one",
		usual().String() + "|",
	}
	if !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}

// TestReadErrors checks that the error of a bad line has its number, and that the other lines are read.
func TestReadErrors(t *testing.T) {
	over := strings.Repeat("X", 64) + " O"
	for text, want := range map[string]string{
		"nonsense":           "line 2: 7 cells",
		"f5d":                `line 2: move 2, "d": "d" is not a square`,
		"f5é":                `line 2: move 2`,
		"f5d6f5":             `line 2: move 3, "f5": f5 is taken`,
		"f5a1":               `line 2: move 2, "a1": a1 turns nothing over for white; legal moves are`,
		"f5 d6 c3":           `line 2: "d6 c3" after the moves: want a name`,
		"f9":                 `"f9" is not a square (want a1 to h8)`,
		over:                 "line 2: the game is over",
		"---------------- X": "line 2: impossible board: b2 in the centre is empty",
	} {
		good := 0
		var wrong []error
		for _, err := range Read(strings.NewReader("f5d6\n" + text + "\nf5f6\n")) {
			if err == nil {
				good++
			} else {
				wrong = append(wrong, err)
			}
		}
		if good != 2 {
			t.Errorf("%q: %d lines are read, want 2", text, good)
		}
		if len(wrong) != 1 {
			t.Fatalf("%q: errors %v, want one", text, wrong)
		}
		if !strings.Contains(wrong[0].Error(), want) {
			t.Errorf("%q: error %v, want %q", text, wrong[0], want)
		}
	}
}

func TestReadEnds(t *testing.T) {
	good, last := 0, error(nil)
	for _, err := range Read(strings.NewReader("f5\n" + strings.Repeat("f5", 1<<16) + "\nf5\n")) {
		if last = err; err == nil {
			good++
		}
	}
	if good != 1 {
		t.Errorf("%d lines are read, want one", good)
	}
	if last == nil || last.Error() != "line 2: the line is longer than 65536 bytes" {
		t.Errorf("the last error is %v, want one about the length of line 2", last)
	}
	broken := errors.New("read error")
	for _, err := range Read(iotest.ErrReader(broken)) {
		if !errors.Is(err, broken) {
			t.Errorf("a reader that fails: error %v, want %v", err, broken)
		}
	}
	for l, err := range Read(strings.NewReader("f5\nx")) {
		if err != nil || l.String() != "f5" {
			t.Errorf("line %s, error %v; want f5", l, err)
		}
		break
	}
}

// TestParseLinePasses checks a line in which Black must pass after the eighth move. The transcript omits the pass.
func TestParseLinePasses(t *testing.T) {
	l := line(t, "f5f6f7g7d3f8h8h6f4g5")
	if at := slices.Index(l.Moves, othello.Pass); at != 8 {
		t.Errorf("the pass is at ply %d, want 8: %v", at, l.Moves)
	}
	if l.String() != "f5f6f7g7d3f8h8h6f4g5" {
		t.Errorf("%s, want f5f6f7g7d3f8h8h6f4g5", l)
	}
	if turn := l.Position().Turn; turn != othello.White {
		t.Errorf("%s is to move, want White", turn)
	}
}

func TestUpright(t *testing.T) {
	for _, text := range []string{"f5f6e6f4e3", "c4c3d3c5d6", "e6f6f5d6c5", "d3c3c4e3f4"} {
		if got := line(t, text).upright().String(); got != "f5f6e6f4e3" {
			t.Errorf("upright of %s = %s, want f5f6e6f4e3", text, got)
		}
	}
	if got := (Line{Start: usual()}).upright(); got.Moves != nil {
		t.Errorf("upright of no moves = %v, want no moves", got.Moves)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"f5d6c3d3c4f4f6f3\n# x\nf5f6 name", small + "; n", usual().String(),
		"f5f6f7g7d3f8h8h6f4g5", "f5d6 1e3", "\ufefff5\r\n\r\n%",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for l, err := range Read(strings.NewReader(text)) {
			if err != nil {
				continue
			}
			again, err := parseLine(l.String())
			if err != nil {
				t.Fatalf("%q: %v", l, err)
			}
			if diff := cmp.Diff(Line{Start: l.Start, Moves: l.Moves}, again, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%q is read back as %q (-want +got):\n%s", l, again, diff)
			}
			Find(l.Start, l.Moves)
		}
	})
}
