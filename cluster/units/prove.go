package units

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

// kindProve is the kind of the units that prove a claim or its opposite. The result is a certificate.
const kindProve = "prove"

// proveSpec is the content of such a unit.
type proveSpec struct {
	Claim     proof.Claim `json:"claim"`
	Leaf      int         `json:"leaf"`
	Hash      int         `json:"hash"` // bytes of the table
	Generator string      `json:"generator"`
}

// Proving describes the proofs of a position on a cluster.
type Proving struct {
	Position  othello.Position
	Empties   int // greatest number of empty squares of a part
	Leaf      int
	Hash      int // bytes of the table of a part
	Generator string
}

const (
	fewestParts = 4               // that are sent at a time, so that new workers find some
	mostParts   = 256             // that are sent at a time
	recount     = 2 * time.Second // between counts of the workers
)

// Prove runs work, which proves claims about the position with the parts that it receives. Workers need not be trusted:
// their certificates are verified before they count. A worker with an invalid certificate is quarantined, and its part
// is proved here.
func Prove(ctx context.Context, o Options, p Proving, work func(*prove.Parts) error) (err error) {
	o.Verify = 0 // all results are verified
	spec := proveSpec{Leaf: p.Leaf, Hash: p.Hash, Generator: p.Generator}
	job := cluster.Job{Kind: kindProve, Memory: int64(p.Hash)}
	if job.ID, err = cluster.JobID(kindProve, o.Identity, spec, p.Position.String()); err != nil {
		return err
	}
	return o.calls(ctx, job, func(c *caller) error {
		own := &handlers{slots: 1}
		return work(&prove.Parts{
			Empties: p.Empties, Parallel: o.slots(ctx),
			Prove: func(ctx context.Context, claim proof.Claim) (prove.Part, error) {
				spec := spec
				spec.Claim = claim
				return o.provePart(ctx, c, own, spec)
			},
		})
	})
}

// slots returns a function that returns twice the number of units that the workers run at a time.
func (o Options) slots(ctx context.Context) func() int {
	counted, count := time.Time{}, fewestParts
	return func() int {
		if time.Since(counted) < recount {
			return count
		}
		counted = time.Now()
		workers, err := o.Client.Workers(ctx)
		if err != nil {
			return count // the link is broken, and calls wait for it
		}
		count = 0
		for _, w := range workers {
			if slices.Contains(w.Kinds, kindProve) {
				count += 2 * w.Slots
			}
		}
		count = min(max(count, fewestParts), mostParts)
		return count
	}
}

// provePart proves a claim or its opposite by a unit, or on this machine if all workers fail or the certificate is
// invalid.
func (o Options) provePart(ctx context.Context, c *caller, own *handlers, spec proveSpec) (prove.Part, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return prove.Part{}, err
	}
	outcome, err := c.Do(ctx, cluster.Unit{Kind: kindProve, Version: o.Identity.String(), Spec: text})
	if err != nil {
		return prove.Part{}, err
	}
	if outcome.Err == nil {
		part, err := prove.CheckPart(ctx, outcome.Result, spec.Claim, spec.Leaf)
		fault := (*proof.Error)(nil)
		if !errors.As(err, &fault) {
			return part, err
		}
		if o.Log != nil {
			o.Log(fmt.Sprintf("worker %s is quarantined, because a certificate is not valid: %v; "+
				"this machine proves the part. Unit: %s", outcome.Worker, fault, text))
		}
		if err := c.job.Quarantine(ctx, outcome.Worker); err != nil {
			return prove.Part{}, err
		}
	}
	certificate, err := own.prove(ctx, cluster.Task{Spec: text})
	if err != nil {
		return prove.Part{}, err
	}
	return prove.CheckPart(ctx, certificate, spec.Claim, spec.Leaf)
}

// prove runs a unit.
func (h *handlers) prove(ctx context.Context, t cluster.Task) ([]byte, error) {
	var spec proveSpec
	if err := json.Unmarshal(t.Spec, &spec); err != nil {
		return nil, fmt.Errorf("spec: %w", err)
	}
	e := h.getEngine(search.Options{HashBytes: spec.Hash, Threads: 1, Without: search.Claims})
	defer h.putEngine(e)
	return prove.Decide(ctx, spec.Claim, prove.Options{
		Engine: e.Engine, Leaf: spec.Leaf, Generator: spec.Generator,
	})
}
