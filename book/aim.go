package book

import "math"

// aim is what growth prefers: the cheapest way from a root to something to do, where a move costs the discs that it
// loses against the best one, whoever plays it, and each ply costs something besides, so that long lines that lose
// nothing do not keep all others waiting (Lincke's drop-out expansion).
type aim struct {
	ply   Value
	least int                // empty squares that a new position must have
	busy  map[key]bool       // what is being judged: a new position, or one of the graph that is judged again
	again func(n *node) bool // the node's leaf should be judged again
}

// Ways that are no links.
const (
	wayNone = -1 // nothing is to be done below
	wayLeaf = -2 // the leaf becomes a position
	wayHere = -3 // the position is judged again
)

const dear = math.MaxInt32 // the cost of what cannot be done

// cheapest is the cost of the cheapest growth at or below a node, and where that is: one of below or a way.
func (g *Graph) cheapest(n *node) (cost, way int32) {
	a := g.aim
	if n.from.Exact {
		return dear, wayNone
	}
	switch {
	case a.busy[n.at]: // nobody else shall touch it meanwhile, but there may be work below
		cost, way = dear, wayNone
	case a.again(n):
		return 0, wayHere
	default:
		cost, way = a.ofLeaf(n)
	}
	for i, l := range n.below {
		child := &g.nodes[l.to]
		if child.cost == dear {
			continue
		}
		c := int32(n.value-child.value.seenFrom(l.same)) + int32(a.ply) + child.cost
		if c < cost {
			cost, way = c, int32(i)
		}
	}
	return cost, way
}

func (a *aim) ofLeaf(n *node) (cost, way int32) {
	if n.leaf.Move < 0 || n.leaf.Source.Exact || n.ends == (key{}) || n.ends.empties() < a.least || a.busy[n.ends] {
		return dear, wayNone
	}
	return int32(n.value - n.leaf.Value), wayLeaf
}

// setAim says what growth prefers from now on; nil: there is none.
func (g *Graph) setAim(a *aim) {
	g.aim = a
	all := make([]int32, len(g.nodes))
	for i := range all {
		all[i] = int32(i)
	}
	g.lift(all)
}

// task is something to be judged: a position to add, or one that is there already and is judged again.
type task struct {
	at    key
	again bool
}

// next is the cheapest task at or below a node, not dearer than most.
func (g *Graph) next(id int32, most Value) (task, bool) {
	if g.nodes[id].cost == dear || g.nodes[id].cost > int32(most) {
		return task{}, false
	}
	for {
		n := &g.nodes[id]
		switch n.way {
		case wayHere:
			return task{n.at, true}, true
		case wayLeaf:
			return task{n.ends, false}, true
		}
		id = n.below[n.way].to
	}
}

// reserve keeps other workers from a task, or no longer. Whoever has a move to it is told.
func (g *Graph) reserve(k key, busy bool) {
	if g.aim == nil {
		return
	}
	if busy {
		g.aim.busy[k] = true
	} else {
		delete(g.aim.busy, k)
	}
	var ids []int32
	if id, ok := g.index[k]; ok {
		ids = append(ids, id)
	}
	for c := range g.callers(k) {
		ids = append(ids, c.parent)
	}
	g.lift(ids)
}
