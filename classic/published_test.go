package classic_test

import (
	"strconv"
	"testing"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
)

// published parses the position, its side to move and the depth at the start of a row.
func published(t *testing.T, row []string) (p othello.Position, depth int) {
	t.Helper()
	p, err := othello.Parse(row[0] + " " + row[1])
	if err != nil {
		t.Fatal(err)
	}
	if depth, err = strconv.Atoi(row[2]); err != nil {
		t.Fatal(err)
	}
	return p, depth
}

// check compares the result of a program in p with the move and the value in a table. The move may be "none".
func check(t *testing.T, c program, p othello.Position, move, value string) {
	t.Helper()
	got, err := c.Choose(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	name := "none"
	if got.HasMove {
		name = p.Size.Name(got.Move)
	}
	if v := strconv.FormatFloat(got.Value, 'f', -1, 64); name != move || v != value {
		t.Errorf("%+v in %s: move %s, value %s; want %s, %s", c, p, name, v, move, value)
	}
}

func TestDiscsAsPublished(t *testing.T) {
	for _, row := range rows(t, "discs.txt") {
		p, depth := published(t, row)
		check(t, classic.Discs{Depth: depth}, p, row[3], row[4])
	}
}

func TestMobilityAsInterpreted(t *testing.T) {
	for _, row := range rows(t, "mobility.txt") {
		p, depth := published(t, row)
		check(t, classic.Mobility{Depth: depth}, p, row[3], row[4])
	}
}

func TestLazyTreeAsPublished(t *testing.T) {
	for _, row := range rows(t, "lazytree.txt") {
		p, depth := published(t, row)
		check(t, classic.LazyTree{Depth: depth}, p, row[3], row[4])
		check(t, classic.LazyTree{Depth: depth, Unpruned: true}, p, row[5], row[6])
	}
}
