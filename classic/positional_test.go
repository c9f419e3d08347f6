package classic_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
)

// checkPositional compares the published program with a row, which contains a position, its side to move, a move and a
// value.
func checkPositional(t *testing.T, row []string) {
	t.Helper()
	p, err := othello.Parse(row[0] + " " + row[1])
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		HasMove bool
		Move    string
		Value   float64
	}
	want := answer{HasMove: true, Move: row[2]}
	if want.Value, err = strconv.ParseFloat(row[3], 64); err != nil {
		t.Fatal(err)
	}
	got, err := classic.Positional{}.Choose(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	diff := cmp.Diff(want, answer{got.HasMove, p.Size.Name(got.Move), got.Value}, cmpopts.EquateApprox(0, 1e-9))
	if diff != "" {
		t.Errorf("%s (-the article's code +got):\n%s", p, diff)
	}
}

func TestPositionalAsPublished(t *testing.T) {
	for _, row := range sample(rows(t, "positional.txt"), 100) {
		checkPositional(t, row)
	}
}
