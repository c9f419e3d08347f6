// Package book is the opening book: positions with values that hold together, grown by search, learnt from games,
// merged, read from and written to the books of other programs, and played from.
//
// A book is a graph. Each of its positions stands for the eight that are symmetric to it, and the side to move has a
// move there: a pass is played at once. A position knows which of its moves lead to other positions of the book, its
// links, and the best of the others, its [Leaf], as a search judged it. Its value is the greatest of all these, backed
// up from the leaves through transpositions and symmetries; discs only become more, so that no path comes back. A
// [Book] is what a file holds, and is only read; a [File] is a book that is written, with a journal that survives being
// killed; a [Graph] is the book in memory while it grows.
//
// The order of growth is that of drop-out expansion: Buro 1999, "Toward opening book learning"; Lincke 2000,
// "Strategies for the automatic construction of opening books".
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

// Disc is one disc; a value lies between −64 and 64 of them.
const (
	Disc     Value = 100
	mostDisc       = 64 * Disc
)

// ValueOf is the value of so many discs.
func ValueOf(discs float64) Value {
	return Value(math.Round(max(min(discs, 64), -64) * float64(Disc)))
}

// Discs is the value in discs.
func (v Value) Discs() float64 { return float64(v) / float64(Disc) }

// String is the value in discs, as +1.50.
func (v Value) String() string { return fmt.Sprintf("%+.2f", v.Discs()) }

// Source is whose search a value comes from.
type Source uint8

// The programs whose books are known.
const (
	Kaeshi Source = iota
	Edax
	Egaroucid
	sources
)

// String is the program's name in lower case.
func (s Source) String() string { return [...]string{"kaeshi", "edax", "egaroucid"}[min(s, sources-1)] }

// Provenance is where a value comes from. That of a backed-up value is the provenance of the leaf behind it, with a ply
// more for each link on the way.
type Provenance struct {
	Depth      int    // plies looked ahead; the number of empty squares when exact. Of Egaroucid: its level
	Confidence int    // in percent, with which branches were cut off unsearched; 100: none was; 0: not known
	Exact      bool   // the final result with best play: proven, through every move of every position on the way
	Source     Source // whose search it was
}

// String is "100%" for what is exact, else such as "depth 12@95%".
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

// Moves of a [Leaf] that are no squares.
const (
	None othello.Square = -1 // there is no leaf: every move is a link, or the others have not been judged
	// the position is worth the value, and by which move is not known: so it is with values of other books
	Unknown othello.Square = -2
)

// Leaf is the best move of a position that is no link, judged by a search of the position without its links.
type Leaf struct {
	Move   othello.Square
	Value  Value
	Source Provenance
}

// Entry is a position of a book. Its side to move is called Black, and it lies as [othello.Position.Canonical] has it.
type Entry struct {
	Position othello.Position
	Links    bitboard.Set // the squares of the moves that lead to other positions of the book
	Value    Value
	From     Provenance
	Leaf     Leaf
}

// Judged reports whether everything about the entry has been: its leaf, where it has a move that is no link.
func (e Entry) Judged() bool { return e.Leaf.Move >= 0 || e.Position.Legal() == e.Links }

// key is a position as an index has it.
type key struct{ mover, other bitboard.Set }

func keyOf(p othello.Position) key { return key{p.Mover, p.Other} }

func (k key) position() othello.Position {
	return othello.Position{Mover: k.mover, Other: k.other, Size: othello.Size8}
}

func (k key) less(l key) bool { return compareKeys(k, l) < 0 }

// compareKeys orders positions as a file does.
func compareKeys(a, b key) int {
	return cmp.Or(cmp.Compare(a.mover, b.mover), cmp.Compare(a.other, b.other))
}

func (k key) empties() int { return 64 - (k.mover | k.other).Len() }

// settle plays the pass of a side that must pass; passed says so.
func settle(p othello.Position) (settled othello.Position, passed bool) {
	if p.MustPass() {
		return p.Play(othello.Pass), true
	}
	return p, false
}

// canonical is the key of a position whose side to move has a move, and the symmetry that leads there.
func canonical(p othello.Position) (key, bitboard.Symmetry) {
	c, by := p.Canonical()
	return keyOf(c), by
}

// after is the position after a move, as a book has it. same says that the same side is to move again, the other having
// passed; over that the game is, and then there is no key.
func after(p othello.Position, m othello.Square) (k key, same, over bool) {
	next, same := settle(p.Play(m))
	if next.Legal() == 0 {
		return key{}, same, true
	}
	k, _ = canonical(next)
	return k, same, false
}

// seenFrom is a child's value for the side that moved there.
func (v Value) seenFrom(same bool) Value {
	if same {
		return v
	}
	return -v
}

// Book is a book as its file has it: sorted records, found by bisection. It can be read by any number of goroutines.
type Book struct {
	steps   []Step
	records []byte
}

// Len is how many positions the book has.
func (b *Book) Len() int { return len(b.records) / recordSize }

// Steps is how the book came to be, the first step first.
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

// readKey reads a mover and an other, eight bytes each, the lowest first.
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
