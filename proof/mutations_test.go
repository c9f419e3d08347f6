package proof

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// draft is a certificate that a test changes and writes without checks.
type draft struct {
	header Header
	board  *board
	nodes  []node // in the order of the file
	moves  map[node]byte
}

// draftOf reads a valid certificate.
func draftOf(t *testing.T, packed []byte) draft {
	t.Helper()
	var r reader
	r.open(bytes.NewReader(packed), 1<<30)
	d := draft{header: r.Header, board: r.board, moves: map[node]byte{}}
	for _, g := range r.Groups {
		for _, prover := range []bool{true, false} {
			count := g.Opponent
			if prover {
				count = g.Prover
			}
			keys, moves := r.keys(g.Empty, count, prover)
			for i, k := range keys {
				n := node{k, prover}
				d.nodes = append(d.nodes, n)
				if prover {
					d.moves[n] = moves[i]
				}
			}
		}
	}
	if r.end(); r.err != nil {
		t.Fatal(r.err)
	}
	return d
}

// contents returns the draft as a file before compression, without the checksum.
func (d draft) contents(t *testing.T) []byte {
	t.Helper()
	b := Builder{header: d.header, board: d.board, nodes: d.moves}
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	if err := b.writeHead(w, d.nodes); err != nil {
		t.Fatal(err)
	}
	b.writeNodes(w, d.nodes)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// mutation is a way to damage certificates.
type mutation struct {
	name   string
	mutate func(t *testing.T, r *rand.Rand, d draft) []byte
}

// ofDraft returns a mutation that changes a draft with at least one node.
func ofDraft(name string, change func(r *rand.Rand, d *draft)) mutation {
	return mutation{name, func(t *testing.T, r *rand.Rand, d draft) []byte {
		d.nodes = slices.Clone(d.nodes)
		change(r, &d)
		return d.contents(t)
	}}
}

// ofBytes returns a mutation that changes the contents of a file.
func ofBytes(name string, change func(r *rand.Rand, contents []byte) []byte) mutation {
	return mutation{name, func(t *testing.T, r *rand.Rand, d draft) []byte { return change(r, d.contents(t)) }}
}

func mutations() []mutation {
	return []mutation{
		ofBytes("bytes", mutateBytes),
		ofDraft("moves", mutateMove),
		ofDraft("bounds", mutateBound),
		ofDraft("order", mutateOrder),
		ofDraft("nodes", mutateNode),
		ofBytes("truncation", func(r *rand.Rand, contents []byte) []byte { return contents[:r.IntN(len(contents))] }),
		ofBytes("header", mutateHeader),
	}
}

// mutateBytes makes one to three changes, deletions, insertions or exchanges of bytes.
func mutateBytes(r *rand.Rand, c []byte) []byte {
	body := bytes.IndexByte(c, '\n') + 1
	for range 1 + r.IntN(3) {
		at := r.IntN(len(c))
		if r.IntN(3) > 0 && body < len(c) {
			at = body + r.IntN(len(c)-body)
		}
		switch r.IntN(5) {
		case 0:
			c[at] ^= 1 << r.IntN(8)
		case 1:
			c[at] = byte(r.IntN(256))
		case 2:
			c = slices.Delete(c, at, at+1)
		case 3:
			c = slices.Insert(c, at, byte(r.IntN(256)))
		case 4:
			other := min(len(c)-1, at+1+r.IntN(8))
			c[at], c[other] = c[other], c[at]
		}
	}
	return c
}

// mutateHeader replaces one to three characters of the header with digits or other characters of the header.
func mutateHeader(r *rand.Rand, c []byte) []byte {
	head := c[:bytes.IndexByte(c, '\n')]
	for range 1 + r.IntN(3) {
		at := r.IntN(len(head))
		if digit := bytes.IndexAny(head[at:], "0123456789"); digit >= 0 && r.IntN(2) == 0 {
			head[at+digit] = byte('0' + r.IntN(10))
		} else {
			head[at] = head[r.IntN(len(head))]
		}
	}
	return c
}

// mutateMove replaces the moves of one to three nodes.
func mutateMove(r *rand.Rand, d *draft) {
	moves := maps.Clone(d.moves)
	d.moves = moves
	for range 1 + r.IntN(3) {
		n := d.nodes[r.IntN(len(d.nodes))]
		legal := d.board.moves(position{n.key.prover, d.board.all &^ (n.empty | n.key.prover)})
		move := r.IntN(70)
		for legal>>move&1 == 0 && r.IntN(10) > 0 { // most moves are legal
			move = r.IntN(64)
		}
		if n.prover {
			moves[n] = byte(move)
		}
	}
}

// mutateBound changes the claimed value, its relation or the size of leaves. Two changes may cancel out.
func mutateBound(r *rand.Rand, d *draft) {
	h := &d.header
	switch r.IntN(4) {
	case 0:
		h.Relation = map[string]string{AtLeast: AtMost, AtMost: AtLeast}[h.Relation]
		h.Value += r.IntN(5) - 2
	case 1:
		h.Leaf = MinLeaf + r.IntN(MaxLeaf-MinLeaf+1)
		d.nodes = slices.DeleteFunc(d.nodes, func(n node) bool { return n.empties() <= h.Leaf })
		h.Value += r.IntN(5) - 2
	case 2:
		h.Value = r.IntN(140) - 70
	case 3:
		h.Value += 1 + r.IntN(4)
	}
}

// mutateOrder exchanges, moves or repeats nodes.
func mutateOrder(r *rand.Rand, d *draft) {
	from, to := r.IntN(len(d.nodes)), r.IntN(len(d.nodes))
	switch r.IntN(4) {
	case 0:
		d.nodes[from], d.nodes[to] = d.nodes[to], d.nodes[from]
	case 1:
		n := d.nodes[from]
		d.nodes = slices.Insert(slices.Delete(d.nodes, from, from+1), min(to, len(d.nodes)-1), n)
	case 2:
		d.nodes = slices.Insert(d.nodes, from, d.nodes[from])
	case 3:
		slices.Reverse(d.nodes[min(from, to) : max(from, to)+1])
	}
}

// mutateNode removes nodes, or changes the discs, the empty squares or the side to move of one.
func mutateNode(r *rand.Rand, d *draft) {
	at := r.IntN(len(d.nodes))
	n := d.nodes[at]
	move := d.moves[n]
	switch square := r.IntN(d.board.size * d.board.size); r.IntN(4) {
	case 0:
		d.nodes = slices.Delete(d.nodes, at, min(len(d.nodes), at+1+r.IntN(3)))
		return
	case 1:
		n.key.prover ^= 1 << square &^ n.empty
	case 2:
		n.empty ^= 1 << square
		n.key.prover &^= n.empty
	case 3:
		n.prover = !n.prover
	}
	d.nodes[at] = n
	moves := map[node]byte{n: move}
	for _, other := range d.nodes {
		if known, ok := d.moves[other]; ok {
			moves[other] = known
		}
	}
	d.moves = moves
}

// steps is a context that ends after a number of calls of Err. The checker calls Err once for each node and group.
type steps struct {
	context.Context
	left int
}

var errSteps = errors.New("the checker takes more steps than the file has bytes")

func (s *steps) Err() error {
	if s.left--; s.left < 0 {
		return errSteps
	}
	return s.Context.Err()
}

// checkMutations verifies damaged certificates. Each must be refused with an Error, or its claim must be true. The
// checker may allocate at most 256 MB and take at most as many steps as the file has bytes.
func checkMutations(t *testing.T, count int, seed uint64) {
	t.Helper()
	const most = 256 << 20
	known, r := published(), rand.New(rand.NewPCG(seed, 5))
	drafts := []draft{
		draftOf(t, certificate(t, start4, AtLeast, -10, 4)), draftOf(t, certificate(t, start4, AtMost, -10, 4)),
		draftOf(t, certificate(t, parallel4, AtLeast, -6, 5)), draftOf(t, certificate(t, parallel4, AtMost, 0, 4)),
		draftOf(t, certificate(t, start4, AtMost, -9, 9)), draftOf(t, certificate(t, start4, AtLeast, -10, 8)),
	}
	for _, size := range []int{6, 8} {
		for _, relation := range []string{AtLeast, AtMost} {
			d := random(r, size, 7)
			drafts = append(drafts, draftOf(t, certificate(t, d, relation, d.value(known), 4)))
		}
	}
	kinds, packed, accepted, largest := mutations(), packer(), map[string]int{}, uint64(0)
	var before, after runtime.MemStats
	for i := range count {
		kind := kinds[i%len(kinds)]
		contents := kind.mutate(t, r, drafts[r.IntN(len(drafts))])
		name := fmt.Sprintf("mutation %d of seed %d, of %s", i, seed, kind.name)
		file := packed(contents)
		runtime.ReadMemStats(&before)
		got, err := Verify(&steps{t.Context(), len(contents) + 1}, bytes.NewReader(file),
			Options{Threads: 1, Memory: 64 << 20})
		runtime.ReadMemStats(&after)
		if largest = max(largest, after.TotalAlloc-before.TotalAlloc); largest > most {
			t.Fatalf("%s: the checker allocates %d bytes, want at most %d", name, largest, most)
		}
		if fault := (*Error)(nil); err != nil {
			if !errors.As(err, &fault) {
				t.Fatalf("%s: error %v, want an *Error", name, err)
			}
			continue
		}
		accepted[kind.name]++
		if got.Assumed > 0 {
			t.Fatalf("%s: %d assumed positions, want none", name, got.Assumed)
		}
		squares, side, _ := strings.Cut(got.Position, " ")
		value := diagram{squares, side[0]}.value(known)
		if got.Relation == AtLeast && value < got.Value || got.Relation == AtMost && value > got.Value {
			t.Fatalf("%s: the false claim %v is accepted: the value is %d", name, got.Claim, value)
		}
	}
	for _, kind := range kinds {
		t.Logf("%s: %d of %d mutated certificates are valid", kind.name, accepted[kind.name], count/len(kinds))
		if accepted[kind.name] == 0 && kind.name != "truncation" && kind.name != "order" {
			t.Errorf("%s: no mutated certificate is valid, want a few", kind.name)
		}
	}
	t.Logf("at most %d bytes allocated for a file", largest)
}

func TestMutations(t *testing.T) {
	checkMutations(t, 500, 1)
}
