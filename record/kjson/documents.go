package kjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// document is a schema whose documents contain games or positions, with its reader.
type document struct {
	schema string
	read   func(text string) ([]*record.Game, error)
}

func readers() []document {
	return []document{
		{schema, parseRecord},
		{"kaeshi/match-game/1", readListed},          // kaeshi match --json
		{"kaeshi/explorer/2", readLists},             // kaeshi find --json, GET /explorer
		{"kaeshi/analysis/2", readAnalysis},          // kaeshi analyze --json
		{"kaeshi/analysis-tree/1", readTree},         // the page of analyses
		{"kaeshi/tournament-games/1", readLists},     // GET /tournaments/ID/games
		{"kaeshi/stored-game/1", readListed},         // GET /games/ID
		{"kaeshi/games/1", readLists},                // GET /games
		{"kaeshi/opened/1", readOpened},              // POST /open
		{"kaeshi/game/1", readState},                 // GET /game
		{"kaeshi/opening/1", readOpening},            // kaeshi openings --json
		{"kaeshi/balanced/1", readOpening},           // kaeshi openings balanced --json
		{"kaeshi/hint/1", readSearched},              // kaeshi hint --json
		{"kaeshi/move/1", readSearched},              // kaeshi move --json
		{"kaeshi/solve/1", readSearched},             // kaeshi solve --json
		{"kaeshi/accuracy-position/1", readSearched}, // kaeshi accuracy --json
		{"kaeshi/puzzle/1", readSearched},            // kaeshi puzzles
		{"kaeshi/tree/1", readSearched},              // kaeshi tree --format json
		{"kaeshi/book-show/1", readSearched},         // kaeshi book show --json
		{"kaeshi/analysis-reply/1", readSearched},    // kaeshi analyze --stdio
		{"kaeshi/analyse/1", readSearched},           // GET /analyse
	}
}

// summaries returns the schemas of documents that follow games or positions and summarise them.
func summaries() []string {
	return []string{"kaeshi/match/1", "kaeshi/analysis-sum/2", "kaeshi/solve-total/1", "kaeshi/accuracy/1"}
}

// ErrSummary is the error of a summary that does not follow the games or positions that it summarises.
var ErrSummary = errors.New("contains no games or positions")

// errorSchema is the schema of a document in which a command reports an error.
const errorSchema = "kaeshi/error/1"

// schemas returns the schemas of the documents whose games [Read] yields.
func schemas() []string {
	var list []string
	for _, d := range readers() {
		list = append(list, d.schema)
	}
	return list
}

// documents reads the documents of a file in order.
type documents struct {
	gamesSeen bool // there was a document with games
}

// games yields the games of a document, or an error if it contains none.
func (d *documents) games(text string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		list, err := d.read(text)
		for _, g := range list {
			if !yield(g, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

func (d *documents) read(text string) ([]*record.Game, error) {
	var head struct {
		Schema string          `json:"schema"`
		Error  json.RawMessage `json:"error"`
	}
	if err := decode(text, &head, false); err != nil {
		return nil, err
	}
	for _, known := range readers() {
		if known.schema == head.Schema {
			d.gamesSeen = true
			return known.read(text)
		}
	}
	if slices.Contains(summaries(), head.Schema) {
		if d.gamesSeen {
			return nil, nil
		}
		return nil, fmt.Errorf("%s %w", scan.Clip(head.Schema), ErrSummary)
	}
	switch name := scan.Clip(head.Schema); {
	case head.Schema == errorSchema:
		return nil, fmt.Errorf("the program that wrote the file reports: %s", scan.Clip(textOf(head.Error)))
	case head.Schema == "":
		return nil, fmt.Errorf("no schema; want an object with \"schema\":%q", schema)
	case otherVersion(head.Schema) != "":
		return nil, fmt.Errorf("unsupported version %s; want %s", name, otherVersion(head.Schema))
	case strings.HasPrefix(head.Schema, "kaeshi/"):
		return nil, fmt.Errorf("%s contains no games or positions", name)
	default:
		return nil, fmt.Errorf("schema %q: want one of %s", name, strings.Join(schemas(), ", "))
	}
}

// textOf returns the text of a JSON string, or other JSON as it is.
func textOf(message json.RawMessage) string {
	var text string
	if json.Unmarshal(message, &text) != nil {
		return string(message)
	}
	return text
}

// otherVersion returns the supported schema of which name is another version, or "".
func otherVersion(name string) string {
	for _, known := range schemas() {
		if base := known[:strings.LastIndexByte(known, '/')+1]; strings.HasPrefix(name, base) {
			return known
		}
	}
	return ""
}

// decode decodes the object in text into d. If strict is true, unknown and duplicate members are errors.
func decode(text string, d any, strict bool) error {
	decoder := json.NewDecoder(strings.NewReader(text))
	if strict {
		decoder.DisallowUnknownFields()
		if err := checkNames(text); err != nil {
			return err
		}
	}
	if err := decoder.Decode(d); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			err = errors.New("the game is cut off")
		}
		if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Field != "" {
			err = fmt.Errorf("%q is %s, want %s", wrong.Field, withArticle(wrong.Value), kindOf(wrong.Type))
		}
		return scan.Place(int(decoder.InputOffset()), err)
	}
	return nil
}

// withArticle returns the description of a JSON value such as "number" or "number 1.5" with its article.
func withArticle(value string) string {
	switch {
	case strings.HasPrefix(value, "bool"):
		return "true or false"
	case strings.HasPrefix(value, "array"), strings.HasPrefix(value, "object"):
		return "an " + value
	case strings.HasPrefix(value, "number "):
		return "the " + value
	}
	return "a " + value
}

// kindOf describes the JSON values of a type.
func kindOf(t reflect.Type) string {
	kind, ok := map[reflect.Kind]string{
		reflect.String: "a string", reflect.Bool: "true or false", reflect.Slice: "an array",
		reflect.Struct: "an object", reflect.Map: "an object", reflect.Float64: "a number",
	}[t.Kind()]
	if !ok {
		return "a whole number"
	}
	return kind
}

// checkNames returns an error if an object has two members with the same name, of which the decoder would drop one. It
// ignores other errors, which the decoder reports.
func checkNames(text string) error {
	decoder := json.NewDecoder(strings.NewReader(text))
	var open []map[string]bool // the names in each open object; nil for an array
	name := false              // the next token is a name
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil //nolint:nilerr // the decoder of the document reports it
		}
		switch word, isText := token.(string); {
		case token == json.Delim('{'):
			open, name = append(open, map[string]bool{}), true
			continue
		case token == json.Delim('['):
			open, name = append(open, nil), false
			continue
		case token == json.Delim('}'), token == json.Delim(']'):
			open = open[:len(open)-1]
		case isText && name:
			here := open[len(open)-1]
			if here[word] {
				return scan.Place(int(decoder.InputOffset()), fmt.Errorf("%q is given twice", scan.Clip(word)))
			}
			here[word], name = true, false
			continue
		}
		if len(open) == 0 {
			return nil
		}
		name = open[len(open)-1] != nil
	}
}
