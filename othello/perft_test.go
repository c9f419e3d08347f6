package othello_test

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

// perftTable is a line of testdata/perft.txt.
type perftTable struct {
	definition string // A or B
	size       othello.Size
	setup      othello.Setup
	leaves     []uint64 // at depth 1, 2, …
}

func perftTables(t *testing.T) (tables []perftTable) {
	t.Helper()
	file, err := os.Open("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), "#") {
			table, err := parsePerftTable(lines.Text())
			if err != nil {
				t.Fatalf("testdata/perft.txt: %q: %v", lines.Text(), err)
			}
			tables = append(tables, table)
		}
	}
	return tables
}

func parsePerftTable(line string) (table perftTable, err error) {
	var size int
	var setup string
	if _, err = fmt.Sscan(line, &table.definition, &size, &setup); err != nil {
		return table, err
	}
	if table.size, err = othello.ParseSize(size); err != nil {
		return table, err
	}
	if table.setup, err = othello.ParseSetup(setup); err != nil {
		return table, err
	}
	for _, field := range strings.Fields(line)[3:] {
		n, err := strconv.ParseUint(field, 10, 64)
		if err != nil {
			return table, err
		}
		table.leaves = append(table.leaves, n)
	}
	return table, nil
}

// checkPerft checks the counts of one definition in the tables, up to a maximum number of leaves.
func checkPerft(t *testing.T, definition string, most uint64, count func(table perftTable, depth int) uint64) {
	t.Helper()
	checked := 0
	for _, table := range perftTables(t) {
		for i, want := range table.leaves {
			if table.definition != definition || want > most {
				continue
			}
			checked++
			if got := count(table, i+1); got != want {
				t.Errorf("%d×%d, %s start, depth %d: %d leaves, want %d", table.size, table.size, table.setup, i+1, got,
					want)
			}
		}
	}
	if checked < 40 {
		t.Errorf("%d counts of definition %s are checked, want at least 40", checked, definition)
	}
}

func perft(table perftTable, depth int) uint64 {
	return othello.Start(table.size, table.setup).Perft(depth)
}

func naivePerft(passPlies int) func(perftTable, int) uint64 {
	return func(table perftTable, depth int) uint64 {
		return naiveStart(table.size, table.setup).perft(depth, passPlies)
	}
}

// TestPerft checks 8×8 and 6×6 to depth 9, and 4×4 to the end.
func TestPerft(t *testing.T) { checkPerft(t, "A", 3_100_000, perft) }

// TestNaivePerft checks the naive rules and the tables against each other, for both definitions.
func TestNaivePerft(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	checkPerft(t, "A", 70_000, naivePerft(1))
	checkPerft(t, "B", 70_000, naivePerft(0))
}

// TestCompleteGames checks that Perft counts the complete games if the depth is greater than the length of any game.
func TestCompleteGames(t *testing.T) {
	for setup, want := range map[othello.Setup]uint64{othello.Usual: 60_060, othello.Parallel: 67_116} {
		if got := othello.Start(othello.Size4, setup).Perft(100); got != want {
			t.Errorf("4×4, %s start: %d games, want %d", setup, got, want)
		}
	}
}

func TestPerftAtTheEdges(t *testing.T) {
	p := othello.Start(othello.Size8, othello.Usual)
	over := othellotest.Parse(t, strings.Repeat("X", 63)+"- X")
	for _, depth := range []int{-1, 0} {
		if got := p.Perft(depth); got != 1 {
			t.Errorf("depth %d: %d leaves, want 1", depth, got)
		}
	}
	if got := over.Perft(5); got != 1 {
		t.Errorf("a finished game has %d leaves, want 1", got)
	}
}

func TestNoAllocations(t *testing.T) {
	p := othello.Start(othello.Size8, othello.Usual)
	f5, d6 := p.Size.Square(5, 4), p.Size.Square(3, 5)
	var after othello.Position
	if n := testing.AllocsPerRun(100, func() { after = p.Play(f5).Play(d6) }); n != 0 || after.Empties() != 58 {
		t.Errorf("Play allocates %v times, want 0", n)
	}
	if n := testing.AllocsPerRun(10, func() { p.Perft(4) }); n != 0 {
		t.Errorf("Perft allocates %v times, want 0", n)
	}
}

func BenchmarkPerft(b *testing.B) {
	p := othello.Start(othello.Size8, othello.Usual)
	var leaves uint64
	for b.Loop() {
		leaves += p.Perft(9)
	}
	b.ReportMetric(float64(leaves)/1e6/b.Elapsed().Seconds(), "Mleaves/s")
}
