package book

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Graph is a book in memory that can change. Each change updates the values of all positions that depend on it. It is
// for one goroutine at a time.
type Graph struct {
	nodes []node
	index map[key]int32
	// for each position that a move leads to, in the graph or not: the index of its first inbound move, plus one
	wanted  map[key]int32
	inbound []inboundMove
	aim     *aim // priorities of growth; nil: no growth
}

// inboundMove is a move from a parent to another position. The inbound moves of a position form a list: next is the
// index of the next one, plus one.
type inboundMove struct {
	parent, next int32
	move         othello.Square
	same         bool // the same side is to move there
}

// node is an entry with its neighbours.
type node struct {
	at    key
	links bitboard.Set
	leaf  Leaf
	ends  key // the position after the leaf; zero if the game is over there
	value Value
	from  Provenance
	below []link  // children in the graph
	above []int32 // parents in the graph
	cost  int32   // of the cheapest task at or below the node, see aim
	way   int32   // to this task: an index of below, or a constant of aim
}

// link is a move to another position of the graph.
type link struct {
	to   int32
	move othello.Square
	same bool // the same side is to move there
}

// NewGraph returns an empty graph.
func NewGraph() *Graph { return &Graph{index: map[key]int32{}, wanted: map[key]int32{}} }

// Len returns the number of positions.
func (g *Graph) Len() int { return len(g.nodes) }

// GraphOf returns the graph of a book. It computes links and values from the positions and leaves. It fails on illegal
// positions and leaves.
func GraphOf(b *Book) (*Graph, error) {
	g := NewGraph()
	for e := range b.All() {
		if err := check(e.Position, e.Leaf); err != nil {
			return nil, err
		}
		g.insert(keyOf(e.Position), e.Leaf)
	}
	return g, g.computeAll()
}

// check returns an error unless the position and the leaf are legal.
func check(p othello.Position, leaf Leaf) error {
	fault := p.Validate()
	if fault == nil {
		switch c, _ := p.Canonical(); {
		case p.Legal() == 0:
			fault = errors.New("the side to move has no move")
		case c != p:
			fault = errors.New("not in canonical orientation")
		case leaf.Move < Unknown || leaf.Move >= othello.Pass:
			fault = fmt.Errorf("leaf: %d is not a move", leaf.Move)
		case leaf.Move >= 0:
			fault = p.Check(leaf.Move)
		}
	}
	if fault == nil && leaf.Move != None {
		fault = leaf.Source.check(leaf.Value, p.Empties())
	}
	if fault != nil {
		return fmt.Errorf("position %s: %w", p, fault)
	}
	return nil
}

// insert adds a position, or replaces the leaf of one that exists. It does not back up values.
func (g *Graph) insert(k key, leaf Leaf) int32 {
	id, known := g.index[k]
	if !known {
		id = int32(len(g.nodes))
		g.index[k] = id
		g.nodes = append(g.nodes, node{at: k})
		g.connect(id)
	}
	g.setLeaf(id, leaf)
	return id
}

// connect finds the links from and to a new node.
func (g *Graph) connect(id int32) {
	at := g.nodes[id].at
	p := at.position()
	for sq := range p.Legal().All() {
		m := othello.Square(sq)
		k, same, over := after(p, m)
		if over {
			continue
		}
		g.inbound = append(g.inbound, inboundMove{id, g.wanted[k], m, same})
		g.wanted[k] = int32(len(g.inbound))
		if child, ok := g.index[k]; ok {
			g.link(id, link{child, m, same})
		}
	}
	for c := range g.inboundMoves(at) {
		g.link(c.parent, link{id, c.move, c.same})
	}
}

// inboundMoves yields the moves of the graph that lead to a position.
func (g *Graph) inboundMoves(k key) iter.Seq[inboundMove] {
	return func(yield func(inboundMove) bool) {
		for at := g.wanted[k]; at != 0; at = g.inbound[at-1].next {
			if !yield(g.inbound[at-1]) {
				return
			}
		}
	}
}

