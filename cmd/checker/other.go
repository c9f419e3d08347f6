//go:build !js

// Command checker is the checker of certificates in the browser. It contains package proof and not the engine. The page
// runs it in a worker and calls checkProof with a file. The program posts progress and the result as messages.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "checker runs in browsers only; build it with make wasm")
	os.Exit(1)
}
