package record

import (
	"errors"

	"github.com/kaeshi/kaeshi/othello"
)

// line is moves while they are read, with the position after them: a game is replayed once, not once a ply.
type line struct {
	now   othello.Position
	moves []othello.Square
	notes []Note // shorter than moves while the last plies have none
}

// play adds a move that must be legal as it stands: passes are written.
func (l *line) play(m othello.Square) error {
	flips := l.now.Flips(m)
	switch {
	case flips != 0 && l.now.Size.Board()>>m&1 == 1:
		l.now = othello.Position{Mover: l.now.Other &^ flips, Other: l.now.Mover | flips | 1<<m, Size: l.now.Size, Turn: l.now.Turn.Other()}
	case m == othello.Pass && l.now.MustPass():
		l.now = l.now.Play(m)
	default:
		return illegal(l.now, m)
	}
	l.moves = append(l.moves, m)
	return nil
}

// follow adds a move and before it the pass that a text may leave out.
func (l *line) follow(m othello.Square) error {
	if m == othello.Pass || l.now.Flips(m) != 0 || !l.now.MustPass() {
		return l.play(m)
	}
	passed := l.now.Play(othello.Pass)
	if passed.Flips(m) == 0 {
		return illegal(passed, m)
	}
	l.now = passed
	l.moves = append(l.moves, othello.Pass)
	return l.play(m)
}

// followAs is follow for a text that says who plays.
func (l *line) followAs(side othello.Color, m othello.Square) error {
	if side != l.now.Turn && l.now.MustPass() {
		if err := l.play(othello.Pass); err != nil {
			return err
		}
	}
	if side != l.now.Turn && !l.now.Over() {
		return errors.New(side.String() + " plays, but it is " + l.now.Turn.String() + "'s turn")
	}
	return l.play(m)
}

func illegal(p othello.Position, m othello.Square) error {
	if p.Over() {
		return errors.New("the game is over before it")
	}
	return p.Check(m)
}

// note is the note of the last ply, to be filled in.
func (l *line) note() *Note {
	for len(l.notes) < len(l.moves) {
		l.notes = append(l.notes, Note{})
	}
	return &l.notes[len(l.notes)-1]
}

// allNotes is one note for each ply, or none at all.
func (l *line) allNotes() []Note {
	if len(l.notes) > 0 && len(l.moves) > 0 {
		l.note()
	}
	return l.notes
}
