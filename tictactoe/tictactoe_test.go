package tictactoe

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/gametree/gametreetest"
)

func TestContract(t *testing.T) { gametreetest.Run(t, Position{}) }

// TestMinimaxFromTheEmptyBoard checks that the game is a draw, and that its tree has 255,168 leaves and 549,946
// positions.
func TestMinimaxFromTheEmptyBoard(t *testing.T) {
	got, err := gametree.Minimax(t.Context(), Position{}, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := gametree.Result[Square]{
		HasMove: true, PV: []Square{0, 4, 1, 2, 6, 3, 5, 7, 8}, Nodes: 549_946, Leaves: 255_168,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the whole game (-want +got):\n%s", diff)
	}
}

// reachable returns the positions of all games.
func reachable() map[Position]bool {
	seen := map[Position]bool{}
	var visit func(Position)
	visit = func(p Position) {
		if seen[p] {
			return
		}
		seen[p] = true
		for _, m := range p.Moves() {
			visit(p.Play(m))
		}
	}
	visit(Position{})
	return seen
}

// symmetric returns the image of p in which square s has the content of square from[s].
func symmetric(p Position, from [9]int) Position {
	q := Position{Turn: p.Turn}
	for s, f := range from {
		q.Mover |= p.Mover >> f & 1 << s
		q.Other |= p.Other >> f & 1 << s
	}
	return q
}

func TestReachablePositions(t *testing.T) {
	seen := reachable()
	if len(seen) != 5478 {
		t.Errorf("%d positions, want 5478", len(seen))
	}
	quarter, mirror := [9]int{6, 3, 0, 7, 4, 1, 8, 5, 2}, [9]int{2, 1, 0, 5, 4, 3, 8, 7, 6}
	classes := 0
	for len(seen) > 0 {
		classes++
		for p := range seen {
			for range 4 {
				p = symmetric(p, quarter)
				delete(seen, p)
				delete(seen, symmetric(p, mirror))
			}
			break
		}
	}
	if classes != 765 {
		t.Errorf("%d positions up to symmetry, want 765", classes)
	}
}

// TestValidateEveryBoard checks that Validate accepts exactly those arrangements of marks and sides to move that games
// can reach. Each of them survives a round trip through its text.
func TestValidateEveryBoard(t *testing.T) {
	seen := reachable()
	for code := range 2 * 19683 {
		var marks [3]uint16
		for s, rest := 0, code/2; s < squares; s, rest = s+1, rest/3 {
			marks[rest%3] |= 1 << s
		}
		p := Position{Mover: marks[1], Other: marks[2], Turn: Side(code % 2)}
		if err := p.Validate(); (err == nil) != seen[p] {
			t.Fatalf("%s: Validate() = %v, want an error: %t", p, err, !seen[p])
		}
		if back, err := Parse(p.String()); back != p || err != nil {
			t.Fatalf("Parse(%q) = %v, %v; want the same position", p.String(), back, err)
		}
	}
}

func TestValidateErrors(t *testing.T) {
	cases := []struct {
		p    Position
		want string
	}{
		{mustParse(t, "XX------- X"), "2 X and 0 O with X to move"},
		{mustParse(t, "--------- O"), "0 X and 0 O with O to move"},
		{mustParse(t, "XXXOOO--- X"), "both sides have three in a row"},
		{mustParse(t, "XXXOO-O-- X"), "X has three in a row and is to move"},
		{Position{Mover: 1, Other: 1}, "a1 holds marks of both sides"},
		{Position{Mover: 1 << 9, Other: 1}, "off the board, on square 9"},
		{Position{Turn: 7}, "side to move 7"},
	}
	for _, c := range cases {
		if err := c.p.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Validate of %+v: error %v, want %q", c.p, err, c.want)
		}
	}
}