func (g *Graph) link(parent int32, l link) {
	n, child := &g.nodes[parent], &g.nodes[l.to]
	at, _ := slices.BinarySearchFunc(n.below, l, func(x, y link) int { return cmp.Compare(x.move, y.move) })
	n.below = slices.Insert(n.below, at, l) // sorted, so that growth does not depend on the history of the graph
	n.links |= 1 << l.move
	if !slices.Contains(child.above, parent) {
		child.above = append(child.above, parent)
	}
}

func (g *Graph) setLeaf(id int32, leaf Leaf) {
	n := &g.nodes[id]
	n.leaf, n.ends = leaf, key{}
	if leaf.Move >= 0 {
		n.ends, _, _ = after(n.at.position(), leaf.Move)
	}
}

// trim removes the leaf of a node if its move has become a link, or if it is a value without a move and there are
// links.
func (n *node) trim() {
	if n.links.Has(int(n.leaf.Move)) || n.leaf.Move == Unknown && n.links != 0 {
		n.leaf, n.ends = Leaf{Move: None}, key{}
	}
}

// computeAll backs up all values. It fails on a position with neither a leaf nor a link.
func (g *Graph) computeAll() error {
	all := make([]int32, len(g.nodes))
	for i := range all {
		all[i] = int32(i)
	}
	g.propagate(all)
	for _, n := range g.nodes {
		if n.leaf.Move == None && n.links == 0 {
			return fmt.Errorf("position %s: neither a leaf nor a link", n.at.position())
		}
	}
	return nil
}

// propagate updates nodes and, if they changed, their ancestors. It handles deeper nodes first, so that each is updated
// once.
func (g *Graph) propagate(ids []int32) {
	var queue [65][]int32
	queued := make(map[int32]bool, len(ids))
	push := func(id int32) {
		if !queued[id] {
			queued[id] = true
			e := g.nodes[id].at.empties()
			queue[e] = append(queue[e], id)
		}
	}
	for _, id := range ids {
		push(id)
	}
	for empties := range queue {
		for _, id := range queue[empties] {
			if g.update(id) {
				for _, parent := range g.nodes[id].above {
					push(parent)
				}
			}
		}
	}
}

// update computes the value and the cost of a node from its leaf and its children. It reports whether they changed.
func (g *Graph) update(id int32) (changed bool) {
	n := &g.nodes[id]
	n.trim()
	before, beforeFrom, beforeCost, beforeWay := n.value, n.from, n.cost, n.way
	n.value, n.from = g.backUp(n)
	if g.aim != nil {
		n.cost, n.way = g.cheapest(n)
	}
	return n.value != before || n.from != beforeFrom || n.cost != beforeCost || n.way != beforeWay
}

// backUp returns the value of a node and its provenance: the best of leaf and links, and of equal values the one from
// the better search.
func (g *Graph) backUp(n *node) (best Value, from Provenance) {
	empties, first := n.at.empties(), true
	// every move is a link, or the leaf covers the others
	exact := n.leaf.Move == Unknown || n.leaf.Move >= 0 || n.links == n.at.position().Legal()
	take := func(v Value, p Provenance) {
		exact = exact && p.Exact
		if first || v > best || v == best && p.rank() > from.rank() {
			best, from, first = v, p, false
		}
	}
	if n.leaf.Move != None {
		take(n.leaf.Value, n.leaf.Source)
	}
	for _, l := range n.below {
		child := &g.nodes[l.to]
		take(child.value.seenFrom(l.same), child.from.above(empties))
	}
	if from.Exact = exact; exact {
		from.Depth, from.Confidence = empties, 100
	}
	return best, from
}

// rank ranks provenances: exact ones first, then by depth, confidence and source.
func (p Provenance) rank() int {
	order := p.Depth<<16 | p.Confidence<<8 | int(sources-p.Source)
	if p.Exact {
		order |= 1 << 30
	}
	return order
}

// Book returns the graph as a book with that history of steps.
func (g *Graph) Book(steps []Step) *Book {
	entries := make([]Entry, len(g.nodes))
	for i, n := range g.nodes {
		entries[i] = n.entry()
	}
	slices.SortFunc(entries, func(x, y Entry) int { return compareKeys(keyOf(x.Position), keyOf(y.Position)) })
	return newBook(entries, steps)
}

func (n *node) entry() Entry {
	return Entry{Position: n.at.position(), Links: n.links, Value: n.value, From: n.from, Leaf: n.leaf}
}
