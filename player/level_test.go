package player_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// TestEngineWithoutHeuristics checks that leaving out a heuristic changes the nodes, but not the score of an ending.
func TestEngineWithoutHeuristics(t *testing.T) {
	start, err := othello.Parse("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[string]uint64{}
	for _, spec := range []string{"kaeshi:level=16", "kaeshi:level=16,-stability,-parity,-etc"} {
		p, err := player.Makers{{Name: "kaeshi", Main: "level", New: player.NewEngine}}.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Choose(t.Context(), &record.Game{Start: start}, player.Clock{})
		if err != nil {
			t.Fatalf("%s: %v", spec, err)
		}
		if !c.Report.Exact {
			t.Fatalf("%s: the score %v of depth %d is an estimate, want an exact one", spec, c.Report.Score,
				c.Report.Depth)
		}
		if c.Report.Score != 18 {
			t.Fatalf("%s: score %v, want 18", spec, c.Report.Score)
		}
		nodes[spec] = c.Report.Nodes
	}
	if nodes["kaeshi:level=16"] >= nodes["kaeshi:level=16,-stability,-parity,-etc"] {
		t.Errorf("nodes %v, want fewer with all heuristics", nodes)
	}
}
