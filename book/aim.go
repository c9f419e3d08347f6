package book

import "math"

// aim contains the priorities of growth: drop-out expansion (Lincke 2000). The next task is the one with the cheapest
// path from the root. The cost of a path is the sum of the losses of its moves, by both sides, against the best moves,
// plus a constant for each ply. Without this constant, growth would follow long lines of best moves only.
type aim struct {
	ply   Value              // cost of each ply
	least int                // least number of empty squares of a new position
	busy  map[key]bool       // positions that a worker judges, for the first time or again
	again func(n *node) bool // reports whether the leaf of a node needs another search
}

// Values of node.way that are not indices of links.
const (
	wayNone = -1 // no task at or below the node
	wayLeaf = -2 // task: add the position of the leaf
	wayHere = -3 // task: judge the position again
)

const noTaskCost = math.MaxInt32 // the cost if there is no task

// cheapest returns the cost of the cheapest task at or below a node, and the way to it: an index of below or a
// constant.
func (g *Graph) cheapest(n *node) (cost, way int32) {
	a := g.aim
	if n.from.Exact {
		return noTaskCost, wayNone
	}
	switch {
	case a.busy[n.at]: // reserved, but there may be tasks below
		cost, way = noTaskCost, wayNone
	case a.again(n):
		return 0, wayHere
	default:
		cost, way = a.ofLeaf(n)
	}
	for i, l := range n.below {
		child := &g.nodes[l.to]
		if child.cost == noTaskCost {
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
		return noTaskCost, wayNone
	}
	return int32(n.value - n.leaf.Value), wayLeaf
}

// setAim sets the priorities of growth and computes all costs. Nil ends growth.
func (g *Graph) setAim(a *aim) {
	g.aim = a
	all := make([]int32, len(g.nodes))
	for i := range all {
		all[i] = int32(i)
	}
	g.propagate(all)
}

// task is a position to judge: one to add, or one of the graph to judge again.
type task struct {
	at    key
	again bool
}

// next returns the cheapest task at or below a node. It returns false if every task costs more than the limit.
func (g *Graph) next(id int32, limit Value) (task, bool) {
	if g.nodes[id].cost == noTaskCost || g.nodes[id].cost > int32(limit) {
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

// reserve marks a position as being judged, or not, and updates the costs of the positions that lead to it.
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
	for c := range g.inboundMoves(k) {
		ids = append(ids, c.parent)
	}
	g.propagate(ids)
}
