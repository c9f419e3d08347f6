package claims

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// TestStart checks that the claims prove a draw for the start position and after its best moves, and prove nothing for
// other starts.
func TestStart(t *testing.T) {
	start := othello.Start(othello.Size8, othello.Usual)
	for moves, want := range map[string]Bounds{
		"":       {0, 0},
		"f5":     {0, 0},
		"f5d6":   {0, 0},
		"f5d6c3": {0, 0},
	} {
		p := start
		for i := 0; i < len(moves); i += 2 {
			m, err := p.Size.Parse(moves[i : i+2])
			if err != nil {
				t.Fatal(err)
			}
			p = p.Play(m)
		}
		if got, ok := Of(p); !ok || got != want {
			t.Errorf("after %q: bounds %v, claimed %t; want %v, true", moves, got, ok, want)
		}
	}
	for _, p := range []othello.Position{
		othello.Start(othello.Size8, othello.Parallel), othello.Start(othello.Size6, othello.Usual),
	} {
		if b, ok := Of(p); ok || b != unknown {
			t.Errorf("%s: bounds %v, claimed %t; want no claim", p, b, ok)
		}
	}
}

// TestTable checks that the table has as many leaves as the published list, that its bounds are possible, and that the
// bounds of each other position follow from those after its moves.
func TestTable(t *testing.T) {
	known, err := table()
	if err != nil {
		t.Fatal(err)
	}
	leaves := 0
	for at, b := range known {
		p := othello.Position{
			Mover: bitboard.Set(at.mover), Other: bitboard.Set(at.other), Size: othello.Size8, Turn: othello.Black,
		}
		bounds := []int{-64, b.AtLeast, b.AtMost, 64}
		if !slices.IsSorted(bounds) || b == unknown {
			t.Fatalf("%s: bounds %v, want possible ones", p, b)
		}
		if p.Empties() == Empties {
			leaves++
			continue
		}
		if got := best(p, known); got != b {
			t.Errorf("%s: bounds %v, want %v, which follow from its moves", p, b, got)
		}
	}
	if leaves != 2587 {
		t.Errorf("%d claims with %d empty squares, want 2587", leaves, Empties)
	}
	if len(packed) > 60_000 {
		t.Errorf("%d bytes, want at most 60,000", len(packed))
	}
}

// TestPack checks that packing the unpacked table gives the same bytes, and that a damaged table is refused.
func TestPack(t *testing.T) {
	known, err := table()
	if err != nil {
		t.Fatal(err)
	}
	again, err := pack(sorted(known), known)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, packed) {
		t.Errorf("packing gives %d bytes that differ from the %d bytes of the file", len(again), len(packed))
	}
	for _, damaged := range [][]byte{nil, packed[:len(packed)/2], []byte("claims")} {
		if _, err := unpack(damaged); err == nil {
			t.Errorf("unpack of a damaged table of %d bytes succeeded, want an error", len(damaged))
		}
	}
}

// TestSource makes the table from the published positions, if they are available, and compares it with the embedded
// one. `go test ./claims -run TestSource -args update` writes it.
func TestSource(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	file, err := os.Open("../../shared/data/proof/e50.csv")
	if os.IsNotExist(err) {
		t.Skip("the published positions are not available")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	leaves := map[board]Bounds{}
	for _, row := range rows[1:] {
		p, err := othello.Parse(row[0])
		if err != nil {
			t.Fatal(err)
		}
		var b Bounds
		if b.AtLeast, err = strconv.Atoi(row[1]); err != nil {
			t.Fatal(err)
		}
		if b.AtMost, err = strconv.Atoi(row[2]); err != nil {
			t.Fatal(err)
		}
		leaves[keyOf(canonical(p))] = b
	}
	known := derive(leaves)
	made, err := pack(sorted(known), known)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(flag.Args(), "update") {
		if err := os.WriteFile("claims.bin", made, 0o600); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d claims, %d bytes", len(known), len(made))
		return
	}
	embedded, err := table()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(known, embedded); diff != "" {
		t.Errorf("the table (-derived +embedded):\n%.2000s", diff)
	}
}
