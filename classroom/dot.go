package classroom

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// DOT writes the tree in the DOT language of Graphviz. Moves that were cut off are grey and dashed, with the reason as
// a tooltip in a language. A dotted arrow leads from a table hit to the visit that stored the value. The error is that
// of w.
func (d Drawing) DOT(w io.Writer, l lang.Lang) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "digraph search {")
	fmt.Fprintln(b, "\tnode [shape=box, fontname=\"monospace\", fontsize=10]")
	fmt.Fprintln(b, "\tedge [fontname=\"monospace\", fontsize=10, arrowhead=none]")
	for i, n := range d.Nodes {
		fmt.Fprintf(b, "\tn%d [label=%s%s]\n", i, quote(d.label(i)), style(n, l))
		if n.Parent != gametree.Nowhere {
			fmt.Fprintf(b, "\tn%d -> n%d [label=%s%s]\n", n.Parent, i, quote(n.Move), dashed(n))
		}
		if n.Hit != nil {
			fmt.Fprintf(b, "\tn%d -> n%d [style=dotted, constraint=false, arrowhead=normal]\n", i, *n.Hit)
		}
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

func (d Drawing) label(i int) string {
	n, s := d.Nodes[i], d.names[i]
	board := s.board
	if board == "" {
		board = n.Position
	}
	lines := []string{board, s.window, s.value}
	if n.Kind == gametree.Cut.String() {
		lines = []string{board}
	}
	if s.frame > 0 {
		lines[0] = fmt.Sprintf("[%d]\n%s", s.frame, board)
	}
	var full []string
	for _, line := range lines {
		if line != "" {
			full = append(full, line)
		}
	}
	return strings.Join(full, "\n")
}

func style(n Node, l lang.Lang) string {
	switch {
	case n.Kind == gametree.Cut.String() && n.Reason != nil:
		return ", color=gray, fontcolor=gray, style=dashed, tooltip=" + quote(n.Reason.In(l))
	case n.Kind == gametree.Cut.String():
		return ", color=gray, fontcolor=gray, style=dashed"
	case n.Kind == gametree.FromTable.String():
		return ", style=rounded"
	}
	return ""
}

func dashed(n Node) string {
	if n.Kind == gametree.Cut.String() {
		return ", color=gray, fontcolor=gray, style=dashed"
	}
	return ""
}

// quote returns a string of the DOT language. Only quotation marks, backslashes and line ends are special.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
