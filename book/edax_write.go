package book

import (
	"encoding/binary"
	"math"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/othello"
)

// edaxNode is a position in the form of Edax.
type edaxNode struct {
	at                    key
	value, lower, upper   int
	won, drawn, lost, all uint64 // numbers of lines by result, and of all lines
	links                 []edaxMove
	leaf                  edaxMove
	level                 int
}

type edaxMove struct {
	score int
	move  othello.Square
}

// The errors that Edax assumes of values, in discs.
const (
	edaxMidgameError = 2
	edaxEndcutError  = 1
)

// edaxBook converts a graph to nodes of Edax, deepest positions first.
type edaxBook struct {
	graph *Graph
	done  map[int32]*edaxNode
	pass  map[key]*edaxNode
	list  []*edaxNode
}

// EdaxBytes returns the book in the format of Edax's book.dat, with that date. Values are rounded to whole discs. A
// pass is a position. The level of a position is the lowest at which Edax searches as far as the search of the leaf. A
// position with a value but no move is stored as the leaf of its parents. EdaxBytes fails if the book is inconsistent.
func (b *Book) EdaxBytes(date time.Time) ([]byte, error) {
	g, err := GraphOf(b)
	if err != nil {
		return nil, err
	}
	e := &edaxBook{graph: g, done: map[int32]*edaxNode{}, pass: map[key]*edaxNode{}}
	order := make([]int32, len(g.nodes))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int { return g.nodes[x].at.empties() - g.nodes[y].at.empties() })
	for _, id := range order {
		e.add(id)
	}
	return e.bytes(date), nil
}

// add makes the node of a position, unless it has only a value.
func (e *edaxBook) add(id int32) {
	n := &e.graph.nodes[id]
	if n.leaf.Move == Unknown {
		return
	}
	out := &edaxNode{
		at: n.at, leaf: edaxMove{edaxNoScore, edaxNoMove}, value: edaxNoScore, lower: edaxNoScore,
		upper: edaxNoScore,
	}
	from := n.from
	if n.leaf.Move >= 0 {
		out.leaf, from = edaxMove{discs(n.leaf.Value), n.leaf.Move}, n.leaf.Source
	}
	for _, l := range n.below {
		child := &e.graph.nodes[l.to]
		if e.done[l.to] == nil {
			if score := discs(child.value.seenFrom(l.same)); score > out.leaf.score {
				out.leaf, from = edaxMove{score, l.move}, child.from
				from.Exact = false
			}
		}
	}
	if out.leaf.move != edaxNoMove {
		out.level = edaxLevel(from, n.at.empties())
		out.takeLeaf(from, n.at.empties())
	}
	for _, l := range n.below {
		if child := e.done[l.to]; child != nil {
			if l.same {
				child = e.passing(n.at, l, child)
			}
			out.takeLink(l.move, child)
		}
	}
	e.done[id] = out
	e.put(out)
}

func (e *edaxBook) put(n *edaxNode) {
	slices.SortStableFunc(n.links, func(x, y edaxMove) int { return y.score - x.score })
	e.list = append(e.list, n)
}

// passing returns the node of a position in which the side to move must pass. The pass is its only link.
func (e *edaxBook) passing(at key, l link, child *edaxNode) *edaxNode {
	k, _ := canonical(at.position().Play(l.move))
	if n := e.pass[k]; n != nil {
		return n
	}
	n := &edaxNode{
		at: k, leaf: edaxMove{edaxNoScore, edaxNoMove}, value: edaxNoScore, lower: edaxNoScore,
		upper: edaxNoScore,
	}
	n.takeLink(othello.Pass, child)
	e.pass[k] = n
	e.put(n)
	return n
}

// takeLeaf adds the leaf to the counts.
func (n *edaxNode) takeLeaf(from Provenance, empties int) {
	doubt, shift := edaxMidgameError, 0
	switch s := edaxSearch(n.level, empties); {
	case s.Exact && from.Exact:
		doubt = 0
		n.won, n.drawn, n.lost = outcome(n.leaf.score)
	case s.Depth == empties:
		doubt = edaxEndcutError
	default:
		shift = s.Depth&1 - empties&1 // Edax assumes that values of odd depths are too high
	}
	n.value, n.lower, n.upper = n.leaf.score, n.leaf.score-doubt-shift, n.leaf.score+doubt-shift
	n.all = 1
}

func outcome(score int) (won, drawn, lost uint64) {
	switch {
	case score > 0:
		return 1, 0, 0
	case score < 0:
		return 0, 0, 1
	}
	return 0, 1, 0
}

func (n *edaxNode) takeLink(m othello.Square, child *edaxNode) {
	if n.leaf.move == edaxNoMove { // no leaf
		n.level = max(n.level, child.level)
	}
	n.links = append(n.links, edaxMove{-child.value, m})
	n.value, n.lower, n.upper = max(n.value, -child.value), max(n.lower, -child.upper), max(n.upper, -child.lower)
	n.won, n.drawn, n.lost, n.all = add(n.won, child.lost), add(n.drawn, child.drawn), add(n.lost, child.won),
		add(n.all, child.all)
}

// add returns a sum, limited to the greatest count of Edax.
func add(a, b uint64) uint64 { return min(a+b, math.MaxUint32) }

func discs(v Value) int { return int(math.Round(v.Discs())) }

func (e *edaxBook) bytes(date time.Time) []byte {
	level, empties := 1, 60
	for _, n := range e.list {
		level, empties = max(level, n.level), min(empties, n.at.empties())
	}
	le := binary.LittleEndian
	out := append([]byte(edaxMagic), edaxVersion, 6)
	out = le.AppendUint16(out, uint16(date.Year()))
	out = append(out, byte(date.Month()), byte(date.Day()), byte(date.Hour()), byte(date.Minute()), byte(date.Second()),
		0)
	for _, option := range []int{level, empties, edaxMidgameError, edaxEndcutError, 0, len(e.list)} {
		out = le.AppendUint32(out, uint32(option))
	}
	for _, n := range e.list {
		out = n.append(out)
	}
	return out
}

func (n *edaxNode) append(out []byte) []byte {
	le := binary.LittleEndian
	out = le.AppendUint64(le.AppendUint64(out, uint64(n.at.mover)), uint64(n.at.other))
	for _, count := range []uint64{n.won, n.drawn, n.lost, n.all} {
		out = le.AppendUint32(out, uint32(count))
	}
	for _, score := range []int{n.value, n.lower, n.upper} {
		out = le.AppendUint16(out, uint16(score))
	}
	out = append(out, byte(len(n.links)), byte(n.level))
	for _, m := range append(n.links, n.leaf) {
		out = append(out, byte(m.score), byte(m.move))
	}
	return out
}
