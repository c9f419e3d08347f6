package classroom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// Row is the result of one algorithm.
type Row struct {
	Algorithm string   `json:"algorithm"`
	Depth     int      `json:"depth"`
	Value     *float64 `json:"value"` // null after an error
	Move      string   `json:"move"`  // empty if the game is over, and at depth 0
	Nodes     uint64   `json:"nodes"`
	Leaves    uint64   `json:"leaves"`
	Cutoffs   uint64   `json:"cutoffs"`
	TableHits uint64   `json:"table_hits"`
	Seconds   float64  `json:"seconds"`
	Unit      string   `json:"unit"`
	Estimate  bool     `json:"estimate,omitempty"`
	Error     string   `json:"error,omitempty"` // why the algorithm has no result

	err     error
	shown   string
	byDepth []uint64
}

// Table is a comparison.
type Table struct {
	Schema   string              `json:"schema"`
	Game     string              `json:"game"`
	Size     int                 `json:"size,omitempty"`
	Position string              `json:"position"`
	Depth    int                 `json:"depth"`
	Rows     []Row               `json:"rows"`
	ByDepth  map[string][]uint64 `json:"by_depth,omitempty"` // nodes at each distance from the root, by algorithm
}

// Compare runs the same search with several algorithms, one after the other. The row of an algorithm has an error if it
// needs an unknown number of a tree of numbers, exceeds its budget or runs out of memory. Compare returns a [*Fault] if
// the request is wrong, and the error of ctx with the rows that were finished.
func Compare(ctx context.Context, r Request) (Table, error) {
	if len(r.Algorithms) == 0 {
		r.Algorithms = Algorithms()
	}
	for _, name := range r.Algorithms {
		if err := known(name); err != nil {
			return Table{}, err
		}
	}
	l, err := r.open()
	if err != nil {
		return Table{}, err
	}
	var d Document
	l.describe(&d)
	t := Table{
		Schema: "kaeshi/compare/1", Game: d.Game, Size: d.Size, Position: d.Position, Depth: r.plies(l),
		Rows: []Row{},
	}
	for _, name := range r.Algorithms {
		row := l.row(r.bounded(ctx), search{name, t.Depth, 0}, r.ByDepth)
		if err := ctx.Err(); err != nil && errors.Is(row.err, err) {
			return t, err
		}
		t.add(row)
	}
	return t, nil
}

func (t *Table) add(row Row) {
	t.Rows = append(t.Rows, row)
	if row.byDepth == nil {
		return
	}
	if t.ByDepth == nil {
		t.ByDepth = map[string][]uint64{}
	}
	t.ByDepth[row.Algorithm] = row.byDepth
}

// Text writes the table as text in a language. The error is that of w.
func (t Table) Text(w io.Writer, l lang.Lang) error {
	cells := [][]string{strings.Split(catalogue.In(l).Say("columns"), " ")}
	var faults strings.Builder
	for _, r := range t.Rows {
		cells = append(cells, r.cells())
		if r.Error != "" {
			fmt.Fprintf(&faults, "%s: %s\n", r.Algorithm, r.Error)
		}
	}
	_, err := io.WriteString(w, align(cells)+faults.String())
	return err
}

func (r Row) cells() []string {
	return []string{
		r.Algorithm, fmt.Sprint(r.Depth), r.value(), r.Move, fmt.Sprint(r.Nodes), fmt.Sprint(r.Leaves),
		fmt.Sprint(r.Cutoffs),
		fmt.Sprint(r.TableHits), fmt.Sprintf("%.3f", r.Seconds),
	}
}

// align returns lines of cells in columns. The first column is aligned to the left, the others to the right.
func align(cells [][]string) string {
	widths := make([]int, len(cells[0]))
	for _, line := range cells {
		for i, cell := range line {
			widths[i] = max(widths[i], columns(cell))
		}
	}
	var b strings.Builder
	for _, line := range cells {
		for i, cell := range line {
			gap := strings.Repeat(" ", widths[i]-columns(cell))
			if i == 0 {
				b.WriteString(cell + gap)
				continue
			}
			b.WriteString("  " + gap + cell)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// columns returns the width of a text on a terminal, where Japanese characters take two columns.
func columns(text string) (n int) {
	const firstWide = 0x2e80
	for _, r := range text {
		n++
		if r >= firstWide {
			n++
		}
	}
	return n
}

// RowDocument is a [Row] as JSON.
type RowDocument struct {
	Schema string `json:"schema"`
	Row
}

// Lines writes the rows as JSON, one a line. The error is that of w.
func (t Table) Lines(w io.Writer) error {
	for _, row := range t.Rows {
		if err := encode(w, RowDocument{"kaeshi/compare-row/1", row}); err != nil {
			return err
		}
	}
	return nil
}

// Answered returns nil if an algorithm has a result, else the first error.
func (t Table) Answered() error {
	var first error
	for _, row := range t.Rows {
		switch {
		case row.err == nil:
			return nil
		case first == nil:
			first = row.err
		}
	}
	return first
}

// value returns the value as text, with ~ before an estimate.
func (r Row) value() string {
	switch {
	case r.Value == nil:
		return "?"
	case r.Estimate:
		return "~" + r.shown
	}
	return r.shown
}
