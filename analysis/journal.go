package analysis

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/record"
)

// Journal is a file of judged games, one a line after a line that says with what effort, so that a run that was stopped at any moment goes on where it was and in the end
// tells what an undisturbed one does. A game is known by its start and moves, wherever it stands; who played it is taken from the input, and moves are marked anew. In memory are
// only the places of the games in the file. Each game is written before it is told, so that being killed loses none that was; the disk is told to keep them every second. A
// nil Journal knows and keeps nothing.
type Journal struct {
	mu     sync.Mutex
	file   *os.File
	places map[gameKey]place
	end    int64
	synced time.Time
}

// gameKey tells games apart by their start and moves.
type gameKey [16]byte

// place is where a line stands.
type place struct {
	at     int64
	length int32
}

const (
	journalSchema = "kaeshi/analysis-journal/1"
	syncEvery     = time.Second
)

// heading is the first line.
type heading struct {
	Schema  string `json:"schema"`
	How     How    `json:"effort"`
	Weights string `json:"weights"` // the checksum of those of the evaluation
}

// noted is every other line. The key comes first, so that a line is found without reading the rest.
type noted struct {
	Key  string `json:"key"`
	Game *Game  `json:"analysis"`
}

const (
	beforeKey = `{"key":"`
	afterKey  = `","analysis":{`
	keyDigits = 2 * len(gameKey{})
)

// OpenJournal opens the journal at path for an effort, making it where it is missing. A last line that was cut off in the middle of being written is
// dropped. A file that is no journal, or one of another effort or of other weights than the program's, is refused and left as it is; so is a journal that another run has open, where the platform
// can tell.
func OpenJournal(path string, e Effort) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, places: map[gameKey]place{}, synced: time.Now()}
	if err := j.load(e); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), file.Close())
	}
	return j, nil
}

func (j *Journal) load(e Effort) error {
	if err := lock(j.file); err != nil {
		return fmt.Errorf("another run writes to it: %w", err)
	}
	in := bufio.NewReaderSize(j.file, 1<<16)
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF):
			return j.resume(line, number == 1, e)
		case err == nil && number == 1:
			err = check(line, e)
		case err == nil:
			err = j.index(line)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		j.end += int64(len(line))
	}
}

// check refuses the heading of a file that is no journal of the effort.
func check(line []byte, e Effort) error {
	var h heading
	if err := json.Unmarshal(line, &h); err != nil || h.Schema != journalSchema {
		return errNoJournal()
	}
	if asked := e.how(); !reflect.DeepEqual(h.How, asked) {
		return fmt.Errorf("it was made with another effort (%s, not %s): name another file, or ask for that again", h.How, asked)
	}
	if h.Weights != eval.LearnedSum() {
		return errors.New("it was made by another version of the program, whose evaluation has other weights: name another file")
	}
	return nil
}

func errNoJournal() error { return errors.New("it is no journal: name a file that does not exist yet") }

// index remembers where a line stands.
func (j *Journal) index(line []byte) error {
	var key gameKey
	at := len(beforeKey) + keyDigits
	fault := errors.New("expected a judged game")
	if !bytes.HasPrefix(line, []byte(beforeKey)) || len(line) < at || !bytes.HasPrefix(line[at:], []byte(afterKey)) || !bytes.HasSuffix(line, []byte("}}\n")) {
		return fault
	}
	if _, err := hex.Decode(key[:], line[len(beforeKey):at]); err != nil {
		return fault
	}
	j.places[key] = place{j.end, int32(len(line))}
	return nil
}

// resume cuts off the torn last line, and writes the heading of a new journal.
func (j *Journal) resume(torn []byte, empty bool, e Effort) error {
	begun, err := json.Marshal(heading{journalSchema, e.how(), eval.LearnedSum()})
	if err != nil {
		return err
	}
	if empty && !bytes.HasPrefix(begun, torn) {
		return errNoJournal()
	}
	if err := j.file.Truncate(j.end); err != nil || !empty {
		return err
	}
	return j.write(append(begun, '\n'))
}

// write adds a line at the end. One that was written in part is taken back.
func (j *Journal) write(line []byte) error {
	if _, err := j.file.WriteAt(line, j.end); err != nil {
		return errors.Join(err, j.file.Truncate(j.end))
	}
	j.end += int64(len(line))
	if time.Since(j.synced) < syncEvery {
		return nil
	}
	j.synced = time.Now()
	return j.file.Sync()
}

// find is the document of a game, or nil.
func (j *Journal) find(g *record.Game) (*Game, error) {
	if j == nil {
		return nil, nil
	}
	j.mu.Lock()
	where, ok := j.places[keyOf(g)]
	j.mu.Unlock()
	if !ok {
		return nil, nil
	}
	line := make([]byte, where.length)
	if _, err := j.file.ReadAt(line, where.at); err != nil {
		return nil, fmt.Errorf("journal %s: %w", j.file.Name(), err)
	}
	var n noted
	err := json.Unmarshal(line, &n)
	if err != nil || n.Game == nil || n.Game.Schema != gameSchema || len(n.Game.Moves) != len(g.Moves) {
		return nil, fmt.Errorf("journal %s: byte %d: expected a judged game of %d plies, a document of schema %s (%w)", j.file.Name(), where.at, len(g.Moves), gameSchema, err)
	}
	return n.Game, nil
}

// note keeps a document, unless the game is known already.
func (j *Journal) note(g *record.Game, d *Game) error {
	if j == nil {
		return nil
	}
	key := keyOf(g)
	line, err := json.Marshal(noted{hex.EncodeToString(key[:]), d})
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, known := j.places[key]; known {
		return nil
	}
	at := j.end
	if err := j.write(append(line, '\n')); err != nil {
		return fmt.Errorf("journal %s: %w", j.file.Name(), err)
	}
	j.places[key] = place{at, int32(len(line)) + 1}
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

// Close keeps what was noted on the disk and closes the file.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return errors.Join(j.file.Sync(), j.file.Close())
}
