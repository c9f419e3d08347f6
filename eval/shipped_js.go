package eval

import _ "embed"

// shipped is a smaller file of weights, since a browser has to fetch it: the same fit, rounded more and in fewer
// phases. See provenance.
//
//go:embed light.bin
var shipped []byte
