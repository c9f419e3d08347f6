package gametree

// Lazy is a position of a game tree whose children are created on demand, as in Hughes ("Why Functional Programming
// Matters", 1989). It is a [Position], so that the algorithms without a table can search it. [Lazy.Made] then returns
// how many positions the search needed.
//
// A tree keeps a limited number of positions. Positions beyond the limit are created again on each use, so that a tree
// of any size can be searched in bounded memory.
type Lazy[P Position[P, M], M comparable] struct {
	position P
	grown    *lazyState
	listed   bool // moves is set
	moves    []M
	children []*Lazy[P, M] // by index in moves; nil: not created or not kept
}

// lazyState is the state shared by the positions of a tree.
type lazyState struct{ made, kept, most int }

// NewLazy returns the root of a lazy tree that keeps no more than most positions besides the root.
func NewLazy[P Position[P, M], M comparable](root P, most int) *Lazy[P, M] {
	return &Lazy[P, M]{position: root, grown: &lazyState{made: 1, most: most}}
}

// Position returns the wrapped position.
func (l *Lazy[P, M]) Position() P { return l.position }

// Made returns the number of positions that have been created in the whole tree, including the root.
func (l *Lazy[P, M]) Made() int { return l.grown.made }

// Moves returns the legal moves.
func (l *Lazy[P, M]) Moves() []M {
	if !l.listed {
		l.moves, l.listed = l.position.Moves(), true
	}
	return l.moves
}

// Play returns the child after m and creates it if needed.
func (l *Lazy[P, M]) Play(m M) *Lazy[P, M] {
	for i, known := range l.Moves() {
		if known == m {
			return l.child(i)
		}
	}
	return l.create(m) // an illegal move: the result is that of the game's Play
}

func (l *Lazy[P, M]) child(i int) *Lazy[P, M] {
	if l.children != nil && l.children[i] != nil {
		return l.children[i]
	}
	c := l.create(l.moves[i])
	if l.grown.kept < l.grown.most {
		l.grown.kept++
		if l.children == nil {
			l.children = make([]*Lazy[P, M], len(l.moves))
		}
		l.children[i] = c
	}
	return c
}

func (l *Lazy[P, M]) create(m M) *Lazy[P, M] {
	l.grown.made++
	return &Lazy[P, M]{position: l.position.Play(m), grown: l.grown}
}

// Score returns the outcome of a finished game from the view of the side to move.
func (l *Lazy[P, M]) Score() int { return l.position.Score() }

// String returns the text of the wrapped position.
func (l *Lazy[P, M]) String() string { return l.position.String() }

// Unknown returns the error of the wrapped position if that is [Uncertain], otherwise nil.
func (l *Lazy[P, M]) Unknown() error {
	if u, ok := any(l.position).(Uncertain); ok {
		return u.Unknown()
	}
	return nil
}
