package work

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

// Limits of proofs.
const (
	ProofEmpties    = 20              // largest number of empty squares of a position
	proofNodes      = 1_000_000       // of a certificate, about 5 MB
	proofTime       = 3 * time.Minute // for both certificates of a position, without waiting
	proofHash       = 64 << 20        // bytes of the transposition table
	proofLeaf       = 8
	proofsAtOnce    = 1
	proofsWaiting   = 8
	proofsPerClient = 2
)

// ErrTooLarge reports a certificate with more than a million nodes.
var ErrTooLarge = errors.New("the certificate has more than 1,000,000 positions")

// Proofs makes certificates of exact scores, one position at a time.
type Proofs struct {
	Queue *Queue

	scheduler *Scheduler
	generator string
	nodes     int
}

// NewProofs returns a Proofs with a new queue. The certificates name the generator.
func NewProofs(s *Scheduler, generator string) *Proofs {
	return &Proofs{
		Queue:     NewQueue(proofsAtOnce, proofsWaiting, Share{Places: proofsPerClient}),
		scheduler: s, generator: generator, nodes: proofNodes,
	}
}

// ProofStep is what a proof is doing.
type ProofStep string

// The steps of a proof. Those after the search are repeated for each claim.
const (
	ProofQueued    ProofStep = "queued"
	ProofSearching ProofStep = "searching" // for the exact score
	ProofProving   ProofStep = "proving"
	ProofChecking  ProofStep = "checking" // the new certificate
)

// ProofProgress is the state of a proof.
type ProofProgress struct {
	Step  ProofStep
	Place int // in the queue, from 1; 0 while the proof runs
	Nodes int // of the present certificate
}

// Certificate is a certificate that was checked.
type Certificate struct {
	proof.Report

	File    []byte
	Seconds float64 // of the proof and the check
}

// Run waits for the turn of the ticket, solves the position, and makes certificates of the claims that the side to move
// scores at least and at most the result. It passes each certificate to made. It ends when one of the functions returns
// an error. The error is [ErrTooLarge], [ErrTimeout], [ErrClosing], the cause of the end of ctx, or that of a function.
func (f *Proofs) Run(
	ctx context.Context, t *Ticket, p othello.Position, report func(ProofProgress) error, made func(Certificate) error,
) (score int, err error) {
	ctx, release := f.scheduler.joined(ctx)
	defer release()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &proofRun{Proofs: f, stop: stop, report: report}
	if err := t.Wait(ctx, func(place int) { r.progress(ProofProgress{Step: ProofQueued, Place: place}) }); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeoutCause(search.Polling(ctx, f.scheduler.priority.yield), proofTime, ErrTimeout)
	defer cancel()
	score, err = r.both(ctx, p, made)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = context.Cause(ctx)
	}
	return score, err
}

// proofRun is a running proof.
type proofRun struct {
	*Proofs

	stop   context.CancelCauseFunc
	report func(ProofProgress) error
	last   time.Time // of the last report about nodes
}

// progress passes on the progress, and ends the proof if that fails.
func (r *proofRun) progress(p ProofProgress) {
	if err := r.report(p); err != nil {
		r.stop(err)
	}
}

// both solves the position and makes both certificates.
func (r *proofRun) both(ctx context.Context, p othello.Position, made func(Certificate) error) (score int, err error) {
	r.progress(ProofProgress{Step: ProofSearching})
	engine := search.New(search.Options{HashBytes: proofHash, Without: search.Claims})
	solved, err := engine.Solve(ctx, p)
	if err != nil {
		return 0, err
	}
	score = int(solved.Score)
	for _, relation := range []string{proof.AtLeast, proof.AtMost} {
		c, err := r.one(ctx, engine, p, relation, score)
		if err == nil {
			err = made(c)
		}
		if err != nil {
			return score, err
		}
	}
	return score, nil
}

// one makes and checks a certificate.
func (r *proofRun) one(
	ctx context.Context, engine *search.Engine, p othello.Position, relation string, value int,
) (c Certificate, err error) {
	began := time.Now()
	r.progress(ProofProgress{Step: ProofProving})
	b, err := prove.Prove(ctx, p, relation, value, prove.Options{
		Engine: engine, Leaf: proofLeaf, Generator: r.generator, Progress: func(nodes int) {
			if nodes > r.nodes {
				r.stop(ErrTooLarge)
			} else if time.Since(r.last) >= nodesInterval {
				r.last = time.Now()
				r.progress(ProofProgress{Step: ProofProving, Nodes: nodes})
			}
		},
	})
	if err != nil {
		return c, err
	}
	var file bytes.Buffer
	if _, err := b.WriteTo(&file); err != nil {
		return c, err
	}
	r.progress(ProofProgress{Step: ProofChecking, Nodes: b.Len()})
	c.File = bytes.Clone(file.Bytes())
	c.Report, err = proof.Verify(ctx, &file, proof.Options{Threads: 1})
	c.Seconds = time.Since(began).Seconds()
	return c, err
}
