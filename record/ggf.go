package record

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// ggfReader reads one game. Its moves are played at the end, since nothing says that the board stands before them.
type ggfReader struct {
	game  Game
	board bool
	moves []property
}

// parseGGF reads "(;GM[Othello]…BO[8 … *]B[f5/1.23/0.5]…;)". Tags without a field are kept under the names that they have in the
// file, ratings under [BlackRating] and [WhiteRating].
func parseGGF(text string) (*Game, error) {
	p := &properties{text: text}
	if p.peek() != '(' {
		return nil, errors.New("a game begins with (;")
	}
	var r ggfReader
	for p.at++; p.peek() != ')'; {
		switch c := p.peek(); c {
		case ';':
			p.at++
			continue
		case 0:
			return nil, place(p.at, errors.New("the game is cut off: ) is missing"))
		}
		found, err := p.property()
		if err == nil {
			err = r.take(found)
		}
		if err != nil {
			return nil, place(found.at, err)
		}
	}
	if !r.board {
		return nil, errors.New("there is no BO, the board at the start")
	}
	return r.play()
}

// take reads a property.
func (r *ggfReader) take(p property) error {
	if len(p.values) > 1 {
		return fmt.Errorf("%s has %d values: one is expected", p.name, len(p.values))
	}
	g, value := &r.game, strings.TrimSpace(p.values[0])
	switch p.name {
	case "GM":
		if !strings.EqualFold(value, "othello") {
			return fmt.Errorf("a game of %q: Othello is read here", clip(value))
		}
	case "PC":
		g.Place = value
	case "DT":
		g.Date = isoDate(value)
	case "PB":
		g.Black = value
	case "PW":
		g.White = value
	case "RB":
		g.Tags = append(g.Tags, Tag{BlackRating, value})
	case "RW":
		g.Tags = append(g.Tags, Tag{WhiteRating, value})
	case "TI":
		g.Clock = clockOfGGF(value)
	case "RE":
		r.result(value)
	case "BO":
		return r.start(value)
	case "B", "W":
		r.moves = append(r.moves, p)
	default:
		g.Tags = append(g.Tags, Tag{p.name, value})
	}
	return nil
}

// result reads "+4.000", "-64.000:r" and "?". A score that is no whole number, of a game with komi, stays a tag.
func (r *ggfReader) result(value string) {
	number, suffix, _ := strings.Cut(value, ":")
	reason, known := map[string]string{"": PlayedOut, "r": Resigned, "t": OutOfTime, "s": Agreed}[suffix]
	result, ok := parseDifference(number)
	switch {
	case ok && known:
		r.game.Result = result
		r.game.Result.Reason = reason
	case strings.Trim(value, "?") != "":
		r.game.Tags = append(r.game.Tags, Tag{"RE", value})
	}
}

