// Package kjson reads and writes games as JSON documents of the schema kaeshi/game-record/1, which store a whole
// [record.Game]. It also reads the games in other documents that Kaeshi writes.
package kjson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"strings"
	"time"
	"unicode"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/emit"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// schema is the schema of the documents that this file reads and writes.
const schema = "kaeshi/game-record/1"

// maxDocument is the limit on a document in bytes. It allows the tree of a long analysis or a list of thousands of
// games.
const maxDocument = 16 << 20

// gameDocument is a game as JSON.
type gameDocument struct {
	Schema     string          `json:"schema"`
	Position   string          `json:"position"` // the start position
	Black      string          `json:"black,omitempty"`
	White      string          `json:"white,omitempty"`
	Event      string          `json:"event,omitempty"`
	Place      string          `json:"place,omitempty"`
	Round      string          `json:"round,omitempty"`
	Date       string          `json:"date,omitempty"`
	Clock      string          `json:"clock,omitempty"`
	Result     *resultDocument `json:"result,omitempty"`
	Tags       []tagDocument   `json:"tags,omitempty"`
	Comment    string          `json:"comment,omitempty"`
	Plies      []plyDocument   `json:"plies"`
	Variations []lineDocument  `json:"variations,omitempty"`
}

// Document returns an empty document of a game, from whose type a JSON Schema can be made.
func Document() any { return gameDocument{} }

type resultDocument struct {
	Score      *int   `json:"score,omitempty"` // final disc difference
	POV        string `json:"pov,omitempty"`   // point of view: black
	OnlyWinner bool   `json:"only_winner,omitempty"`
	Reason     string `json:"reason,omitempty"`
	Detail     string `json:"detail,omitempty"`
}

type tagDocument struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// plyDocument is a move and its annotations. The score is from the point of view of pov, the side that moves.
type plyDocument struct {
	Move        string        `json:"move"`
	Score       *float64      `json:"score,omitempty"`
	POV         string        `json:"pov,omitempty"`
	Depth       int           `json:"depth,omitempty"`
	Confidence  int           `json:"confidence,omitempty"`
	Selectivity int           `json:"selectivity,omitempty"` // former name of Confidence, only read
	Exact       bool          `json:"exact,omitempty"`
	Book        bool          `json:"book,omitempty"`
	By          string        `json:"by,omitempty"`
	Seconds     float64       `json:"seconds,omitempty"`
	Left        float64       `json:"seconds_left,omitempty"`
	Mark        string        `json:"mark,omitempty"`
	Comment     string        `json:"comment,omitempty"`
	Tags        []tagDocument `json:"tags,omitempty"`
}

type lineDocument struct {
	Ply        int            `json:"ply"`
	Comment    string         `json:"comment,omitempty"`
	Plies      []plyDocument  `json:"plies"`
	Variations []lineDocument `json:"variations,omitempty"`
}

// Read yields the games of a file. The errors are those of [scan.Syntax.Read]. docs/formats.md lists the documents.
// A document that summarises the games before it, such as the standings after a tournament, is skipped.
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		d := documents{}
		scan.Syntax{Cut: cut, ParseAll: d.games, MaxGame: maxDocument}.Read(r, name)(yield)
	}
}

// Write writes each game as an object on one line. Only bytes that are not valid UTF-8 are lost. It returns an error if
// w fails or a game is not valid.
func Write(w io.Writer, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	return emit.Games(w, games, emit.Everything, write)
}

// Sniff reports whether text starts with an object or an array of objects.
func Sniff(text string) bool {
	array, ok := strings.CutPrefix(text, "[")
	return strings.HasPrefix(text, "{") || ok && strings.HasPrefix(strings.TrimSpace(array), "{")
}

// parseRecord parses a document of the schema kaeshi/game-record/1, which contains one game.
func parseRecord(text string) ([]*record.Game, error) {
	var d gameDocument
	if err := decode(text, &d, true); err != nil {
		return nil, err
	}
	start, err := startOf(d.Position)
	if err != nil {
		return nil, err
	}
	g := &record.Game{
		Start: start, Black: d.Black, White: d.White, Event: d.Event, Place: d.Place, Round: d.Round, Date: d.Date,
		Clock: d.Clock,
		Tags:  tagsOf(d.Tags), Comment: d.Comment,
	}
	if g.Result, err = d.Result.result(); err != nil {
		return nil, err
	}
	b, err := lineOf(start, d.Plies, d.Variations, 0)
	if err != nil {
		return nil, err
	}
	b.Finish(g)
	if err := g.Validate(); err != nil {
		return nil, err
	}
	return []*record.Game{g}, nil
}

func startOf(position string) (othello.Position, error) {
	start, err := othello.Parse(position)
	if err == nil {
		err = start.Validate()
	}
	if err != nil {
		return start, fmt.Errorf("position: %w", err)
	}
	return start, nil
}

func (d *resultDocument) result() (record.Result, error) {
	if d == nil {
		return record.Result{}, nil
	}
	r := record.Result{OnlyWinner: d.OnlyWinner, Reason: d.Reason, Detail: d.Detail}
	if d.Score != nil {
		r.Known, r.ScoreBlack = true, *d.Score
	}
	switch d.POV {
	case "white":
		r.ScoreBlack = -r.ScoreBlack
	case "", "black":
	default:
		return r, fmt.Errorf("result: pov %q: want black or white", scan.Clip(d.POV))
	}
	return r, nil
}

