// Package cluster spreads work over many machines with NATS JetStream.
//
// A submitter divides a [Job] into units and calls [Client.Submit]. Workers on any number of machines run the [Handler]
// of each unit and store its result. The result of a unit is a pure function of its bytes, so a second delivery or a
// second run is harmless, and the result counts once. Package hub implements the server.
//
// No decision compares the clocks of two machines.
package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"time"
)

// Unit is a piece of work. Units with equal fields are the same unit.
type Unit struct {
	Kind    string          `json:"kind"`            // selects the handler
	Version string          `json:"version"`         // of the program that must run it
	Blobs   []string        `json:"blobs,omitempty"` // IDs of the blobs that it reads, such as weights
	Spec    json.RawMessage `json:"spec"`            // what to do, seeds included
}

// encode returns the message of the unit, and the ID of the unit, which is the hash of the message.
func (u Unit) encode() (text []byte, id string, err error) {
	text, err = json.Marshal(u)
	return text, hashOf(text), err
}

// hashOf names bytes: the first 32 hexadecimal digits of their SHA-256.
func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// JobID derives the ID of a job from the values that determine its results. The same parts give the same ID, so that a
// submitter that is started again finds its job.
func JobID(parts ...any) (string, error) {
	text, err := json.Marshal(parts)
	if err != nil {
		return "", fmt.Errorf("job ID: %w", err)
	}
	return hashOf(text), nil
}

// Handler computes the result of a unit. The result must depend on the unit alone, so it contains neither times nor
// names of machines. An error means that another worker may try; after [Job].Attempts errors the unit is a dead letter.
// ctx ends when the job is cancelled, when the worker stops, and when the unit exceeds its time limit.
type Handler func(ctx context.Context, t Task) (result []byte, err error)

// Task is a unit as its handler sees it.
type Task struct {
	Spec []byte
	Blob func(ctx context.Context, id string) ([]byte, error) // returns a blob, from the worker's cache if it is there
}

// Priority orders jobs: workers take units of a job only when no job of higher priority has any.
type Priority int

// The priorities.
const (
	Low    Priority = -1
	Normal Priority = 0
	High   Priority = 1
)

// Job describes the work of a submitter.
type Job struct {
	ID       string        `json:"id"`                 // letters, digits, - and _; see [JobID]
	Kind     string        `json:"kind"`               // of all its units
	Version  string        `json:"version"`            // of all its units
	Title    string        `json:"title"`              // for people
	Priority Priority      `json:"priority"`           // against other jobs
	Needs    []string      `json:"needs,omitempty"`    // what a worker must offer, such as a program
	Memory   int64         `json:"memory,omitempty"`   // bytes that a unit may take
	Attempts int           `json:"attempts,omitempty"` // errors after which a unit is a dead letter; 0: 3
	Limit    time.Duration `json:"limit,omitempty"`    // longest run of one unit; 0: none
	Total    int           `json:"total,omitempty"`    // units expected, for the time left; 0: unknown
}

const usualAttempts = 3

// attempts returns the number of errors, and the number of deliveries without an answer, after which a unit is a dead
// letter. A stopped worker or a broken connection may cause a delivery without an answer, so more of these are allowed.
func (j Job) attempts() (failures, crashes uint64) {
	n := uint64(max(j.Attempts, 0))
	if n == 0 {
		n = usualAttempts
	}
	return n, 3*n + 1
}

var nameForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func (j Job) check() error {
	for _, name := range []string{j.ID, j.Kind} {
		if !nameForm.MatchString(name) {
			return fmt.Errorf("job: %q is not a name (want 1 to 64 letters, digits, - or _)", name)
		}
	}
	return nil
}

// Outcome is the result of a unit, or the error of a unit that was given up.
type Outcome struct {
	Index   int           // of the unit in the submitter's sequence
	Result  []byte        // of the handler; nil for a dead letter
	Err     error         // a *[DeadLetter], or nil
	Worker  string        // worker that computed it
	Elapsed time.Duration // of its run there
}

// DeadLetter is the error of a unit that was given up.
type DeadLetter struct {
	Unit     json.RawMessage `json:"unit"`
	Reason   string          `json:"reason"`
	Worker   string          `json:"worker"` // the last one
	Attempts uint64          `json:"attempts"`
}

func (d *DeadLetter) Error() string {
	return fmt.Sprintf("given up after %d attempts, the last on worker %s: %s", d.Attempts, d.Worker, d.Reason)
}
