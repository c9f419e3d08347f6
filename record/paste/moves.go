package paste

import (
	"errors"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// movesLine reads a line of moves, or of a list in the notation of JSON or of another language.
func (r *reader) movesLine(text string, number int) {
	if r.list == nil && !isList(text) {
		r.squares(text, number)
		return
	}
	r.listLine(text, number)
}

// squares reads a line of moves. The line continues the previous game or starts a new one:
//   - It continues a game that breaks off inside a square, after a move number or in a variation.
//   - It continues a board above it if its moves are legal there.
//   - It continues a numbered list that ends after the first move of a pair, unless it starts with a move number.
//   - After a game on one line, it starts a new game if it can, because a list of games has one per line.
//   - After a game on several lines, it continues that game if it can.
//
// If neither is possible, the error is reported for the game in which more of the line can be played.
func (r *reader) squares(text string, number int) {
	d := r.now
	if d == nil || !d.begun() {
		if d == nil && r.bad && !r.blank && !r.startsGame(text) {
			return // part of the previous bad game
		}
		r.newGame(text, number)
		return
	}
	switch {
	case d.drawn && d.board == nil:
		r.failDraft(number, errIncompleteBoard)
	case d.done:
		r.draft(number)
		r.newGame(text, number)
	case d.moves == nil:
		r.fromBoard(text, number)
	case d.moves.Incomplete() || r.list.holds(d):
		if err := d.moves.Add(text); err != nil {
			r.failMoves(d.lines, number, err)
			return
		}
		d.lines = append(d.lines, number)
	default:
		r.continueMoves(text, number)
	}
}

// startsGame reports whether a line is a legal game from the start position of the reader.
func (r *reader) startsGame(text string) bool {
	return transcript.NewMoves(r.start, false).Add(text) == nil
}

// newGame starts a game, which belongs to the heading above it if there is one.
func (r *reader) newGame(text string, number int) {
	d := r.draft(number)
	m, start, remarks, err := beginMoves(r.start, false, text)
	if err != nil {
		r.failMoves(nil, number, err)
		return
	}
	if d.turn != nil && start.Turn != *d.turn {
		r.failDraft(number, errors.New(d.turn.String()+" to move, but the first move is "+start.Turn.String()+"'s"))
		return
	}
	if len(remarks) > 0 {
		d.board, d.sided = &start, true
		remark(&d.game, remarks...)
	}
	d.moves, d.lines = m, []int{number}
}

// fromBoard reads the first moves below a board. If the board has no side to move, it is the side for which the moves
// are legal.
func (r *reader) fromBoard(text string, number int) {
	d := r.now
	sides := []othello.Position{*d.board}
	if !d.sided {
		side, _ := sideOf(*d.board)
		sides = []othello.Position{withTurn(*d.board, side), withTurn(*d.board, side.Other())}
	}
	var first error
	for _, p := range sides {
		m := transcript.NewMoves(p, true)
		err := m.Add(text)
		if err == nil {
			both := false
			if !d.sided {
				both = transcript.NewMoves(withTurn(p, p.Turn.Other()), true).Add(text) == nil
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

// continueMoves reads a line of moves after other moves.
func (r *reader) continueMoves(text string, number int) {
	d := r.now
	several := len(d.lines) > 1 && (!r.blank || d.across)
	longer := d.moves.Clone()
	longerErr := longer.Add(text)
	inPair := d.moves.InPair() && !r.blank && !startsWithNumber(text)
	if longerErr == nil && (several || inPair) {
		r.extend(longer, number)
		return
	}
	if !inPair && r.startsGame(text) {
		r.flush()
		r.newGame(text, number)
		return
	}
	if longerErr == nil {
		r.extend(longer, number)
		return
	}
	_, _, _, newErr := beginMoves(r.start, false, text)
	more := movesBefore(longerErr) - d.moves.Named()
	if inPair || several && (newErr == nil || more >= movesBefore(newErr)) ||
		newErr != nil && more > movesBefore(newErr) {
		r.failMoves(d.lines, number, longerErr)
		r.bad = true
		return
	}
	r.flush()
	r.newGame(text, number)
}

// startsWithNumber reports whether a line starts with a move number.
func startsWithNumber(text string) bool {
	text = strings.TrimSpace(transcript.Plain(text))
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// movesBefore returns the number of moves of the text before an error.
func movesBefore(err error) int {
	wrong := (*transcript.MoveError)(nil)
	if errors.As(err, &wrong) {
		return wrong.Number - 1
	}
	return 0
}

// extend adds a line of moves and the comments above it to the current game.
func (r *reader) extend(m *transcript.Moves, number int) {
	d := r.now
	d.moves = m
	d.lines = append(d.lines, number)
	d.across = d.across || r.blank
	r.takeComments()
}

// sideOf returns the side to move on a board without one. If only one side can move, it is that side. Otherwise it
// follows from the number of discs on the assumption that no side has passed, and sure is false unless the game is
// over.
func sideOf(p othello.Position) (c othello.Color, sure bool) {
	black, white := withTurn(p, othello.Black), withTurn(p, othello.White)
	switch {
	case white.MustPass():
		return othello.Black, true
	case black.MustPass():
		return othello.White, true
	}
	return othello.Color(p.Empties() & 1), black.Over()
}

// failMoves reports a bad move. lines are the lines of the moves before it.
func (r *reader) failMoves(lines []int, number int, err error) {
	wrong := (*transcript.MoveError)(nil)
	if errors.As(err, &wrong) {
		at := *wrong
		if at.Line >= 1 && at.Line <= len(lines) {
			number = lines[at.Line-1]
		}
		at.Line = 1 // the FileError has the line of the file
		err = &at
	}
	r.failDraft(number, err)
}

// failDraft reports an error in the current game and drops the game.
func (r *reader) failDraft(number int, err error) {
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

// end yields the last game, which includes the comments below it.
func (r *reader) end() {
	r.endSides()
	if r.list != nil {
		r.failDraft(r.list.at, errOpenList)
		r.list = nil
	}
	if r.now.begun() {
		r.takeComments()
	}
	r.flush()
}

// flush yields the current game, if any.
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
	if err == nil {
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
	words := slices.DeleteFunc(d.words, func(line string) bool { return line == "" })
	switch {
	case !d.begun():
		if d.text > 0 {
			if err := transcript.NewMoves(start, false).Add(d.title); err != nil {
				return err
			}
		}
		return errors.New("a heading without a game: want moves or a board below it")
	case d.drawn && d.board == nil:
		return errIncompleteBoard
	case d.board == nil:
		d.board = &start
	case !d.sided:
		side, sure := sideOf(*d.board)
		if !sure {
			remark(&d.game, SideByDiscs)
		}
		*d.board = withTurn(*d.board, side)
	}
	d.game.Comment = record.JoinTexts(strings.Join(words, "\n"), d.game.Comment)
	d.game.Start = *d.board
	if d.moves == nil {
		return nil
	}
	heading := d.game.Result
	if err := d.moves.Finish(&d.game); err != nil {
		return err
	}
	if heading.Known && d.game.Result != heading {
		d.game.Tags = append(d.game.Tags, record.Tag{Name: "Result", Value: transcript.ResultText(heading)})
	}
	return nil
}
