package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Work describes a step to the machines that compute its parts.
type Work struct {
	Step     string
	Settings any         // that determine the results of the parts, with the files below
	Own      Fingerprint // of the settings and all inputs
	Parts    int         // expected number of parts
	Weights  string      // file of weights, or "" for the plain evaluation
	Starts   []byte      // start positions; nil if the step has none
}

// Part is a piece of work whose result depends only on its fields and on the weights and starts of the [Work].
type Part struct {
	Step     string          `json:"step"`
	Settings json.RawMessage `json:"settings"`
	First    int             `json:"first"`           // number of the first game
	Games    int             `json:"games"`           // number of games
	Input    []byte          `json:"input,omitempty"` // the games, if the step does not play them
}

// Pool computes the parts of a step on other machines.
type Pool struct {
	// Compute returns the result of a part. A *[PartError] means that this part failed and the others can continue.
	// It may be called by several goroutines.
	Compute func(ctx context.Context, p Part) ([]byte, error)
	// Rehearse, unless it is nil, must be called with a function that computes all parts before their results are
	// used. It calls the function until the results are confirmed.
	Rehearse func(compute func() error) error
}

// Remote calls run with machines that compute the parts of a step.
type Remote func(ctx context.Context, w Work, run func(Pool) error) error

// PartError is the failure of a part.
type PartError struct{ Err error }

func (e *PartError) Error() string { return e.Err.Error() }

func (e *PartError) Unwrap() error { return e.Err }

// Assembly makes the files of a step from the results of parts.
type Assembly struct {
	Files int
	Begin func(file int) (Pieces, error)    // called for one file after another
	Check func(p Part, result []byte) error // returns an error if the result is not one of the part
	Watch *Watch                            // counts the games
}

// Pieces are the parts of a file.
type Pieces struct {
	Parts []Part
	End   func(results [][]byte) error // writes the file; nil if it exists
}

// mostParts is the number of parts that wait for their results.
const mostParts = 4096

// Assemble computes the parts of all files by [Run.Remote]. If parts fail, it makes the other files before it returns
// an error.
func (r Run) Assemble(ctx context.Context, w Work, a Assembly) error {
	settings, err := json.Marshal(w.Settings)
	if err != nil {
		return err
	}
	return r.Remote(ctx, w, func(pool Pool) error {
		x := &assembling{Assembly: a, step: w.Step, settings: settings, pool: pool}
		if err := x.rehearse(ctx); err != nil {
			return err
		}
		return x.run(ctx)
	})
}

// assembling is the state of one call of Assemble.
type assembling struct {
	Assembly

	step     string
	settings json.RawMessage
	pool     Pool
	stop     context.CancelCauseFunc

	mu     sync.Mutex
	failed []error // of parts
}

// rehearse computes all parts, if the pool requires it, and keeps the pieces of the files for the following run.
func (a *assembling) rehearse(ctx context.Context) error {
	if a.pool.Rehearse == nil {
		return nil
	}
	files := make([]Pieces, a.Files)
	for i := range files {
		var err error
		if files[i], err = a.Begin(i); err != nil {
			return err
		}
	}
	a.Begin = func(file int) (Pieces, error) { return files[file], nil }
	return a.pool.Rehearse(func() error {
		var all sync.WaitGroup
		defer all.Wait()
		tokens := make(chan struct{}, mostParts)
		for _, f := range files {
			for _, p := range f.Parts {
				select {
				case tokens <- struct{}{}:
				case <-ctx.Done():
					return ctx.Err()
				}
				all.Go(func() {
					_, _ = a.compute(ctx, p) // run reports its error
					<-tokens
				})
			}
		}
		return nil
	})
}

// compute returns the result of a part.
func (a *assembling) compute(ctx context.Context, p Part) ([]byte, error) {
	p.Step, p.Settings = a.step, a.settings
	return a.pool.Compute(ctx, p)
}

func (a *assembling) run(ctx context.Context) error {
	ctx, a.stop = context.WithCancelCause(ctx)
	defer a.stop(nil)
	var all sync.WaitGroup
	tokens := make(chan struct{}, mostParts)
	for i := 0; i < a.Files && ctx.Err() == nil; i++ {
		f := &unfinished{}
		var err error
		f.Pieces, err = a.Begin(i)
		if err == nil && f.End != nil && len(f.Parts) == 0 {
			err = f.End(nil)
		}
		if err != nil {
			a.stop(err)
			break
		}
		f.results = make([][]byte, len(f.Parts))
		f.left.Store(int64(len(f.Parts)))
		for j := range f.Parts {
			select {
			case tokens <- struct{}{}:
				all.Go(func() {
					a.part(ctx, f, j)
					<-tokens
				})
			case <-ctx.Done():
			}
		}
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if len(a.failed) > 0 {
		return fmt.Errorf("parts that no machine could compute: %d; all files without them are complete, and the same "+
			"command tries them again: %w", len(a.failed), a.failed[0])
	}
	return nil
}

// unfinished is a file whose parts are being computed.
type unfinished struct {
	Pieces

	results [][]byte
	left    atomic.Int64 // parts without a result
}

// part computes a part of a file, and writes the file if it was the last one.
func (a *assembling) part(ctx context.Context, f *unfinished, number int) {
	p := f.Parts[number]
	result, err := a.compute(ctx, p)
	if failed := (*PartError)(nil); errors.As(err, &failed) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.failed = append(a.failed, failed)
		return
	}
	if err == nil {
		err = a.Check(p, result)
	}
	if err == nil {
		a.Watch.Add(p.Games)
		f.results[number] = result
		if f.left.Add(-1) == 0 {
			err = f.End(f.results)
		}
	}
	if err != nil {
		a.stop(err)
	}
}

// Divide divides games, starting with the number first, into parts of at most the given size.
func Divide(first, games, size int) (parts []Part) {
	for at := 0; at < games; at += size {
		parts = append(parts, Part{First: first + at, Games: min(size, games-at)})
	}
	return parts
}

// Divided returns the number of parts of files of at most shard games each.
func Divided(games, shard, size int) int {
	n := func(games int) int { return (games + size - 1) / size }
	return games/shard*n(shard) + n(games%shard)
}
