package opening

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lines"
	"github.com/kaeshi/kaeshi/othello"
)

// Line is an opening: a start position and the first moves.
type Line struct {
	Start othello.Position // start position
	Moves []othello.Square // legal, passes included
	Name  string           // may be empty
}

// Position returns the position after the moves.
func (l Line) Position() othello.Position {
	p := l.Start
	for _, m := range l.Moves {
		p = p.Play(m)
	}
	return p
}

// String returns the line in the form of a list: the moves as a transcript without passes, or the position if there are
// no moves.
func (l Line) String() string {
	if len(l.Moves) == 0 {
		return l.Start.String()
	}
	var b strings.Builder
	for _, m := range l.Moves {
		if m != othello.Pass {
			b.WriteString(l.Start.Size.Name(m))
		}
	}
	return b.String()
}

// ErrOver is the error of an opening after which the game is over.
var ErrOver = errors.New("the game is over after this opening")

// parseLine reads a line of a list: moves from the usual 8×8 start position without passes, such as f5d6c3d3c4, or a
// one-line position of any size. A name may follow, after a space for moves and after a semicolon for a position. A
// number in its place, such as a score, is ignored. parseLine fails on illegal moves, invalid positions, finished games
// and more moves in place of a name.
func parseLine(text string) (Line, error) {
	text = strings.TrimSpace(text)
	if !beginsWithSquare(text) {
		p, err := othello.Parse(text)
		if err == nil {
			err = p.Validate()
		}
		_, name, _ := strings.Cut(text, ";")
		return Line{Start: p, Name: nameIn(name)}, playable(p, err)
	}
	moves, name := text, ""
	if at := strings.IndexAny(text, " \t"); at >= 0 {
		moves, name = text[:at], text[at:]
	}
	l := Line{Start: usual(), Name: nameIn(name)}
	if squareForm.MatchString(l.Name) {
		return l, fmt.Errorf("%q after the moves: want a name (write the moves without spaces)", l.Name)
	}
	p, err := l.play(moves)
	return l, playable(p, err)
}

// squareForm matches text that begins with a square.
var squareForm = regexp.MustCompile(`^[A-Ha-h][1-8](?:$|[^\p{L}])`)

// nameIn returns the name after moves or a position, or "" if it is a number.
func nameIn(rest string) string {
	rest = strings.TrimSpace(rest)
	if _, err := strconv.ParseFloat(rest, 64); err == nil {
		return ""
	}
	return rest
}

// beginsWithSquare reports whether a text begins with a square. A position has no digits.
func beginsWithSquare(text string) bool { return len(text) > 1 && '0' <= text[1] && text[1] <= '9' }

// playable returns err, or an error if the game is over in p.
func playable(p othello.Position, err error) error {
	if err == nil && p.Over() {
		return ErrOver
	}
	return err
}

// play adds the moves of a transcript and returns the position after them.
func (l *Line) play(text string) (othello.Position, error) {
	p := l.Start
	for at := 0; at < len(text); at += 2 {
		name := text[at:min(at+2, len(text))]
		m, err := p.Size.Parse(name)
		if err == nil && p.MustPass() {
			p, l.Moves = p.Play(othello.Pass), append(l.Moves, othello.Pass)
		}
		if err == nil {
			err = p.Check(m)
		}
		if err != nil {
			return p, fmt.Errorf("move %d, %q: %w", at/2+1, name, err)
		}
		p, l.Moves = p.Play(m), append(l.Moves, m)
	}
	return p, nil
}

// maxLine is the greatest length of a line in bytes. A whole game has 120.
const maxLine = 1 << 16

// Read yields the lines of a list. It skips empty lines and comments, which begin with # or %. A wrong line yields an
// error with its number, and Read continues. It ends at a line longer than 64 KiB and at an error of the reader.
func Read(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		for item, err := range lines.List(r, maxLine) {
			var l Line
			if err == nil {
				l, err = parseLine(item.Text)
			}
			if err != nil {
				err = fmt.Errorf("line %d: %w", item.Number, err)
			}
			if !yield(l, err) {
				return
			}
		}
	}
}

// upright returns the symmetric line with f5 as its first move.
func (l Line) upright() Line {
	const f5 = 37
	for _, s := range keeping() {
		turned := slices.Clone(l.Moves)
		for i, m := range turned {
			if m != othello.Pass {
				turned[i] = othello.Square(s.Square(int(m)))
			}
		}
		if len(turned) > 0 && turned[0] == f5 {
			l.Moves = turned
			return l
		}
	}
	return l
}
