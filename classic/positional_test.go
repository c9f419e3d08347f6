package classic_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
)

// checkPositional compares the published program with a row of position, side, move and value.
func checkPositional(t *testing.T, row []string) {
	t.Helper()
	p, err := othello.Parse(row[0] + " " + row[1])
	if err != nil {
		t.Fatal(err)
	}
	want, err := strconv.ParseFloat(row[3], 64)
	if err != nil {
		t.Fatal(err)
	}
	got, err := classic.Positional{}.Choose(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	same := got.Value == want || math.Abs(got.Value-want) <= 1e-9
	if move := p.Size.Name(got.Move); !got.HasMove || move != row[2] || !same {
		t.Errorf("%s: %s %v, the article's code says %s %v", p, move, got.Value, row[2], want)
	}
}

func TestPositionalAsPublished(t *testing.T) {
	for _, row := range sample(rows(t, "positional.txt"), 100) {
		checkPositional(t, row)
	}
}
