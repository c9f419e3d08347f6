package classic_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
)

// played contains the moves of four versions of a program in a position.
type played struct {
	published, corrected string
	back                 string // corrected, except for one flaw
	fixed                string // published, with only that flaw corrected
}

// makesDifference reports whether the versions differ and the flaw changes the move of at least one of them.
func (p played) makesDifference() bool {
	return p.published != p.corrected && (p.back != p.corrected || p.fixed != p.published)
}

// fourVersions returns the moves of the program that has the flaw, with its default depth.
func fourVersions(t *testing.T, f classic.Flaw, position string) played {
	t.Helper()
	move := func(m classic.Fixes) string { return moveWith(t, f, m, position) }
	return played{
		published: move(classic.Published), corrected: move(classic.Corrected),
		back: move(classic.Corrected.Without(f)), fixed: move(classic.Published.With(f)),
	}
}

// programOf returns the program that has the flaw, in version m, or nil for tic-tac-toe.
func programOf(f classic.Flaw, m classic.Fixes) program {
	switch name, _, _ := strings.Cut(f.String(), "-"); name {
	case "positional":
		return classic.Positional{Fixes: m}
	case "discs":
		return classic.Discs{Fixes: m}
	case "mobility":
		return classic.Mobility{Fixes: m}
	case "lazytree":
		return classic.LazyTree{Fixes: m}
	}
	return nil
}

func moveWith(t *testing.T, f classic.Flaw, m classic.Fixes, position string) string {
	t.Helper()
	c := programOf(f, m)
	if c == nil {
		choice, err := classic.TicTacToe{Fixes: m}.Choose(parseTicTacToe(t, position))
		if err != nil {
			t.Fatal(err)
		}
		return choice.Move.String()
	}
	p, err := othello.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	choice, err := c.Choose(t.Context(), p)
	switch {
	case err != nil:
		t.Fatal(err)
	case !choice.HasMove:
		return "none"
	}
	return p.Size.Name(choice.Move)
}

// examples returns the rows of testdata/flaws.txt: a position and the moves of the four versions for each flaw.
func examples(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, row := range rows(t, "flaws.txt") {
		all[row[0]] = row
	}
	return all
}

// TestFlawsMatter checks that flaws.txt has, for every flaw, a position in which the versions play different moves
// because of it.
func TestFlawsMatter(t *testing.T) {
	all := examples(t)
	for _, f := range classic.Flaws() {
		row, ok := all[f.String()]
		if !ok {
			t.Errorf("%s has no position in flaws.txt", f)
			continue
		}
		delete(all, f.String())
		got := fourVersions(t, f, row[1]+" "+row[2])
		if want := (played{row[3], row[4], row[5], row[6]}); got != want {
			t.Errorf("%s: moves %+v, want %+v, those of flaws.txt", f, got, want)
		}
		if !got.makesDifference() {
			t.Errorf("%s makes no difference in %s %s: %+v", f, row[1], row[2], got)
		}
	}
	for name := range all {
		t.Errorf("flaws.txt has the unknown flaw %q", name)
	}
}

// TestFlawsDocumented checks that both pages show the name, position and moves of the two versions for every flaw.
func TestFlawsDocumented(t *testing.T) {
	all := examples(t)
	for _, name := range []string{"classic.md", "classic.ja.md"} {
		page, err := os.ReadFile("../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range classic.Flaws() {
			row := all[f.String()]
			line := "| `" + f.String() + "` | `" + row[1] + " " + row[2] + "` | " + row[3] + " | " + row[4] + " |"
			if !strings.Contains(string(page), line) {
				t.Errorf("%s does not contain the line %s", name, line)
			}
		}
	}
}

func TestFlawNames(t *testing.T) {
	var names []string
	for _, f := range classic.Flaws() {
		if slices.Contains(names, f.String()) {
			t.Errorf("two flaws have the name %s", f)
		}
		names = append(names, f.String())
		got := map[string]bool{
			"corrected": classic.Corrected.Has(f), "corrected without it": classic.Corrected.Without(f).Has(f),
			"published": classic.Published.Has(f), "published with it": classic.Published.With(f).Has(f),
		}
		want := map[string]bool{
			"corrected": true, "corrected without it": false, "published": false, "published with it": true,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("sets that contain %s (-want +got):\n%s", f, diff)
		}
	}
	if len(names) != 16 || classic.Flaw(63).String() != "flaw 63" {
		t.Errorf("%d flaws, want 16: %v; flaw 63 has the name %s", len(names), names, classic.Flaw(63))
	}
}
