package problems

import (
	"encoding/json"
	"fmt"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// Total is what was done to a file of positions.
type Total struct {
	Positions  int     `json:"positions"`
	Nodes      uint64  `json:"nodes"`
	Seconds    float64 `json:"seconds"`
	Checked    int     `json:"checked"` // positions that the file states scores of
	Mismatches int     `json:"mismatches"`
	GivenUp    int     `json:"given_up,omitempty"` // positions that no worker of a cluster could solve
	bad        int     // lines that are no positions
}

func (t *Total) add(s Solution) {
	t.Positions++
	t.Nodes += s.Nodes
	t.Seconds += s.Seconds
	if s.Checked {
		t.Checked++
	}
	if s.Mismatch != "" {
		t.Mismatches++
	}
}

// Bad is how many lines were no positions.
func (t Total) Bad() int { return t.bad }

// String is the line that people read.
func (t Total) String() string {
	return fmt.Sprintf("total: %s, %s, %.3f s, %.0f nodes/s, %d checked, %s",
		lang.Count(t.Positions, "position", "positions"), lang.Count(t.Nodes, "node", "nodes"), t.Seconds,
		float64(t.Nodes)/max(t.Seconds, 1e-9), t.Checked, lang.Count(t.Mismatches, "mismatch", "mismatches"))
}

// MarshalJSON puts the sums under a name of their own, so that the last line is told from the others.
func (t Total) MarshalJSON() ([]byte, error) {
	type sums Total
	return json.Marshal(struct {
		Schema string `json:"schema"`
		Total  sums   `json:"total"`
	}{"kaeshi/solve-total/1", sums(t)})
}
