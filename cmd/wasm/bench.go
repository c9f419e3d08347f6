//go:build js

package main

import (
	"encoding/json"
	"net/http"

	"github.com/kaeshi/kaeshi/search"
)

// bench runs the benchmark of the engine and responds with the node count, which depends on the weights, and the speed,
// in the schema of kaeshi bench --json.
func bench(w http.ResponseWriter, r *http.Request) {
	b, err := search.Bench(r.Context(), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{ // the writer returns no errors
		"schema": "kaeshi/bench/1", "nodes": b.Nodes, "seconds": b.Elapsed.Seconds(),
		"nodes_per_second": float64(b.Nodes) / b.Elapsed.Seconds(),
	})
}
