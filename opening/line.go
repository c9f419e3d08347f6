package opening

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lines"
	"github.com/kaeshi/kaeshi/othello"
)

// Line is a way to begin a game: from where, and the first moves.
type Line struct {
	Start othello.Position // where the game begins
	Moves []othello.Square // legal, passes included
	Name  string           // what the list calls it; may be empty
}

// Position is the position after the moves.
func (l Line) Position() othello.Position {
	p := l.Start
	for _, m := range l.Moves {
		p = p.Play(m)
	}
	return p
}

// String is the line as lists have it: the moves as a transcript without passes, or the position when it has none.
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

// ParseLine reads a line of a list: moves from the usual 8×8 start such as f5d6c3d3c4, passes left out, or a one-line
// position of any size. What follows the moves after a blank, and the position after a semicolon, is the name, unless
// it is a number, such as a score. An illegal move, a position that no game can reach and one that is over are
// errors.
func ParseLine(text string) (Line, error) {
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
	p, err := l.play(moves)
	return l, playable(p, err)
}

func nameIn(rest string) string {
	rest = strings.TrimSpace(rest)
	if _, err := strconv.ParseFloat(rest, 64); err == nil {
		return ""
	}
	return rest
}

// beginsWithSquare tells moves from a position, in which no digit stands.
func beginsWithSquare(text string) bool { return len(text) > 1 && '0' <= text[1] && text[1] <= '9' }

func playable(p othello.Position, err error) error {
	if err == nil && p.Over() {
		return errors.New("the game is over there, and nothing is left to play")
	}
	return err
}

// play adds the moves of a transcript and gives the position after them.
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

// maxLine bounds a line of a list in bytes: a whole game has 120.
const maxLine = 1 << 16

// Read yields the lines of a list; empty ones and comments, which begin with # or %, are passed over. A bad line yields
// an error that names it, and the reading goes on; a line of over 64 KiB or a failing reader ends it.
func Read(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		text := bufio.NewScanner(r)
		text.Buffer(nil, maxLine)
		number := 1
		for ; text.Scan(); number++ {
			line, _, _ := lines.CutComment(strings.TrimPrefix(text.Text(), "\ufeff"))
			if line == "" {
				continue
			}
			l, err := ParseLine(line)
			if err != nil {
				err = fmt.Errorf("line %d: %w", number, err)
			}
			if !yield(l, err) {
				return
			}
		}
		err := text.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("longer than %d bytes: this is no list of openings", maxLine)
		}
		if err != nil {
			yield(Line{}, fmt.Errorf("line %d: %w", number, err))
		}
	}
}

// upright is the line turned, by the symmetry that keeps the start, so that f5 is its first move.
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
