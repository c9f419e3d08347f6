package main

import (
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/store"
)

// ask reads the flags: the question, and what the opening is called when a position is asked for.
func (f finding) ask(withPosition bool) (q store.Question, names opening.Names, err error) {
	q = f.question
	if q.Limit < 0 || q.Offset < 0 {
		return q, names, terminal.Usage("--limit %d --offset %d: expected numbers of games, 0 or more", q.Limit, q.Offset)
	}
	if q.FromYear, q.ToYear, err = parseYears(f.years); err != nil || !withPosition {
		return q, names, err
	}
	start, err := f.board.Position()
	if err != nil {
		return q, names, err
	}
	at, err := transcript.ParsePosition(start, f.position)
	if err == nil {
		err = at.Validate()
	}
	if err != nil {
		return q, names, terminal.Illegal("--position: %w", err)
	}
	q.Position = &at
	return q, f.names(start, at), nil
}

// names are those of the way to the position, if it is known.
func (f finding) names(start, at othello.Position) opening.Names {
	if g, err := transcript.Parse(start, f.position); err == nil && g.Position() == at {
		return opening.Find(g.Start, g.Moves)
	}
	return opening.At(at)
}
