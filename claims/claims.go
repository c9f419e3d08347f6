// Package claims holds proved bounds of the values of positions near the start of the game. They are from the weak
// solution of Othello (Hiroki Takizawa, Othello is Solved, arXiv 2310.19387). With best play the start position is a
// draw.
package claims

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"sync"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// Source names where the claims come from, for people.
const Source = "Takizawa 2023"

// Empties is the smallest number of empty squares of a claimed position.
const Empties = 50

// Bounds are a lower and an upper bound of the final disc difference with best play, from the view of the side to move.
// A side without a proof has the bound -64 or 64.
type Bounds struct{ AtLeast, AtMost int }

// Unknown is the pair of bounds -64 and 64, which every position satisfies.
var unknown = Bounds{-64, 64}

// Exact reports whether the bounds leave one value.
func (b Bounds) Exact() bool { return b.AtLeast == b.AtMost }

// Clamp returns the value within the bounds that is nearest to a value in discs.
func (b Bounds) Clamp(value float64) float64 {
	return min(max(value, float64(b.AtLeast)), float64(b.AtMost))
}

// Negate returns the bounds from the view of the other side.
func (b Bounds) Negate() Bounds { return Bounds{-b.AtMost, -b.AtLeast} }

// Of returns the proved bounds of a position. ok is false for a position without a claim.
func Of(p othello.Position) (b Bounds, ok bool) {
	if p.Size != othello.Size8 || p.Empties() < Empties {
		return unknown, false
	}
	known, err := table()
	if err != nil {
		return unknown, false // a test reads the table, which is embedded
	}
	c, _ := p.Canonical()
	b, ok = known[board{uint64(c.Mover), uint64(c.Other)}]
	if !ok {
		return unknown, false
	}
	return b, true
}

// All yields the positions with a claim, one for each group of symmetric ones, in a fixed order. The side to move is
// Black. It yields nothing if the table cannot be read, which a test checks.
func All() iter.Seq2[othello.Position, Bounds] {
	known, _ := table()
	return func(yield func(othello.Position, Bounds) bool) {
		for _, at := range sorted(known) {
			if !yield(at.position(), known[at]) {
				return
			}
		}
	}
}

// board is a canonical position, whose mover counts as Black.
type board struct{ mover, other uint64 }

func (b board) position() othello.Position {
	return othello.Position{Mover: bitboard.Set(b.mover), Other: bitboard.Set(b.other), Size: othello.Size8}
}

// sorted returns the keys of a table in the order of the file.
func sorted(known map[board]Bounds) []board {
	return slices.SortedFunc(maps.Keys(known), func(a, b board) int {
		return bytes.Compare(keyBytes(a), keyBytes(b))
	})
}

func keyBytes(b board) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, b.mover|b.other), b.mover)
}

//go:embed claims.bin
var packed []byte

// table is read when a position is first looked up.
var table = sync.OnceValues(func() (map[board]Bounds, error) { return unpack(packed) })

// entryBytes are the bytes of an entry in the unpacked table: the occupied squares, which of them the mover holds, in
// their order, and the two bounds.
const entryBytes = 8 + 2 + 1 + 1

var errTable = errors.New("claims: damaged table")

// pack writes a table, in the order of the list, for [unpack].
func pack(list []board, known map[board]Bounds) ([]byte, error) {
	// Columns compress better than rows.
	columns := make([][]byte, entryBytes)
	for _, at := range list {
		var entry [entryBytes]byte
		binary.BigEndian.PutUint64(entry[:], at.mover|at.other)
		binary.BigEndian.PutUint16(entry[8:], extract(at.mover, at.mover|at.other))
		entry[10], entry[11] = byte(int8(known[at].AtLeast)), byte(int8(known[at].AtMost))
		for i, b := range entry {
			columns[i] = append(columns[i], b)
		}
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, column := range columns {
		if _, err := w.Write(column); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

func unpack(packed []byte) (map[board]Bounds, error) {
	const most = 1 << 20
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), most))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errTable, err)
	}
	n := len(raw) / entryBytes
	if len(raw)%entryBytes != 0 {
		return nil, errTable
	}
	known := make(map[board]Bounds, n)
	for i := range n {
		var entry [entryBytes]byte
		for j := range entry {
			entry[j] = raw[j*n+i]
		}
		occupied := binary.BigEndian.Uint64(entry[:])
		mover := deposit(binary.BigEndian.Uint16(entry[8:]), occupied)
		known[board{mover, occupied &^ mover}] = Bounds{int(int8(entry[10])), int(int8(entry[11]))}
	}
	return known, nil
}

// extract returns the bits of set at the squares of mask, the lowest first.
func extract(set, mask uint64) (dense uint16) {
	for i := 0; mask != 0; i++ {
		if set&mask&-mask != 0 {
			dense |= 1 << i
		}
		mask &= mask - 1
	}
	return dense
}

// deposit is the inverse of extract.
func deposit(dense uint16, mask uint64) (set uint64) {
	for ; mask != 0 && dense != 0; mask &= mask - 1 {
		if dense&1 != 0 {
			set |= 1 << bits.TrailingZeros64(mask)
		}
		dense >>= 1
	}
	return set
}
