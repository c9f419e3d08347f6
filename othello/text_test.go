package othello_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

// anySize returns a random board size.
func anySize(t *rapid.T) othello.Size {
	return rapid.SampledFrom([]othello.Size{othello.Size4, othello.Size6, othello.Size8}).Draw(t, "size")
}

// anyBoard returns a position with random discs. Not every such position occurs in a game.
func anyBoard(t *rapid.T) othello.Position {
	p := othello.Position{Size: anySize(t), Turn: rapid.SampledFrom([]othello.Color{othello.Black, othello.White}).Draw(
		t, "turn")}
	p.Mover = bitboard.Set(rapid.Uint64().Draw(t, "mover")) & p.Size.Board()
	p.Other = bitboard.Set(rapid.Uint64().Draw(t, "other")) & p.Size.Board() &^ p.Mover
	return p
}

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyBoard(t)
		text := p.String()
		for _, form := range []string{
			text,
			strings.ReplaceAll(text, " ", ""),
			"  " + strings.ReplaceAll(text, " ", "\t ") + "\r\n",
			text + "; A1:+4;",
			strings.ToLower(text),
			strings.NewReplacer("X", "*", "-", ".").Replace(text),
			strings.NewReplacer("X", "B", "O", "W").Replace(text),
			strings.NewReplacer("X", "b", "O", "w").Replace(text),
		} {
			if got, err := othello.Parse(form); got != p || err != nil {
				t.Fatalf("Parse(%q) = %s, %v; want %s", form, got, err, p)
			}
		}
	})
}

func TestParseErrors(t *testing.T) {
	empty := strings.Repeat("-", 64)
	for text, want := range map[string]string{
		"":         `no position in "": expected 64, 36 or 16 cells and the side to move, X or O`,
		" ; A1:+4": "no position in",
		"X":        "1 cell: want 64, 36 or 16 and the side to move, X or O",
		empty: `63 cells and the side "-": ` +
			`want 64, 36 or 16 cells and the side to move, X or O`,
		empty[:36]:                     `35 cells and the side "-"`,
		empty[:16]:                     `15 cells and the side "-"`,
		empty + "- X":                  "65 cells: want 64, 36 or 16",
		empty[:40] + " X":              "40 cells",
		empty + " Q":                   `side to move "Q": want X for black or O for white`,
		empty + " -":                   `side to move "-"`,
		empty + " X O":                 `side to move "X O"`,
		empty + " " + empty:            `side to move "----------------------------------------…"`,
		"--?" + empty[3:] + " X":       `cell 3 (c1) is '?': want X for black, O for white or - for empty`,
		empty[:63] + "1 X":             `cell 64 (h8) is '1'`,
		empty[:35] + "Z O":             `cell 36 (f6) is 'Z'`,
		"----!-----------O":            `cell 5 (a2) is '!'`,
		"●" + empty[1:] + " X":         `cell 1 (a1) is '●'`,
		"●○" + empty + " X":            "66 cells",
		"\xff" + empty[1:] + " X":      "cell 1 (a1)",
		strings.Repeat("é", 64) + " O": `cell 1 (a1) is 'é'`,
	} {
		if p, err := othello.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %s, %v; want the error %q", text, p, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(othello.Start(othello.Size8, othello.Usual).String())
	f.Add("-----XO--OX----- *;")
	f.Add("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := othello.Parse(text); err == nil {
			checkParsed(t, text, p)
		}
	})
}

// checkParsed checks that a parsed position is valid, survives a round trip, and does not break any method.
func checkParsed(t *testing.T, text string, p othello.Position) {
	t.Helper()
	if back, err := othello.Parse(p.String()); back != p || err != nil {
		t.Fatalf("round trip of %q: %s is read back as %s, error %v", text, p, back, err)
	}
	if p.Mover&p.Other != 0 || (p.Mover|p.Other)&^p.Size.Board() != 0 {
		t.Fatalf("%q: invalid position %+v", text, p)
	}
	for _, m := range p.Moves() {
		if err := p.Check(m); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if child := p.Play(m); child.Mover&child.Other != 0 || m != othello.Pass && child.Empties() != p.Empties()-1 {
			t.Fatalf("%q: invalid position after %s: %+v", text, p.Size.Name(m), child)
		}
	}
	if back, err := othello.ParseDiagram(p.Diagram()); err != nil ||
		back.Discs(othello.Black) != p.Discs(othello.Black) {
		t.Fatalf("%q: round trip of the diagram: %s, error %v:\n%s", text, back, err, p.Diagram())
	}
}

func TestNames(t *testing.T) {
	for size, last := range map[othello.Size]string{othello.Size4: "d4", othello.Size6: "f6", othello.Size8: "h8"} {
		n := int(size)
		if first := size.Name(size.Square(0, 0)); first != "a1" {
			t.Errorf("%d×%d: the top left square is %s, want a1", n, n, first)
		}
		if got := size.Name(size.Square(n-1, n-1)); got != last {
			t.Errorf("%d×%d: the last square is %s, want %s", n, n, got, last)
		}
		corners := size.Names(bitboard.Corners(size.Board()))
		if want := []string{"a1", last[:1] + "1", "a" + last[1:], last}; !slices.Equal(corners, want) {
			t.Errorf("%d×%d: the corners are %v, want %v", n, n, corners, want)
		}
		if none := size.Names(0); none == nil || len(none) != 0 {
			t.Errorf("%d×%d: Names(0) = %#v, want an empty list", n, n, none)
		}
		for y := range n {
			for x := range n {
				s := size.Square(x, y)
				if got, err := size.Parse(strings.ToUpper(size.Name(s))); got != s || err != nil {
					t.Errorf("%d×%d: Parse(%q) = %d, %v; want %d", n, n, size.Name(s), got, err, s)
				}
			}
		}
		for _, name := range []string{
			"", "a", "a0", "a9", "i1", "a11", "１ａ", "passe", string(rune('a'+n)) + "1",
			"a" + string(rune('1'+n)),
		} {
			if _, err := size.Parse(name); err == nil || !strings.Contains(err.Error(), "want a1 to "+last) {
				t.Errorf("%d×%d: Parse(%q): error %v, want one with the range", n, n, name, err)
			}
		}
		for _, name := range []string{"pass", "PASS", "pa", "PS", "--"} {
			if got, err := size.Parse(name); got != othello.Pass || err != nil {
				t.Errorf("Parse(%q) = %d, %v; want a pass", name, got, err)
			}
		}
		if name := size.Name(othello.Pass); name != "pass" {
			t.Errorf("%d×%d: the name of a pass is %q, want pass", n, n, name)
		}
	}
}

