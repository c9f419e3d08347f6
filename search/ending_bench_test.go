package search_test

import (
	"os"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

// BenchmarkEnding solves positions 40 to 43 of the FFO test for one best move each, with an empty table and one thread.
func BenchmarkEnding(b *testing.B) {
	var positions []othello.Position
	file, err := os.Open("../record/obf/testdata/ffo-40-59.obf")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	for problem, err := range obf.Problems(file) {
		if err != nil {
			b.Fatal(err)
		}
		positions = append(positions, problem.Position)
	}
	e := search.New(search.Options{HashBytes: 512 << 20})
	var nodes uint64
	for b.Loop() {
		nodes = 0
		for _, p := range positions[:4] {
			e.Forget()
			r, err := e.Search(b.Context(), p, search.Limits{Exact: 64}, nil)
			if err != nil {
				b.Fatal(err)
			}
			nodes += r.Nodes
		}
	}
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(float64(nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
