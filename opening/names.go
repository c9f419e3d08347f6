package opening

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
)

//go:embed names/en.tsv names/ja.tsv
var lists embed.FS

// readNames reads both lists. Lines that lead to the same position share their names.
func readNames() (map[othello.Position]Names, error) {
	known := map[othello.Position]Names{}
	var faults []error
	for _, list := range []struct {
		file string
		of   func(*Names) *Name
	}{
		{"names/en.tsv", func(n *Names) *Name { return &n.English }},
		{"names/ja.tsv", func(n *Names) *Name { return &n.Japanese }},
	} {
		text, err := lists.ReadFile(list.file)
		faults = append(faults, err)
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			if err := addNames(known, strings.TrimRight(line, "\r\n"), list.of); err != nil {
				faults = append(faults, fmt.Errorf("%s: line %d: %w", list.file, number, err))
			}
		}
	}
	return known, errors.Join(faults...)
}

// addNames adds a line of a list: moves, a tab, and names separated by |. In the Japanese list other names and sources
// follow.
func addNames(known map[othello.Position]Names, line string, of func(*Names) *Name) error {
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	fields := strings.Split(line, "\t")
	if len(fields) < 2 || fields[1] == "" {
		return fmt.Errorf("%q: expected moves, a tab and a name", line)
	}
	l, err := parseLine(fields[0])
	if err != nil {
		return err
	}
	at := key(l.Position())
	names := known[at]
	n := of(&names)
	if len(n.Names) == 0 {
		n.Moves, n.Ply = l.Moves, len(l.Moves)
	}
	for name := range strings.SplitSeq(fields[1], "|") {
		if !slices.Contains(n.Names, name) {
			n.Names = append(n.Names, name)
		}
	}
	known[at] = names
	return nil
}

// Named returns the openings that have a name, one line for each position, shortest first.
func Named() []Line {
	var list []Line
	for _, names := range catalogue() {
		list = append(list, names.In(lang.English).Line())
	}
	slices.SortFunc(list, compareLines)
	return list
}

// compareLines compares lines by length, then by squares.
func compareLines(a, b Line) int {
	if len(a.Moves) != len(b.Moves) {
		return len(a.Moves) - len(b.Moves)
	}
	return slices.Compare(a.Moves, b.Moves)
}

func usual() othello.Position { return othello.Start(othello.Size8, othello.Usual) }
