// Package book implements opening books: it grows them by search, adds the positions of games, merges them, converts
// them from and to the formats of other programs, and picks moves from them.
//
// A book is a graph of positions. A position represents the eight that are symmetric to it, and its side to move has a
// move: passes are not separate positions. The links of a position are its moves to other positions of the book.
// Its [Leaf] is the best of its other moves, as found by a search. The value of a position is the greatest of the
// values of its leaf and its links, backed up from the leaves through transpositions and symmetries. The graph has no
// cycles, because each move adds a disc.
//
// A [Book] holds the contents of a file and cannot be changed. A [File] is a book that is open for changes, with a
// journal, so that a killed run loses no finished search. A [Graph] is a book in memory that can be changed.
//
// Books grow in the order of drop-out expansion: Buro 1999, "Toward opening book learning"; Lincke 2000, "Strategies
// for the automatic construction of opening books".
package book

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"sort"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Value is an expected final disc difference in hundredths of a disc, from the view of the side to move.
type Value int16

// Disc is the value of one disc. A value is between −64 and 64 discs.
const (
	Disc     Value = 100
	mostDisc       = 64 * Disc
)

// ValueOf returns the value of a number of discs, limited to −64 to 64.
func ValueOf(discs float64) Value {
	return Value(math.Round(max(min(discs, 64), -64) * float64(Disc)))
}

// Discs returns the value in discs.
func (v Value) Discs() float64 { return float64(v) / float64(Disc) }

// String returns the value in discs, such as +1.50.
func (v Value) String() string { return fmt.Sprintf("%+.2f", v.Discs()) }

// Source is the program whose search a value comes from.
type Source uint8

// The programs whose books can be read.
const (
	Kaeshi Source = iota
	Edax
	Egaroucid
	sources
)

// String returns the name of the program in lower case.
func (s Source) String() string { return [...]string{"kaeshi", "edax", "egaroucid"}[min(s, sources-1)] }

// Provenance describes the search that a value comes from. A backed-up value has the provenance of its leaf, with one
// ply more for each link on the way.
type Provenance struct {
	Depth      int    // search depth in plies; the number of empty squares if exact; the level for Egaroucid
	Confidence int    // confidence of forward pruning in percent; 100: no pruning; 0: unknown
	Exact      bool   // the value is the final result with best play, proved over all moves of all positions below
	Source     Source // program that searched
}

// String returns "exact" or a text such as "depth 12@95%", followed by the program unless it is Kaeshi.
func (p Provenance) String() string {
	text := fmt.Sprintf("depth %d", p.Depth)
	switch {
	case p.Exact:
		text = "exact"
	case p.Confidence > 0:
		text += fmt.Sprintf("@%d%%", p.Confidence)
	}
	if p.Source != Kaeshi {
		text += " (" + p.Source.String() + ")"
	}
	return text
}

// Values of a leaf's Move that are not squares.
const (
	None othello.Square = -1 // no leaf: every move is a link, or the other moves have no search
	// the value is that of the position and its move is unknown, as in books of other programs
	Unknown othello.Square = -2
)

// Leaf is the best of the moves of a position that are not links, found by a search of only these moves.
type Leaf struct {
	Move   othello.Square
	Value  Value
	Source Provenance
}

// Entry is a position of a book, in the orientation of [othello.Position.Canonical]. Its side to move is Black.
type Entry struct {
	Position othello.Position
	Links    bitboard.Set // squares of the moves to other positions of the book
	Value    Value
	From     Provenance
	Leaf     Leaf
}

// Judged reports whether all moves have a value: each is a link or is covered by the leaf.
func (e Entry) Judged() bool { return e.Leaf.Move >= 0 || e.Position.Legal() == e.Links }

// key identifies a position in an index.
type key struct{ mover, other bitboard.Set }

func keyOf(p othello.Position) key { return key{p.Mover, p.Other} }

func (k key) position() othello.Position {
	return othello.Position{Mover: k.mover, Other: k.other, Size: othello.Size8}
}

func (k key) less(l key) bool { return compareKeys(k, l) < 0 }

// compareKeys compares positions in the order of a file.
func compareKeys(a, b key) int {
	return cmp.Or(cmp.Compare(a.mover, b.mover), cmp.Compare(a.other, b.other))
}

func (k key) empties() int { return 64 - (k.mover | k.other).Len() }

// afterForcedPass returns the position after a forced pass, or p itself without one.
func afterForcedPass(p othello.Position) (settled othello.Position, passed bool) {
	if p.MustPass() {
		return p.Play(othello.Pass), true
	}
	return p, false
}

// canonical returns the key of a position in which the side to move has a move, and the symmetry that leads to it.
func canonical(p othello.Position) (key, bitboard.Symmetry) {
	c, by := p.Canonical()
	return keyOf(c), by
}

// after returns the key of the position after a move. Same reports that the same side is to move again because the
// other one must pass. Over reports that the game is over, and then there is no key.
func after(p othello.Position, m othello.Square) (k key, same, over bool) {
	next, same := afterForcedPass(p.Play(m))
	if next.Legal() == 0 {
		return key{}, same, true
	}
	k, _ = canonical(next)
	return k, same, false
}

// seenFrom returns the value of a child from the view of the side to move in the parent.
func (v Value) seenFrom(same bool) Value {
	if same {
		return v
	}
	return -v
}

// Book holds the sorted records of a file and finds positions by binary search. It is safe for concurrent use.
type Book struct {
	steps   []Step
	records []byte
}

// Len returns the number of positions.
func (b *Book) Len() int { return len(b.records) / recordSize }

// Steps returns the history of the book, oldest step first.
func (b *Book) Steps() []Step { return b.steps }

// All yields the entries in the order of the file.
func (b *Book) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for i := range b.Len() {
			if !yield(b.entry(i)) {
				return
			}
		}
	}
}

func (b *Book) record(i int) []byte { return b.records[i*recordSize : (i+1)*recordSize] }

func (b *Book) key(i int) key { return readKey(b.record(i)) }

// readKey reads a key: two little-endian sets of eight bytes.
func readKey(b []byte) key {
	le := binary.LittleEndian
	return key{bitboard.Set(le.Uint64(b)), bitboard.Set(le.Uint64(b[8:]))}
}

func (b *Book) entry(i int) Entry { return decode(b.record(i)) }

func (b *Book) find(k key) (Entry, bool) {
	at := sort.Search(b.Len(), func(i int) bool { return !b.key(i).less(k) })
	if at == b.Len() || b.key(at) != k {
		return Entry{}, false
	}
	return b.entry(at), true
}
