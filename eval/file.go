package eval

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
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

// Load reads a weights file. It returns an error if the file is not a weights file, is damaged, or has another version
// or other patterns than this program.
func Load(r io.Reader) (*Weights, error) {
	m, checksum, err := readFile(r)
	if err != nil {
		return nil, err
	}
	w, err := m.Weights()
	if err != nil {
		return nil, err
	}
	w.checksum = checksum
	return w, nil
}

// ReadModel reads the model in a weights file. The errors are those of [Load].
func ReadModel(r io.Reader) (*Model, error) {
	m, _, err := readFile(r)
	return m, err
}

// readFile reads a weights file. It returns the model and the SHA-256 of the whole file in hexadecimal.
func readFile(r io.Reader) (m *Model, checksum string, err error) {
	file, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, "", err
	}
	sum := sha256.New()
	if m, err = parseModel(file, sum); err != nil {
		return nil, "", fmt.Errorf("weights: %w", err)
	}
	return m, hex.EncodeToString(sum.Sum(nil)), nil
}

// parseModel decodes a file and writes it to sum. It verifies the checksum in the file on the way, so that the file is
// hashed only once.
func parseModel(file []byte, sum hash.Hash) (*Model, error) {
	switch {
	case len(file) > maxFile:
		return nil, fmt.Errorf("the file is too large: want at most %d bytes", maxFile)
	case !bytes.HasPrefix(file, []byte(magic)):
		return nil, fmt.Errorf("not a weights file: it does not begin with %q", magic)
	case len(file) < headerBytes+sha256.Size:
		return nil, fmt.Errorf("the file is truncated: it has %d bytes, want at least %d", len(file),
			headerBytes+sha256.Size)
	}
	end := len(file) - sha256.Size
	header := file[len(magic):headerBytes]
	v := binary.LittleEndian.Uint16(header)
	if v != version && v != withNetwork {
		return nil, fmt.Errorf("unsupported version %d: want %d or %d", v, version, withNetwork)
	}
	sum.Write(file[:end])
	if !bytes.Equal(sum.Sum(nil), file[end:]) {
		return nil, errors.New("wrong checksum: the file is damaged or truncated")
	}
	sum.Write(file[end:])
	if own := binary.LittleEndian.Uint32(header[2:]); own != fingerprint() {
		return nil, fmt.Errorf("the file is for other patterns: fingerprint %08x, want %08x", own, fingerprint())
	}
	m := &Model{Step: int(binary.LittleEndian.Uint16(header[6:]))}
	copy(m.PhaseOf[:], header[10:])
	if err := m.uncompress(file[headerBytes:end], int(binary.LittleEndian.Uint16(header[8:])), v == withNetwork); err !=
		nil {
		return nil, err
	}
	return m, m.check()
}

func (m *Model) uncompress(data []byte, phases int, network bool) error {
	if phases < 1 || phases > maxPhases {
		return fmt.Errorf("%d phases: want 1 to %d", phases, maxPhases)
	}
	in, n := flate.NewReader(bytes.NewReader(data)), Parameters()
	m.Phases = make([][]int16, phases)
	before, planes := make([]int16, n), make([]byte, 2*n)
	for i := phases - 1; i >= 0; i-- {
		if _, err := io.ReadFull(in, planes); err != nil {
			return fmt.Errorf("phase %d: %w", i, err)
		}
		list := make([]int16, n)
		for j := range list {
			list[j] = before[j] + unzigzag(uint16(planes[j])|uint16(planes[n+j])<<8)
		}
		m.Phases[i], before = list, list
	}
	if network {
		var err error
		if m.Network, err = readNetwork(in, phases); err != nil {
			return fmt.Errorf("network: %w", err)
		}
	}
	if n, err := in.Read(planes); n != 0 || !errors.Is(err, io.EOF) {
		return fmt.Errorf("unexpected data after %d phases", phases)
	}
	return nil
}