func TestNamesOfSettings(t *testing.T) {
	for _, n := range []int{-4, 0, 5, 7, 10, 260} {
		if size, err := othello.ParseSize(n); err == nil || !strings.Contains(err.Error(), "want 4, 6 or 8") {
			t.Errorf("ParseSize(%d) = %d, %v; want an error with the sizes", n, size, err)
		}
	}
	if size, err := othello.ParseSize(6); size != othello.Size6 || err != nil {
		t.Errorf("ParseSize(6) = %d, %v; want 6", size, err)
	}
	for _, setup := range []othello.Setup{othello.Usual, othello.Parallel} {
		for _, size := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
			if got, ok := othello.SetupOf(othello.Start(size, setup)); got != setup || !ok {
				t.Errorf("SetupOf(%s start on %d×%d) = %v, %t; want %s, true", setup, size, size, got, ok, setup)
			}
		}
		if got, err := othello.ParseSetup(setup.String()); got != setup || err != nil {
			t.Errorf("ParseSetup(%q) = %v, %v; want the same start", setup, got, err)
		}
	}
	played := othello.Start(othello.Size8, othello.Usual)
	if _, ok := othello.SetupOf(played.Play(played.Moves()[0])); ok {
		t.Error("SetupOf returns a start for a position after a move, want none")
	}
	if _, err := othello.ParseSetup("diagonal"); err == nil ||
		err.Error() != `start "diagonal": want usual or parallel` {
		t.Errorf("ParseSetup of an unknown start: error %v, want one about it", err)
	}
	if got := othello.Black.String() + " " + othello.Black.Other().String() + " " +
		othello.White.Other().String(); got != "black white black" {
		t.Errorf("the names of the colours are %s", got)
	}
}

func TestCheckErrors(t *testing.T) {
	start := othello.Start(othello.Size8, othello.Usual).String()
	cases := []struct{ position, move, want string }{
		{start, "d4", "d4 is taken; legal moves are d3, c4, f5, e6"},
		{start, "a1", "a1 turns nothing over for black; legal moves are d3, c4, f5, e6"},
		{start, "pass", "black may not pass while it has a legal move; legal moves are d3, c4, f5, e6"},
		{"-XO-XXXXXXXXXXXX X", "a1", "a1 turns nothing over for black; legal moves are d1"},
		{"-XO-XXXXXXXXXXXX O", "d1", "d1 turns nothing over for white; legal moves are a1"},
		{"-XXOXXXXXXXXXXXX X", "a1", "a1 turns nothing over for black; the only legal move is pass"},
		{"XXXXXXXXXXXXXXX- X", "d4", "the game is over"},
		{"XXXXXXXXXXXXXXX- O", "pass", "the game is over"},
	}
	for _, c := range cases {
		p := othellotest.Parse(t, c.position)
		m, err := p.Size.Parse(c.move)
		if err != nil {
			t.Fatal(err)
		}
		err = p.Check(m)
		illegal := (*othello.IllegalMove)(nil)
		if !errors.As(err, &illegal) {
			t.Errorf("%s in %s: error %v, want an *IllegalMove", c.move, p, err)
			continue
		}
		if illegal.Error() != c.want {
			t.Errorf("%s in %s: error %q, want %q", c.move, p, illegal, c.want)
		}
		if illegal.Move != m {
			t.Errorf("%s in %s: the illegal move is %d, want %d", c.move, p, illegal.Move, m)
		}
	}
	p := othello.Start(othello.Size4, othello.Usual)
	for _, s := range []othello.Square{-1, 0, 63, 65, 127} {
		if err := p.Check(s); err == nil || !strings.Contains(err.Error(), "is not on a 4×4 board") {
			t.Errorf("square %d of a 4×4 board: error %v, want one about the board", s, err)
		}
	}
}

func TestValidateErrors(t *testing.T) {
	cases := []struct {
		p    othello.Position
		want string
	}{
		{othello.Position{}, "board size 0: want 4, 6 or 8"},
		{othello.Position{Size: 5}, "board size 5"},
		{othello.Position{Size: 16}, "board size 16"},
		{othello.Position{Size: 8, Mover: 3, Other: 6}, "square b1 holds discs of both sides"},
		{othello.Position{Size: 6, Mover: 1 << 0}, "a disc lies outside the 6×6 board"},
		{othellotest.Parse(t, strings.Repeat("-", 64)+" X"), "impossible board: d4 in the centre is empty"},
		{othellotest.Parse(t, "-----XXX-X------ X"), "impossible board: c3 in the centre is empty"},
	}
	for _, c := range cases {
		if err := c.p.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Validate of %+v: error %v, want %q", c.p, err, c.want)
		}
	}
}
