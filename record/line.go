package record

import (
	"errors"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// MaxNesting bounds the depth of variations in variations: each level is a stack frame of a reader or writer.
const MaxNesting = 200

// Line builds a line of moves while a game is read: the game itself or one of its variations. It holds the position
// after the last move, so that a game is replayed once and not once a ply. [NewLine] makes one.
type Line struct {
	now, before othello.Position // after and before the last move
	moves       []othello.Square
	notes       []Note // shorter than moves while the last plies have none
	variations  []Variation
	comment     string // before the first move
}

// NewLine returns a line without moves that begins at a position.
func NewLine(from othello.Position) *Line { return &Line{now: from, before: from} }

// Restart moves the beginning of a line without moves to another position.
func (l *Line) Restart(from othello.Position) { l.now, l.before = from, from }

// Clone returns a copy of the line that can be played on from without a change of l.
func (l *Line) Clone() *Line {
	c := *l
	c.moves, c.notes, c.variations = slices.Clone(l.moves), slices.Clone(l.notes), slices.Clone(l.variations)
	return &c
}

// Position returns the position after the last move.
func (l *Line) Position() othello.Position { return l.now }

// Before returns the position before the last move, after the pass that [Line.Follow] put in; a variation begins there.
func (l *Line) Before() othello.Position { return l.before }

// Len returns the number of plies, passes included.
func (l *Line) Len() int { return len(l.moves) }

// Moves returns the plies in order.
func (l *Line) Moves() []othello.Square { return l.moves }

// Play adds a move that must be legal as it stands, as in texts that write passes. An illegal move is an error and
// changes nothing.
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

// Follow adds a move and before it the pass that a text may leave out. An illegal move is an error.
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

// FollowAs is [Line.Follow] for a text that names the side that plays; a move of the other side is an error.
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
		return errors.New("the game is over before it")
	}
	return p.Check(m)
}

// Note returns the note of the last ply, to be filled in. The line must have a move.
func (l *Line) Note() *Note {
	for len(l.notes) < len(l.moves) {
		l.notes = append(l.notes, Note{})
	}
	return &l.notes[len(l.notes)-1]
}

// allNotes is one note for each ply, or none at all.
func (l *Line) allNotes() []Note {
	if len(l.notes) > 0 && len(l.moves) > 0 {
		l.Note()
	}
	return l.notes
}

// Say adds a comment to the last move, or to the beginning when there is none.
func (l *Line) Say(text string) {
	at := &l.comment
	if len(l.moves) > 0 {
		at = &l.Note().Comment
	}
	if *at != "" && text != "" {
		*at += "\n"
	}
	*at += text
}

// Branch adds a finished variation in the place of the move at ply. A variation without moves leaves only its
// comment, and what branches off before the first move of a variation branches off where the variation does.
func (l *Line) Branch(ply int, v *Line) {
	if len(v.moves) == 0 {
		if v.comment != "" {
			l.Say(v.comment)
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

// Add adds a variation as it is: v without its comment, which is given.
func (l *Line) Add(ply int, v *Line, comment string) {
	l.variations = append(l.variations, Variation{
		Ply: ply, Moves: v.moves, Notes: v.allNotes(), Variations: v.sorted(), Comment: comment,
	})
}

// sorted is the variations in the order of their ply.
func (l *Line) sorted() []Variation {
	slices.SortStableFunc(l.variations, func(x, y Variation) int { return x.Ply - y.Ply })
	return l.variations
}

// Finish puts the moves, notes, variations and the first comment into a game.
func (l *Line) Finish(g *Game) {
	g.Moves, g.Notes, g.Variations = l.moves, l.allNotes(), l.sorted()
	g.Comment = JoinTexts(g.Comment, l.comment)
}

// JoinTexts puts two texts on lines of their own, unless one is empty.
func JoinTexts(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return strings.Join([]string{a, b}, "\n")
}
