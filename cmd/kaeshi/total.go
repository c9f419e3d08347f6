package main

import (
	"encoding/json"
	"fmt"
)

// total is what was done to a file of positions.
type total struct {
	Positions  int     `json:"positions"`
	Nodes      uint64  `json:"nodes"`
	Seconds    float64 `json:"seconds"`
	Checked    int     `json:"checked"` // positions that the file states scores of
	Mismatches int     `json:"mismatches"`
	bad        int     // lines that are no positions
}

func (t *total) add(s solution) {
	t.Positions++
	t.Nodes += s.Nodes
	t.Seconds += s.Seconds
	if s.checked {
		t.Checked++
	}
	if s.Mismatch != "" {
		t.Mismatches++
	}
}

// String is the line that people read.
func (t total) String() string {
	return fmt.Sprintf("total: %d positions, %d nodes, %.3f s, %.0f nodes/s, %d checked, %d mismatches",
		t.Positions, t.Nodes, t.Seconds, float64(t.Nodes)/max(t.Seconds, 1e-9), t.Checked, t.Mismatches)
}

// MarshalJSON puts the sums under a name of their own, so that the last line is told from the others.
func (t total) MarshalJSON() ([]byte, error) {
	type sums total
	return json.Marshal(struct {
		Schema string `json:"schema"`
		Total  sums   `json:"total"`
	}{"kaeshi/solve-total/1", sums(t)})
}

// verdict is nil when every line was a position and none differs from what the file states.
func (t total) verdict() error {
	switch {
	case t.Mismatches > 0:
		return &exit{exitMismatch, fmt.Errorf("mismatches: %d of %d checked positions", t.Mismatches, t.Checked)}
	case t.bad > 0:
		return &exit{exitIllegal, fmt.Errorf("no positions: %d lines", t.bad)}
	}
	return nil
}
