package book

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// collection is what several sources claim of positions, from which a graph is made that holds together.
type collection struct {
	claims  map[key]*claim
	dropped int // positions of which nothing remains to be said
}

// claim is what is claimed of a position.
type claim struct {
	leaves []Leaf
	bare   []Leaf // values without a move
}

func newCollection() *collection { return &collection{claims: map[key]*claim{}} }

// add takes a position as it lies somewhere, with a leaf of it; a leaf whose move is not legal there is an error. A
// pass is played at once, and what is said of it holds for the position after it.
func (c *collection) add(p othello.Position, leaf Leaf) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("position %s: %w", p, err)
	}
	p, passed := settle(p)
	switch {
	case p.Legal() == 0:
		c.dropped++ // a finished game has no place in a book
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

// addBook takes all of a book.
func (c *collection) addBook(b *Book) error {
	for e := range b.All() {
		if err := check(e.Position, e.Leaf); err != nil {
			return err
		}
		c.note(keyOf(e.Position), e.Leaf)
	}
	return nil
}

// graph is what the claims make together. Where they differ about a leaf, those that are links fall out, and of the
// others the best founded one counts: exact before all, then the deeper one, the surer one, Kaeshi's own, the first.
// A value without a move counts where there is nothing else, or it is better founded than a leaf and there is no
// link.
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
	g.lift(all)
	return g
}

// sorted is the positions with the fewest empty squares first, as those that nothing is said of, and that lead
// nowhere, fall out, which those above must know.
func (c *collection) sorted() []key {
	list := make([]key, 0, len(c.claims))
	for k := range c.claims {
		list = append(list, k)
	}
	slices.SortFunc(list, func(a, b key) int { return cmp.Or(a.empties()-b.empties(), compareKeys(a, b)) })
	return list
}

func (c *collection) choose(k key) (Leaf, bool) {
	claims := c.claims[k]
	links := c.links(k)
	open := slices.DeleteFunc(slices.Clone(claims.leaves), func(l Leaf) bool { return links.Has(int(l.Move)) })
	leaf := best(open)
	bare := best(claims.bare)
	switch {
	case links != 0:
		return leaf, true
	case bare.Move != None && (leaf.Move == None || bare.Source.founded() > leaf.Source.founded()):
		return bare, true
	case leaf.Move == None:
		delete(c.claims, k)
		c.dropped++
		return leaf, false
	}
	return leaf, true
}

// links is the moves that lead to other positions that something is said of.
func (c *collection) links(k key) (set bitboard.Set) {
	p := k.position()
	for m := range p.Legal().All() {
		if child, _, over := after(p, othello.Square(m)); !over && c.claims[child] != nil {
			set |= 1 << m
		}
	}
	return set
}

// best is the best founded leaf, the first of equals; None where there is none.
func best(leaves []Leaf) Leaf {
	if len(leaves) == 0 {
		return Leaf{Move: None}
	}
	return slices.MaxFunc(leaves, func(a, b Leaf) int { return a.Source.founded() - b.Source.founded() })
}

// Merge makes one book of several. Where two have different leaves of a position, one that is a link in the whole
// falls out, and of the others the best founded one counts: exact before all, then the deeper one, the surer one,
// Kaeshi's own, that of the earlier book. Values and links are computed again.
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

// book is the book that the claims make, with the last step's number of positions set.
func (c *collection) book(steps []Step) *Book {
	g := c.graph()
	steps[len(steps)-1].Positions = g.Len()
	return g.Book(steps)
}
