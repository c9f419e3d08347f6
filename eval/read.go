package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Load reads a weights file. It returns an error if the file is not a weights file, is damaged, or has another version
// or other patterns than this program.
func Load(r io.Reader) (*Weights, error) {
	f, err := openFile(r)
	if err != nil {
		return nil, err
	}
	return f.weights()
}

// ReadModel reads the model in a weights file. The errors are those of [Load].
func ReadModel(r io.Reader) (*Model, error) {
	f, err := openFile(r)
	if err != nil {
		return nil, err
	}
	m := &f.header
	m.Phases = make([][]int16, f.phases)
	m.Network, err = f.decode(func(i int, list []int16) { m.Phases[i] = slices.Clone(list) }, func([]int8) {})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// weightsFile is a weights file whose header has been read.
type weightsFile struct {
	header     Model // without the phases and the network
	phases     int
	hasNetwork bool
	compressed []byte
	checksum   string // SHA-256 of the whole file in hexadecimal
}

func openFile(r io.Reader) (*weightsFile, error) {
	file, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	return parseFile(file)
}

// parseFile reads the header of a file and verifies its checksum. The result refers to file.
func parseFile(file []byte) (*weightsFile, error) {
	f, err := parseHeader(file)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return f, nil
}

func parseHeader(file []byte) (*weightsFile, error) {
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
	sum := sha256.New() // of the whole file too, so that the file is hashed only once
	sum.Write(file[:end])
	if !bytes.Equal(sum.Sum(nil), file[end:]) {
		return nil, errors.New("wrong checksum: the file is damaged or truncated")
	}
	sum.Write(file[end:])
	if own := binary.LittleEndian.Uint32(header[2:]); own != fingerprint() {
		return nil, fmt.Errorf("the file is for other patterns: fingerprint %08x, want %08x", own,
			fingerprint())
	}
	f := &weightsFile{
		header:     Model{Step: int(binary.LittleEndian.Uint16(header[6:]))},
		phases:     int(binary.LittleEndian.Uint16(header[8:])),
		hasNetwork: v == withNetwork,
		compressed: file[headerBytes:end],
		checksum:   hex.EncodeToString(sum.Sum(nil)),
	}
	copy(f.header.PhaseOf[:], header[10:])
	if f.phases > maxPhases {
		return nil, fmt.Errorf("%d phases: want at most %d", f.phases, maxPhases)
	}
	return f, f.header.checkHeader(f.phases)
}

// decode decompresses the file and checks it. It calls phase for each phase, from the last to the first, with its
// number and its parameters, which are valid until phase returns, and rows for each row set of the network. It returns
// the network, which is nil if the file has no network.
func (f *weightsFile) decode(phase func(i int, list []int16), rows func([]int8)) (*Network, error) {
	in, n := newInflater(f.compressed), Parameters()
	list := make([]int16, n)
	for i := f.phases - 1; i >= 0; i-- {
		planes, err := in.next(2 * n)
		if err != nil {
			return nil, fmt.Errorf("weights: phase %d: %w", i, err)
		}
		low, high := planes[:n], planes[n:]
		for j := range list {
			list[j] += unzigzag(uint16(low[j]) | uint16(high[j])<<8)
		}
		if err := checkPhase(i, list, f.header.Step); err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
		phase(i, list)
	}
	var network *Network
	if f.hasNetwork {
		var err error
		if network, err = readNetwork(in, f.phases, rows); err != nil {
			return nil, fmt.Errorf("weights: network: %w", err)
		}
	}
	if err := in.finish(); err != nil {
		return nil, fmt.Errorf("weights: after %d phases: %w", f.phases, err)
	}
	return network, nil
}

// weights converts the file to lookup tables. It makes those of a phase while it decompresses the next one.
func (f *weightsFile) weights() (*Weights, error) {
	b := newBuilder(&f.header, f.phases)
	network, err := f.decode(b.addPhase, b.addRows)
	w := b.weights(network)
	if err != nil {
		return nil, err
	}
	w.checksum = f.checksum
	return w, nil
}
