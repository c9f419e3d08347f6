//go:build !js

package eval

import _ "embed"

// shipped is the file of weights that goes with the program; the manifests in provenance say how it was made.
//
//go:embed weights.bin
var shipped []byte