// start reads "8 ---…--- *": the size, the cells, blanks anywhere between them, and the side to move.
func (r *ggfReader) start(value string) error {
	size, cells, _ := strings.Cut(value, " ")
	n, err := strconv.Atoi(size)
	if err != nil {
		return fmt.Errorf("board %q: expected its size, its cells and the side to move", clip(value))
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

func (r *ggfReader) play() (*Game, error) {
	l := line{now: r.game.Start}
	for i, m := range r.moves {
		side := othello.Black
		if m.name == "W" {
			side = othello.White
		}
		fields := strings.Split(strings.TrimSpace(m.values[0]), "/")
		if err := l.playNamed(side, strings.TrimSpace(fields[0])); err != nil {
			return nil, place(m.at, fmt.Errorf("move %d, %q: %w", i+1, clip(m.values[0]), err))
		}
		l.ggfNote(fields[1:])
	}
	r.game.Moves, r.game.Notes = l.moves, l.allNotes()
	plain := Tag{"TY", strconv.Itoa(int(r.game.Start.Size))} // the board tells as much
	if at := slices.Index(r.game.Tags, plain); at >= 0 {
		r.game.Tags = without(r.game.Tags, at)
	}
	return &r.game, nil
}

// playNamed plays a square or a pass by its name.
func (l *line) playNamed(side othello.Color, name string) error {
	m, err := l.now.Size.Parse(name)
	if err != nil {
		return err
	}
	return l.followAs(side, m)
}

// ggfNote reads the evaluation and the seconds behind a move. What is no number stays a tag.
func (l *line) ggfNote(fields []string) {
	for i, name := range []string{"Evaluation", "Time"} {
		if i >= len(fields) || strings.TrimSpace(fields[i]) == "" {
			continue
		}
		text := strings.TrimSpace(fields[i])
		value, err := strconv.ParseFloat(text, 64)
		spent, ok := parseClock(text)
		switch {
		case i == 0 && err == nil && isFinite(value):
			l.note().Score = &Score{Value: value}
		case i == 1 && ok:
			l.note().Spent = spent
		default:
			n := l.note()
			n.Tags = append(n.Tags, Tag{name, text})
		}
	}
}

// clockOfGGF reads "05:00/00:03/02:00": a time for the game, more for each move, and a time beyond in which one loses but does not
// stop. What Kaeshi's grammar cannot say stays as it is.
func clockOfGGF(value string) string {
	main, rest, _ := strings.Cut(value, "/")
	increment, beyond, _ := strings.Cut(rest, "/")
	game, ok := parseClock(main)
	if !ok || !strings.Contains(main, ":") || game == 0 {
		return value
	}
	c := control{game: game}
	if increment != "" {
		if c.increment, ok = parseClock(increment); !ok {
			return value
		}
	}
	if over, ok := parseClock(beyond); beyond != "" && (!ok || over != 0) {
		return value
	}
	return c.String()
}

// writeGGF writes a game in a line.
func writeGGF(w *printer, g *Game) {
	w.text("(;GM[Othello]")
	w.ggf("PC", g.Place)
	w.ggf("DT", w.ggfDate(g.Date))
	w.ggf("PB", g.Black)
	w.ggf("PW", g.White)
	w.text("RE[", w.ggfResult(g), "]")
	w.ggf("TI", w.ggfClock(g.Clock))
	w.ggfTags(g)
	w.text("BO[", strconv.Itoa(int(g.Start.Size)), " ", ggfBoard(g.Start), "]")
	p := g.Start
	for i, m := range g.Moves {
		note := Note{}
		if len(g.Notes) > 0 {
			note = g.Notes[i]
		}
		w.ggfMove(p, m, note)
		p = p.Play(m)
	}
	w.text(";)\n")
}

// ggf writes a property that is not empty. There is no way to write a ] in it.
func (w *printer) ggf(name, value string) {
	if value == "" {
		return
	}
	safe := strings.Map(func(c rune) rune {
		switch {
		case c == ']':
			return ')'
		case c < ' ':
			return ' '
		}
		return c
	}, value)
	if safe != value || strings.TrimSpace(safe) != safe {
		w.lose("characters that have a meaning in the format")
	}
	w.text(name, "[", safe, "]")
}

// ggfDate writes 2003.12.15_12:33:18.UTC, as the server does.
func (w *printer) ggfDate(date string) string {
	day, clock, offset, ok := splitDate(w.inUTC(date))
	if !ok {
		return date
	}
	day = strings.ReplaceAll(day, "-", ".")
	if clock != "" {
		day += "_" + clock
	}
	if offset != "" {
		day += ".UTC"
	}
	return day
}

func (w *printer) ggfResult(g *Game) string {
	r := g.Outcome()
	if g.Result.OnlyWinner && r.OnlyWinner {
		w.lose("the result, of which only the winner is recorded")
		return "?"
	}
	suffix, ok := map[string]string{PlayedOut: "", Unfinished: "", Resigned: ":r", OutOfTime: ":t", Agreed: ":s"}[r.Reason]
	if !ok {
		w.lose("why the game ended")
	}
	if !r.Known {
		if suffix != "" {
			w.lose("why the game ended")
		}
		return "?"
	}
	return fmt.Sprintf("%+d.000%s", r.ScoreBlack, suffix)
}

func (w *printer) ggfClock(clock string) string {
	c, ok := parseControl(clock)
	whole := func(d int64) bool { return d%1e9 == 0 }
	if !ok || c.move > 0 || !whole(int64(c.game)) || !whole(int64(c.increment)) {
		return clock
	}
	text := shortClock(c.game)
	if c.increment > 0 {
		text += "/" + shortClock(c.increment)
	}
	return text
}

// ggfTags writes the type of the game and the tags that have a name of two capital letters.
func (w *printer) ggfTags(g *Game) {
	if kind, ok := g.Tag("TY"); !ok || kind == "" || kind == strconv.Itoa(int(g.Start.Size)) {
		w.text("TY[", strconv.Itoa(int(g.Start.Size)), "]")
	}
	for _, t := range g.Tags {
		name := t.Name
		switch name {
		case BlackRating:
			name = "RB"
		case WhiteRating:
			name = "RW"
		case "PC", "DT", "PB", "PW", "RB", "RW", "TI", "BO", "GM": // they would be read as something else
			name = ""
		case "TY":
			if t.Value == strconv.Itoa(int(g.Start.Size)) {
				name = ""
			}
		case "RE":
			r := ggfReader{}
			if r.result(t.Value); g.Outcome().Known || len(r.game.Tags) == 0 {
				name = ""
			}
		}
		if len(name) != 2 || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || t.Value == "" {
			w.lose("tags")
			continue
		}
		w.ggf(name, t.Value)
	}
}

// ggfBoard is a one-line position with * for Black.
func ggfBoard(p othello.Position) string { return strings.ReplaceAll(p.String(), "X", "*") }

func (w *printer) ggfMove(p othello.Position, m othello.Square, n Note) {
	name := strings.ToUpper(p.Size.Name(m))
	if m == othello.Pass {
		name = "PA"
	}
	eval, spent := "", ""
	if n.Score != nil {
		eval = "/" + decimal(n.Score.Value, 2)
	}
	if n.Spent != 0 {
		spent = "/" + seconds(n.Spent, 2)
	}
	if eval == "" && spent != "" {
		eval = "/"
	}
	w.text([]string{"B[", "W["}[p.Turn], name, eval, spent, "]")
}
