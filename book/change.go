package book

import (
	"context"
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// change is a set of positions that are added to a graph, or get another leaf, in one step.
type change []verdict

// verdict is a position and its leaf.
type verdict struct {
	at   key
	leaf Leaf
}

// apply makes a change and backs up its values.
func (g *Graph) apply(c change) {
	ids := make([]int32, 0, 2*len(c))
	for _, v := range c {
		id := g.insert(v.at, v.leaf)
		ids = append(append(ids, id), g.nodes[id].above...)
	}
	g.propagate(ids)
}

// searchTask is a position to search without some of its moves.
type searchTask struct {
	at   key
	skip bitboard.Set
}

// searchTasks returns the searches that are needed before k can be added to the graph: that of k, and that of each
// position whose leaf leads to k and becomes a link. Searches whose result in judged is still valid are left out.
func (g *Graph) searchTasks(k key, judged map[key]Leaf) (list []searchTask) {
	request := func(at key, skip bitboard.Set) {
		leaf, ok := judged[at]
		if !ok || skip.Has(int(leaf.Move)) {
			list = append(list, searchTask{at, skip})
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
	request(k, skip)
	for parent, moves := range g.losingLeaf(k) {
		request(parent.at, parent.links|moves)
	}
	return list
}

// losingLeaf returns the nodes that lose their leaf when k is added, each with its moves to k: those whose leaf leads
// to k, and those whose leaf has no known move.
func (g *Graph) losingLeaf(k key) map[*node]bitboard.Set {
	found := map[*node]bitboard.Set{}
	for c := range g.inboundMoves(k) {
		if n := &g.nodes[c.parent]; n.ends == k || n.leaf.Move == Unknown {
			found[n] |= 1 << c.move
		}
	}
	return found
}

// changeFor returns the change that adds k, with the leaves of the positions of [Graph.searchTasks].
func (g *Graph) changeFor(k key, judged map[key]Leaf) change {
	c := change{{k, judged[k]}}
	for parent := range g.losingLeaf(k) {
		c = append(c, verdict{parent.at, judged[parent.at]})
	}
	slices.SortFunc(c[1:], func(a, b verdict) int { return compareKeys(a.at, b.at) })
	return c
}

// Judge searches positions for a book. It must not be used by several goroutines at the same time.
type Judge struct {
	Engine *search.Engine
	Limits search.Limits
}

func (j *Judge) leaf(ctx context.Context, q searchTask) (Leaf, error) {
	return j.Leaf(ctx, Search{q.at.position(), q.skip})
}

// Leaf returns the best move of a position that is not skipped. It clears the table first, so that the result depends
// on the limits and the search alone. The error is that of ctx.
func (j *Judge) Leaf(ctx context.Context, s Search) (Leaf, error) {
	p := s.Position
	if p.Legal()&^s.Skip == 0 {
		return Leaf{Move: None}, nil
	}
	l := j.Limits
	l.Lines = s.Skip.Len() + 1
	j.Engine.Forget()
	r, err := j.Engine.Search(ctx, p, l, nil)
	if err != nil {
		return Leaf{}, err
	}
	if len(r.Lines) == 0 {
		r.Lines = []search.Line{{Move: r.Move, Score: r.Score}}
	}
	from := Provenance{Depth: min(r.Depth, p.Empties()), Confidence: r.Confidence, Exact: r.Exact}
	for _, line := range r.Lines {
		if !s.Skip.Has(int(line.Move)) {
			return Leaf{line.Move, ValueOf(line.Score.Discs()), from}, nil
		}
	}
	return Leaf{Move: None}, nil
}

// deeper reports whether the judge would search deeper than the search of a leaf.
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
