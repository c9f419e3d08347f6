package record

import (
	"errors"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// MaxNesting is the maximum depth of nested variations. It limits the recursion of readers and writers.
const MaxNesting = 200

// Line builds a line of moves while a game is read: the main line or a variation. It keeps the position after the last
// move, so that the game is not replayed for each ply. Use [NewLine] to create one.
type Line struct {
	now, before othello.Position // after and before the last move
	moves       []othello.Square
	notes       []Note // may be shorter than moves
	variations  []Variation
	comment     string // before the first move
}

// NewLine returns a line without moves that starts at a position.
func NewLine(from othello.Position) *Line { return &Line{now: from, before: from} }

// Restart sets the start position of a line without moves.
func (l *Line) Restart(from othello.Position) { l.now, l.before = from, from }

// Clone returns an independent copy of the line.
func (l *Line) Clone() *Line {
	c := *l
	c.moves, c.notes, c.variations = slices.Clone(l.moves), slices.Clone(l.notes), slices.Clone(l.variations)
	return &c
}

// Position returns the position after the last move.
func (l *Line) Position() othello.Position { return l.now }

// Before returns the position before the last move, but after a pass that [Line.Follow] inserted. A variation to the
// last move starts there.
func (l *Line) Before() othello.Position { return l.before }

// Len returns the number of plies, including passes.
func (l *Line) Len() int { return len(l.moves) }

// Moves returns the plies in order.
func (l *Line) Moves() []othello.Square { return l.moves }

// Play appends a move, which must be legal without an inserted pass. If it is not, Play returns an error and leaves the
// line unchanged.
func (l *Line) Play(m othello.Square) error {
	flips := l.now.Flips(m)
	var next othello.Position
	switch {
	case flips != 0 && l.now.Size.Board().Has(int(m)):
		next = othello.Position{
			Mover: l.now.Other &^ flips, Other: l.now.Mover | flips | 1<<m, Size: l.now.Size, Turn: l.now.Turn.Other(),
		}
	case m == othello.Pass && l.now.MustPass():
		next = l.now.Play(m)
	default:
		return illegal(l.now, m)
	}
	l.add(m, next)
	return nil
}

func (l *Line) add(m othello.Square, next othello.Position) {
	if l.moves == nil {
		l.moves = make([]othello.Square, 0, 64) // enough for nearly every game
	}
	l.moves = append(l.moves, m)
	l.before, l.now = l.now, next
}

// Follow appends a move. It inserts a pass before the move if the side to move must pass. It returns an error if the
// move is illegal.
func (l *Line) Follow(m othello.Square) error {
	if m == othello.Pass || l.now.Flips(m) != 0 || !l.now.MustPass() {
		return l.Play(m)
	}
	passed := l.now.Play(othello.Pass)
	if passed.Flips(m) == 0 {
		return illegal(passed, m)
	}
	l.add(othello.Pass, passed)
	return l.Play(m)
}

// FollowAs is [Line.Follow] for a move of the given side. It returns an error if it is not that side's turn.
func (l *Line) FollowAs(side othello.Color, m othello.Square) error {
	if side != l.now.Turn && l.now.MustPass() {
		if err := l.Play(othello.Pass); err != nil {
			return err
		}
	}
	if side != l.now.Turn && !l.now.Over() {
		return errors.New(side.String() + " plays, but it is " + l.now.Turn.String() + "'s turn")
	}
	return l.Play(m)
}

func illegal(p othello.Position, m othello.Square) error {
	if p.Over() {
		return errors.New("the game is already over")
	}
	return p.Check(m)
}

// Note returns the note of the last ply for modification. The line must have a move.
func (l *Line) Note() *Note {
	for len(l.notes) < len(l.moves) {
		l.notes = append(l.notes, Note{})
	}
	return &l.notes[len(l.notes)-1]
}

// allNotes returns one note for each ply, or none if no ply has a note.
func (l *Line) allNotes() []Note {
	if len(l.notes) > 0 && len(l.moves) > 0 {
		l.Note()
	}
	return l.notes
}

// AddComment adds a comment to the last move, or to the start of the line if there is no move.
func (l *Line) AddComment(text string) {
	at := &l.comment
	if len(l.moves) > 0 {
		at = &l.Note().Comment
	}
	if *at != "" && text != "" {
		*at += "\n"
	}
	*at += text
}

// Branch adds a finished variation that replaces the move at ply. If the variation has no moves, only its comment is
// added. Variations of the first move of v are added at ply as well.
func (l *Line) Branch(ply int, v *Line) {
	if len(v.moves) == 0 {
		if v.comment != "" {
			l.AddComment(v.comment)
		}
		for _, inner := range v.variations {
			inner.Ply += ply
			l.variations = append(l.variations, inner)
		}
		return
	}
	done := Variation{Ply: ply, Moves: v.moves, Notes: v.allNotes(), Comment: v.comment}
	var beside []Variation
	for _, inner := range v.sorted() {
		if inner.Ply == 0 {
			inner.Ply = ply
			beside = append(beside, inner)
			continue
		}
		done.Variations = append(done.Variations, inner)
	}
	l.variations = append(append(l.variations, done), beside...)
}

// Add adds a variation that replaces the move at ply unchanged, except that its comment is the given one.
func (l *Line) Add(ply int, v *Line, comment string) {
	l.variations = append(l.variations, Variation{
		Ply: ply, Moves: v.moves, Notes: v.allNotes(), Variations: v.sorted(), Comment: comment,
	})
}

// sorted returns the variations sorted by ply.
func (l *Line) sorted() []Variation {
	slices.SortStableFunc(l.variations, func(x, y Variation) int { return x.Ply - y.Ply })
	return l.variations
}

// Finish stores the moves, notes, variations and the first comment in a game.
func (l *Line) Finish(g *Game) {
	g.Moves, g.Notes, g.Variations = l.moves, l.allNotes(), l.sorted()
	g.Comment = JoinTexts(g.Comment, l.comment)
}

// JoinTexts joins two texts with a line break. If one is empty, it returns the other.
func JoinTexts(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return strings.Join([]string{a, b}, "\n")
}
