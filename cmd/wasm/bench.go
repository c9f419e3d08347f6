//go:build js

package main

import (
	"encoding/json"
	"net/http"

	"github.com/kaeshi/kaeshi/search"
)

// bench answers with what `kaeshi bench --json` prints of the search: the signature of the engine by its weights, and
// its speed.
func bench(w http.ResponseWriter, r *http.Request) {
	b, err := search.Bench(r.Context(), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{ // nothing fails here
		"schema": "kaeshi/bench/1", "nodes": b.Nodes, "seconds": b.Elapsed.Seconds(),
		"nodes_per_second": float64(b.Nodes) / b.Elapsed.Seconds(),
	})
}
