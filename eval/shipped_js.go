package eval

import _ "embed"

// shipped is a smaller weights file for browsers, which have to download it: the same fit with coarser rounding and
// fewer phases. See directory provenance.
//
//go:embed light.bin
var shipped []byte