func mustParse(t *testing.T, text string) Position {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParseForms(t *testing.T) {
	want := Position{Mover: 0b000101100, Other: 0b110000001}
	for _, text := range []string{"O-XX-X-OO X", " o.xx.x.oo  x \n"} {
		if got := mustParse(t, text); got != want {
			t.Errorf("Parse(%q) = %+v, want %+v", text, got, want)
		}
	}
	if got := mustParse(t, "X-------- O"); got != (Position{Other: 1, Turn: O}) {
		t.Errorf("a board with O to move: %+v, want the X in a1 as a mark of the other side", got)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "expected nine cells",
		"O-XX-X-OOX":                 "expected nine cells",
		"O-XX-X-OO Y":                `side to move "Y": want X or O`,
		"O-XX-X-O X":                 "8 cells in",
		"O-XX-X-OO- X":               "10 cells in",
		"O-XX-Z-OO X":                `cell 6 (c2) is 'Z': want X, O or - for empty`,
		"○-------- X":                `cell 1 (a1) is '○'`,
		strings.Repeat("x", 99):      "…",
		"--------- " + "X O":         `side to move "X O"`,
		"\xff\xff\xff\xff\xff\xff X": "6 cells in",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): error %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("O-XX-X-OO X")
	f.Add("--------- o")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		if back, err := Parse(p.String()); back != p || err != nil {
			t.Errorf("round trip of %q: %s is read back as %s, error %v", text, p, back, err)
		}
		for _, m := range p.Moves() {
			if err := p.Check(m); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestSquares(t *testing.T) {
	for i, name := range []string{"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"} {
		if got := Square(i).String(); got != name {
			t.Errorf("the name of square %d is %s, want %s", i, got, name)
		}
		if got, err := ParseSquare(strings.ToUpper(name)); got != Square(i) || err != nil {
			t.Errorf("ParseSquare(%q) = %d, %v; want %d", strings.ToUpper(name), got, err, i)
		}
	}
	for _, name := range []string{"", "a", "a0", "a4", "d1", "11", "a11", "ä1"} {
		if _, err := ParseSquare(name); err == nil || !strings.Contains(err.Error(), "want a1 to c3") {
			t.Errorf("ParseSquare(%q): error %v, want one with the range", name, err)
		}
	}
}

func TestCheck(t *testing.T) {
	cases := []struct {
		position string
		move     Square
		want     string
	}{
		{"X-------- O", 0, "a1 is taken; legal moves are b1, c1, a2, b2, c2, a3, b3, c3"},
		{"X-------- O", 9, "square 9 is not on the board: want 0 (a1) to 8 (c3)"},
		{"XXXOO---- O", 8, "c3 cannot be played: the game is over"},
		{"XOXXOXOXO O", 0, "the game is over"},
	}
	for _, c := range cases {
		if err := mustParse(t, c.position).Check(c.move); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s in %s: error %v, want %q", c.move, c.position, err, c.want)
		}
	}
	for p := range reachable() {
		for _, m := range p.Moves() {
			if err := p.Check(m); err != nil {
				t.Fatalf("%s in %s: %v", m, p, err)
			}
		}
	}
}

// TestScore checks that a completed line wins for the side that has it, for every line.
func TestScore(t *testing.T) {
	for _, row := range []string{
		"XXX------", "---XXX---", "------XXX", "X--X--X--", "-X--X--X-", "--X--X--X",
		"X---X---X", "--X-X-X--",
	} {
		lost := mustParse(t, row+" O")
		won := mustParse(t, row+" X")
		if diff := cmp.Diff([]int{-1, 1}, []int{lost.Score(), won.Score()}); diff != "" {
			t.Errorf("%s: scores of the loser and the winner (-want +got):\n%s", row, diff)
		}
		if !lost.Over() {
			t.Errorf("%s: the game is not over", row)
		}
		if moves := lost.Moves(); moves != nil {
			t.Errorf("%s: moves %v, want none when the game is over", row, moves)
		}
	}
	for text, over := range map[string]bool{"--------- X": false, "XX-OO---- X": false, "XOXXOOOXX O": true} {
		if p := mustParse(t, text); p.Score() != 0 || p.Over() != over {
			t.Errorf("%s: score %d, over %t; want 0, %t", p, p.Score(), p.Over(), over)
		}
	}
}

func Example() {
	p := Position{}
	for _, name := range []string{"b2", "a1", "c1", "a3", "a2"} {
		m, err := ParseSquare(name)
		if err == nil {
			err = p.Check(m)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		p = p.Play(m)
	}
	fmt.Println(p)
	fmt.Println(p.Check(0))
	// Output:
	// O-XXX-O-- O
	// a1 is taken; legal moves are b1, c2, b3, c3
}
