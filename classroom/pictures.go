package classroom

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// Picture is a tree of numbers at one moment of a search, drawn as article 004 draws it: (3) is a value, ">= 3" what is
// known of one that is still looked for, and X stands over what was cut off.
type Picture struct {
	Step    int           `json:"step"` // of the search; the picture before it has step 0
	Caption lang.Sentence `json:"caption"`
	Text    string        `json:"text"`
}

// A tree with more places is not drawn.
const mostDrawn = 150

// mark is what a picture shows at a place.
type mark struct {
	value   string // of the first player
	note    string // ">= 3"
	best    int
	seen    bool // best holds
	entered bool
	cut     bool
}

// film turns the steps of a search into pictures.
type film struct {
	tree     *numberTree
	nodes    []Node
	places   []int // in the tree, by node
	marks    []mark
	pictures []Picture
}

// event is something that happens to a node at a step.
type event struct {
	step, node int
	leave      bool
}

// pictures draws the search of a document; nothing when the tree is too large.
func (t *numberTree) pictures(d *Document) []Picture {
	if len(t.nodes) > mostDrawn || t.width() > mostWidth || d.Truncated || len(d.Tree) == 0 {
		return nil
	}
	f := film{tree: t, nodes: d.Tree, places: make([]int, len(d.Tree)), marks: make([]mark, len(t.nodes))}
	var events []event
	for i, n := range f.nodes {
		if n.Move != "" {
			branch, _ := strconv.Atoi(n.Move) // written by numberNames
			f.places[i] = t.nodes[f.places[n.Parent]].children[branch-1]
		}
		if events = append(events, event{n.Enter, i, false}); n.Leave != nil && n.Kind != gametree.Cut.String() {
			events = append(events, event{*n.Leave, i, true})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return a.step - b.step })
	f.shoot(0, lang.Sentence{En: "The tree before the search.", Ja: "探索の前の木。"})
	for _, e := range events {
		f.show(e)
	}
	if d.Stopped != nil {
		f.pictures = append(f.pictures, Picture{Step: len(events), Caption: *d.Stopped, Text: t.picture(f.marks)})
	}
	return f.pictures
}

func (f *film) show(e event) {
	n := f.nodes[e.node]
	switch {
	case n.Kind == gametree.Cut.String():
	case !e.leave:
		f.enter(e)
	default:
		f.leave(e)
	}
}

// enter begins a visit; what an earlier one has shown there is wiped off.
func (f *film) enter(e event) {
	at := f.places[e.node]
	f.wipe(at)
	f.marks[at].entered = true
	if n := f.nodes[e.node]; n.Pass > 1 {
		f.shoot(e.step,
			lang.Sentence{En: fmt.Sprintf("Pass %d begins.", n.Pass), Ja: fmt.Sprintf("%d回目の反復を始める。", n.Pass)})
	}
	if len(f.tree.nodes[at].children) > 0 {
		name := f.name(at)
		f.shoot(e.step, lang.Sentence{En: "Now " + name.En + " is looked at.", Ja: name.Ja + "を調べる。"})
	}
}

func (f *film) wipe(at int) {
	f.marks[at] = mark{entered: f.marks[at].entered}
	for _, c := range f.tree.nodes[at].children {
		f.wipe(c)
	}
}

// leave shows the value, then what it tells about the place above, and what was cut off.
func (f *film) leave(e event) {
	n, at := f.nodes[e.node], f.places[e.node]
	if n.Value == nil {
		return
	}
	m, name := &f.marks[at], f.name(at)
	value := f.first(at, int(*n.Value))
	switch {
	case n.Bound == gametree.Exact.String():
		m.note = ""
	case m.seen:
		value = m.best // closer than what a search that is fail-hard tells
	default: // from a table
		m.note = f.sign(at, n.Bound) + " " + strconv.Itoa(value)
	}
	m.value = strconv.Itoa(value)
	f.shoot(e.step, lang.Sentence{
		En: fmt.Sprintf("%s is worth %d%s.", name.En, value, bounded(m.note, " or less", " or more")),
		Ja: fmt.Sprintf("%sの価値は%d%s。", name.Ja, value, bounded(m.note, "以下", "以上")),
	})
	f.cross(e)
	if above := f.tree.nodes[at].parent; above >= 0 && m.note == "" {
		f.learn(e.step, above, value)
	}
}

// first is a value at a place in the view of the first player.
func (f *film) first(at, value int) int {
	if f.tree.nodes[at].ply%2 == 1 {
		return -value
	}
	return value
}

// sign of a bound at a place in the view of the first player.
func (f *film) sign(at int, bound string) string {
	if lower := bound == gametree.Lower.String(); lower == (f.tree.nodes[at].ply%2 == 0) {
		return ">="
	}
	return "<="
}

func bounded(note, less, more string) string {
	switch {
	case note == "":
		return ""
	case note[0] == '<':
		return less
	}
	return more
}

// learn notes at a place that a branch of it is worth so much.
func (f *film) learn(step, at, value int) {
	m := &f.marks[at]
	greatest := f.tree.nodes[at].ply%2 == 0
	if m.seen && (greatest && value <= m.best || !greatest && value >= m.best) {
		return
	}
	m.best, m.seen = value, true
	sign, name := "<=", f.name(at)
	en, ja := "most", "以下"
	if greatest {
		sign, en, ja = ">=", "least", "以上"
	}
	m.note = fmt.Sprintf("%s %d", sign, value)
	f.shoot(step, lang.Sentence{
		En: fmt.Sprintf("So %s is worth at %s %d.", name.En, en, value),
		Ja: fmt.Sprintf("つまり%sの価値は%d%s。", name.Ja, value, ja),
	})
}

// cross puts an X over the branches of a place that were cut off.
func (f *film) cross(e event) {
	var why *lang.Sentence
	for i, n := range f.nodes {
		if n.Kind == gametree.Cut.String() && n.Parent == e.node {
			f.marks[f.places[i]].cut = true
			if n.Reason != nil {
				why = n.Reason
			}
		}
	}
	if why != nil {
		f.shoot(e.step, *why)
	}
}

// name of a place in a sentence.
func (f *film) name(at int) lang.Sentence {
	if at == 0 {
		return lang.Sentence{En: "the root", Ja: "根"}
	}
	path := f.tree.path(at)
	return lang.Sentence{En: path, Ja: path}
}

// shoot takes a picture, unless it would look like the one before.
func (f *film) shoot(step int, caption lang.Sentence) {
	text := f.tree.picture(f.marks)
	caption.En = strings.ToUpper(caption.En[:1]) + caption.En[1:]
	if n := len(f.pictures); n > 0 && f.pictures[n-1].Text == text {
		return
	}
	f.pictures = append(f.pictures, Picture{step, caption, text})
}
