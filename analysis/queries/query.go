package queries

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/internal/excerpt"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
)

// query is a parsed line of input.
type query struct {
	id     string
	action string // empty for a search
	echo   map[string]json.RawMessage

	terminate string // the id of the queries to terminate
	numbers   []int  // turns to terminate; nil for all

	positions  []othello.Position // by turn
	turns      []int
	priorities []int // of the turns
	effort     analysis.Effort
	lines      int
	every      time.Duration // interval of reports during the search; 0 for none
	noBook     bool

	unknown []string // fields that a query does not have
}

// The actions other than a search.
const (
	actVersion      = "query_version"
	actClear        = "clear_cache"
	actTerminate    = "terminate"
	actTerminateAll = "terminate_all"
)

// fieldError is an error in a field of a query.
type fieldError struct {
	field string
	err   error
}

func (e *fieldError) Error() string { return e.err.Error() }
func (e *fieldError) Unwrap() error { return e.err }

func wrong(field, format string, args ...any) error {
	return &fieldError{field, fmt.Errorf(format, args...)}
}

// fields contains the fields of a query. read lists the names that the parser has looked up.
type fields struct {
	raw  map[string]json.RawMessage
	read []string
}

// into decodes a field into a value. It returns false if the field is absent or null.
func (f *fields) into(name string, value any, expected string) (bool, error) {
	f.read = append(f.read, name)
	raw, ok := f.raw[name]
	if !ok || string(raw) == "null" {
		return false, nil
	}
	if err := json.Unmarshal(raw, value); err != nil {
		return true, wrong(name, "%s: expected %s", clip(raw), expected)
	}
	return true, nil
}

// number reads a whole number from low to high. It returns false if the field is absent.
func (f *fields) number(name string, value *int, low, high int) (bool, error) {
	n := *value
	given, err := f.into(name, &n, "a whole number")
	if err == nil && given && (n < low || n > high) {
		err = wrong(name, "%d: expected a number from %d to %d", n, low, high)
	}
	*value = n
	return given, err
}

// clip shortens input that an error quotes.
func clip(raw []byte) string { return excerpt.First(string(raw), 60) }

// parseQuery parses a line. If it returns an error, the query contains at least the id, if the line has a valid one.
func parseQuery(line []byte, usual analysis.Effort, lines int) (q query, err error) {
	f := fields{}
	if err := json.Unmarshal(line, &f.raw); err != nil || f.raw == nil {
		return q, fmt.Errorf("expected a JSON object on one line, not %s", clip(bytes.TrimSpace(line)))
	}
	q = query{echo: f.raw, effort: usual, lines: lines}
	if given, err := f.into("id", &q.id, "a string"); err != nil {
		return q, err
	} else if !given {
		return q, wrong("id", "missing id: expected a string, which the replies repeat")
	}
	if _, err := f.into("action", &q.action, "a string"); err != nil {
		return q, err
	}
	if q.action != "" {
		err = q.readAction(&f)
	} else {
		err = errors.Join(q.readGame(&f), q.readTurns(&f), q.readEffort(&f))
	}
	for name := range f.raw {
		if !slices.Contains(f.read, name) {
			q.unknown = append(q.unknown, name)
		}
	}
	slices.Sort(q.unknown)
	return q, err
}

func (q *query) readAction(f *fields) error {
	switch q.action {
	case actVersion, actClear:
		return nil
	case actTerminate:
		if given, err := f.into("terminateId", &q.terminate, "a string"); err != nil {
			return err
		} else if !given {
			return wrong("terminateId", "expected the id of the queries to terminate")
		}
	case actTerminateAll:
	default:
		return wrong("action", "%q: expected %s, %s, %s or %s", clip([]byte(q.action)),
			actVersion, actClear, actTerminate, actTerminateAll)
	}
	_, err := f.into("turnNumbers", &q.numbers, "a list of whole numbers")
	return err
}

// readGame reads the start position and the moves of a query.
func (q *query) readGame(f *fields) error {
	start, err := startOf(f)
	if err != nil {
		return err
	}
	q.positions = []othello.Position{start}
	f.read = append(f.read, "moves")
	raw, ok := f.raw["moves"]
	if !ok || string(raw) == "null" {
		return nil
	}
	if raw[0] == '"' {
		return q.readTranscript(raw)
	}
	var moves []json.RawMessage
	if err := json.Unmarshal(raw, &moves); err != nil {
		return wrong("moves", `%s: expected a list such as [["B","f5"],["W","d6"]] or ["f5","d6"], `+
			`or a transcript such as "f5d6"`, clip(raw))
	}
	for i, raw := range moves {
		if err := q.readMove(raw); err != nil {
			return wrong("moves", "move %d: %w", i+1, err)
		}
	}
	return nil
}

// startOf returns the position of turn 0.
func startOf(f *fields) (p othello.Position, err error) {
	across, down, text := 8, 8, ""
	if _, err := f.number("boardXSize", &across, 4, 8); err != nil {
		return p, err
	}
	if _, err := f.number("boardYSize", &down, 4, 8); err != nil {
		return p, err
	}
	size, err := othello.ParseSize(across)
	if err != nil {
		return p, &fieldError{"boardXSize", err}
	}
	if across != down {
		return p, wrong("boardYSize", "rows: %d, columns: %d: expected a square board", down, across)
	}
	p = othello.Start(size, othello.Usual)
	given, err := f.into("position", &text, "a one-line position")
	if err != nil || !given {
		return p, err
	}
	if p, err = othello.Parse(text); err == nil {
		err = p.Validate()
	}
	if err != nil {
		return p, &fieldError{"position", err}
	}
	return p, nil
}

