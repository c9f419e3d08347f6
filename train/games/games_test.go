package games

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/bitboard"
)

// someLines plays random games with side lines, some of them with values.
func someLines(n int, seed uint64) (list []Game) {
	r := rand.New(rand.NewPCG(seed, 0))
	for range n {
		main := Game{Random: r.IntN(20)}
		main.Moves = someMoves(r, nil, 30+r.IntN(31))
		main.Random = min(main.Random, len(main.Moves))
		someValues(r, &main)
		list = append(list, main)
		for range r.IntN(3) {
			at := r.IntN(len(main.Moves))
			side := Game{Side: true, Moves: someMoves(r, slices.Clone(main.Moves[:at]), 60)}
			side.Random = min(at+1, len(side.Moves))
			if r.IntN(4) == 0 {
				side.Random = r.IntN(len(side.Moves) + 1)
			}
			someValues(r, &side)
			list = append(list, side)
		}
	}
	return list
}

func someMoves(r *rand.Rand, moves []byte, most int) []byte {
	b := Start()
	for _, sq := range moves {
		b.Mover()
		b.Play(sq)
	}
	for len(moves) < most && b.Mover() {
		legal := bitboard.Moves(b.P, b.O)
		sq := byte(legal.Nth(r.IntN(legal.Len())))
		moves = append(moves, sq)
		b.Play(moves[len(moves)-1])
	}
	return moves
}

// someValues adds non-increasing values and a score to the line.
func someValues(r *rand.Rand, g *Game) {
	g.Score = 2 * (r.IntN(65) - 32)
	n := r.IntN(min(6, len(g.Moves)) + 1)
	last, lastBlack := 2*(r.IntN(21)-10), true
	g.Between(len(g.Moves)-n, len(g.Moves), func(b Board, _ int) {
		v := flip(lastBlack != b.Black, last)
		if len(g.Values) > 0 && r.IntN(3) == 0 {
			v = flip(lastBlack != b.Black, max(last-2*r.IntN(4), -64))
		}
		g.Values = append(g.Values, int8(v))
		last, lastBlack = v, b.Black
	})
	if len(g.Values) == 0 {
		g.Values = []int8{}
		return
	}
	if r.IntN(4) > 0 {
		g.Between(g.Exact(), g.Exact()+1, func(b Board, _ int) { g.Score = flip(!b.Black, int(g.Values[0])) })
	}
}

func testHeader() Header {
	return Header{Kind: "sound", Seed: 7, Settings: []byte(`{"depth":6}`), Weights: "ab", Commit: "cd"}
}

// aFile returns a file of three blocks and the offsets of their ends.
func aFile(t testing.TB) (file []byte, blocks []Block, ends []int) {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	ends = append(ends, b.Len())
	first := 0
	for seed := range uint64(3) {
		block := Block{First: first, Lines: someLines(20, seed)}
		c, err := w.Write(block)
		if err != nil {
			t.Fatal(err)
		}
		first += c.Games
		blocks, ends = append(blocks, block), append(ends, b.Len())
	}
	return b.Bytes(), blocks, ends
}

func readAll(file []byte) (h Header, blocks []Block, err error) {
	r, err := NewReader(bytes.NewReader(file))
	if err != nil {
		return h, nil, err
	}
	for {
		b, err := r.Next()
		if err != nil {
			return r.Header, blocks, err
		}
		blocks = append(blocks, b)
	}
}

func TestRoundTrip(t *testing.T) {
	file, want, _ := aFile(t)
	h, got, err := readAll(file)
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(testHeader(), h); d != "" {
		t.Error(d)
	}
}

// TestFormatIsStable fails if the same games are encoded differently, because existing files would become unreadable.
// Such a change needs a new version of the format.
func TestFormatIsStable(t *testing.T) {
	file, _, _ := aFile(t)
	const want = "f27b3eab009bb0af9f24e988b7204a42f4e48d7d806ea4315398f4d4e37777ee"
	if got := fmt.Sprintf("%x", sha256.Sum256(file)); got != want {
		t.Errorf("version %d of the format: games encode to the SHA-256 %s, want %s", version, got, want)
	}
}

