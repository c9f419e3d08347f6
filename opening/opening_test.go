package opening

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
)

func line(t *testing.T, text string) Line {
	t.Helper()
	l, err := parseLine(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func find(t *testing.T, text string) Names {
	t.Helper()
	l := line(t, text)
	return Find(l.Start, l.Moves)
}

func TestListsAreRead(t *testing.T) {
	known, err := readNames()
	if err != nil {
		t.Fatal(err)
	}
	english, japanese := 0, 0
	for at, n := range known {
		if n.English.Names != nil {
			english++
		}
		if n.Japanese.Names != nil {
			japanese++
		}
		if key(at) != at {
			t.Errorf("the key of %s is %s, want the same position", at, key(at))
		}
	}
	// The lists have 77 and 111 lines. A few of the Japanese lines lead to the same position.
	if english != 77 {
		t.Errorf("%d English names, want 77", english)
	}
	if japanese < 105 || japanese > 111 {
		t.Errorf("%d Japanese names, want 105 to 111", japanese)
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		moves, english, japanese string
		plyEnglish, plyJapanese  int
	}{
		{"f5", "", "", 0, 0},
		{"f5d6", "Perpendicular Opening", "縦取り", 2, 2},
		{"f5d6c3d3c4", "Tiger", "虎", 5, 5},
		{"f5d6c3d3c4f4f6f3e6", "Comp'Oth", "虎", 8, 5},
		{"c4c3d3c5d6", "Cow", "牛", 5, 5}, // rotated by 180°
		{"e6f6f5d6c5", "Cow", "牛", 5, 5}, // reflected in a diagonal
		{"d3c3c4e3f4", "Cow", "牛", 5, 5}, // reflected in the other diagonal
		{"f5f6e6f4g5", "Heath / Tobidashi", "闘牛", 5, 5},
	} {
		got := find(t, c.moves)
		if got.English.String() != c.english || got.Japanese.String() != c.japanese {
			t.Errorf("%s: %q and %q, want %q and %q", c.moves, got.English, got.Japanese, c.english, c.japanese)
		}
		if got.English.Ply != c.plyEnglish || got.Japanese.Ply != c.plyJapanese {
			t.Errorf("%s: after plies %d and %d, want %d and %d", c.moves, got.English.Ply, got.Japanese.Ply,
				c.plyEnglish,
				c.plyJapanese)
		}
	}
}

// TestFindKeepsTheStart checks that openings are found only through the four symmetries that keep the start position.
// The others exchange the colours of the discs in the centre.
func TestFindKeepsTheStart(t *testing.T) {
	p := line(t, "f5d6c3d3c4").Position()
	for s := range bitboard.Symmetry(bitboard.Symmetries) {
		got := At(p.Transform(s)).English.String()
		if want := map[bool]string{true: "Tiger", false: ""}[slices.Contains(keeping(), s)]; got != want {
			t.Errorf("symmetry %d: name %q, want %q", s, got, want)
		}
	}
}

// TestFindThroughTransposition checks that the Tiger is found in every order of its moves.
func TestFindThroughTransposition(t *testing.T) {
	tiger := line(t, "f5d6c3d3c4").Position()
	ways := 0
	var walk func(l Line, p othello.Position)
	walk = func(l Line, p othello.Position) {
		if len(l.Moves) == 5 {
			if key(p) == key(tiger) {
				ways++
				if n := Find(l.Start, l.Moves).English; n.String() != "Tiger" || n.Ply != 5 {
					t.Errorf("%s: %q after ply %d, want Tiger after ply 5", l, n, n.Ply)
				}
			}
			return
		}
		for _, m := range p.Moves() {
			walk(Line{Start: l.Start, Moves: append(slices.Clone(l.Moves), m)}, p.Play(m))
		}
	}
	walk(Line{Start: usual()}, usual())
	if ways <= 4 {
		t.Errorf("%d orders of moves lead to the Tiger, want more than the 4 symmetric ones", ways)
	}
}

func TestNamesIn(t *testing.T) {
	n := find(t, "f5d6c3d3c4")
	want := map[lang.Lang]string{lang.Japanese: "虎", lang.English: "Tiger", "fr": "Tiger"}
	got := map[lang.Lang]string{}
	for language := range want {
		got[language] = n.In(language).String()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	one := find(t, "f5f6e6d6")
	if one.Japanese.String() != "斜め取り" || (Names{Japanese: one.Japanese}).In(lang.English).String() != "斜め取り" {
		t.Errorf("names %v, want 斜め取り, in English too if there is no English name", one)
	}
}

func TestNamed(t *testing.T) {
	list := Named()
	if len(list) < 120 {
		t.Fatalf("%d lines, want 120", len(list))
	}
	if first := list[0]; first.String() != "f5f4" || first.Name != "Parallel Opening" {
		t.Fatalf("the first line is %s with the name %q, want f5f4, Parallel Opening", first, first.Name)
	}
	if !slices.IsSortedFunc(list, compareLines) {
		t.Error("the lines are not sorted")
	}
	for _, l := range list {
		if l.Name == "" {
			t.Errorf("%s has no name", l)
		}
		if l.Position().Over() {
			t.Errorf("%s (%s) ends the game", l, l.Name)
		}
		if !strings.HasPrefix(l.String(), "f5") {
			t.Errorf("%s (%s) does not begin with f5", l, l.Name)
		}
	}
}

func TestAddNamesErrors(t *testing.T) {
	of := func(n *Names) *Name { return &n.English }
	for text, want := range map[string]string{
		"f5d6":        "expected moves, a tab and a name",
		"f5d6\t":      "expected moves, a tab and a name",
		"f5f5\tTwice": `move 2, "f5": f5 is taken`,
	} {
		if err := addNames(map[othello.Position]Names{}, text, of); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}
