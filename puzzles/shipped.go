package puzzles

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
)

// shippedFile holds the puzzles of the program. shipped/README.md has the command that made it.
//
//go:embed shipped/puzzles.jsonl
var shippedFile []byte

// midgameFile holds the middle-game exercises of the program.
//
//go:embed shipped/midgame.jsonl
var midgameFile []byte

var midgameOnce = sync.OnceValues(func() ([]Puzzle, error) { return Read(bytes.NewReader(midgameFile)) })

// ShippedMidgame returns the middle-game exercises that are built into the program. The list must not be changed.
func ShippedMidgame() ([]Puzzle, error) { return midgameOnce() }

var shippedOnce = sync.OnceValues(func() ([]Puzzle, error) { return Read(bytes.NewReader(shippedFile)) })

// Shipped returns the puzzles that are built into the program. The list must not be changed.
func Shipped() ([]Puzzle, error) { return shippedOnce() }

// Read reads puzzles, one JSON document a line. Errors name the line.
func Read(r io.Reader) ([]Puzzle, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<16)
	var list []Puzzle
	for number := 1; lines.Scan(); number++ {
		var z Puzzle
		if err := json.Unmarshal(lines.Bytes(), &z); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		list = append(list, z)
	}
	return list, lines.Err()
}

// Range is a range of numbers that includes both ends.
type Range struct{ From, To int }

// ParseRange reads a number such as "8" or a range such as "6-12". An empty text gives all. It fails on other texts and
// on numbers outside all.
func ParseRange(text string, all Range) (Range, error) {
	if text == "" {
		return all, nil
	}
	from, to, several := strings.Cut(text, "-")
	if !several {
		to = from
	}
	low, err := strconv.Atoi(from)
	high, err2 := strconv.Atoi(to)
	if err != nil || err2 != nil || low < all.From || high > all.To || low > high {
		return Range{}, fmt.Errorf("%q: want a number from %d to %d, or a range such as %d-%d", text, all.From, all.To,
			all.From, all.To)
	}
	return Range{low, high}, nil
}

// AllEmpties returns the numbers of empty squares that a puzzle may have.
func AllEmpties() Range { return Range{FewestEmpties, MostEmpties} }

// AllDifficulties returns 1 to [Hardest].
func AllDifficulties() Range { return Range{1, Hardest} }

// Has reports whether a number lies in the range.
func (r Range) Has(n int) bool { return n >= r.From && n <= r.To }

// Choice selects puzzles.
type Choice struct {
	N          int // greatest number of puzzles
	Empties    Range
	Difficulty Range
	Seed       uint64 // of the random choice
}

// Of returns a random choice from a list.
func (c Choice) Of(list []Puzzle) []Puzzle {
	chosen := []Puzzle{}
	for _, i := range rand.New(rand.NewPCG(c.Seed, 0)).Perm(len(list)) {
		if len(chosen) == c.N {
			break
		}
		if z := list[i]; c.Empties.Has(z.Empties) && c.Difficulty.Has(z.Difficulty) {
			chosen = append(chosen, z)
		}
	}
	return chosen
}
