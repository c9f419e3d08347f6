package transcript_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/transcript"
)

func TestTranscripts(t *testing.T) {
	cases := []struct {
		size       othello.Size
		setup      othello.Setup
		text, want string
	}{
		{8, othello.Usual, "", ""},
		{8, othello.Usual, " \t\r\n", ""},
		{8, othello.Usual, "f5d6c3", "f5 d6 c3"},
		{8, othello.Usual, "F5D6C3", "f5 d6 c3"},
		{8, othello.Usual, " f5 d6\tc3\r\nd3 ", "f5 d6 c3 d3"},
		{8, othello.Usual, "f5,d6;c3", "f5 d6 c3"},
		{8, othello.Usual, "1. f5 2. d6 3. c3", "f5 d6 c3"},
		{8, othello.Usual, "1.f5 d6 2.c3 d3", "f5 d6 c3 d3"},
		{8, othello.Usual, "1: f5-d6-c3", "f5 d6 c3"},
		{8, othello.Usual, "f5d6c3 33-31", "f5 d6 c3"},
		{8, othello.Usual, "f5d6c3 -1", "f5 d6 c3"},
		{8, othello.Usual, "f5d6c3, +4.00", "f5 d6 c3"},
		{8, othello.Usual, "f5d6c3 1-0", "f5 d6 c3"},
		{8, othello.Parallel, "d3c4", "d3 c4"},
		{6, othello.Usual, "e4c5", "e4 c5"},
		{6, othello.Parallel, "b2", "b2"},
		{4, othello.Parallel, "a1", "a1"},
		{4, othello.Usual, "a2a3a4a1c1d4", "a2 a3 a4 a1 c1 pass d4"},
		{4, othello.Usual, "a2a3a4a1c1--d4", "a2 a3 a4 a1 c1 pass d4"},
		{4, othello.Usual, "a2 a3 a4 a1 c1 PA d4", "a2 a3 a4 a1 c1 pass d4"},
		{4, othello.Usual, "a2a3a4a1c1psd4", "a2 a3 a4 a1 c1 pass d4"},
		{4, othello.Usual, "A2A3A4A1C1PASSD4 10-3", "a2 a3 a4 a1 c1 pass d4"},
		{4, othello.Usual, "a2a3a4a1c1", "a2 a3 a4 a1 c1"},
		{4, othello.Usual, "a2a3a4a1c1pass", "a2 a3 a4 a1 c1 pass"},
		{4, othello.Usual, "a2a3b4c1a4d2c4d3d4d1b1", "a2 a3 b4 c1 a4 pass d2 c4 d3 pass d4 pass d1 pass b1"},
	}
	for _, c := range cases {
		g, err := transcript.Parse(othello.Start(c.size, c.setup), c.text)
		if err != nil || recordtest.Names(g) != c.want {
			t.Errorf("%d×%d, %q: %s, %v; want %s", c.size, c.size, c.text, recordtest.Names(g), err, c.want)
		}
	}
}

