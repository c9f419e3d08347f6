package proof

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"math/bits"
)

// A reader reads a certificate. It stops at the first error.
type reader struct {
	Header
	*board
	root        position
	prover      bool         // to move at the root
	target      int          // discs that the prover claims to reach
	assumptions map[node]int // discs that the prover is assumed to reach

	in     *bufio.Reader
	sum    hash.Hash
	hashed *bufio.Writer // to sum
	offset int64         // bytes read
	err    error         // first error
}

const (
	maxLine        = 64 << 10 // bytes
	maxAssumptions = 1 << 20
	bytesPerNode   = 40 // in memory, with the garbage of growing slices
)

// open reads the header and the assumptions. Nodes may take memory bytes.
func (r *reader) open(file io.Reader, memory int64) {
	unpacked, err := gzip.NewReader(file)
	if r.check(err); err != nil {
		return
	}
	r.in, r.sum, r.assumptions = bufio.NewReaderSize(unpacked, maxLine), sha256.New(), map[node]int{}
	r.hashed = bufio.NewWriter(r.sum)
	r.line(&r.Header)
	if r.Schema != Schema || r.Rules != Rules {
		r.fail("schema %.40q with rules %.40q: expected %q with %q", r.Schema, r.Rules, Schema, Rules)
	}
	if r.Leaf < MinLeaf || r.Leaf > MaxLeaf || r.Assumptions < 0 || r.Assumptions > maxAssumptions {
		r.fail("leaves of %d empty squares, %d assumptions: expected %d to %d, and at most %d",
			r.Leaf, r.Assumptions, MinLeaf, MaxLeaf, maxAssumptions)
	}
	if r.board, r.root, r.prover, r.target = r.claim(r.Claim); r.err != nil {
		return
	}
	last, most := r.Leaf, int(memory/bytesPerNode/3) // three groups are in memory at a time
	for _, g := range r.Groups {
		if g.Empty <= last || g.Empty > r.empties(r.root) {
			r.fail("group %+v: expected ascending numbers of empty squares, %d to %d", g, r.Leaf+1, r.empties(r.root))
		}
		if min(g.Prover, g.Opponent) < 0 || g.Prover > most-g.Opponent {
			r.fail("group %+v: expected at most %d nodes in %d MB", g, most, memory>>20)
		}
		last = g.Empty
	}
	for range r.Assumptions {
		var a Assumption
		r.line(&a)
		b, p, prover, value := r.claim(a.Claim)
		if r.err == nil && b.size != r.size {
			r.fail("an assumption about a board of %d squares a side: expected %d", b.size, r.size)
		}
		if r.err != nil {
			return
		}
		n := r.node(p, prover)
		if known, ok := r.assumptions[n]; !ok || value > known {
			r.assumptions[n] = value
		}
	}
}

// claim parses a claim. Prover reports whether the prover is to move, and target is the score that the prover claims.
func (r *reader) claim(c Claim) (b *board, p position, prover bool, target int) {
	b, p, err := parse(c.Position)
	r.check(err)
	if c.Relation == AtLeast {
		return b, p, true, c.Value
	}
	if c.Relation != AtMost {
		r.fail("claim %.40q: expected %q or %q", c.Relation, AtLeast, AtMost)
	}
	return b, p, false, -c.Value
}

// keys reads count nodes of a group and, where the prover is to move, the move of each.
func (r *reader) keys(empty, count int, prover bool) (keys []key, moves []byte) {
	var last key
	for i := range count {
		step, discs := r.number(), r.number()
		if step == 0 {
			discs += pick(last.prover, r.all&^last.empty)
		}
		k := key{empty: last.empty + step}
		occupied := r.all &^ k.empty
		k.prover = put(discs, occupied)
		if k.empty&^r.all != 0 || k.empties() != empty || bits.Len64(discs) > bits.OnesCount64(occupied) ||
			i > 0 && last.compare(k) >= 0 || k != r.canonical(k) {
			r.fail("node %d with %d empty squares: not a valid position, or out of order", i+1, empty)
		}
		if r.err != nil {
			return nil, nil
		}
		keys, last = append(keys, k), k
		if prover {
			move, err := r.ReadByte()
			r.check(err)
			moves = append(moves, move)
		}
	}
	return keys, moves
}

// end checks that the checksum is right and the last part of the file.
func (r *reader) end() {
	r.check(r.hashed.Flush())
	got, err := io.ReadAll(io.LimitReader(r.in, sha256.Size+1))
	if r.check(err); r.err == nil && !bytes.Equal(got, r.sum.Sum(nil)) {
		r.fail("the file does not end with the checksum of its contents")
	}
}

// line reads a line of JSON.
func (r *reader) line(into any) {
	line, err := r.in.ReadSlice('\n')
	if r.check(err); r.err != nil {
		return
	}
	r.offset += int64(len(line))
	r.hashed.Write(line) //nolint:errcheck // into a hash
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if r.check(d.Decode(into)); d.More() {
		r.fail("more than one JSON object in a line")
	}
}

// number reads an unsigned number, seven bits a byte, the low ones first. All bytes but the last have the high bit set.
func (r *reader) number() uint64 {
	n, err := binary.ReadUvarint(r)
	r.check(err)
	return n
}

// ReadByte makes a reader an io.ByteReader.
func (r *reader) ReadByte() (byte, error) {
	if r.err != nil {
		return 0, r.err
	}
	b, err := r.in.ReadByte()
	if err != nil {
		return 0, err
	}
	r.offset++
	return b, r.hashed.WriteByte(b)
}

// check keeps the first error: unchanged if it is from the file system, else as an *Error.
func (r *reader) check(err error) {
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		r.err = cmp.Or(r.err, err)
	} else if err != nil {
		r.fail("%v", err)
	}
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = &Error{fmt.Sprintf("byte %d", r.offset), fmt.Sprintf(format, args...)}
	}
}
