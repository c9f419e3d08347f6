package prove

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/search"
)

// Parts divides the proof of a position into parts, which other machines may prove. The top of the tree is searched
// here, best first.
type Parts struct {
	Empties  int        // greatest number of empty squares of a part, more than the leaf of the certificate
	Parallel func() int // returns the number of parts to prove at a time
	// Prove proves a claim or its [Opposite]. Several goroutines call it.
	Prove    func(ctx context.Context, c proof.Claim) (Part, error)
	Progress func(decided int) // called with the number of parts that are decided; may be nil
}

// A Part is a verified certificate of the claim of a part, or of its [Opposite]. [CheckPart] makes it.
type Part struct {
	certificate []byte
	holds       bool // the certificate is one of the claim
}

// Holds reports whether the claim holds.
func (p Part) Holds() bool { return p.holds }

const partMemory = 1 << 30 // bytes that a part may take when it is verified

// Opposite returns the claim that holds exactly if c does not.
func Opposite(c proof.Claim) proof.Claim {
	if c.Relation == proof.AtLeast {
		return proof.Claim{Position: c.Position, Relation: proof.AtMost, Value: c.Value - 1}
	}
	return proof.Claim{Position: c.Position, Relation: proof.AtLeast, Value: c.Value + 1}
}

// CheckPart verifies a certificate of a claim or of its [Opposite], with leaves of the given number of empty squares.
// The error is a *[proof.Error] if it is not valid, is one of another claim, or rests on assumptions.
func CheckPart(ctx context.Context, certificate []byte, c proof.Claim, leaf int) (Part, error) {
	report, err := proof.Verify(ctx, bytes.NewReader(certificate), proof.Options{Threads: 1, Memory: partMemory})
	part := Part{certificate, report.Claim == c}
	switch {
	case err != nil:
		return Part{}, err
	case report.Leaf != leaf:
		return Part{}, &proof.Error{Place: "header", Reason: fmt.Sprintf("leaves of %d empty squares: want %d",
			report.Leaf, leaf)}
	case report.Assumptions > 0:
		return Part{}, &proof.Error{Place: "header", Reason: "the certificate rests on assumptions"}
	case !part.holds && report.Claim != Opposite(c):
		return Part{}, &proof.Error{Place: "header", Reason: fmt.Sprintf("a claim about %s: want one about %s",
			report.Position, c.Position)}
	}
	return part, nil
}

// ProvePart returns a certificate of a claim or of its [Opposite]. The error is that of ctx or of the claim.
func ProvePart(ctx context.Context, c proof.Claim, o Options) ([]byte, error) {
	p, err := othello.Parse(c.Position)
	if err != nil {
		return nil, err
	}
	b, err := Prove(ctx, p, c.Relation, c.Value, o)
	if errors.Is(err, ErrFalse) {
		c = Opposite(c)
		b, err = Prove(ctx, p, c.Relation, c.Value, o)
	}
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_, err = b.WriteTo(&out)
	return out.Bytes(), err
}

// A division searches the top of the tree of a proof. It is a proof-number search (L. V. Allis, 1994) whose numbers are
// costs: those of a position that is not expanded follow from the probability with which a short search expects the
// prover to reach the target, so that the cost of several positions is their sum. A position is proved when its
// first cost is 0, and refuted when the second is.
type division struct {
	*prover

	parts   *Parts
	nodes   map[place]*topNode
	round   int // of searches for the next part
	decided int // parts
}

// place is a position up to symmetry. Mine states that the prover is to move.
type place struct {
	at   othello.Position
	mine bool
}

// topNode is a position of the top of the tree.
type topNode struct {
	place

	leaf            bool // it is decided without its moves, and the certificate does not hold it
	parents         []*topNode
	children        []*topNode // nil: not expanded
	proof, disproof float64    // costs
	sent            bool       // it is a part that is being proved
	round           int        // the last one in which it was visited
	certificate     []byte     // of a part; nil: the journal has it
}

func (n *topNode) proved() bool  { return n.proof == 0 }
func (n *topNode) decided() bool { return n.proof == 0 || n.disproof == 0 }

func (n *topNode) decide(holds bool) {
	n.proof, n.disproof = math.Inf(1), 0
	if holds {
		n.proof, n.disproof = 0, math.Inf(1)
	}
}

