package analysis

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/journal"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Journal is a file of judged games with which an interrupted run can resume. Its heading contains everything that
// affects the results: the effort, the search methods left out, and the weights. A game is identified by its start
// position and moves. Names of players come from the input, and moves are marked again. Each game is written before it
// is reported. Only the file offsets of the games are kept in memory. A nil Journal stores nothing.
type Journal struct {
	lines  *journal.Journal
	mu     sync.Mutex
	places map[gameKey]journal.Line
}

// gameKey identifies a game by its start position and moves.
type gameKey [16]byte

const journalSchema = "kaeshi/analysis-journal/2"

// heading is the first line of the file.
type heading struct {
	How     How      `json:"effort"`
	Weights string   `json:"weights"`           // checksum of the evaluation weights; empty if unused
	Without []string `json:"without,omitempty"` // search methods left out
}

// entryLine is a line after the heading. The key comes first, so that it can be found without decoding the line.
type entryLine struct {
	Key  string `json:"key"`
	Game *Game  `json:"analysis"`
}

const (
	beforeKey = `{"key":"`
	afterKey  = `","analysis":{`
	keyDigits = 2 * len(gameKey{})
)

// OpenJournal opens or creates the journal at path for games that are judged with an effort and by an engine with the
// given options. It returns the errors of [journal.Open], and an error if the journal has another effort, other weights
// or other search methods. Weights without a checksum are an error because the heading could not identify them.
func OpenJournal(path string, e Effort, o search.Options) (*Journal, error) {
	j := &Journal{places: map[gameKey]journal.Line{}}
	weights, err := weightsOf(o)
	if err != nil {
		return nil, err
	}
	own := heading{e.how(), weights, o.Without.Names()}
	lines, err := journal.Open(path, journal.Format[heading]{
		Schema: journalSchema, Heading: own, Differ: own.differ, Read: j.index,
	})
	if err != nil {
		return nil, err
	}
	j.lines = lines
	return j, nil
}

// weightsOf returns the checksum of the weights that an engine with the options uses, or "" if it uses none. Weights
// without a checksum are an error.
func weightsOf(o search.Options) (string, error) {
	switch {
	case o.Without&search.Learned != 0:
		return "", nil
	case o.Weights != nil:
		if o.Weights.Checksum() == "" {
			return "", errors.New("analysis: a journal requires weights with a checksum, loaded from a file")
		}
		return o.Weights.Checksum(), nil
	}
	w, err := eval.Learned()
	return w.Checksum(), err
}

// differ lists the differences between h and the heading of a journal.
func (h heading) differ(found heading) (differences []string) {
	add := func(what, found, want string) {
		differences = append(differences, fmt.Sprintf("%s %s (want %s)", what, found, want))
	}
	if !reflect.DeepEqual(found.How, h.How) {
		add("effort", found.How.String(), h.How.String())
	}
	if without, want := list(found.Without), list(h.Without); without != want {
		add("without", without, want)
	}
	if found.Weights != h.Weights {
		add("weights", short(found.Weights), short(h.Weights))
	}
	return differences
}

func list(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ",")
}

// short returns the first digits of a checksum.
func short(sum string) string {
	if sum == "" {
		return "none"
	}
	return sum[:min(len(sum), 12)]
}

// index records the place of a game.
func (j *Journal) index(place journal.Line, text []byte) error {
	var key gameKey
	fault := errors.New("expected a judged game")
	rest, ok := bytes.CutPrefix(text, []byte(beforeKey))
	if !ok || len(rest) < keyDigits || !bytes.HasPrefix(rest[keyDigits:], []byte(afterKey)) ||
		!bytes.HasSuffix(rest, []byte("}}")) {
		return fault
	}
	if _, err := hex.Decode(key[:], rest[:keyDigits]); err != nil {
		return fault
	}
	j.places[key] = place
	return nil
}

// find returns the document of a game, or nil.
func (j *Journal) find(g *record.Game) (*Game, error) {
	if j == nil {
		return nil, nil
	}
	j.mu.Lock()
	place, ok := j.places[keyOf(g)]
	j.mu.Unlock()
	if !ok {
		return nil, nil
	}
	var n struct {
		Game json.RawMessage `json:"analysis"`
	}
	if err := j.lines.Read(place, &n); err != nil {
		return nil, err
	}
	var d Game
	err := json.Unmarshal(bytes.ReplaceAll(n.Game, []byte(formerConfidence), []byte(`"confidence":`)), &d)
	if err != nil || d.Schema != gameSchema || len(d.Moves) != len(g.Moves) {
		return nil, fmt.Errorf("journal: byte %d: expected a judged game of %d plies, a document of schema %s",
			place.At, len(g.Moves), gameSchema)
	}
	return &d, nil
}

// formerConfidence is the key that older journals have for the confidence of a move. Inside a JSON string its quotes
// would be escaped.
const formerConfidence = `"selectivity":`

// note appends a document unless the journal already contains the game.
func (j *Journal) note(g *record.Game, d *Game) error {
	if j == nil {
		return nil
	}
	key := keyOf(g)
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, known := j.places[key]; known {
		return nil
	}
	place, err := j.lines.Append(entryLine{hex.EncodeToString(key[:]), d})
	if err != nil {
		return err
	}
	j.places[key] = place
	return nil
}

func keyOf(g *record.Game) (key gameKey) {
	text := []byte(g.Start.String())
	for _, m := range g.Moves {
		text = append(text, byte(m))
	}
	sum := sha256.Sum256(text)
	copy(key[:], sum[:])
	return key
}

// Close closes the journal.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.lines.Close()
}
