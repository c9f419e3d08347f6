package book

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/kaeshi/kaeshi/othello"
)

// The schemas of the lines of a book as JSON: that of the first line, and that of the others, one for each position.
const (
	headSchema     = "kaeshi/book/1"
	positionSchema = "kaeshi/book-position/1"
)

// headLine is the first line.
type headLine struct {
	Schema    string `json:"schema"`
	Positions int    `json:"positions"`
	Steps     []Step `json:"steps"`
}

// provenanceLine is a value with its provenance.
type provenanceLine struct {
	Score      float64  `json:"score"`
	Former     *float64 `json:"value,omitempty"` // the former name of Score, only read
	Depth      int      `json:"depth"`
	Confidence int      `json:"confidence"`
	Exact      bool     `json:"exact"`
	Source     string   `json:"source"`
}

type leafLine struct {
	Move string `json:"move"` // a square, or "?" if only the value is known
	provenanceLine
}

// positionLine is a position. Values are from the view of the side to move. Only position and leaf are read back, as
// the rest follows from them.
type positionLine struct {
	Schema   string `json:"schema"`
	Position string `json:"position"`
	provenanceLine
	Links []string  `json:"links"`
	Leaf  *leafLine `json:"leaf,omitempty"`
}

const unknownMove = "?"

func lineOf(v Value, p Provenance) provenanceLine {
	return provenanceLine{v.Discs(), nil, p.Depth, p.Confidence, p.Exact, p.Source.String()}
}

// WriteJSON writes the book as JSON, one document a line. Errors are those of w.
func (b *Book) WriteJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	if err := lines.Encode(headLine{headSchema, b.Len(), b.steps}); err != nil {
		return err
	}
	for e := range b.All() {
		links := othello.Size8.Names(e.Links)
		l := positionLine{positionSchema, e.Position.String(), lineOf(e.Value, e.From), links, nil}
		switch leaf := lineOf(e.Leaf.Value, e.Leaf.Source); e.Leaf.Move {
		case None:
		case Unknown:
			l.Leaf = &leafLine{unknownMove, leaf}
		default:
			l.Leaf = &leafLine{e.Position.Size.Name(e.Leaf.Move), leaf}
		}
		if err := lines.Encode(l); err != nil {
			return err
		}
	}
	return out.Flush()
}

// maxJSONLine is the greatest length of a line in bytes. The first line has the steps, others a few hundred bytes.
const maxJSONLine = 2 * maxSteps

func (c *collection) readJSON(data []byte) ([]Step, error) {
	in := bufio.NewScanner(bytes.NewReader(data))
	in.Buffer(nil, maxJSONLine)
	var head headLine
	number := 0
	for in.Scan() {
		number++
		var err error
		if number == 1 {
			err = decodeStrict(in.Bytes(), &head, &head.Schema, headSchema)
		} else {
			err = c.readJSONPosition(in.Bytes())
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if number-1 != head.Positions {
		return nil, fmt.Errorf("positions: %d, want %d as in the first line", number-1, head.Positions)
	}
	return head.Steps, nil
}

// decodeStrict decodes a line and checks its schema.
func decodeStrict(line []byte, into any, schema *string, want string) error {
	if err := json.Unmarshal(line, into); err != nil {
		return err
	}
	if *schema != want {
		return fmt.Errorf("schema %q: want %s", *schema, want)
	}
	return nil
}

func (c *collection) readJSONPosition(line []byte) error {
	var l positionLine
	if err := decodeStrict(line, &l, &l.Schema, positionSchema); err != nil {
		return err
	}
	p, err := othello.Parse(l.Position)
	if err != nil {
		return err
	}
	if p.Size != othello.Size8 {
		return fmt.Errorf("position of a %d×%d board: want 8×8", p.Size, p.Size)
	}
	leaf, err := l.Leaf.read()
	if err != nil {
		return err
	}
	return c.add(p, leaf)
}

func (l *leafLine) read() (Leaf, error) {
	leaf := Leaf{Move: None}
	if l == nil {
		return leaf, nil
	}
	score := l.Score
	if l.Former != nil {
		score = *l.Former
	}
	switch {
	case !(score >= -64 && score <= 64):
		return leaf, fmt.Errorf("leaf: score %v, want -64 to 64", score)
	case l.Depth < 0 || l.Depth > 255 || l.Confidence < 0 || l.Confidence > 100:
		return leaf, fmt.Errorf("leaf: depth %d and confidence %d, want at most 255 and 100", l.Depth, l.Confidence)
	}
	leaf.Value = ValueOf(score)
	leaf.Source = Provenance{Depth: l.Depth, Confidence: l.Confidence, Exact: l.Exact}
	for leaf.Source.Source.String() != l.Source {
		if leaf.Source.Source++; leaf.Source.Source >= sources {
			return leaf, fmt.Errorf("leaf: source %q, want kaeshi, edax or egaroucid", l.Source)
		}
	}
	if l.Move == unknownMove {
		leaf.Move = Unknown
		return leaf, nil
	}
	var err error
	leaf.Move, err = othello.Size8.Parse(l.Move)
	if err == nil && leaf.Move == othello.Pass {
		err = errors.New("leaf: want a square, or ? if only the value is known")
	}
	return leaf, err
}