func TestTranscriptErrors(t *testing.T) {
	cases := []struct {
		size       othello.Size
		text, want string
		before     string // the moves before the error
	}{
		{8, "a1", `move 1, "a1" at character 1: a1 turns nothing over for black; legal moves are d3, c4, f5, e6`, ""},
		{8, "f5d6d6", `move 3, "d6" at character 5: d6 is taken; legal moves are`, "f5 d6"},
		{
			8, "1. f5 2. z9", `move 2, "z9" at character 10: "z9" is not a square (want a1 to h8)`,
			"f5",
		},
		{8, "12345", `move 1, "12" at character 1: expected a square such as f5`, ""},
		{8, " , ", `move 1, "," at character 2: expected a square such as f5`, ""},
		{8, ".", `move 1, "." at character 1: expected a square such as f5`, ""},
		{8, "1. 2.", `move 1, "1." at character 1: expected a square such as f5`, ""},
		{8, "-", `move 1, "-" at character 1: expected a square such as f5`, ""},
		{8, "34-30", `move 1, "34" at character 1: expected a square such as f5`, ""},
		{8, "f5d6c", `move 3, "c" at character 5: "c" is not a square`, "f5 d6"},
		{8, "f5 resigned", `move 2, "re" at character 4`, "f5"},
		{8, "f5あd6", `move 2, "あd" at character 3`, "f5"},
		{8, "f5\xff\xfe", `move 2, "\xff\xfe" at character 3`, "f5"},
		{
			8, "f5 pass",
			`move 2, "pass" at character 4: white may not pass while it has a legal move; legal moves are f4, d6, f6`,
			"f5",
		},
		{6, "e4 f8", `"f8" is not a square (want a1 to f6)`, "e4"},
		{4, "a2a3a4a1c1a1", `move 6, "a1" at character 11: a1 is taken; legal moves are`, "a2 a3 a4 a1 c1"},
		{4, "a2a3a4a1c1d4b1", `move 7, "b1" at character 13: the game is already over`, "a2 a3 a4 a1 c1 pass d4"},
		{4, "a2a3a4a1c1d4--", `move 7, "--" at character 13: the game is already over`, "a2 a3 a4 a1 c1 pass d4"},
	}
	for _, c := range cases {
		g, err := transcript.Parse(othello.Start(c.size, othello.Usual), c.text)
		wrong := (*transcript.MoveError)(nil)
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
			continue
		}
		if names := recordtest.Names(g); names != c.before {
			t.Errorf("%q: the moves before the error are %s, want %s", c.text, names, c.before)
		}
		if at := c.text[wrong.Offset : wrong.Offset+len(wrong.Text)]; at != wrong.Text {
			t.Errorf("%q: Offset is that of %q, want that of %q", c.text, at, wrong.Text)
		}
		if !errors.Is(err, wrong.Err) {
			t.Errorf("%q: %v does not wrap %v", c.text, err, wrong.Err)
		}
	}
	_, err := transcript.Parse(othello.Start(8, othello.Usual), "d4")
	if illegal := (*othello.IllegalMove)(nil); !errors.As(err, &illegal) {
		t.Errorf("an illegal move: error %v, want an *othello.IllegalMove", err)
	}
}

func TestTranscriptRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := recordtest.Plain(t)
		var numbered, spaced strings.Builder
		for i, m := range g.Moves {
			fmt.Fprintf(&numbered, "%d. %s ", i+1, strings.ToUpper(g.Start.Size.Name(m)))
			spaced.WriteString(g.Start.Size.Name(m) + rapid.SampledFrom([]string{"", " ", ", ", "\n"}).Draw(t, "gap"))
		}
		text := g.Transcript()
		forms := []string{text, strings.ToUpper(text), numbered.String(), spaced.String()}
		if text != "" {
			forms = append(forms, text+" 34-30")
		}
		for _, form := range forms {
			got, err := transcript.Parse(g.Start, form)
			if err != nil || !slices.Equal(recordtest.Played(got), recordtest.Played(g)) {
				t.Fatalf("%q of %s is read as %s, %v", form, recordtest.Names(g), recordtest.Names(got), err)
			}
		}
		if form := numbered.String(); form != "" {
			if got, _ := transcript.Parse(g.Start, form); !slices.Equal(got.Moves, g.Moves) {
				t.Fatalf("%q is read as %s, want the written passes too", form, recordtest.Names(got))
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(uint8(2),
		"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g"+
			"2b8a8g7h8h7h6 32-32")
	f.Add(uint8(0), "1. a2 2. a3 3. a4 4. a1 5. c1 6. -- 7. d4 10-3")
	f.Add(uint8(4), "B2 pass")
	f.Fuzz(func(t *testing.T, start uint8, text string) {
		g, err := transcript.Parse(othello.Start(othello.Size(4+2*(start%3)), othello.Setup(start/3%2)), text)
		legal := record.Game{Start: g.Start}
		for _, m := range g.Moves {
			if err := legal.Play(m); err != nil {
				t.Fatalf("%q: the game contains an illegal move: %v", text, err)
			}
		}
		if wrong := (*transcript.MoveError)(nil); errors.As(err, &wrong) {
			if wrong.Text == "" || text[wrong.Offset:wrong.Offset+len(wrong.Text)] != wrong.Text {
				t.Fatalf("%q: the offset of %+v is not that of its text", text, wrong)
			}
		} else if err != nil {
			t.Fatalf("%q: %v is not a *MoveError", text, err)
		}
		again, err := transcript.Parse(g.Start, g.Transcript())
		if err != nil || !slices.Equal(recordtest.Played(again), recordtest.Played(g)) {
			t.Fatalf("%q: %s is read back as %s, %v", text, recordtest.Names(g), recordtest.Names(again), err)
		}
	})
}