// TestTruncatedTail truncates a file at every byte. It checks that reading returns the complete blocks and
// ErrTruncated, and that appending restores the file.
func TestTruncatedTail(t *testing.T) {
	file, blocks, ends := aFile(t)
	path := filepath.Join(t.TempDir(), "a.games")
	for cut := 0; cut < len(file); cut += 1 + cut%5 {
		whole := 0
		for whole < len(blocks) && ends[whole+1] <= cut {
			whole++
		}
		_, got, err := readAll(file[:cut])
		want := cut < ends[0] || !slices.Contains(ends, cut)
		if errors.Is(err, ErrTruncated) != want || len(got) != whole {
			t.Fatalf("cut off at byte %d: %d blocks, want %d; error %v", cut, len(got), whole, err)
		}
		if cut < ends[0] || cut%17 > 0 {
			continue
		}
		if err := os.WriteFile(path, file[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		restore(t, path, blocks[whole:])
		if restored, err := os.ReadFile(path); err != nil || !bytes.Equal(restored, file) {
			t.Fatalf("cut off at byte %d and restored: %d bytes, want the original file; error %v", cut, len(restored),
				err)
		}
	}
}

func restore(t *testing.T, path string, blocks []Block) {
	t.Helper()
	f, err := Append(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		if b.First != f.Next {
			t.Fatalf("the next game is %d, want %d", f.Next, b.First)
		}
		if err := f.Write(b.Lines); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestZeroTail checks files that end with zeros. Some file systems extend a file before they write the appended data.
func TestZeroTail(t *testing.T) {
	file, _, ends := aFile(t)
	path := filepath.Join(t.TempDir(), "a.games")
	torn := append(slices.Clone(file[:ends[2]+40]), make([]byte, 3000)...)
	if err := os.WriteFile(path, torn, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Append(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, file[:ends[2]]) {
		t.Errorf("%d bytes, want %d; error %v", len(got), ends[2], err)
	}
}

// TestDamage changes single bytes, and checks that every change is reported with its place and that the file is not
// truncated.
func TestDamage(t *testing.T) {
	file, _, ends := aFile(t)
	path := filepath.Join(t.TempDir(), "a.games")
	for at := 0; at < ends[2]; at += 13 {
		bad := slices.Clone(file)
		bad[at] ^= 4
		_, _, err := readAll(bad)
		place := "header:"
		if at >= ends[0] {
			place = "block 0 at byte "
		}
		if at >= ends[1] {
			place = "block 1 at byte "
		}
		if err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("byte %d changed: error %v, want %q", at, err, place)
		}
		if errors.Is(err, io.EOF) {
			t.Errorf("byte %d changed: error %v, want none that wraps io.EOF", at, err)
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := Append(path); err == nil {
			_ = f.Close()
			if i, err := os.Stat(path); err != nil || i.Size() != int64(len(file)) {
				t.Errorf("byte %d changed: Append truncated the file", at)
			}
		}
	}
}

func TestHostileBlocks(t *testing.T) {
	lines := someLines(3, 1)
	m := newModel()
	whole, c, err := m.encode(Block{Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	payload := whole[frameBytes : len(whole)-checkBytes]
	f := frame{payload: len(payload), Counts: c}
	if b, err := m.decode(payload, f); err != nil || len(b.Lines) != len(lines) {
		t.Fatal(err)
	}
	for name, change := range map[string]func(f *frame, b []byte) []byte{
		"":                func(f *frame, b []byte) []byte { f.Lines = maxLines; return b },
		"games":           func(f *frame, b []byte) []byte { f.Games++; return b },
		"moves":           func(f *frame, b []byte) []byte { f.Moves++; return b },
		"positions":       func(f *frame, b []byte) []byte { f.Positions++; return b },
		"bytes":           func(_ *frame, b []byte) []byte { return append(slices.Clone(b), 0) },
		"impossible data": func(_ *frame, b []byte) []byte { return bytes.Repeat([]byte{0}, len(b)) },
	} {
		g := f
		if _, err := m.decode(change(&g, payload), g); !errors.Is(err, errLine) ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v, want one about the block", name, err)
		}
	}
}

func TestImpossibleGamesAreNotWritten(t *testing.T) {
	w, err := NewWriter(io.Discard, Header{})
	if err != nil {
		t.Fatal(err)
	}
	for want, g := range map[string]Game{
		"illegal":             {Moves: []byte{0}},
		"side line without":   {Side: true},
		"1 random moves":      {Random: 1},
		"even number":         {Moves: []byte{19}, Values: []int8{1}},
		"value rises":         {Moves: []byte{19, 18}, Values: []int8{-2, -2}},
		"want an even number": {Score: 66},
	} {
		if _, err := w.Write(Block{Lines: []Game{g}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q", g, err, want)
		}
	}
	if _, err := w.Write(Block{}); err == nil {
		t.Error("Write of an empty block succeeded, want an error")
	}
}

// FuzzReader reads arbitrary bytes as a file and as the data of a block, and checks that accepted data is legal and
// survives a round trip.
func FuzzReader(f *testing.F) {
	file, blocks, ends := aFile(f)
	f.Add(file, uint16(3))
	f.Add(file[ends[0]+frameBytes:ends[1]-checkBytes], uint16(len(blocks[0].Lines)))
	f.Add([]byte{}, uint16(1))
	f.Fuzz(func(t *testing.T, b []byte, count uint16) {
		_, _, _ = readAll(b)
		m := newModel()
		m.reset()
		m.coder = newDecoder(b)
		l, list := &lines{model: m}, []Game{}
		for range count % 64 {
			var g Game
			if l.line(&g) != nil || m.coder.at > len(b) {
				break
			}
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
			list = append(list, g)
		}
		if len(list) == 0 {
			return
		}
		whole, c, err := newModel().encode(Block{Lines: list})
		if err != nil {
			t.Fatal(err)
		}
		again, err := newModel().decode(whole[frameBytes:len(whole)-checkBytes], frame{Counts: c})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(list, again.Lines); d != "" {
			t.Error(d)
		}
	})
}
