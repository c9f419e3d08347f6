package classroom

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// Picture is a tree of numbers at a step of a search, drawn as in article 004: (3) is a value, ">= 3" is a bound of a
// value that is being searched, and an X marks a branch that was cut off.
type Picture struct {
	Step    int           `json:"step"` // of the search; 0: before the search
	Caption lang.Sentence `json:"caption"`
	Text    string        `json:"text"`
}

// mostDrawn is the greatest number of places of a tree that is drawn.
const mostDrawn = 150

// mark holds the texts and the state of a place in a picture.
type mark struct {
	value   string // from the view of the first player
	note    string // bound, such as ">= 3"
	best    int    // best value of a branch so far, if seen
	seen    bool
	entered bool
	cut     bool
}

// recorder turns the steps of a search into pictures.
type recorder struct {
	tree     *numberTree
	nodes    []Node
	places   []int // place in the tree, by node
	marks    []mark
	pictures []Picture
}

// event is the start or the end of a visit.
type event struct {
	step, node int
	leave      bool
}

// pictures returns pictures of the search of a document, or nil if the tree is too large.
func (t *numberTree) pictures(d *Document) []Picture {
	if len(t.nodes) > mostDrawn || t.width() > mostWidth || d.Truncated || len(d.Tree) == 0 {
		return nil
	}
	r := recorder{tree: t, nodes: d.Tree, places: make([]int, len(d.Tree)), marks: make([]mark, len(t.nodes))}
	var events []event
	for i, n := range r.nodes {
		if n.Move != "" {
			branch, _ := strconv.Atoi(n.Move) // written by numberNames
			r.places[i] = t.nodes[r.places[n.Parent]].children[branch-1]
		}
		if events = append(events, event{n.Enter, i, false}); n.Leave != nil && n.Kind != gametree.Cut.String() {
			events = append(events, event{*n.Leave, i, true})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return a.step - b.step })
	r.record(0, lang.Sentence{En: "The tree before the search.", Ja: "探索の前の木です。"})
	for _, e := range events {
		r.show(e)
	}
	if d.Stopped != nil {
		r.pictures = append(r.pictures, Picture{Step: len(events), Caption: *d.Stopped, Text: t.picture(r.marks)})
	}
	return r.pictures
}

func (r *recorder) show(e event) {
	n := r.nodes[e.node]
	switch {
	case n.Kind == gametree.Cut.String():
	case !e.leave:
		r.enter(e)
	default:
		r.leave(e)
	}
}

// enter begins a visit. It clears the marks of an earlier visit.
func (r *recorder) enter(e event) {
	at := r.places[e.node]
	r.wipe(at)
	r.marks[at].entered = true
	if n := r.nodes[e.node]; n.Pass > 1 {
		r.record(e.step,
			lang.Sentence{En: fmt.Sprintf("Pass %d begins.", n.Pass), Ja: fmt.Sprintf("%d回目の反復を始めます。", n.Pass)})
	}
	if len(r.tree.nodes[at].children) > 0 {
		name := r.name(at)
		r.record(e.step, lang.Sentence{En: name.En + " is searched.", Ja: name.Ja + "を探索します。"})
	}
}

// wipe clears the marks of a place and of all places below it.
func (r *recorder) wipe(at int) {
	r.marks[at] = mark{entered: r.marks[at].entered}
	for _, c := range r.tree.nodes[at].children {
		r.wipe(c)
	}
}

// leave ends a visit. It shows the value, the branches that were cut off, and the bound for the place above.
func (r *recorder) leave(e event) {
	n, at := r.nodes[e.node], r.places[e.node]
	if n.Value == nil {
		return
	}
	m, name := &r.marks[at], r.name(at)
	value := r.first(at, int(*n.Value))
	switch {
	case n.Bound == gametree.Exact.String():
		m.note = ""
	case m.seen:
		value = m.best // a tighter bound than that of a fail-hard search
	default: // from a table
		m.note = r.sign(at, n.Bound) + " " + strconv.Itoa(value)
	}
	m.value = strconv.Itoa(value)
	r.record(e.step, lang.Sentence{
		En: fmt.Sprintf("the value of %s is %d%s.", name.En, value, bounded(m.note, " or less", " or more")),
		Ja: fmt.Sprintf("%sの値は%d%sです。", name.Ja, value, bounded(m.note, "以下", "以上")),
	})
	r.cross(e)
	if above := r.tree.nodes[at].parent; above >= 0 && m.note == "" {
		r.learn(e.step, above, value)
	}
}

// first returns a value at a place from the view of the first player.
func (r *recorder) first(at, value int) int {
	if r.tree.nodes[at].ply%2 == 1 {
		return -value
	}
	return value
}

// sign returns the sign of a bound at a place from the view of the first player.
func (r *recorder) sign(at int, bound string) string {
	if lower := bound == gametree.Lower.String(); lower == (r.tree.nodes[at].ply%2 == 0) {
		return ">="
	}
	return "<="
}

// bounded returns less for an upper bound, more for a lower bound, and "" without a bound.
func bounded(note, less, more string) string {
	switch {
	case note == "":
		return ""
	case note[0] == '<':
		return less
	}
	return more
}

// learn updates the bound of a place by the value of one of its branches.
func (r *recorder) learn(step, at, value int) {
	m := &r.marks[at]
	greatest := r.tree.nodes[at].ply%2 == 0
	if m.seen && (greatest && value <= m.best || !greatest && value >= m.best) {
		return
	}
	m.best, m.seen = value, true
	sign, name := "<=", r.name(at)
	en, ja := "most", "以下"
	if greatest {
		sign, en, ja = ">=", "least", "以上"
	}
	m.note = fmt.Sprintf("%s %d", sign, value)
	r.record(step, lang.Sentence{
		En: fmt.Sprintf("So the value of %s is at %s %d.", name.En, en, value),
		Ja: fmt.Sprintf("つまり、%sの値は%d%sです。", name.Ja, value, ja),
	})
}

// cross marks the branches of a place that were cut off.
func (r *recorder) cross(e event) {
	var why *lang.Sentence
	for i, n := range r.nodes {
		if n.Kind == gametree.Cut.String() && n.Parent == e.node {
			r.marks[r.places[i]].cut = true
			if n.Reason != nil {
				why = n.Reason
			}
		}
	}
	if why != nil {
		r.record(e.step, *why)
	}
}

// name returns the name of a place in a sentence.
func (r *recorder) name(at int) lang.Sentence {
	if at == 0 {
		return lang.Sentence{En: "the root", Ja: "根"}
	}
	path := r.tree.path(at)
	return lang.Sentence{En: path, Ja: path}
}

// record adds a picture, unless it is the same as the one before.
func (r *recorder) record(step int, caption lang.Sentence) {
	text := r.tree.picture(r.marks)
	caption.En = strings.ToUpper(caption.En[:1]) + caption.En[1:]
	if n := len(r.pictures); n > 0 && r.pictures[n-1].Text == text {
		return
	}
	r.pictures = append(r.pictures, Picture{step, caption, text})
}
