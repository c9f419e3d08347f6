package proof

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"io"
	"slices"
)

// A Source is an origin of assumptions of a certificate.
type Source struct {
	Name   string `json:"name"`
	Claims int    `json:"claims"` // number of assumptions
}

// maxSources is the number of sources that Sources lists. It counts the assumptions of others under the name "…".
const maxSources = 8

// Sources returns the origins of the assumptions of a certificate, in the order of the file. Names are cut to 200
// characters. It does not check the certificate, as Verify does; its errors are the same.
func Sources(file io.Reader) (list []Source, err error) {
	var r reader
	unpacked, err := gzip.NewReader(file)
	if r.check(err); r.err != nil {
		return nil, r.err
	}
	r.in, r.sum = bufio.NewReaderSize(unpacked, maxLine), sha256.New()
	r.hashed = bufio.NewWriter(r.sum)
	r.line(&r.Header)
	for i := 0; i < r.Assumptions && r.err == nil; i++ {
		var a Assumption
		r.line(&a)
		name := a.Source
		if runes := []rune(name); len(runes) > 200 {
			name = string(runes[:200])
		}
		at := slices.IndexFunc(list, func(s Source) bool { return s.Name == name })
		if at < 0 && len(list) >= maxSources {
			name = "…"
			at = slices.IndexFunc(list, func(s Source) bool { return s.Name == name })
		}
		if at < 0 {
			list, at = append(list, Source{Name: name}), len(list)
		}
		list[at].Claims++
	}
	return list, r.err
}