// part reports whether a position is proved as a whole. It always has the prover to move, because a certificate holds
// no nodes after the prover's moves.
func (d *division) part(n *topNode) bool {
	return !n.leaf && n.mine && n.at.Empties() <= d.parts.Empties
}

// claim returns the claim of a part.
func (d *division) claim(n *topNode) proof.Claim {
	return proof.Claim{Position: n.at.String(), Relation: proof.AtLeast, Value: d.target}
}

// divide proves that the prover reaches the target from p. Mine states that the prover is to move.
func (v *prover) divide(ctx context.Context, p othello.Position, mine bool) error {
	d := &division{prover: v, parts: v.Parts, nodes: map[place]*topNode{}}
	root, err := d.node(ctx, p, mine)
	if err != nil {
		return err
	}
	if err := d.search(ctx, root); err != nil {
		return err
	}
	if !root.proved() {
		return fmt.Errorf("%w: the parts refute it", ErrFalse)
	}
	return d.collect(ctx, p, mine)
}

// answer is the result of a part.
type answer struct {
	node *topNode
	part Part
	err  error
}

// search decides the root by proving parts.
func (d *division) search(ctx context.Context, root *topNode) error {
	working, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	answers, running := make(chan answer), 0
	for !root.decided() {
		for running < max(1, d.parts.Parallel()) {
			n, err := d.next(ctx, root)
			if err != nil {
				return err
			}
			if n == nil {
				break
			}
			n.sent = true
			running++
			workers.Go(func() {
				a := answer{node: n}
				a.part, a.err = d.parts.Prove(working, d.claim(n))
				select {
				case answers <- a:
				case <-working.Done():
				}
			})
		}
		if root.decided() {
			break // by the journal
		}
		if running == 0 {
			return errors.New("internal error: no part can decide the claim")
		}
		select {
		case a := <-answers:
			running--
			if a.err != nil {
				return a.err
			}
			if err := d.learn(a); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// learn notes the result of a part.
func (d *division) learn(a answer) error {
	a.node.decide(a.part.holds)
	if a.part.holds && d.Journal == nil {
		a.node.certificate = a.part.certificate
	}
	d.count()
	d.update(a.node.parents)
	return d.Journal.addPart(d.claim(a.node), a.part)
}

func (d *division) count() {
	if d.decided++; d.parts.Progress != nil {
		d.parts.Progress(d.decided)
	}
}

// next returns the part to prove next, or nil if all that the root needs are being proved. It expands positions on the
// way. The most likely way to a proof comes first. Where its parts are being proved already, other moves follow.
func (d *division) next(ctx context.Context, root *topNode) (*topNode, error) {
	for _, others := range []bool{false, true} {
		for {
			d.round++
			n := d.pick(root, others)
			if n == nil {
				break
			}
			if d.part(n) {
				return n, nil
			}
			if err := d.expand(ctx, n); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// pick returns the position below n that is most worth the work. It considers the best move of the prover alone, or all
// of them.
func (d *division) pick(n *topNode, others bool) *topNode {
	if n.decided() || n.round == d.round || n.sent {
		return nil
	}
	n.round = d.round
	if n.children == nil {
		return n
	}
	cost := func(c *topNode) float64 { return c.disproof }
	if n.mine {
		cost = func(c *topNode) float64 { return c.proof }
	}
	children := slices.Clone(n.children)
	slices.SortStableFunc(children, func(a, b *topNode) int { return cmp.Compare(cost(a), cost(b)) })
	if n.mine && !others {
		children = children[:1]
	}
	for _, c := range children {
		if found := d.pick(c, others); found != nil {
			return found
		}
	}
	return nil
}

// expand adds the positions after n.
func (d *division) expand(ctx context.Context, n *topNode) error {
	for _, move := range n.at.Moves() {
		c, err := d.node(ctx, n.at.Play(move), !n.mine)
		if err != nil {
			return err
		}
		if !slices.Contains(n.children, c) {
			n.children, c.parents = append(n.children, c), append(c.parents, n)
		}
	}
	d.update([]*topNode{n})
	return nil
}

// update computes the costs of positions from those after them, and of all positions before them that change.
func (d *division) update(nodes []*topNode) {
	for _, n := range nodes {
		sum, least := 0.0, math.Inf(1)
		for _, c := range n.children {
			one, all := c.disproof, c.proof
			if n.mine {
				one, all = all, one
			}
			sum, least = sum+all, min(least, one)
		}
		if n.mine {
			sum, least = least, sum
		}
		if n.proof != sum || n.disproof != least {
			n.proof, n.disproof = sum, least
			d.update(n.parents)
		}
	}
}

// node returns the node of a position, which it makes if it is missing.
func (d *division) node(ctx context.Context, p othello.Position, mine bool) (*topNode, error) {
	if p.MustPass() {
		p, mine = p.Play(othello.Pass), !mine
	}
	at := place{canonical(p), mine}
	if n := d.nodes[at]; n != nil {
		return n, nil
	}
	n := &topNode{place: at, leaf: p.Over() || p.Empties() <= d.leaf}
	d.nodes[at] = n
	if n.leaf {
		n.decide(d.reached(p, mine))
		return n, ctx.Err()
	}
	if d.part(n) {
		if holds, ok := d.Journal.decided(d.claim(n)); ok {
			n.decide(holds)
			d.count()
			return n, nil
		}
	}
	r, err := d.engine.Search(ctx, n.at, search.Limits{Depth: estimateDepth}, nil)
	if err != nil {
		return nil, err
	}
	score := float64(r.Score)
	if !mine {
		score = -score
	}
	// The logarithm of the odds is proportional to the discs above the greatest score that misses the target.
	lead := (score - float64(d.target) + 1) / spread
	n.proof, n.disproof = 1+math.Log1p(math.Exp(-lead)), 1+math.Log1p(math.Exp(lead))
	return n, nil
}

// reached reports whether the prover reaches the target from a finished game or a leaf.
func (d *division) reached(p othello.Position, mine bool) bool {
	switch {
	case p.Over():
		return d.finished(p, mine) == nil
	case mine:
		return d.solver.Score(p.Mover, p.Other, d.target-1, d.target) >= d.target
	}
	return d.solver.Score(p.Mover, p.Other, -d.target, 1-d.target) <= -d.target
}

const (
	estimateDepth = 6 // plies of the searches that estimate the costs
	spread        = 2 // discs by which the odds of such a search change by e
)

// collect adds the nodes of the proof to the certificate, as [prover.node] does.
func (d *division) collect(ctx context.Context, p othello.Position, mine bool) error {
	if p.Over() || p.Empties() <= d.leaf {
		return nil
	}
	if p.MustPass() {
		p, mine = p.Play(othello.Pass), !mine
	}
	mover, other := squares(p.Size, p.Mover), squares(p.Size, p.Other)
	if d.Has(mover, other, mine) {
		return ctx.Err()
	}
	n := d.nodes[place{canonical(p), mine}]
	if d.part(n) {
		certificate := n.certificate
		if certificate == nil {
			var err error
			if certificate, err = d.Journal.certificate(d.claim(n)); err != nil {
				return err
			}
		}
		return d.Add(bytes.NewReader(certificate))
	}
	if !mine {
		if err := d.collectReplies(ctx, p); err != nil {
			return err
		}
		d.Opponent(mover, other)
		return nil
	}
	move := d.proving(p)
	after := p.Play(move)
	var err error
	if after.Over() || after.MustPass() {
		err = d.collect(ctx, after, false)
	} else {
		err = d.collectReplies(ctx, after)
	}
	d.Prover(mover, other, index(p.Size, move))
	return err
}

func (d *division) collectReplies(ctx context.Context, p othello.Position) error {
	for _, move := range p.Moves() {
		if err := d.collect(ctx, p.Play(move), true); err != nil {
			return err
		}
	}
	return nil
}

// proving returns the move of the prover that is proved and has the fewest replies.
func (d *division) proving(p othello.Position) othello.Square {
	best, fewest := othello.Pass, math.MaxInt
	for _, move := range p.Moves() {
		after, mine := p.Play(move), false
		if after.MustPass() {
			after, mine = after.Play(othello.Pass), true
		}
		n := d.nodes[place{canonical(after), mine}]
		if replies := after.Legal().Len(); n != nil && n.proved() && replies < fewest {
			best, fewest = move, replies
		}
	}
	return best
}
