// Package ggf reads and writes the Generic Game Format of the server GGS and the program NBoard.
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

// Read yields the games of a file. The errors are those of [scan.Syntax.Read].
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return scan.Syntax{Cut: bracket.Cut(false), Parse: parse}.Read(r, name)
}

// Sniff reports whether text starts like a file in this format.
func Sniff(text string) bool { return bracket.IsTree(text) && bracket.IsGGF(text) }

// reader reads one game. The moves are collected and played at the end because the board may follow them.
type reader struct {
	game  record.Game
	given map[string]string // the first values of properties that a game has only once
	board bool              // BO has been read
	usual bool              // TY implies the usual start
	moves []bracket.Property
}

// parse parses a game such as "(;GM[Othello]…BO[8 … *]B[f5/1.23/0.5]…;)". Properties without a field become tags with
// the same names, except ratings, which become [record.BlackRating] and [record.WhiteRating].
func parse(text string) (*record.Game, error) {
	p := &bracket.Properties{Text: text}
	if p.Peek() != '(' {
		return nil, errors.New("want (; at the start of a game")
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
		return nil, errors.New("missing BO (the start position), and no TY implies it")
	}
	return r.play()
}

// take handles a property.
func (r *reader) take(p bracket.Property) error {
	if len(p.Values) > 1 {
		return fmt.Errorf("%s has %d values: want one", p.Name, len(p.Values))
	}
	g, value := &r.game, strings.TrimSpace(p.Values[0])
	if repeated, err := r.repeated(p.Name, value); repeated || err != nil {
		return err
	}
	switch p.Name {
	case "GM":
		if !strings.EqualFold(value, "othello") {
			return fmt.Errorf("GM[%s]: want Othello", scan.Clip(value))
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

// typeForm matches the type of a game: s for a pair of simultaneous games, the board size, and options, which are
// letters with numbers. Options include k (komi), r18 (18 random discs) and a (anti-Othello).
var typeForm = regexp.MustCompile(`^s?(\d+)((?:[a-z]\d*)*)$`)

// kind handles the type of a game. It returns an error for other rules and board sizes. A type without random discs
// implies the usual start.
func (r *reader) kind(value string) error {
	parts := typeForm.FindStringSubmatch(strings.ToLower(value))
	if parts == nil {
		return nil // kept as a tag
	}
	switch size, options := parts[1], parts[2]; {
	case strings.Contains(options, "a"):
		return fmt.Errorf("TY[%s] is anti-Othello, in which fewer discs win: want Othello", value)
	case size == "88":
		return fmt.Errorf("TY[%s] is Othello on an octagonal board: want 4×4, 6×6 or 8×8", value)
	case size == "4" || size == "6" || size == "8":
		if r.usual = !strings.Contains(options, "r"); r.usual && !r.board {
			r.game.Start = othello.Start(othello.Size(size[0]-'0'), othello.Usual)
		}
		return nil
	default:
		return fmt.Errorf("TY[%s] is a game on a %s×%s board: want 4×4, 6×6 or 8×8",
			value, size, size)
	}
}

// repeated reports whether a game may have the property only once and already has it. A different value is kept as a
// tag, except that a different board or game is an error.
func (r *reader) repeated(name, value string) (bool, error) {
	if !slices.Contains(strings.Fields("GM PC DT PB PW TI RE BO"), name) {
		return false, nil
	}
	before, repeated := r.given[name]
	switch {
	case !repeated:
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
	return repeated, nil
}

// result handles results such as "+4.000", "-64.000:r", "W+T" and "?". A fractional score, as in a game with komi, is
// kept as a tag.
func (r *reader) result(value string) {
	number, suffix, _ := strings.Cut(value, ":")
	reason, known := map[string]string{
		"": record.PlayedOut, "r": record.Resigned, "t": record.OutOfTime,
		"s": record.Agreed,
	}[suffix]
	result, ok := record.ParseDifference(number)
	win, won := record.ParseWin(value)
	switch {
	case ok && known:
		r.game.Result = result
		r.game.Result.Reason = reason
	case won:
		r.game.Result = win
	case strings.Trim(value, "?") != "":
		r.game.Tags = append(r.game.Tags, record.Tag{Name: "RE", Value: value})
	}
}

// start parses a board such as "8 ---…--- *": the size, the cells with optional spaces, and the side to move.
func (r *reader) start(value string) error {
	size, cells, _ := strings.Cut(value, " ")
	n, err := strconv.Atoi(size)
	if err != nil {
		return fmt.Errorf("board %q: want the size, the cells and the side to move", scan.Clip(value))
	}
	if _, err := othello.ParseSize(n); err != nil {
		return err
	}
	p, err := othello.Parse(strings.Join(strings.Fields(cells), ""))
	if err == nil && int(p.Size) != n {
		err = fmt.Errorf("the board has %d cells, but its size is given as %d×%d", p.Size.Squares(), n, n)
	}
	if err == nil {
		err = p.Validate()
	}
	r.game.Start, r.board = p, true
	return err
}

// komi puts the first move of a game with komi before the others. Both sides name such a move with a score, KB and KW,
// and that of the side to move is played, so that the list of moves begins with the other side.
func (r *reader) komi() {
	mover := []string{"B", "W"}[r.game.Start.Turn]
	value, ok := r.game.Tag("K" + mover)
	if ok && (len(r.moves) == 0 || r.moves[0].Name != mover) {
		r.moves = slices.Insert(r.moves, 0, bracket.Property{Name: mover, Values: []string{value}})
	}
}

func (r *reader) play() (*record.Game, error) {
	r.komi()
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
	plain := record.Tag{Name: "TY", Value: strconv.Itoa(int(r.game.Start.Size))} // implied by the board
	if at := slices.Index(r.game.Tags, plain); at >= 0 {
		r.game.RemoveTag(at)
	}
	return &r.game, nil
}

// play plays the square or pass with the given name.
func play(l *record.Line, side othello.Color, name string) error {
	m, err := l.Position().Size.Parse(name)
	if err != nil {
		return err
	}
	return l.FollowAs(side, m)
}

// note handles the evaluation and the seconds after a move. Values that are not numbers are kept as tags.
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

// clockOf converts a clock such as "05:00/00:03/02:00" to Kaeshi's syntax: the time for the game, the increment per
// move, and the overtime, after which the game is lost but continues. A clock that Kaeshi's syntax cannot express is
// returned unchanged.
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
