package proof

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// opponentMoves is the move of nodes where the opponent is to move, which have all moves.
const opponentMoves = 255

// A Builder collects the nodes of a certificate and writes it. It keeps symmetric positions once. It does not check the
// proof, as Verify does.
type Builder struct {
	header      Header
	board       *board
	assumptions []Assumption
	nodes       map[node]byte // move of the prover at each node
}

// NewBuilder returns a builder for a certificate of a claim, with leaves of at most leaf empty squares. It fails if the
// claim or leaf is invalid.
func NewBuilder(c Claim, leaf int, generator string) (*Builder, error) {
	b, _, err := parse(c.Position)
	switch {
	case err != nil:
		return nil, err
	case c.Relation != AtLeast && c.Relation != AtMost:
		return nil, fmt.Errorf("claim %q: expected %q or %q", c.Relation, AtLeast, AtMost)
	case leaf < MinLeaf || leaf > MaxLeaf:
		return nil, fmt.Errorf("leaves of %d empty squares: expected %d to %d", leaf, MinLeaf, MaxLeaf)
	}
	h := Header{Schema: Schema, Rules: Rules, Claim: c, Leaf: leaf, Generator: generator}
	return &Builder{header: h, board: b, nodes: map[node]byte{}}, nil
}

// Assume adds claims that the certificate uses without proving them.
func (b *Builder) Assume(a ...Assumption) { b.assumptions = append(b.assumptions, a...) }

// Has reports whether the builder has a node. The discs are those of the side to move and of the other side; in size
// rows and columns, the square in row r and column c is bit r·size+c.
func (b *Builder) Has(mover, other uint64, prover bool) bool {
	_, ok := b.nodes[b.board.node(position{mover, other}, prover)]
	return ok
}

// Prover adds a node where the prover is to move, with the prover's move.
func (b *Builder) Prover(mover, other uint64, move int) {
	k := key{b.board.all &^ (mover | other), mover}
	least := b.board.canonical(k)
	for symmetry := range b.board.images {
		if (key{b.board.image(symmetry, k.empty), b.board.image(symmetry, k.prover)}) == least {
			b.nodes[node{least, true}] = byte(b.board.images[symmetry][move])
			return
		}
	}
}

// Opponent adds a node where the opponent is to move.
func (b *Builder) Opponent(mover, other uint64) {
	b.nodes[b.board.node(position{mover, other}, false)] = opponentMoves
}

// Add adds the nodes of a certificate of another claim in which the prover reaches the same score. It does not check
// them. The error is that of reading the certificate, or names what differs from that of the builder.
func (b *Builder) Add(certificate io.Reader) error {
	var r reader
	r.open(certificate, 4<<30)
	if r.err == nil && (r.size != b.board.size || r.Leaf != b.header.Leaf) {
		r.fail("a board of %d squares a side and leaves of %d empty squares: expected %d and %d", r.size, r.Leaf,
			b.board.size, b.header.Leaf)
	}
	for _, g := range r.Groups {
		if r.err != nil {
			return r.err
		}
		keys, moves := r.keys(g.Empty, g.Prover, true)
		for i, k := range keys {
			b.nodes[node{k, true}] = moves[i]
		}
		keys, _ = r.keys(g.Empty, g.Opponent, false)
		for _, k := range keys {
			b.nodes[node{k, false}] = opponentMoves
		}
	}
	if r.err == nil {
		r.end()
	}
	return r.err
}

// Len returns the number of nodes.
func (b *Builder) Len() int { return len(b.nodes) }

// WriteTo writes the certificate and returns the number of bytes.
func (b *Builder) WriteTo(w io.Writer) (int64, error) {
	counted := &counter{w: w}
	packed, err := gzip.NewWriterLevel(counted, gzip.BestCompression)
	if err != nil {
		return 0, err
	}
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(packed, sum), 1<<16)
	nodes := b.sorted()
	if err := b.writeHead(out, nodes); err != nil {
		return counted.n, err
	}
	b.writeNodes(out, nodes)
	if err := out.Flush(); err != nil {
		return counted.n, err
	}
	if _, err := packed.Write(sum.Sum(nil)); err != nil {
		return counted.n, err
	}
	return counted.n, packed.Close()
}

// sorted returns the nodes in the order of a file: by empty squares, those of the prover first, by key.
func (b *Builder) sorted() []node {
	nodes := make([]node, 0, len(b.nodes))
	for n := range b.nodes {
		nodes = append(nodes, n)
	}
	slices.SortFunc(nodes, func(m, n node) int {
		if c := cmp.Compare(m.empties(), n.empties()); c != 0 {
			return c
		}
		if m.prover != n.prover {
			if m.prover {
				return -1
			}
			return 1
		}
		return m.compare(n.key)
	})
	return nodes
}

func (b *Builder) writeHead(out io.Writer, nodes []node) error {
	h := b.header
	h.Groups, h.Assumptions = []Group{}, len(b.assumptions)
	for _, n := range nodes {
		if last := len(h.Groups) - 1; last < 0 || h.Groups[last].Empty != n.empties() {
			h.Groups = append(h.Groups, Group{Empty: n.empties()})
		}
		g := &h.Groups[len(h.Groups)-1]
		if n.prover {
			g.Prover++
		} else {
			g.Opponent++
		}
	}
	lines := json.NewEncoder(out)
	if err := lines.Encode(h); err != nil {
		return err
	}
	for _, a := range b.assumptions {
		if err := lines.Encode(a); err != nil {
			return err
		}
	}
	return nil
}

func (b *Builder) writeNodes(out *bufio.Writer, nodes []node) {
	var record [2*binary.MaxVarintLen64 + 1]byte
	for i, n := range nodes {
		var last key
		if i > 0 && nodes[i-1].prover == n.prover && nodes[i-1].empties() == n.empties() {
			last = nodes[i-1].key
		}
		discs := pick(n.key.prover, b.board.all&^n.empty)
		if n.empty == last.empty {
			discs -= pick(last.prover, b.board.all&^last.empty)
		}
		r := binary.AppendUvarint(record[:0], n.empty-last.empty)
		r = binary.AppendUvarint(r, discs)
		if n.prover {
			r = append(r, b.nodes[n])
		}
		out.Write(r) //nolint:errcheck // Flush returns the error
	}
}

// A counter counts what is written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
