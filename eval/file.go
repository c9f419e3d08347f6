package eval

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
)

// A weights file consists of the eight letters of magic, the version, the fingerprint of the shapes, the step, the
// number of phases, the phase of each number of empty squares (61 bytes), the parameters compressed with flate, and the
// SHA-256 of all bytes before it. Numbers are little-endian. Phases are stored from the last to the first. Each is
// stored as the differences from the one stored before it (from 0 for the first), with all low bytes before all high
// bytes.
//
// A file with a network has version 2. In its compressed part, the parameters are followed by the number of values in a
// row, the number of neurons, the greatest number of empty squares at which it is used, the number of row sets, the row
// set of each phase, the row sets stored by column, and the heads by phase.
const (
	magic       = "kaeshi-e"
	version     = 1
	withNetwork = 2
	headerBytes = len(magic) + 2 + 4 + 2 + 2 + maxEmpties + 1
	maxFile     = 8 << 20
	maxPhases   = maxEmpties + 1
)

// fingerprint returns a checksum of the shapes and limits that define the meaning of the parameters.
func fingerprint() uint32 {
	var text strings.Builder
	for _, s := range shapes() {
		fmt.Fprintln(&text, s.squares)
	}
	fmt.Fprintln(&text, mobilities, maxEmpties)
	return crc32.ChecksumIEEE([]byte(text.String()))
}

// Write writes the model as a weights file. The output is deterministic. Write returns an error if the model is invalid
// or the file would be too large.
func (m *Model) Write(w io.Writer) error {
	if err := m.check(); err != nil {
		return err
	}
	var file bytes.Buffer
	file.WriteString(magic)
	v := uint16(version)
	if m.Network != nil {
		v = withNetwork
	}
	for _, field := range []any{v, fingerprint(), uint16(m.Step), uint16(len(m.Phases)), m.PhaseOf} {
		if err := binary.Write(&file, binary.LittleEndian, field); err != nil {
			return err
		}
	}
	if err := m.compress(&file); err != nil {
		return err
	}
	sum := sha256.Sum256(file.Bytes())
	file.Write(sum[:])
	if file.Len() > maxFile {
		return fmt.Errorf("the weights take %d bytes: want at most %d; use a greater step or fewer phases",
			file.Len(), maxFile)
	}
	_, err := w.Write(file.Bytes())
	return err
}

func (m *Model) compress(file io.Writer) error {
	// The best compression takes nine times as long and saves a fiftieth.
	out, err := flate.NewWriter(file, flate.DefaultCompression)
	if err != nil {
		return err
	}
	n := Parameters()
	before, planes := make([]int16, n), make([]byte, 2*n)
	for _, list := range slices.Backward(m.Phases) {
		for j, x := range list {
			d := zigzag(x - before[j])
			planes[j], planes[n+j] = byte(d), byte(d>>8)
		}
		if _, err := out.Write(planes); err != nil {
			return err
		}
		before = list
	}
	if m.Network != nil {
		if err := m.Network.write(out); err != nil {
			return err
		}
	}
	return out.Close()
}

// zigzag maps numbers of small absolute value to small unsigned numbers.
func zigzag(x int16) uint16 { return uint16(x<<1 ^ x>>15) }

// unzigzag is the inverse of zigzag.
func unzigzag(x uint16) int16 { return int16(x>>1) ^ -int16(x&1) }
