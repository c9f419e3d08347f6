package paste

import (
	"errors"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// movesLine reads a line of moves. It belongs to the game before it or begins a new one:
//   - it belongs to a game that breaks off inside a square, behind a move number or in a variation;
//   - it belongs to a board that stands before it, where its moves are legal there;
//   - it belongs to a numbered list that ends after the first move of a pair, unless it has a move number itself;
//   - where the game before it has one line, the line begins a new game if it can: a list of games has one on each
//     line;
//   - where that game has several lines, the line belongs to it if it can.
//
// A line that does neither is an error, in the game in which more of it can be played.
func (r *reader) movesLine(text string, number int) {
	d := r.now
	if d == nil || !d.begun() {
		if d == nil && r.bad && !r.blank && !r.startsGame(text) {
			return // it belongs to the bad game before it
		}
		r.newGame(text, number)
		return
	}
	switch {
	case d.drawn && d.board == nil:
		r.failNow(number, errEnds)
	case d.done:
		r.draft(number)
		r.newGame(text, number)
	case d.moves == nil:
		r.fromBoard(text, number)
	case d.moves.Breaks():
		if err := d.moves.Add(text); err != nil {
			r.failMoves(d.lines, number, err)
			return
		}
		d.lines = append(d.lines, number)
	default:
		r.goOn(text, number)
	}
}

// startsGame reports whether a line is a game by itself.
func (r *reader) startsGame(text string) bool {
	return transcript.NewMoves(r.start, false).Add(text) == nil
}

// newGame begins a game, below the heading if there is one.
func (r *reader) newGame(text string, number int) {
	d := r.draft(number)
	m, start, remarks, err := begin(r.start, false, text)
	if err != nil {
		r.failMoves(nil, number, err)
		return
	}
	if d.turn != nil && start.Turn != *d.turn {
		r.failNow(number, errors.New(d.turn.String()+" to move, but the first move is "+start.Turn.String()+"'s"))
		return
	}
	if len(remarks) > 0 {
		d.board, d.sided = &start, true
		remark(&d.game, remarks...)
	}
	d.moves, d.lines = m, []int{number}
}

// fromBoard reads the first moves below a board. Without a side, the side is the one that can play the first of them.
func (r *reader) fromBoard(text string, number int) {
	d := r.now
	sides := []othello.Position{*d.board}
	if !d.sided {
		side, _ := sideOf(*d.board)
		sides = []othello.Position{turned(*d.board, side), turned(*d.board, side.Other())}
	}
	var first error
	for _, p := range sides {
		m := transcript.NewMoves(p, true)
		err := m.Add(text)
		if err == nil {
			both := false
			if !d.sided {
				both = transcript.NewMoves(turned(p, p.Turn.Other()), true).Add(text) == nil
			}
			if both {
				remark(&d.game, SideByDiscs)
			}
			d.board, d.sided, d.moves, d.lines = &p, true, m, []int{number}
			return
		}
		if first == nil {
			first = err
		}
	}
	if r.startsGame(text) {
		r.flush()
		r.newGame(text, number)
		return
	}
	r.failMoves(nil, number, first)
}

// goOn reads a line of moves behind moves.
func (r *reader) goOn(text string, number int) {
	d := r.now
	several := len(d.lines) > 1 && (!r.blank || d.across)
	longer := d.moves.Clone()
	goesOn := longer.Add(text)
	inPair := d.moves.InPair() && !r.blank && !startsWithNumber(text)
	if goesOn == nil && (several || inPair) {
		r.extend(longer, number)
		return
	}
	if !inPair && r.startsGame(text) {
		r.flush()
		r.newGame(text, number)
		return
	}
	if goesOn == nil {
		r.extend(longer, number)
		return
	}
	_, _, _, begins := begin(r.start, false, text)
	more := played(goesOn) - d.moves.Named()
	if inPair || several && (begins == nil || more >= played(begins)) || begins != nil && more > played(begins) {
		r.failMoves(d.lines, number, goesOn)
		r.bad = true
		return
	}
	r.flush()
	r.newGame(text, number)
}

// startsWithNumber reports whether a line begins with a move number.
func startsWithNumber(text string) bool {
	text = strings.TrimSpace(transcript.Plain(text))
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// played is how many moves of the text come before an error.
func played(err error) int {
	wrong := (*transcript.MoveError)(nil)
	if errors.As(err, &wrong) {
		return wrong.Number - 1
	}
	return 0
}

// extend takes a line of moves, and the comments before it.
func (r *reader) extend(m *transcript.Moves, number int) {
	d := r.now
	d.moves = m
	d.lines = append(d.lines, number)
	d.across = d.across || r.blank
	r.takeComments()
}

// sideOf is the side to move on a board that does not say it: the only one that can move, or the one whose turn it is
// by the number of discs if no side has passed.
func sideOf(p othello.Position) (c othello.Color, sure bool) {
	black, white := turned(p, othello.Black), turned(p, othello.White)
	switch {
	case white.MustPass():
		return othello.Black, true
	case black.MustPass():
		return othello.White, true
	}
	return othello.Color(p.Empties() & 1), black.Over()
}

// failMoves reports a move that is wrong. lines are those of the moves before it.
func (r *reader) failMoves(lines []int, number int, err error) {
	wrong := (*transcript.MoveError)(nil)
	if errors.As(err, &wrong) {
		at := *wrong
		if at.Line >= 1 && at.Line <= len(lines) {
			number = lines[at.Line-1]
		}
		at.Line = 1 // the file's line stands in front of it
		err = &at
	}
	r.failNow(number, err)
}

// failNow reports that the game that is being read is bad.
func (r *reader) failNow(number int, err error) {
	r.now = nil
	r.comments = nil
	r.fail(number, err)
}

func (r *reader) fail(number int, err error) {
	if r.stopped {
		return
	}
	r.games++
	r.stopped = !r.yield(Found{}, &record.FileError{File: r.name, Line: number, Game: r.games, Err: err})
}

// end yields the last game, to which the comments below it belong.
func (r *reader) end() {
	if r.now.begun() {
		r.takeComments()
	}
	r.flush()
}

// flush yields the game that is being read, if there is one.
func (r *reader) flush() {
	d := r.now
	if d == nil {
		return
	}
	r.now = nil
	if r.stopped {
		return
	}
	err := d.finish(r.start)
	if err == nil && !r.free {
		err = d.game.Start.Validate()
	}
	if err != nil {
		at := d.at
		wrong := (*transcript.MoveError)(nil)
		if errors.As(err, &wrong) && wrong.Line <= len(d.lines) {
			r.failMoves(d.lines, at, err)
			return
		}
		if d.text > 0 && !d.begun() {
			at = d.text
		}
		r.fail(at, err)
		return
	}
	r.games++
	r.stopped = !r.yield(Found{Game: &d.game, Line: d.at}, nil)
}

// finish completes the game of a draft.
func (d *draft) finish(start othello.Position) error {
	switch {
	case !d.begun() && d.text > 0:
		return transcript.NewMoves(start, false).Add(d.game.Comment)
	case !d.begun():
		return errors.New("a heading without a game: want moves or a board below it")
	case d.drawn && d.board == nil:
		return errEnds
	case d.board == nil:
		d.board = &start
	case !d.sided:
		side, sure := sideOf(*d.board)
		if !sure {
			remark(&d.game, SideByDiscs)
		}
		*d.board = turned(*d.board, side)
	}
	d.game.Start = *d.board
	if d.moves == nil {
		return nil
	}
	said := d.game.Result
	if err := d.moves.Finish(&d.game); err != nil {
		return err
	}
	if said.Known && d.game.Result != said {
		d.game.Tags = append(d.game.Tags, record.Tag{Name: "Result", Value: transcript.ResultText(said)})
	}
	return nil
}
