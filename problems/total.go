package problems

import (
	"encoding/json"
	"fmt"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// Total holds the sums of a file of positions.
type Total struct {
	Positions  int     `json:"positions"`
	Nodes      uint64  `json:"nodes"`
	Seconds    float64 `json:"seconds"`
	Checked    int     `json:"checked"` // positions with scores in the file
	Mismatches int     `json:"mismatches"`
	GivenUp    int     `json:"given_up,omitempty"` // positions that no worker of a cluster could solve
	bad        int     // lines that are not positions
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

// Plus returns the totals of two files together.
func (t Total) Plus(u Total) Total {
	return Total{
		t.Positions + u.Positions, t.Nodes + u.Nodes, t.Seconds + u.Seconds, t.Checked + u.Checked,
		t.Mismatches + u.Mismatches, t.GivenUp + u.GivenUp, t.bad + u.bad,
	}
}

// Bad returns the number of lines that are not positions.
func (t Total) Bad() int { return t.bad }

// String returns the sums as a line of text.
func (t Total) String() string {
	return fmt.Sprintf("total: %s, %s, %.3f s, %.0f nodes/s, %d checked, %s",
		lang.Count(t.Positions, "position", "positions"), lang.Count(t.Nodes, "node", "nodes"), t.Seconds,
		float64(t.Nodes)/max(t.Seconds, 1e-9), t.Checked, lang.Count(t.Mismatches, "mismatch", "mismatches"))
}

// TotalDocument is a [Total] as JSON.
type TotalDocument struct {
	Schema string `json:"schema"`
	Total  sums   `json:"total"`
}

// sums is a Total without its methods.
type sums Total

// MarshalJSON puts the sums into the field total, which distinguishes them from solutions.
func (t Total) MarshalJSON() ([]byte, error) {
	return json.Marshal(TotalDocument{"kaeshi/solve-total/1", sums(t)})
}
