package classroom

import (
	"context"
	"time"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/othello"
)

// Small is the solution of the 4×4 board.
type Small struct {
	Schema        string   `json:"schema"`
	Start         string   `json:"start"`
	Value         int      `json:"value"` // Black's final disc difference
	PV            []string `json:"pv"`
	Nodes         uint64   `json:"nodes"`
	Seconds       float64  `json:"seconds"`
	PositionsMade int      `json:"positions_made"`
}

// SolveSmall solves the 4×4 board by alpha-beta on a lazy tree, which makes only the positions that the search visits.
// Start is usual or parallel; empty: usual. The error is a [*Fault] or that of ctx.
func SolveSmall(ctx context.Context, start string) (Small, error) {
	p, err := Request{Size: int(othello.Size4), Start: start}.othelloPosition()
	if err != nil {
		return Small{}, err
	}
	if start == "" {
		start = othello.Usual.String()
	}
	began := time.Now()
	root := gametree.NewLazy[othello.Position, othello.Square](p, keptNodes)
	found, err := gametree.AlphaBeta(ctx, root, -1, nil, (*gametree.Trace[othello.Square])(nil))
	s := Small{
		Schema: "kaeshi/solve4/1", Start: start, Value: found.Value, PV: []string{}, Nodes: found.Nodes,
		PositionsMade: root.Made(),
		Seconds:       time.Since(began).Seconds(),
	}
	for _, m := range found.PV {
		s.PV = append(s.PV, p.Size.Name(m))
	}
	return s, err
}
