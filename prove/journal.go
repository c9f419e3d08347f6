package prove

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/internal/journal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
)

const journalSchema = "kaeshi/prove-journal/1"

// A batch of nodes is written when it has batchNodes nodes, or after batchTime.
const (
	batchNodes = 1 << 12
	batchTime  = time.Second
)

// Settings are the settings of the proofs in a journal. A run with other settings does not continue it.
type Settings struct {
	Position  string `json:"position"`
	Leaf      int    `json:"leaf"`
	Generator string `json:"generator"` // program and version
	Weights   string `json:"weights"`   // checksum of the evaluation weights; empty without weights
}

// differ lists the differences between s and the settings of a journal.
func (s Settings) differ(found Settings) (differences []string) {
	for _, field := range []struct{ name, found, want string }{
		{"position", found.Position, s.Position},
		{"leaf", fmt.Sprint(found.Leaf), fmt.Sprint(s.Leaf)},
		{"program", found.Generator, s.Generator},
		{"weights", found.Weights, s.Weights},
	} {
		if field.found != field.want {
			differences = append(differences, fmt.Sprintf("%s %s (want %s)", field.name, field.found, field.want))
		}
	}
	return differences
}

// A Journal is a file of the progress of proofs of one position, from which a run that was interrupted or killed
// continues. It holds the score, and for each claim the nodes of its certificate in the order in which they were
// completed, and the moves that the engine found. What is below a node is complete before the node. It is not safe for
// concurrent use.
type Journal struct {
	lines *journal.Journal
	score *int
	saved map[proof.Claim][]journal.Line
	parts map[proof.Claim]savedPart
	size  int // number of lines after the heading
}

// An entry is a line of a journal after the heading: the score of the position, a move that reaches the value of a
// claim, nodes of a claim, or the result of a part.
type entry struct {
	Score *int `json:"score,omitempty"`
	*proof.Claim
	At    string `json:"at,omitempty"` // the position before Move
	Move  string `json:"move,omitempty"`
	Nodes []byte `json:"nodes,omitempty"`
	// Part is the certificate of a part whose claim holds, and Refuted states that the claim of a part does not.
	Part    []byte `json:"part,omitempty"`
	Refuted bool   `json:"refuted,omitempty"`
}

// ErrOtherSettings is the error of OpenJournal for a journal that was made with other settings.
var ErrOtherSettings = journal.ErrOtherSettings

// OpenJournal opens the journal at path, or creates it. The error is [ErrOtherSettings] for a journal with other
// settings, and otherwise that of [journal.Open].
func OpenJournal(path string, s Settings) (*Journal, error) {
	j := &Journal{saved: map[proof.Claim][]journal.Line{}, parts: map[proof.Claim]savedPart{}}
	lines, err := journal.Open(path, journal.Format[Settings]{
		Schema: journalSchema, Heading: s, Differ: s.differ, Read: j.read,
	})
	if err != nil {
		return nil, err
	}
	j.lines = lines
	return j, nil
}

func (j *Journal) read(place journal.Line, text []byte) error {
	var e entry
	if err := json.Unmarshal(text, &e); err != nil {
		return err
	}
	switch {
	case e.Score != nil:
		j.score = e.Score
	case e.Claim != nil && (e.Refuted || e.Part != nil):
		j.parts[*e.Claim] = savedPart{place, !e.Refuted}
	case e.Claim != nil:
		j.saved[*e.Claim] = append(j.saved[*e.Claim], place)
	default:
		return errors.New("want a score, a move or nodes")
	}
	j.size++
	return nil
}

// Empty reports whether the journal holds no progress.
func (j *Journal) Empty() bool { return j.size == 0 }

// Score returns the score of the position for the side to move, if the journal has it.
func (j *Journal) Score() (score int, ok bool) {
	if j.score == nil {
		return 0, false
	}
	return *j.score, true
}

// SetScore stores the score of the position for the side to move.
func (j *Journal) SetScore(score int) error {
	j.score = &score
	return j.add(entry{Score: &score})
}

func (j *Journal) add(e entry) error {
	_, err := j.append(e)
	return err
}

func (j *Journal) append(e entry) (journal.Line, error) {
	j.size++
	return j.lines.Append(e)
}

// savedPart is the line with the result of a part, and whether its claim holds.
type savedPart struct {
	line  journal.Line
	holds bool
}

// addPart stores the result of a part. A nil journal stores nothing.
func (j *Journal) addPart(c proof.Claim, p Part) error {
	if j == nil {
		return nil
	}
	e := entry{Claim: &c, Refuted: true}
	if p.holds {
		e = entry{Claim: &c, Part: p.certificate}
	}
	line, err := j.append(e)
	j.parts[c] = savedPart{line, p.holds}
	return err
}

// decided reports whether the claim of a part holds, if the journal has its result.
func (j *Journal) decided(c proof.Claim) (holds, ok bool) {
	if j == nil {
		return false, false
	}
	p, ok := j.parts[c]
	return p.holds, ok
}

// certificate returns the certificate of a part whose claim holds.
func (j *Journal) certificate(c proof.Claim) ([]byte, error) {
	var e entry
	err := j.lines.Read(j.parts[c].line, &e)
	return e.Part, err
}

