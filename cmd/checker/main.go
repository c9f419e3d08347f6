//go:build js

// The package comment is in other.go.

package main

import (
	"bytes"
	"context"
	"syscall/js"

	"github.com/kaeshi/kaeshi/proof"
)

// memory is the limit for the nodes of a certificate in bytes.
const memory = 512 << 20

func main() {
	js.Global().Set("checkProof", js.FuncOf(func(_ js.Value, args []js.Value) any {
		file := make([]byte, args[0].Length())
		js.CopyBytesToGo(file, args[0])
		go func() { post(check(file)) }()
		return nil
	}))
	select {} // the page ends the worker
}

func post(message map[string]any) { js.Global().Call("postMessage", message) }

// check returns the verdict on a certificate.
func check(file []byte) map[string]any {
	r, err := proof.Verify(context.Background(), bytes.NewReader(file), proof.Options{
		Threads: 1, Memory: memory,
		Progress: func(done, all int64) { post(map[string]any{"done": done, "all": all}) },
	})
	verdict := map[string]any{
		"valid": err == nil, "position": r.Position, "claim": r.Relation, "value": r.Value, "nodes": r.Nodes,
		"leaves": r.Leaves, "assumed": r.Assumed,
	}
	if err != nil {
		verdict["error"] = err.Error()
	}
	return verdict
}
