// Package ggf reads and writes the Generic Game Format of the server GGS, which the program NBoard uses as well.
package ggf

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/bracket"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/internal/timing"
)

// Read yields the games of a file, with the errors of [scan.Syntax.Read].
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return scan.Syntax{Cut: bracket.Cut(false), Parse: parse}.Read(r, name)
}

// Sniff reports whether a text begins like a file in this format.
func Sniff(text string) bool { return bracket.IsTree(text) && bracket.IsGGF(text) }

// reader reads one game. Its moves are played at the end, since nothing says that the board stands before them.
type reader struct {
	game  record.Game
	given map[string]string // values of what a game has once
	board bool
	usual bool // without a board the game begins as its type says
	moves []bracket.Property
}

// parse reads "(;GM[Othello]…BO[8 … *]B[f5/1.23/0.5]…;)". Tags without a field are kept under the names that they
// have in the file, ratings under [record.BlackRating] and [record.WhiteRating].
func parse(text string) (*record.Game, error) {
	p := &bracket.Properties{Text: text}
	if p.Peek() != '(' {
		return nil, errors.New("a game begins with (;")
	}
	var r reader
	for p.Place++; p.Peek() != ')'; {
		switch c := p.Peek(); c {
		case ';':
			p.Place++
			continue
		case 0:
			return nil, scan.Place(p.Place, errors.New("the game is cut off: ) is missing"))
		}
		found, err := p.Next()
		if err == nil {
			err = r.take(found)
		}
		if err != nil {
			return nil, scan.Place(found.Place, err)
		}
	}
	if !r.board && !r.usual {
		return nil, errors.New("there is no BO, the board at the start, and no TY that says which it is")
	}
	return r.play()
}

// take reads a property.
func (r *reader) take(p bracket.Property) error {
	if len(p.Values) > 1 {
		return fmt.Errorf("%s has %d values: one is expected", p.Name, len(p.Values))
	}
	g, value := &r.game, strings.TrimSpace(p.Values[0])
	if again, err := r.again(p.Name, value); again || err != nil {
		return err
	}
	switch p.Name {
	case "GM":
		if !strings.EqualFold(value, "othello") {
			return fmt.Errorf("a game of %q: Othello is read here", scan.Clip(value))
		}
	case "PC":
		g.Place = value
	case "DT":
		g.Date = timing.ISODate(value)
	case "PB":
		g.Black = value
	case "PW":
		g.White = value
	case "RB":
		g.Tags = append(g.Tags, record.Tag{Name: record.BlackRating, Value: value})
	case "RW":
		g.Tags = append(g.Tags, record.Tag{Name: record.WhiteRating, Value: value})
	case "TI":
		g.Clock = clockOf(value)
	case "RE":
		r.result(value)
	case "BO":
		return r.start(value)
	case "B", "W":
		r.moves = append(r.moves, p)
	default:
		g.Tags = append(g.Tags, record.Tag{Name: p.Name, Value: value})
		if p.Name == "TY" {
			return r.kind(value)
		}
	}
	return nil
}

// typeForm is the type of a game: s for two boards at once, the size, and letters with numbers, such as k for komi, r18
// for 18 discs by chance and a for anti-Othello.
var typeForm = regexp.MustCompile(`^s?(\d+)((?:[a-z]\d*)*)$`)

// kind refuses games by other rules. A type without discs by chance begins at the usual start.
func (r *reader) kind(value string) error {
	parts := typeForm.FindStringSubmatch(strings.ToLower(value))
	if parts == nil {
		return nil // it stays a tag
	}
	switch size, options := parts[1], parts[2]; {
	case strings.Contains(options, "a"):
		return fmt.Errorf("TY[%s] is anti-Othello, which the side with fewer discs wins: Othello is read here", value)
	case size == "88":
		return fmt.Errorf("TY[%s] is Othello on an octagon: boards of 4×4, 6×6 and 8×8 are read here", value)
	case size == "4" || size == "6" || size == "8":
		if r.usual = !strings.Contains(options, "r"); r.usual && !r.board {
			r.game.Start = othello.Start(othello.Size(size[0]-'0'), othello.Usual)
		}
		return nil
	default:
		return fmt.Errorf("TY[%s] is a game on a %s×%s board: boards of 4×4, 6×6 and 8×8 are read here",
			value, size, size)
	}
}