// Close closes the journal.
func (j *Journal) Close() error { return j.lines.Close() }

// Remove closes and deletes the journal.
func (j *Journal) Remove() error { return j.lines.Remove() }

// A recorder writes the progress of one claim to a journal. A nil recorder writes nothing.
type recorder struct {
	*Journal

	claim   proof.Claim
	size    othello.Size
	moves   map[othello.Position]othello.Square // found by the engine
	batch   []record
	written time.Time // when the last batch was written
}

// A record is a node: the discs of both sides in the numbering of package proof, and the move of the prover or
// opponentMoves.
type record struct {
	mover, other uint64
	move         byte
}

// opponentMoves is the move of a record where the opponent is to move.
const opponentMoves = 255

// record returns a recorder for a claim about p. It adds the nodes that the journal has to the builder.
func (j *Journal) record(c proof.Claim, p othello.Position, b *proof.Builder) (*recorder, error) {
	if j == nil {
		return nil, nil //nolint:nilnil // a nil recorder is valid
	}
	r := &recorder{
		Journal: j, claim: c, size: p.Size, moves: map[othello.Position]othello.Square{}, written: time.Now(),
	}
	for _, place := range j.saved[c] {
		var e entry
		if err := j.lines.Read(place, &e); err != nil {
			return nil, err
		}
		if err := r.restore(e, b); err != nil {
			return nil, fmt.Errorf("journal, byte %d: %w", place.At, err)
		}
	}
	return r, nil
}

// restore adds what a line holds to the builder and to the known moves.
func (r *recorder) restore(e entry, b *proof.Builder) error {
	if e.Move != "" {
		at, err := othello.Parse(e.At)
		if err != nil {
			return err
		}
		move, err := at.Size.Parse(e.Move)
		if err == nil {
			err = at.Check(move)
		}
		r.moves[at] = move
		return err
	}
	nodes, err := unpack(e.Nodes, r.size.Squares())
	if err != nil {
		return err
	}
	for _, n := range nodes {
		if n.move == opponentMoves {
			b.Opponent(n.mover, n.other)
		} else {
			b.Prover(n.mover, n.other, int(n.move))
		}
	}
	return nil
}

// known returns the move that the journal has for p.
func (r *recorder) known(p othello.Position) (move othello.Square, ok bool) {
	if r == nil {
		return 0, false
	}
	move, ok = r.moves[p]
	return move, ok
}

// found stores a move that the engine found.
func (r *recorder) found(p othello.Position, move othello.Square) error {
	if r == nil {
		return nil
	}
	r.moves[p] = move
	return r.add(entry{Claim: &r.claim, At: p.String(), Move: p.Size.Name(move)})
}

// node stores a node after what is below it.
func (r *recorder) node(mover, other uint64, move byte) error {
	if r == nil {
		return nil
	}
	r.batch = append(r.batch, record{mover, other, move})
	if len(r.batch) < batchNodes && time.Since(r.written) < batchTime {
		return nil
	}
	return r.flush()
}

// flush writes the nodes that are not written yet.
func (r *recorder) flush() error {
	if r == nil || len(r.batch) == 0 {
		return nil
	}
	packed, err := pack(r.batch, r.size.Squares())
	r.batch, r.written = r.batch[:0], time.Now()
	return errors.Join(err, r.add(entry{Claim: &r.claim, Nodes: packed}))
}

// pack returns nodes in a short form. Their order is not kept, because a line of a journal is read as a whole.
func pack(nodes []record, squares int) ([]byte, error) {
	all := ^uint64(0) >> (64 - squares)
	slices.SortFunc(nodes, func(a, b record) int {
		return cmp.Or(cmp.Compare(b.mover|b.other, a.mover|a.other), cmp.Compare(a.mover, b.mover))
	})
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	last, text := uint64(0), []byte(nil)
	for _, n := range nodes {
		empty := all &^ (n.mover | n.other)
		text = binary.AppendUvarint(text[:0], empty-last)
		text = append(binary.AppendUvarint(text, n.mover), n.move)
		last = empty
		if _, err := w.Write(text); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

// unpack is the inverse of pack. It refuses what is not a position.
func unpack(packed []byte, squares int) (nodes []record, err error) {
	all := ^uint64(0) >> (64 - squares)
	unpacked, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, err
	}
	in, empty := bytes.NewReader(unpacked), uint64(0)
	for in.Len() > 0 {
		more, err := binary.ReadUvarint(in)
		if err != nil {
			return nil, err
		}
		mover, err := binary.ReadUvarint(in)
		if err != nil {
			return nil, err
		}
		move, err := in.ReadByte()
		if err != nil {
			return nil, err
		}
		empty += more
		if n := (record{mover, all &^ (empty | mover), move}); n.valid(empty, all) {
			nodes = append(nodes, n)
			continue
		}
		return nil, errors.New("not a node")
	}
	return nodes, nil
}

// valid reports whether the sets of a record are disjoint sets of squares of the board, and its move is empty.
func (n record) valid(empty, all uint64) bool {
	onBoard := empty&^all == 0 && n.mover&^all == 0 && empty&n.mover == 0
	return onBoard && (n.move == opponentMoves || n.move < 64 && empty>>n.move&1 == 1)
}
