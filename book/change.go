package book

import (
	"context"
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// change is what happens to a graph at once: positions that are added or get another leaf.
type change []verdict

// verdict is a position and its leaf.
type verdict struct {
	at   key
	leaf Leaf
}

// apply makes a change and backs it up.
func (g *Graph) apply(c change) {
	ids := make([]int32, 0, 2*len(c))
	for _, v := range c {
		id := g.insert(v.at, v.leaf)
		ids = append(append(ids, id), g.nodes[id].above...)
	}
	g.lift(ids)
}

// question is a position that must be judged without some of its moves.
type question struct {
	at   key
	skip bitboard.Set
}

// questions is what must be judged before k can be a position of the graph: itself, and each position whose leaf
// leads there, as its leaf becomes a link. What is judged already, and still holds, is not asked again.
func (g *Graph) questions(k key, judged map[key]Leaf) (list []question) {
	ask := func(at key, skip bitboard.Set) {
		leaf, ok := judged[at]
		if !ok || skip.Has(int(leaf.Move)) {
			list = append(list, question{at, skip})
		}
	}
	skip := bitboard.Set(0)
	p := k.position()
	for m := range p.Legal().All() {
		child, _, over := after(p, othello.Square(m))
		if _, known := g.index[child]; known && !over {
			skip |= 1 << m
		}
	}
	ask(k, skip)
	for parent, moves := range g.yielding(k) {
		ask(parent.at, parent.links|moves)
	}
	return list
}

// yielding is the nodes that lose what they take their value from when k joins the graph, each with its moves to k:
// those whose leaf leads there, and those of which only a value is known.
func (g *Graph) yielding(k key) map[*node]bitboard.Set {
	found := map[*node]bitboard.Set{}
	for c := range g.callers(k) {
		if n := &g.nodes[c.parent]; n.ends == k || n.leaf.Move == Unknown {
			found[n] |= 1 << c.move
		}
	}
	return found
}

// answer is the change that the leaves make, of the positions that were asked about.
func (g *Graph) answer(k key, judged map[key]Leaf) change {
	c := change{{k, judged[k]}}
	for parent := range g.yielding(k) {
		c = append(c, verdict{parent.at, judged[parent.at]})
	}
	slices.SortFunc(c[1:], func(a, b verdict) int { return compareKeys(a.at, b.at) })
	return c
}

// Judge searches positions for a book. It is for one goroutine at a time.
type Judge struct {
	Engine *search.Engine
	Limits search.Limits
}

// leaf is the best move of a position without some of them. Earlier searches are forgotten, so that the answer
// depends on the question alone.
func (j *Judge) leaf(ctx context.Context, q question) (Leaf, error) {
	p := q.at.position()
	if p.Legal()&^q.skip == 0 {
		return Leaf{Move: None}, nil
	}
	l := j.Limits
	l.Lines = q.skip.Len() + 1
	j.Engine.Forget()
	r, err := j.Engine.Search(ctx, p, l, nil)
	if err != nil {
		return Leaf{}, err
	}
	if len(r.Lines) == 0 {
		r.Lines = []search.Line{{Move: r.Move, Score: r.Score}}
	}
	from := Provenance{Depth: min(r.Depth, p.Empties()), Confidence: r.Selectivity, Exact: r.Exact}
	for _, line := range r.Lines {
		if !q.skip.Has(int(line.Move)) {
			return Leaf{line.Move, ValueOf(line.Score.Discs()), from}, nil
		}
	}
	return Leaf{Move: None}, nil
}

// deeper reports whether the judge would look deeper than what a leaf comes from.
func (j *Judge) deeper(leaf Leaf, empties int) bool {
	want := j.Limits.Depth
	switch {
	case leaf.Source.Exact:
		return false
	case empties <= j.Limits.Exact:
		return true
	case empties <= max(j.Limits.Depth, j.Limits.Selective):
		want = empties
	}
	return leaf.Source.Depth < want
}
