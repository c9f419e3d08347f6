package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/othello"
)

// schema names the documents that this file reads and writes.
const schema = "kaeshi/game-record/1"

// gameDocument is a game as JSON.
type gameDocument struct {
	Schema     string          `json:"schema"`
	Position   string          `json:"position"` // the start
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

type resultDocument struct {
	Score      *int   `json:"score,omitempty"` // final disc difference
	POV        string `json:"pov,omitempty"`   // whose view: black
	OnlyWinner bool   `json:"only_winner,omitempty"`
	Reason     string `json:"reason,omitempty"`
	Detail     string `json:"detail,omitempty"`
}

type tagDocument struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// plyDocument is a move and what is known of it. The score is in the view of pov, the side that moves.
type plyDocument struct {
	Move        string        `json:"move"`
	Score       *float64      `json:"score,omitempty"`
	POV         string        `json:"pov,omitempty"`
	Depth       int           `json:"depth,omitempty"`
	Selectivity int           `json:"selectivity,omitempty"`
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

func parseJSON(text string) (*Game, error) {
	var d gameDocument
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			err = errors.New("the game is cut off")
		}
		return nil, place(int(decoder.InputOffset()), err)
	}
	if d.Schema != schema {
		return nil, fmt.Errorf("schema %q: %q is read here", clip(d.Schema), schema)
	}
	start, err := othello.Parse(d.Position)
	if err == nil {
		err = start.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	g := &Game{
		Start: start, Black: d.Black, White: d.White, Event: d.Event, Place: d.Place, Round: d.Round, Date: d.Date, Clock: d.Clock,
		Tags: tagsOf(d.Tags), Comment: d.Comment,
	}
	if g.Result, err = d.Result.result(); err != nil {
		return nil, err
	}
	b, err := lineOf(start, d.Plies, d.Variations, 0)
	if err != nil {
		return nil, err
	}
	b.finish(g)
	return g, g.Validate()
}

func (d *resultDocument) result() (Result, error) {
	if d == nil {
		return Result{}, nil
	}
	r := Result{OnlyWinner: d.OnlyWinner, Reason: d.Reason, Detail: d.Detail}
	if d.Score != nil {
		r.Known, r.ScoreBlack = true, *d.Score
	}
	switch d.POV {
	case "white":
		r.ScoreBlack = -r.ScoreBlack
	case "", "black":
	default:
		return r, fmt.Errorf("result: pov %q: it is black or white", clip(d.POV))
	}
	return r, nil
}

func tagsOf(list []tagDocument) []Tag {
	var tags []Tag
	for _, t := range list {
		tags = append(tags, Tag(t))
	}
	return tags
}

// lineOf plays the moves of a line and of its variations.
func lineOf(from othello.Position, plies []plyDocument, lines []lineDocument, depth int) (*branch, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("variations of variations: more than %d", maxNesting)
	}
	b := newBranch(from)
	positions := []othello.Position{from}
	for i, ply := range plies {
		m, err := from.Size.Parse(ply.Move)
		if err == nil {
			err = b.play(m)
		}
		if err == nil {
			err = b.take(ply)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", i+1, clip(ply.Move), err)
		}
		positions = append(positions, b.now)
	}
	for _, l := range lines {
		if l.Ply < 0 || l.Ply > len(plies) {
			return nil, fmt.Errorf("a variation at ply %d of %d", l.Ply, len(plies))
		}
		v, err := lineOf(positions[l.Ply], l.Plies, l.Variations, depth+1)
		if err != nil {
			return nil, fmt.Errorf("variation at ply %d: %w", l.Ply, err)
		}
		b.variations = append(b.variations, Variation{
			Ply: l.Ply, Moves: v.moves, Notes: v.allNotes(), Variations: v.sorted(), Comment: l.Comment,
		})
	}
	return b, nil
}

// take fills in the note of the last move.
func (b *branch) take(d plyDocument) error {
	n := Note{Comment: d.Comment, Mark: d.Mark, Tags: tagsOf(d.Tags), Spent: duration(d.Seconds), Left: duration(d.Left)}
	if d.Score != nil {
		n.Score = &Score{Value: *d.Score, Depth: d.Depth, Selectivity: d.Selectivity, Exact: d.Exact, Book: d.Book, By: d.By}
		mover := b.now.Turn.Other()
		switch d.POV {
		case mover.String(), "":
		case mover.Other().String():
			n.Score.Value = -n.Score.Value
		default:
			return fmt.Errorf("pov %q: it is black or white", clip(d.POV))
		}
	}
	if !n.empty() {
		*b.note() = n
	}
	return nil
}

func (n Note) empty() bool {
	return n.Comment == "" && n.Mark == "" && n.Score == nil && n.Spent == 0 && n.Left == 0 && len(n.Tags) == 0
}

func duration(seconds float64) time.Duration {
	return time.Duration(math.Round(max(-1e9, min(1e9, seconds)) * 1e9))
}

// writeJSON writes a game in a line.
func writeJSON(w *printer, g *Game) {
	d := gameDocument{
		Schema: schema, Position: g.Start.String(), Black: g.Black, White: g.White, Event: g.Event, Place: g.Place, Round: g.Round,
		Date: g.Date, Clock: g.Clock, Tags: tagDocuments(g.Tags), Comment: g.Comment, Plies: plyDocuments(g.Start, g.Moves, g.Notes),
		Variations: lineDocuments(g.Start, g.Moves, g.Variations),
	}
	if r := g.Result; r != (Result{}) {
		d.Result = &resultDocument{OnlyWinner: r.OnlyWinner, Reason: r.Reason, Detail: r.Detail}
		if r.Known {
			d.Result.Score, d.Result.POV = &r.ScoreBlack, othello.Black.String()
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(d); err != nil && w.err == nil {
		w.err = err
	}
	if bytes.Contains(b.Bytes(), []byte(`\ufffd`)) { // that is how the encoder writes them
		w.lose(noCharacters)
	}
	w.text(b.String())
}

func tagDocuments(list []Tag) []tagDocument {
	var tags []tagDocument
	for _, t := range list {
		tags = append(tags, tagDocument(t))
	}
	return tags
}

func plyDocuments(p othello.Position, moves []othello.Square, notes []Note) []plyDocument {
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

func (d *plyDocument) fill(n Note, mover othello.Color) {
	d.Comment, d.Mark, d.Tags, d.Seconds, d.Left = n.Comment, n.Mark, tagDocuments(n.Tags), n.Spent.Seconds(), n.Left.Seconds()
	if s := n.Score; s != nil {
		d.Score, d.POV = &s.Value, mover.String()
		d.Depth, d.Selectivity, d.Exact, d.Book, d.By = s.Depth, s.Selectivity, s.Exact, s.Book, s.By
	}
}

func lineDocuments(p othello.Position, moves []othello.Square, list []Variation) []lineDocument {
	var lines []lineDocument
	ply := 0
	for _, v := range list {
		for ; ply < v.Ply; ply++ {
			p = p.Play(moves[ply])
		}
		lines = append(lines, lineDocument{v.Ply, v.Comment, plyDocuments(p, v.Moves, v.Notes), lineDocuments(p, v.Moves, v.Variations)})
	}
	return lines
}