// readTranscript reads moves as a transcript. An omitted pass is inserted as a turn.
func (q *query) readTranscript(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return wrong("moves", "%s: %w", clip(raw), err)
	}
	g, err := transcript.Parse(q.positions[0], text)
	if err != nil {
		return &fieldError{"moves", err}
	}
	for _, m := range g.Moves {
		q.positions = append(q.positions, q.last().Play(m))
	}
	return nil
}

func (q *query) last() othello.Position { return q.positions[len(q.positions)-1] }

// readMove reads a move of a list: a square, or a side and a square. It plays an omitted pass before the move, which is
// not a turn.
func (q *query) readMove(raw []byte) error {
	var name string
	var pair []string
	if err := json.Unmarshal(raw, &name); err != nil {
		if err := json.Unmarshal(raw, &pair); err != nil || len(pair) != 2 {
			return fmt.Errorf(`%s: expected a side and a square such as ["B","f5"], or a square`, clip(raw))
		}
		name = pair[1]
	}
	p := q.last()
	square, err := p.Size.Parse(name)
	if err != nil {
		return err
	}
	if square != othello.Pass && p.MustPass() {
		p = p.Play(othello.Pass)
	}
	if len(pair) > 0 && !sideIs(pair[0], p.Turn) {
		return fmt.Errorf("%q plays %s, but %s is to move", pair[0], name, p.Turn)
	}
	if err := p.Check(square); err != nil {
		return err
	}
	q.positions = append(q.positions, p.Play(square))
	return nil
}

func sideIs(text string, c othello.Color) bool {
	return strings.EqualFold(text, c.String()) || strings.EqualFold(text, c.String()[:1])
}

// readTurns reads which turns to search and their priorities.
func (q *query) readTurns(f *fields) error {
	last := max(len(q.positions)-1, 0)
	given, err := f.into("analyzeTurns", &q.turns, "a list of whole numbers")
	if err != nil {
		return err
	}
	if !given {
		q.turns = []int{last}
	}
	for _, n := range q.turns {
		if n < 0 || n > last {
			return wrong("analyzeTurns", "turn %d: expected a number from 0 to %d, which is the last position", n, last)
		}
	}
	if len(q.turns) > len(q.positions) {
		return wrong("analyzeTurns", "turns: %d, positions: %d: expected each turn at most once", len(q.turns),
			len(q.positions))
	}
	return q.readPriorities(f)
}

func (q *query) readPriorities(f *fields) error {
	priority := 0
	one, err := f.number("priority", &priority, math.MinInt32, math.MaxInt32)
	if err != nil {
		return err
	}
	each, err := f.into("priorities", &q.priorities, "a list of whole numbers")
	switch {
	case err != nil:
		return err
	case one && each:
		return wrong("priorities", "expected either priority or priorities, not both")
	case each && len(q.priorities) != len(q.turns):
		return wrong("priorities", "%d priorities for %d turns", len(q.priorities), len(q.turns))
	case !each:
		q.priorities = slices.Repeat([]int{priority}, len(q.turns))
	}
	return nil
}

// readEffort reads how far to search and what to report.
func (q *query) readEffort(f *fields) error {
	level, depth, nodes, seconds, every := 0, 0, 0, 0.0, 0.0
	leveled, err := f.number("level", &level, 0, search.MaxLevel)
	if err != nil {
		return err
	}
	deep, err := f.number("depth", &depth, 1, analysis.MaxDepth)
	switch {
	case err != nil:
		return err
	case leveled && deep:
		return wrong("depth", "expected either level or depth, not both")
	case leveled:
		q.effort, err = analysis.AtLevel(level)
	case deep:
		q.effort, err = analysis.ToDepth(depth)
	}
	if err != nil {
		return err
	}
	if _, err := f.number("maxNodes", &nodes, 1, math.MaxInt); err != nil {
		return err
	}
	if err := f.seconds("maxTime", &seconds); err != nil {
		return err
	}
	if err := f.seconds("reportDuringSearchEvery", &every); err != nil {
		return err
	}
	if !leveled && !deep && (nodes > 0 || seconds > 0) { // only these limits apply
		q.effort = analysis.Effort{Level: analysis.NoLevel, Limits: search.Limits{Depth: analysis.MaxDepth}}
	}
	q.effort.Limits.Nodes, q.effort.Limits.Time = uint64(nodes), time.Duration(seconds*float64(time.Second))
	q.every = time.Duration(every * float64(time.Second))
	if _, err := f.number("lines", &q.lines, 1, analysis.MaxLines); err != nil {
		return err
	}
	book := true
	_, err = f.into("book", &book, "true or false")
	q.noBook = !book
	return err
}

// seconds reads a duration from a millisecond to a day.
func (f *fields) seconds(name string, value *float64) error {
	given, err := f.into(name, value, "a number of seconds")
	if err == nil && given && !(*value >= 0.001 && *value <= 86400) {
		err = wrong(name, "%g: expected from 0.001 to 86400 seconds", *value)
	}
	return err
}
