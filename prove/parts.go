package prove

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
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

// Decide returns a certificate of a claim or of its [Opposite]. The error is that of ctx or of the claim.
func Decide(ctx context.Context, c proof.Claim, o Options) ([]byte, error) {
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
