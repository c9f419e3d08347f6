//go:build !js

package eval

import _ "embed"

// shipped is the embedded weights file. The manifests in directory provenance record its origin.
//
//go:embed weights.bin
var shipped []byte
