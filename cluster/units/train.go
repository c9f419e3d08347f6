package units

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train"
	"github.com/kaeshi/kaeshi/train/steps"
)

// kindTrain is the kind of the units that compute a part of a step of a training.
const kindTrain = "train"

// trainSpec is the content of such a unit. Its result is that of [train.Compute].
type trainSpec struct {
	steps.Part

	Weights string `json:"weights,omitempty"` // blob; empty: the plain evaluation
	Starts  string `json:"starts,omitempty"`  // blob; empty: none
}

// Train returns a function that computes parts of the steps of a training on a cluster. The files of the steps are the
// same as on this machine.
func Train(o Options) steps.Remote {
	return func(ctx context.Context, w steps.Work, run func(steps.Pool) error) (err error) {
		job := cluster.Job{Kind: kindTrain, Total: w.Parts}
		if job.ID, err = cluster.JobID(kindTrain, o.Identity, w.Step, w.Own); err != nil {
			return err
		}
		var spec trainSpec
		if spec.Weights, err = o.putFile(ctx, w.Weights); err != nil {
			return err
		}
		if len(w.Starts) > 0 {
			if spec.Starts, err = o.Client.PutBlob(ctx, w.Starts); err != nil {
				return err
			}
		}
		return o.calls(ctx, job, func(c *caller) error {
			pool := steps.Pool{Compute: func(ctx context.Context, p steps.Part) ([]byte, error) {
				return o.part(ctx, c, spec, p)
			}}
			if c.verified {
				pool.Rehearse = func(compute func() error) error { return c.rehearse(ctx, compute) }
			}
			return run(pool)
		})
	}
}

// putFile stores a file and returns its blob, or "" if path is empty.
func (o Options) putFile(ctx context.Context, path string) (blob string, err error) {
	if path == "" {
		return "", nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if blob, err = o.Client.PutBlob(ctx, b); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return blob, nil
}

// part computes a part of a step on the cluster.
func (o Options) part(ctx context.Context, c *caller, spec trainSpec, p steps.Part) ([]byte, error) {
	spec.Part = p
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	unit := cluster.Unit{Kind: kindTrain, Version: o.Identity.String(), Spec: text}
	for _, blob := range []string{spec.Weights, spec.Starts} {
		if blob != "" {
			unit.Blobs = append(unit.Blobs, blob)
		}
	}
	outcome, err := c.Do(ctx, unit)
	if err != nil {
		return nil, err
	}
	if outcome.Err != nil {
		return nil, &steps.PartError{Err: outcome.Err}
	}
	return outcome.Result, nil
}

// weights are weights that were read from a blob.
type weights struct {
	blob string
	w    *eval.Weights
}

// train runs a unit.
func (h *handlers) train(ctx context.Context, t cluster.Task) ([]byte, error) {
	var spec trainSpec
	if err := json.Unmarshal(t.Spec, &spec); err != nil {
		return nil, fmt.Errorf("spec: %w", err)
	}
	w, err := h.loadWeights(ctx, t, spec.Weights)
	if err != nil {
		return nil, err
	}
	var starts []byte
	if spec.Starts != "" {
		if starts, err = t.Blob(ctx, spec.Starts); err != nil {
			return nil, err
		}
	}
	return train.Compute(ctx, spec.Part, w, starts)
}

// loadWeights returns the weights of a blob, which are kept for the next units; nil if blob is empty.
func (h *handlers) loadWeights(ctx context.Context, t cluster.Task, blob string) (*eval.Weights, error) {
	if blob == "" {
		return nil, nil
	}
	h.mu.Lock()
	last := h.weights
	h.mu.Unlock()
	if last.blob == blob {
		return last.w, nil
	}
	b, err := t.Blob(ctx, blob)
	if err != nil {
		return nil, err
	}
	w, err := eval.Load(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("weights %.12s: %w", blob, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.weights = weights{blob, w}
	return w, nil
}
