package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/prove"
)

// begin opens the journal of the proofs of a position, whose name is that of the certificate with .journal added.
// Conditional proofs have no journal. A journal of other settings is an error, or is replaced with --force.
func (v *certifier) begin(at othello.Position, path string) error {
	v.journal = nil
	if v.assumptions != nil {
		return nil
	}
	s := prove.Settings{Position: at.String(), Leaf: v.leaf, Generator: v.Build.Version}
	if v.Build.Commit != "" {
		s.Generator += " " + v.Build.Commit
	}
	weights, err := v.engine.Weights()
	if err != nil {
		return err
	}
	if weights != nil {
		s.Weights = weights.Checksum()
	}
	path += ".journal"
	v.journal, err = prove.OpenJournal(path, s)
	if errors.Is(err, prove.ErrOtherSettings) {
		if v.isNew(path) != nil {
			return terminal.Failure("%w; --force discards it", err)
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		v.journal, err = prove.OpenJournal(path, s)
	}
	if err == nil && !v.journal.Empty() {
		v.clear()
		v.Log("%s", fmt.Sprintf(v.Words["prove.resumed"], path))
	}
	return err
}

// end closes the journal and returns err. After an error, another run can continue from the journal. If there is no
// error, if the claim is false, or if the journal holds no progress, end removes it.
func (v *certifier) end(err error) error {
	j := v.journal
	v.journal = nil
	switch {
	case j == nil:
		return err
	case err == nil || errors.Is(err, prove.ErrFalse) || j.Empty():
		return errors.Join(err, j.Remove())
	}
	return errors.Join(err, j.Close())
}

// proveWatch shows the progress of a proof: the current step, the time since the start, and the number of nodes.
type proveWatch struct {
	progress *terminal.Progress
	nodes    func() uint64
	began    time.Time

	mu   sync.Mutex
	line string // empty: nothing is shown
}

// watchProof shows the progress of a proof until ctx ends.
func watchProof(ctx context.Context, progress *terminal.Progress, nodes func() uint64) *proveWatch {
	w := &proveWatch{progress: progress, nodes: nodes, began: time.Now()}
	progress.Follow(ctx, w.text)
	return w
}

func (w *proveWatch) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.line == "" {
		return ""
	}
	return fmt.Sprintf("%s  %s  %.1f M nodes", w.line, time.Since(w.began).Round(time.Second), float64(w.nodes())/1e6)
}

func (w *proveWatch) show(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.line = line
}

// clear removes the line. It does not hold the lock during Clear, because the progress holds its own lock when it calls
// text.
func (w *proveWatch) clear() {
	w.show("")
	w.progress.Clear()
}