// again reports whether a game has the property once and it was given before. Another value becomes a tag, but another
// board or another game is an error.
func (r *reader) again(name, value string) (bool, error) {
	if !slices.Contains(strings.Fields("GM PC DT PB PW TI RE BO"), name) {
		return false, nil
	}
	before, again := r.given[name]
	switch {
	case !again:
		if r.given == nil {
			r.given = map[string]string{}
		}
		r.given[name] = value
	case before == value:
	case name == "BO" || name == "GM":
		return true, fmt.Errorf("%s is given twice: %q and %q", name, scan.Clip(before), scan.Clip(value))
	default:
		r.game.Tags = append(r.game.Tags, record.Tag{Name: name, Value: value})
	}
	return again, nil
}

// result reads "+4.000", "-64.000:r" and "?". A score that is no whole number, of a game with komi, stays a tag.
func (r *reader) result(value string) {
	number, suffix, _ := strings.Cut(value, ":")
	reason, known := map[string]string{
		"": record.PlayedOut, "r": record.Resigned, "t": record.OutOfTime,
		"s": record.Agreed,
	}[suffix]
	result, ok := record.ParseDifference(number)
	switch {
	case ok && known:
		r.game.Result = result
		r.game.Result.Reason = reason
	case strings.Trim(value, "?") != "":
		r.game.Tags = append(r.game.Tags, record.Tag{Name: "RE", Value: value})
	}
}

// start reads "8 ---…--- *": the size, the cells, blanks anywhere between them, and the side to move.
func (r *reader) start(value string) error {
	size, cells, _ := strings.Cut(value, " ")
	n, err := strconv.Atoi(size)
	if err != nil {
		return fmt.Errorf("board %q: expected its size, its cells and the side to move", scan.Clip(value))
	}
	if _, err := othello.ParseSize(n); err != nil {
		return err
	}
	p, err := othello.Parse(strings.Join(strings.Fields(cells), ""))
	if err == nil && int(p.Size) != n {
		err = fmt.Errorf("a board of %d cells is said to be %d×%d", p.Size.Squares(), n, n)
	}
	if err == nil {
		err = p.Validate()
	}
	r.game.Start, r.board = p, true
	return err
}

func (r *reader) play() (*record.Game, error) {
	l := record.NewLine(r.game.Start)
	for i, m := range r.moves {
		side := othello.Black
		if m.Name == "W" {
			side = othello.White
		}
		fields := strings.Split(strings.TrimSpace(m.Values[0]), "/")
		if err := play(l, side, strings.TrimSpace(fields[0])); err != nil {
			return nil, scan.Place(m.Place, fmt.Errorf("move %d, %q: %w", i+1, scan.Clip(m.Values[0]), err))
		}
		note(l, fields[1:])
	}
	l.Finish(&r.game)
	plain := record.Tag{Name: "TY", Value: strconv.Itoa(int(r.game.Start.Size))} // the board tells as much
	if at := slices.Index(r.game.Tags, plain); at >= 0 {
		r.game.RemoveTag(at)
	}
	return &r.game, nil
}

// play plays a square or a pass by its name.
func play(l *record.Line, side othello.Color, name string) error {
	m, err := l.Position().Size.Parse(name)
	if err != nil {
		return err
	}
	return l.FollowAs(side, m)
}

// note reads the evaluation and the seconds behind a move. What is no number stays a tag.
func note(l *record.Line, fields []string) {
	if len(fields) > 2 {
		n := l.Note()
		n.Tags = append(n.Tags, record.Tag{Name: "Rest", Value: strings.Join(fields[2:], "/")})
	}
	for i, name := range []string{"Evaluation", "Time"} {
		if i >= len(fields) || strings.TrimSpace(fields[i]) == "" {
			continue
		}
		text := strings.TrimSpace(fields[i])
		value, number := scan.Number(text)
		spent, ok := timing.ParseClock(text)
		switch {
		case i == 0 && number:
			l.Note().Score = &record.Score{Value: value}
		case i == 1 && ok:
			l.Note().Spent = spent
		default:
			n := l.Note()
			n.Tags = append(n.Tags, record.Tag{Name: name, Value: text})
		}
	}
}

// clockOf reads "05:00/00:03/02:00": a time for the game, more for each move, and a time beyond in which one loses
// but does not stop. What Kaeshi's grammar cannot say stays as it is.
func clockOf(value string) string {
	main, rest, _ := strings.Cut(value, "/")
	increment, beyond, _ := strings.Cut(rest, "/")
	game, ok := timing.ParseClock(main)
	if !ok || !strings.Contains(main, ":") || game == 0 {
		return value
	}
	c := timing.Control{Game: game}
	if increment != "" {
		if c.Increment, ok = timing.ParseClock(increment); !ok {
			return value
		}
	}
	if over, ok := timing.ParseClock(beyond); beyond != "" && (!ok || over != 0) {
		return value
	}
	return c.String()
}
