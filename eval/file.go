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

// A file of weights: eight letters, the version, a number that names the shapes, the step, the number of phases, the
// phase of each number of empty squares (61 bytes), then the parameters compressed (flate), and the SHA-256 of all
// before. Numbers are little-endian. Phases stand last first; the first written is whole, each other is the difference
// from the one before, whose low bytes come first, then the high bytes.
//
// A file with a network is of version 2: behind the parameters stand how many numbers a row has, how many neurons there
// are, the number of empty squares up to which it is used, the number of its sets of rows, which of them each phase
// uses, the rows of each set, the first number of each, then the second, and so on, and its heads, phase by phase.
const (
	magic       = "kaeshi-e"
	version     = 1
	withNetwork = 2
	headerBytes = len(magic) + 2 + 4 + 2 + 2 + maxEmpties + 1
	maxFile     = 8 << 20
	maxPhases   = maxEmpties + 1
)

// fingerprint names the shapes and what else gives parameters their meaning.
func fingerprint() uint32 {
	var text strings.Builder
	for _, s := range shapes() {
		fmt.Fprintln(&text, s.squares)
	}
	fmt.Fprintln(&text, mobilities, maxEmpties)
	return crc32.ChecksumIEEE([]byte(text.String()))
}

// Write writes the model as a file. The same model gives the same bytes. It fails when the model is wrong or the file
// would be too large.
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
		return fmt.Errorf("the weights take %d bytes, and a file may have %d: a greater step or fewer phases take less",
			file.Len(), maxFile)
	}
	_, err := w.Write(file.Bytes())
	return err
}

func (m *Model) compress(file io.Writer) error {
	out, err := flate.NewWriter(file, flate.DefaultCompression) // the best takes nine times as long to save a fiftieth
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

// zigzag makes small numbers of either sign small numbers.
func zigzag(x int16) uint16 { return uint16(x<<1 ^ x>>15) }

func unzigzag(x uint16) int16 { return int16(x>>1) ^ -int16(x&1) }

// Load reads a file of weights. A file that is no such file, damaged, of another version or for other patterns is
// refused with the reason.
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

// ReadModel is [Load] up to the model that the file holds, with the same errors.
func ReadModel(r io.Reader) (*Model, error) {
	m, _, err := readFile(r)
	return m, err
}

// readFile reads a file of weights. It returns the model and the SHA-256 of the whole file in hexadecimal.
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

// parseModel decodes a file and writes it to sum. It compares the sum of the bytes before the file's own checksum on
// the way, so that the file is hashed once.
func parseModel(file []byte, sum hash.Hash) (*Model, error) {
	switch {
	case len(file) > maxFile:
		return nil, fmt.Errorf("the file has more than %d bytes", maxFile)
	case !bytes.HasPrefix(file, []byte(magic)):
		return nil, fmt.Errorf("the file does not begin with %q: it is no file of weights", magic)
	case len(file) < headerBytes+sha256.Size:
		return nil, fmt.Errorf("the file ends after %d bytes: it is cut off", len(file))
	}
	end := len(file) - sha256.Size
	header := file[len(magic):headerBytes]
	v := binary.LittleEndian.Uint16(header)
	if v != version && v != withNetwork {
		return nil, fmt.Errorf("version %d: this program reads versions %d and %d", v, version, withNetwork)
	}
	sum.Write(file[:end])
	if !bytes.Equal(sum.Sum(nil), file[end:]) {
		return nil, errors.New("the checksum is wrong: the file is damaged or cut off")
	}
	sum.Write(file[end:])
	if own := binary.LittleEndian.Uint32(header[2:]); own != fingerprint() {
		return nil, fmt.Errorf("they were made for other patterns (%08x): this program has %08x", own, fingerprint())
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
		return fmt.Errorf("%d phases: expected 1 to %d", phases, maxPhases)
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
			return fmt.Errorf("the network: %w", err)
		}
	}
	if n, err := in.Read(planes); n != 0 || !errors.Is(err, io.EOF) {
		return errors.New("there is more than the phases that the file tells of")
	}
	return nil
}
