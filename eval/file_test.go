package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"reflect"
	"strings"
	"testing"
)

// written returns a model with few weights other than 0, and the file of the model.
func written(t testing.TB) (*Model, []byte) {
	t.Helper()
	m := randomModel(t, 11)
	m.Phases = m.Phases[:2]
	for i := range m.PhaseOf {
		m.PhaseOf[i] = uint8(i / 40)
	}
	for _, list := range m.Phases {
		for i := range list {
			if i%1000 != 0 {
				list[i] = 0
			}
		}
	}
	m.Phases[0][7], m.Phases[1][7], m.Phases[1][8] = -16383, 16383, -16384 // the largest differences between phases
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	return m, file.Bytes()
}

// sealed returns the file with a correct checksum.
func sealed(file []byte) []byte {
	end := len(file) - sha256.Size
	sum := sha256.Sum256(file[:end])
	return append(bytes.Clone(file[:end]), sum[:]...)
}

func TestModelRoundTrip(t *testing.T) {
	m, file := written(t)
	got, err := ReadModel(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, m) {
		t.Error("the model that is read back differs")
	}
	var again bytes.Buffer
	if err := got.Write(&again); err != nil || !bytes.Equal(again.Bytes(), file) {
		t.Errorf("the file differs when it is written again, or error %v", err)
	}
	want, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	w, err := Load(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range samples(200) {
		if a, b := w.Evaluate(x.p, x.o), want.Evaluate(x.p, x.o); a != b {
			t.Fatalf("value %d, want %d", a, b)
		}
	}
}

func TestInvalidFiles(t *testing.T) {
	_, file := written(t)
	change := func(at int, to ...byte) []byte {
		b := bytes.Clone(file)
		copy(b[at:], to)
		return b
	}
	phase := binary.LittleEndian.AppendUint16
	longer := append(bytes.Clone(file[:len(file)-sha256.Size]), make([]byte, maxFile)...)
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":              {nil, "not a weights file"},
		"another format":     {[]byte("%PDF-1.7 and so on"), "not a weights file"},
		"short":              {file[:50], "truncated: it has 50 bytes"},
		"truncated":          {file[:len(file)-1], "checksum"},
		"damaged":            {change(len(file)/2, file[len(file)/2]^1), "checksum"},
		"later version":      {sealed(change(8, 3, 0)), "unsupported version 3: want 1 or 2"},
		"missing network":    {sealed(change(8, 2, 0)), "network: unexpected EOF"},
		"other patterns":     {sealed(change(10, 1, 2, 3, 4)), "other patterns"},
		"step 0":             {sealed(change(14, 0, 0)), "step 0"},
		"step too great":     {sealed(change(14, phase(nil, 6400)...)), "want a 16-bit number"},
		"no phases":          {sealed(change(16, 0, 0)), "no phases"},
		"too many phases":    {sealed(change(16, phase(nil, 62)...)), "62 phases"},
		"one phase too many": {sealed(change(16, 3, 0)), "phase 0"},
		"one phase too few":  {sealed(change(16, 1, 0)), "40 empty squares have phase 1"},
		"longer":             {sealed(append(change(0), make([]byte, 32)...)), "unexpected data after the end"},
		"unknown phase":      {sealed(change(18, 2)), "0 empty squares have phase 2"},
		"no compressed data": {sealed(change(headerBytes, 0xff, 0xff, 0xff)), "phase 1"},
		"too large":          {longer, "want at most 8388608 bytes"},
	} {
		if _, err := Load(bytes.NewReader(c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestDamagedFiles(t *testing.T) {
	_, file := written(t)
	for at := 0; at < len(file); at += 1 + len(file)/500 {
		damaged := bytes.Clone(file)
		damaged[at] ^= 1 << (at % 8)
		if _, err := ReadModel(bytes.NewReader(damaged)); err == nil {
			t.Errorf("byte %d changed: ReadModel succeeded, want an error", at)
		}
	}
}

func TestInvalidModels(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	for want, change := range map[string]func(*Model){
		"step 0":                   func(m *Model) { m.Step = 0 },
		"no phases":                func(m *Model) { m.Phases = nil },
		"empty squares have phase": func(m *Model) { m.PhaseOf[3] = 9 },
		"has 5 parameters":         func(m *Model) { m.Phases[1] = make([]int16, 5) },
		"want a 16-bit number":     func(m *Model) { m.Phases[0][0] = 20000 },
	} {
		m, _ := written(t)
		change(m)
		if err := m.Write(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestPhases(t *testing.T) {
	phaseOf, count, err := Phases(54, 10, 4)
	if err != nil || count != 12 {
		t.Fatalf("%d phases, error %v, want 12", count, err)
	}
	for empties, want := range map[int]uint8{0: 0, 10: 0, 13: 0, 14: 1, 17: 1, 50: 10, 53: 10, 54: 11, 60: 11} {
		if phaseOf[empties] != want {
			t.Errorf("%d empty squares have phase %d, want %d", empties, phaseOf[empties], want)
		}
	}
	for _, wrong := range [][3]int{{50, 10, 0}, {61, 10, 2}, {10, 50, 2}, {10, -1, 2}} {
		if _, _, err := Phases(wrong[0], wrong[1], wrong[2]); err == nil {
			t.Errorf("phases %v are accepted, want an error", wrong)
		}
	}
}

func FuzzModel(f *testing.F) {
	_, file := written(f)
	f.Add(file)
	f.Add(file[:headerBytes+sha256.Size])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > headerBytes+sha256.Size {
			file = sealed(file) // so that the checksum is valid
		}
		if m, err := ReadModel(bytes.NewReader(file)); err == nil && m.check() != nil {
			t.Errorf("ReadModel returns an invalid model: %v", m.check())
		}
	})
}