func tagsOf(list []tagDocument) []record.Tag {
	var tags []record.Tag
	for _, t := range list {
		tags = append(tags, record.Tag(t))
	}
	return tags
}

// lineOf plays the moves of a line and its variations.
func lineOf(from othello.Position, plies []plyDocument, lines []lineDocument, depth int) (*record.Line, error) {
	if depth > record.MaxNesting {
		return nil, fmt.Errorf("variations nested deeper than %d", record.MaxNesting)
	}
	b := record.NewLine(from)
	positions := []othello.Position{from}
	for i, ply := range plies {
		m, err := from.Size.Parse(ply.Move)
		if err == nil {
			err = b.Play(m)
		}
		if err == nil {
			err = take(b, ply)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", i+1, scan.Clip(ply.Move), err)
		}
		positions = append(positions, b.Position())
	}
	for _, l := range lines {
		if l.Ply < 0 || l.Ply > len(plies) {
			return nil, fmt.Errorf("variation at ply %d: want 0 to %d", l.Ply, len(plies))
		}
		v, err := lineOf(positions[l.Ply], l.Plies, l.Variations, depth+1)
		if err != nil {
			return nil, fmt.Errorf("variation at ply %d: %w", l.Ply, err)
		}
		b.Add(l.Ply, v, l.Comment)
	}
	return b, nil
}

// take sets the note of the last move.
func take(b *record.Line, d plyDocument) error {
	n := record.Note{
		Comment: d.Comment, Mark: d.Mark, Tags: tagsOf(d.Tags), Spent: duration(d.Seconds),
		Left: duration(d.Left),
	}
	if d.Score != nil {
		n.Score = &record.Score{
			Value: *d.Score, Depth: d.Depth, Confidence: cmp.Or(d.Confidence, d.Selectivity), Exact: d.Exact,
			Book: d.Book, By: d.By,
		}
		mover := b.Position().Turn.Other()
		switch d.POV {
		case mover.String(), "":
		case mover.Other().String():
			n.Score.Value = -n.Score.Value
		default:
			return fmt.Errorf("pov %q: want black or white", scan.Clip(d.POV))
		}
	}
	if !empty(n) {
		*b.Note() = n
	}
	return nil
}

func empty(n record.Note) bool {
	return n.Comment == "" && n.Mark == "" && n.Score == nil && n.Spent == 0 && n.Left == 0 && len(n.Tags) == 0
}

func duration(seconds float64) time.Duration {
	return time.Duration(math.Round(max(-1e9, min(1e9, seconds)) * 1e9))
}

// write writes a game as one line.
func write(w *emit.Printer, g *record.Game) {
	d := gameDocument{
		Schema: schema, Position: g.Start.String(), Black: g.Black, White: g.White, Event: g.Event, Place: g.Place,
		Round: g.Round,
		Date:  g.Date, Clock: g.Clock, Tags: tagDocuments(g.Tags), Comment: g.Comment,
		Plies:      plyDocuments(g.Start, g.Moves, g.Notes),
		Variations: lineDocuments(g.Start, g.Moves, g.Variations),
	}
	if r := g.Result; r != (record.Result{}) {
		d.Result = &resultDocument{OnlyWinner: r.OnlyWinner, Reason: r.Reason, Detail: r.Detail}
		if r.Known {
			d.Result.Score, d.Result.POV = &r.ScoreBlack, othello.Black.String()
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(d); err != nil {
		w.Fail(err)
	}
	if bytes.Contains(b.Bytes(), []byte(`\ufffd`)) { // the encoder's replacement for bad bytes
		w.Lose(emit.BadBytes)
	}
	w.Text(escapeControls(b.String()))
}

// escapeControls escapes the control characters from U+007F to U+009F, which package json writes as they are.
func escapeControls(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r != '\n' && unicode.IsControl(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func tagDocuments(list []record.Tag) []tagDocument {
	var tags []tagDocument
	for _, t := range list {
		tags = append(tags, tagDocument(t))
	}
	return tags
}

func plyDocuments(p othello.Position, moves []othello.Square, notes []record.Note) []plyDocument {
	list := make([]plyDocument, len(moves))
	for i, m := range moves {
		list[i].Move = p.Size.Name(m)
		if len(notes) > 0 {
			list[i].fill(notes[i], p.Turn)
		}
		p = p.Play(m)
	}
	return list
}

func (d *plyDocument) fill(n record.Note, mover othello.Color) {
	d.Comment, d.Mark, d.Tags, d.Seconds, d.Left = n.Comment, n.Mark, tagDocuments(n.Tags), n.Spent.Seconds(),
		n.Left.Seconds()
	if s := n.Score; s != nil {
		d.Score, d.POV = &s.Value, mover.String()
		d.Depth, d.Confidence, d.Exact, d.Book, d.By = s.Depth, s.Confidence, s.Exact, s.Book, s.By
	}
}

func lineDocuments(p othello.Position, moves []othello.Square, list []record.Variation) []lineDocument {
	var lines []lineDocument
	ply := 0
	for _, v := range list {
		for ; ply < v.Ply; ply++ {
			p = p.Play(moves[ply])
		}
		lines = append(lines, lineDocument{
			v.Ply, v.Comment, plyDocuments(p, v.Moves, v.Notes),
			lineDocuments(p, v.Moves, v.Variations),
		})
	}
	return lines
}
