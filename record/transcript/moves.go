package transcript

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Moves parses the moves of one game line by line. [Parse] describes the syntax. Use [NewMoves] to create one.
type Moves struct {
	line     *record.Line   // the main line, or the innermost open variation
	outer    []branch       // the lines around it, the outermost first
	lines    int            // number of lines read
	words    int            // number of moves and passes in the text
	number   int            // last move number, or 0
	numbered int            // plies before the move with that number
	anyFirst bool           // the first move number need not be 1
	signed   bool           // + and - before a square give the side
	side     *othello.Color // side of the next move, if given
	letter   *MoveError     // a letter whose digit is expected on the next line
	waiting  *MoveError     // a move number whose move is expected on the next line
	scored   bool           // a move has a score
	result   record.Result
	closed   bool // a result ends the game
	tags     []record.Tag
}

// branch is a line with an open variation.
type branch struct {
	line *record.Line
	ply  int // start of the variation
}

// NewMoves returns a parser of moves from start. If setUp is true, the list may start with any move number, otherwise
// it must start with 1.
func NewMoves(start othello.Position, setUp bool) *Moves {
	return &Moves{line: record.NewLine(start), anyFirst: setUp}
}

// Position returns the position after the moves read so far.
func (m *Moves) Position() othello.Position { return m.line.Position() }

// Named returns the number of moves and passes in the text so far. Inserted passes are not counted.
func (m *Moves) Named() int { return m.words }

// Lines returns the number of lines read.
func (m *Moves) Lines() int { return m.lines }

// Incomplete reports whether the last line ends inside a square, after a move number, or in a variation.
func (m *Moves) Incomplete() bool { return m.letter != nil || m.waiting != nil || len(m.outer) > 0 }

// InPair reports whether the moves are numbered in pairs, the last pair lacks its second move, and the game is not
// over.
func (m *Moves) InPair() bool {
	return m.number > 0 && m.number == m.numbered/2+1 && m.line.Len() == m.numbered+1 && !m.line.Position().Over()
}

// Closed reports whether a result has ended the game.
func (m *Moves) Closed() bool { return m.closed }

// Clone returns an independent copy of m. It must not be called while a variation is open.
func (m *Moves) Clone() *Moves {
	c := *m
	c.line = m.line.Clone()
	c.tags = slices.Clip(m.tags)
	return &c
}

// Add parses the next line. The error is a [*MoveError] whose Line counts the calls of Add. The moves before the error
// are kept.
func (m *Moves) Add(text string) error {
	m.lines++
	l := newLexer(m, text)
	if m.words == 0 && !m.signed {
		m.signed = l.hasSigns()
	}
	if err := l.read(); err != nil {
		err.Line = m.lines
		return err
	}
	return nil
}

// Finish stores the moves in a game with the same start position. It returns a [*MoveError] if the text is incomplete.
func (m *Moves) Finish(g *record.Game) error {
	err := m.letter
	if err == nil {
		err = m.waiting
	}
	if len(m.outer) > 0 && err == nil {
		err = &MoveError{Number: m.words, Line: m.lines, Column: 1, Err: errors.New("a ) is missing")}
	}
	for len(m.outer) > 0 {
		m.endVariation()
	}
	m.line.Finish(g)
	g.Tags = append(g.Tags, m.tags...)
	if m.closed {
		g.Result = m.result
	}
	if err != nil {
		return err
	}
	return nil
}

// play plays a move of the text, for its side if one is given.
func (m *Moves) play(s othello.Square) error {
	side := m.side
	m.side = nil
	if side != nil {
		return m.line.FollowAs(*side, s)
	}
	return m.line.Follow(s)
}

// numberFits returns nil if a move number is valid for the next move. Numbers count moves or pairs of moves, and a pass
// that the text leaves out may have a number. again is true for "3...", which repeats a number.
func (m *Moves) numberFits(n int, again bool) error {
	plies := m.line.Len()
	for _, b := range m.outer {
		plies += b.ply
	}
	switch {
	case n == plies+1:
		return nil
	case len(m.outer) > 0:
		if n == plies/2+1 || m.anyFirst {
			return nil
		}
		return fmt.Errorf("move number %d in a variation, want %s", n, numbersAt(plies))
	case m.number == 0:
		if n == plies/2+1 || m.anyFirst && plies == 0 {
			return nil
		}
		if plies == 0 {
			return fmt.Errorf("the list begins with move number %d, want 1", n)
		}
		return fmt.Errorf("move number %d, want %s", n, numbersAt(plies))
	case plies == m.numbered && !again:
		return fmt.Errorf("move number %d has no move", m.number)
	}
	passes := 0
	for _, s := range m.line.Moves()[m.numbered:] {
		if s == othello.Pass {
			passes++
		}
	}
	if n == m.number && again || n > m.number && n <= m.number+1+passes {
		return nil
	}
	return fmt.Errorf("move number %d, want %d", n, m.number+1)
}

// numbersAt returns the numbers of the move after the given plies: counted by moves, and by pairs.
func numbersAt(plies int) string {
	if plies == 0 {
		return "1"
	}
	return fmt.Sprintf("%d or %d", plies+1, plies/2+1)
}

func (m *Moves) setNumber(n int) {
	if len(m.outer) == 0 {
		m.number, m.numbered = n, m.line.Len()
	}
}

// beginVariation opens a variation that replaces the last move.
func (m *Moves) beginVariation() error {
	if m.line.Len() == 0 {
		return errors.New("a variation before the first move")
	}
	if len(m.outer) >= record.MaxNesting {
		return fmt.Errorf("variations nested deeper than %d", record.MaxNesting)
	}
	m.outer = append(m.outer, branch{m.line, m.line.Len() - 1})
	m.line = record.NewLine(m.line.Before())
	return nil
}

// endVariation closes the innermost variation.
func (m *Moves) endVariation() {
	last := m.outer[len(m.outer)-1]
	last.line.Branch(last.ply, m.line)
	m.line, m.outer = last.line, m.outer[:len(m.outer)-1]
}

// end sets the result, which ends the game.
func (m *Moves) end(r record.Result) { m.result, m.closed = r, true }
