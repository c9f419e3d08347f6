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

// The schemas of the lines of a book as JSON: the first is of the book, the others of a position each.
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
	Value      float64 `json:"value"`
	Depth      int     `json:"depth"`
	Confidence int     `json:"confidence"`
	Exact      bool    `json:"exact"`
	Source     string  `json:"source"`
}

type leafLine struct {
	Move string `json:"move"` // a square, or "?" where only the value is known
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
	return provenanceLine{v.Discs(), p.Depth, p.Confidence, p.Exact, p.Source.String()}
}

// WriteJSON writes the book as JSON, a document a line.
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

// maxJSONLine bounds a line in bytes: the longest have some hundreds, and the first one the steps.
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
			err = strictly(in.Bytes(), &head, &head.Schema, headSchema)
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
		return nil, fmt.Errorf("it states %d as the number of positions and has %d: it was cut off",
			head.Positions, number-1)
	}
	return head.Steps, nil
}

func strictly(line []byte, into any, schema *string, want string) error {
	if err := json.Unmarshal(line, into); err != nil {
		return err
	}
	if *schema != want {
		return fmt.Errorf("schema %q: expected %s", *schema, want)
	}
	return nil
}

func (c *collection) readJSONPosition(line []byte) error {
	var l positionLine
	if err := strictly(line, &l, &l.Schema, positionSchema); err != nil {
		return err
	}
	p, err := othello.Parse(l.Position)
	if err != nil {
		return err
	}
	if p.Size != othello.Size8 {
		return fmt.Errorf("a position of %d×%d: a book is of 8×8 boards", p.Size, p.Size)
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
	switch {
	case !(l.Value >= -64 && l.Value <= 64):
		return leaf, fmt.Errorf("a leaf worth %v discs: expected -64 to 64", l.Value)
	case l.Depth < 0 || l.Depth > 255 || l.Confidence < 0 || l.Confidence > 100:
		return leaf, fmt.Errorf("a leaf of depth %d and confidence %d", l.Depth, l.Confidence)
	}
	leaf.Value = ValueOf(l.Value)
	leaf.Source = Provenance{Depth: l.Depth, Confidence: l.Confidence, Exact: l.Exact}
	for leaf.Source.Source.String() != l.Source {
		if leaf.Source.Source++; leaf.Source.Source >= sources {
			return leaf, fmt.Errorf("source %q: expected kaeshi, edax or egaroucid", l.Source)
		}
	}
	if l.Move == unknownMove {
		leaf.Move = Unknown
		return leaf, nil
	}
	var err error
	leaf.Move, err = othello.Size8.Parse(l.Move)
	if err == nil && leaf.Move == othello.Pass {
		err = errors.New("a leaf is a square, or ? where only its value is known")
	}
	return leaf, err
}
