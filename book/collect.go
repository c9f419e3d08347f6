package book

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// collection merges what several sources state about positions into one consistent graph.
type collection struct {
	claims  map[key]*claim
	dropped int // positions left out
}

// claim contains the statements of the sources about one position.
type claim struct {
	leaves []Leaf
	bare   []Leaf // values without a move
}

func newCollection() *collection { return &collection{claims: map[key]*claim{}} }

// add records a leaf of a position in any orientation. If the side to move must pass, the leaf is recorded for the
// position after the pass. It fails if the position or the leaf is illegal.
func (c *collection) add(p othello.Position, leaf Leaf) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("position %s: %w", p, err)
	}
	p, passed := afterForcedPass(p)
	switch {
	case p.Legal() == 0:
		c.dropped++ // the game is over
		return nil
	case passed && leaf.Move != None:
		leaf = Leaf{Unknown, -leaf.Value, leaf.Source}
	}
	k, by := canonical(p)
	if leaf.Move >= 0 {
		if err := p.Check(leaf.Move); err != nil {
			return fmt.Errorf("position %s: %w", p, err)
		}
		leaf.Move = othello.Square(by.Square(int(leaf.Move)))
	}
	p = k.position()
	p.Turn = othello.Black
	if err := check(p, leaf); err != nil {
		return err
	}
	c.note(k, leaf)
	return nil
}

func (c *collection) note(k key, leaf Leaf) {
	known := c.claims[k]
	if known == nil {
		known = &claim{}
		c.claims[k] = known
	}
	switch leaf.Move {
	case None:
	case Unknown:
		known.bare = append(known.bare, leaf)
	default:
		known.leaves = append(known.leaves, leaf)
	}
}

// addBook records all positions of a book.
func (c *collection) addBook(b *Book) error {
	for e := range b.All() {
		if err := check(e.Position, e.Leaf); err != nil {
			return err
		}
		c.note(keyOf(e.Position), e.Leaf)
	}
	return nil
}

// graph returns the graph of the claims. If a position has several leaves, graph drops those whose move is a link and
// keeps the one from the best search: an exact one, then a deeper one, then one with higher confidence, then one by
// Kaeshi, then the first. A value without a move counts if there is neither a link nor a leaf from a better search.
func (c *collection) graph() *Graph {
	g := NewGraph()
	for _, k := range c.sorted() {
		if leaf, ok := c.choose(k); ok {
			g.insert(k, leaf)
		}
	}
	all := make([]int32, len(g.nodes))
	for i := range all {
		all[i] = int32(i)
	}
	g.propagate(all)
	return g
}

// sorted returns the positions, fewest empty squares first. In this order choose drops positions without a value before
// it looks for links to them.
func (c *collection) sorted() []key {
	list := make([]key, 0, len(c.claims))
	for k := range c.claims {
		list = append(list, k)
	}
	slices.SortFunc(list, func(a, b key) int { return cmp.Or(a.empties()-b.empties(), compareKeys(a, b)) })
	return list
}

// choose returns the leaf of a position. It returns false and drops the position if it has neither a leaf nor a link.
func (c *collection) choose(k key) (Leaf, bool) {
	claims := c.claims[k]
	links := c.links(k)
	open := slices.DeleteFunc(slices.Clone(claims.leaves), func(l Leaf) bool { return links.Has(int(l.Move)) })
	leaf := best(open)
	bare := best(claims.bare)
	switch {
	case links != 0:
		return leaf, true
	case bare.Move != None && (leaf.Move == None || bare.Source.rank() > leaf.Source.rank()):
		return bare, true
	case leaf.Move == None:
		delete(c.claims, k)
		c.dropped++
		return leaf, false
	}
	return leaf, true
}

// links returns the moves that lead to other claimed positions.
func (c *collection) links(k key) (set bitboard.Set) {
	p := k.position()
	for m := range p.Legal().All() {
		if child, _, over := after(p, othello.Square(m)); !over && c.claims[child] != nil {
			set |= 1 << m
		}
	}
	return set
}

// best returns the leaf from the best search, the first of equals, or one with the move None if there is no leaf.
func best(leaves []Leaf) Leaf {
	if len(leaves) == 0 {
		return Leaf{Move: None}
	}
	return slices.MaxFunc(leaves, func(a, b Leaf) int { return a.Source.rank() - b.Source.rank() })
}

// Merge merges several books and computes values and links from their positions and leaves. If books have different
// leaves for a position, it drops those whose move is a link of the merged book and keeps the one from the best search:
// an exact one, then a deeper one, then one with higher confidence, then one by Kaeshi, then that of the earlier book.
// It fails if a book is inconsistent.
func Merge(step Step, books ...*Book) (*Book, error) {
	c := newCollection()
	var steps []Step
	for i, b := range books {
		if err := c.addBook(b); err != nil {
			return nil, fmt.Errorf("book %d: %w", i+1, err)
		}
		steps = append(steps, b.steps...)
	}
	return c.book(append(steps, step)), nil
}

// book returns the book of the claims. It sets the number of positions of the last step.
func (c *collection) book(steps []Step) *Book {
	g := c.graph()
	steps[len(steps)-1].Positions = g.Len()
	return g.Book(steps)
}
