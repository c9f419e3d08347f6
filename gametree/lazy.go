package gametree

// Lazy is a position of a game tree whose children are made when they are asked for, each once, as Hughes ("Why
// Functional Programming Matters", 1989) lets game trees be built. It is a [Position] itself, so that the algorithms
// that need no table search it as they stand, and [Lazy.Made] then tells how much of the tree they have asked for.
//
// A tree keeps so many positions and no more; what is made beyond is handed out and not kept, and made anew when asked
// for again. So a tree of any size can be walked in bounded memory.
type Lazy[P Position[P, M], M comparable] struct {
	position P
	grown    *growth
	asked    bool
	moves    []M
	children []*Lazy[P, M] // by the places of their moves; nil while not asked for
}

// growth is what the positions of one tree share.
type growth struct{ made, kept, most int }

// Grow is the root of a lazy tree that keeps at most so many positions besides.
func Grow[P Position[P, M], M comparable](root P, most int) *Lazy[P, M] {
	return &Lazy[P, M]{position: root, grown: &growth{made: 1, most: most}}
}

// Position is the game's own position.
func (l *Lazy[P, M]) Position() P { return l.position }

// Made is how many positions of the whole tree have been made, the root included.
func (l *Lazy[P, M]) Made() int { return l.grown.made }

// Moves lists the legal moves.
func (l *Lazy[P, M]) Moves() []M {
	if !l.asked {
		l.moves, l.asked = l.position.Moves(), true
	}
	return l.moves
}

// Play is the child to which m leads, made now if it was not there yet.
func (l *Lazy[P, M]) Play(m M) *Lazy[P, M] {
	for i, known := range l.Moves() {
		if known == m {
			return l.child(i)
		}
	}
	return l.grow(m) // not a legal move: the game's own Play says what that means
}

func (l *Lazy[P, M]) child(i int) *Lazy[P, M] {
	if l.children != nil && l.children[i] != nil {
		return l.children[i]
	}
	c := l.grow(l.moves[i])
	if l.grown.kept < l.grown.most {
		l.grown.kept++
		if l.children == nil {
			l.children = make([]*Lazy[P, M], len(l.moves))
		}
		l.children[i] = c
	}
	return c
}

func (l *Lazy[P, M]) grow(m M) *Lazy[P, M] {
	l.grown.made++
	return &Lazy[P, M]{position: l.position.Play(m), grown: l.grown}
}

// Score is the outcome of a finished game from the view of the side to move.
func (l *Lazy[P, M]) Score() int { return l.position.Score() }

// String is the position's.
func (l *Lazy[P, M]) String() string { return l.position.String() }

// Unknown is the position's error when it is an [Uncertain] one.
func (l *Lazy[P, M]) Unknown() error {
	if u, ok := any(l.position).(Uncertain); ok {
		return u.Unknown()
	}
	return nil
}
