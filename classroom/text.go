package classroom

import (
	"fmt"
	"io"
	"strings"

	"github.com/kaeshi/kaeshi/gametree"
)

// Text writes the tree as an indented list, a line for each visit in the order of the search, and for those cut off a line below
// them with the reason, in Japanese or else in English. A line has the move that leads to the position; a number in brackets for a
// position that was searched further, counted in the order of entry; the steps at which it was entered and left; the position; the
// window; and the value in the view of the side to move. The error is w's.
func (d Drawing) Text(w io.Writer, japanese bool) error {
	t := lister{Drawing: d, japanese: japanese, children: make([][]int, len(d.Nodes))}
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
	japanese bool
	children [][]int
	text     strings.Builder
}

// list writes the i-th node after head, and what lies below it after indent.
func (t *lister) list(i int, head, indent string) {
	fmt.Fprintf(&t.text, "%s%s\n", head, t.line(i))
	n := t.Nodes[i]
	if n.Reason != nil {
		fmt.Fprintf(&t.text, "%s   %s\n", indent, n.Reason.In(t.japanese))
	}
	for k, c := range t.children[i] {
		if k == len(t.children[i])-1 {
			t.list(c, indent+"└─ ", indent+"   ")
			continue
		}
		t.list(c, indent+"├─ ", indent+"│  ")
	}
}

// line is what is said about a node.
func (t *lister) line(i int) string {
	n, s := t.Nodes[i], t.names[i]
	var words []string
	add := func(is bool, format string, args ...any) {
		if is {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(n.Pass > 0, "%s %d", t.word("pass", "反復"), n.Pass)
	add(n.Move != "", "%s", n.Move)
	add(s.frame > 0, "[%d]", s.frame)
	add(true, "#%s", steps(n))
	add(n.Kind == gametree.Cut.String(), "%s", t.word("cut", "枝刈り"))
	add(n.Kind != gametree.Cut.String(), "%s", n.Position)
	add(s.window != "", "%s", s.window)
	add(s.value != "", "→ %s", s.value)
	add(n.Kind == gametree.FromTable.String(), t.word("from the table, %d saved", "置換表から、%d局面を省略"), n.Saved)
	add(n.Again != nil, "%s", t.word("again", "再探索"))
	add(n.Proof != nil || n.Disproof != nil, "%s %s, %s %s", t.word("proof", "証明数"), proofNumber(n.Proof), t.word("disproof", "反証数"), proofNumber(n.Disproof))
	add(n.Mean != nil, t.word("%d playouts, mean %+.2f", "プレイアウト%d回、平均%+.2f"), n.Visits, value(n.Mean))
	add(n.Leave == nil, "%s", t.word("not finished", "未完了"))
	return strings.Join(words, " ")
}

func (t *lister) word(en, ja string) string {
	return Sentence{en, ja}.In(t.japanese)
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
