package classroom

import (
	"fmt"
	"io"
	"strings"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// Text writes the tree as an indented list in a language, with a line for each visit in the order of the search. A line
// has the move that leads to the position; for inner positions a number in brackets, in the order of entry; the steps
// of the start and the end of the visit; the position; the window; and the value from the view of the side to move. The
// reason of a cut is on the next line. The error is that of w.
func (d Drawing) Text(w io.Writer, l lang.Lang) error {
	t := lister{Drawing: d, words: catalogue.In(l), children: make([][]int, len(d.Nodes))}
	for i, n := range d.Nodes {
		if n.Parent != gametree.Nowhere {
			t.children[n.Parent] = append(t.children[n.Parent], i)
		}
	}
	if len(d.Nodes) > 0 {
		t.list(0, "", "")
	}
	_, err := io.WriteString(w, t.text.String())
	return err
}

type lister struct {
	Drawing
	words    lang.Texts
	children [][]int
	text     strings.Builder
}

// list writes node i after head, and the nodes below it after indent.
func (t *lister) list(i int, head, indent string) {
	fmt.Fprintf(&t.text, "%s%s\n", head, t.line(i))
	n := t.Nodes[i]
	if n.Reason != nil {
		fmt.Fprintf(&t.text, "%s   %s\n", indent, n.Reason.In(t.words.Lang))
	}
	for k, c := range t.children[i] {
		if k == len(t.children[i])-1 {
			t.list(c, indent+"└─ ", indent+"   ")
			continue
		}
		t.list(c, indent+"├─ ", indent+"│  ")
	}
}

// line returns the line of a node.
func (t *lister) line(i int) string {
	n, s := t.Nodes[i], t.names[i]
	var words []string
	add := func(is bool, word string) {
		if is {
			words = append(words, word)
		}
	}
	say := t.words.Say
	add(n.Pass > 0, say("pass", n.Pass))
	add(n.Move != "", n.Move)
	add(s.frame > 0, fmt.Sprintf("[%d]", s.frame))
	add(true, "#"+steps(n))
	add(n.Kind == gametree.Cut.String(), say("cut"))
	add(n.Kind != gametree.Cut.String(), n.Position)
	add(s.window != "", s.window)
	add(s.value != "", "→ "+s.value)
	add(n.Kind == gametree.FromTable.String(), say("from-table", n.Saved))
	add(n.Again != nil, say("again"))
	add(n.Proof != nil || n.Disproof != nil, say("proof", proofNumber(n.Proof), proofNumber(n.Disproof)))
	add(n.Mean != nil, say("playouts", n.Visits, value(n.Mean)))
	add(n.Leave == nil, say("unfinished"))
	return strings.Join(words, " ")
}

func steps(n Node) string {
	if n.Leave == nil || *n.Leave == n.Enter {
		return fmt.Sprint(n.Enter)
	}
	return fmt.Sprintf("%d–%d", n.Enter, *n.Leave)
}

func proofNumber(n *uint64) string {
	if n == nil {
		return "∞"
	}
	return fmt.Sprint(*n)
}

func value(v *float64) float64 {
	if v == nil {
		return 0
	}
	return *v
}
