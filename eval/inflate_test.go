package eval

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inflateAll decompresses data to at most limit bytes, in calls of at most step bytes.
func inflateAll(data []byte, limit, step int) ([]byte, error) {
	z, all := newInflater(data), []byte{}
	for {
		list, err := z.next(min(step, limit-len(all)))
		if err != nil {
			return nil, err
		}
		if all = append(all, list...); len(all) == limit {
			return all, z.finish()
		}
	}
}

// deflated returns data compressed at a level of compress/flate.
func deflated(t testing.TB, data []byte, level int) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := flate.NewWriter(&file, level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// inflateSamples returns data of different kinds: with codes of all lengths, with short and long copies, and empty.
func inflateSamples() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	noise, skewed, zeros := make([]byte, 100_000), make([]byte, 300_000), make([]byte, 200_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for i := range skewed {
		skewed[i] = byte(r.ExpFloat64() * 9)
	}
	for i := 0; i < len(zeros); i += 1 + r.IntN(5000) {
		zeros[i] = byte(r.Uint32())
	}
	far := append(bytes.Clone(noise[:1<<15]), noise[:5000]...) // copies from the maximum distance
	return map[string][]byte{
		"empty": {}, "a byte": {7}, "noise": noise, "skewed": skewed, "zeros": zeros, "far": far,
		"text":    bytes.Repeat([]byte("every good move leaves the opponent fewer of them; "), 2000),
		"periods": bytes.Repeat([]byte("abcdefg"), 9000),
	}
}

func TestInflate(t *testing.T) {
	for name, want := range inflateSamples() {
		for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
			data := deflated(t, want, level)
			for _, step := range []int{1000, 40_000, 1 << 20} {
				got, err := inflateAll(data, len(want), step)
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%s, level %d, step %d: %d bytes, error %v; want the %d original bytes",
						name, level, step, len(got), err, len(want))
				}
			}
			if len(want) == 0 {
				continue
			}
			if _, err := inflateAll(data, len(want)-1, 1<<20); !errors.Is(err, errSurplus) {
				t.Errorf("%s, level %d, one byte too few: error %v, want %v", name, level, err,
					errSurplus)
			}
			if _, err := inflateAll(data, len(want)+1, 1<<20); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%s, level %d, one byte too many: error %v, want %v", name, level, err,
					io.ErrUnexpectedEOF)
			}
			if _, err := inflateAll(append(data, 0), len(want), 1<<20); !errors.Is(err, errSurplus) {
				t.Errorf("%s, level %d, with more input: error %v, want %v", name, level, err,
					errSurplus)
			}
			if _, err := inflateAll(data[:len(data)-1], len(want), 1<<20); err == nil {
				t.Errorf("%s, level %d, with less input: decompression succeeded, want an error", name, level)
			}
		}
	}
}

// compareInflate compares the results for data with those of compress/flate.
func compareInflate(t *testing.T, name string, data []byte, step int) {
	t.Helper()
	const limit = 1 << 20
	in := bytes.NewReader(data)
	want, wrong := io.ReadAll(io.LimitReader(flate.NewReader(in), limit+1))
	if len(want) > limit {
		return
	}
	if wrong == nil && in.Len() > 0 {
		wrong = errSurplus
	}
	got, err := inflateAll(data, len(want), step)
	if (err != nil) != (wrong != nil) {
		t.Fatalf("%s %x: error %v, want %v", name, data, err, wrong)
	}
	if err == nil {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s %x: wrong bytes (-want +got):\n%s", name, data, diff)
		}
	}
}

// TestInflateDamaged checks that damaged data gives the same result as with compress/flate.
func TestInflateDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, want := range inflateSamples() {
		want = want[:min(len(want), 3000)]
		for _, level := range []int{
			flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, flate.DefaultCompression,
		} {
			data := deflated(t, want, level)
			for range 60 {
				damaged := bytes.Clone(data)
				for range 1 + r.IntN(3) {
					damaged[r.IntN(min(len(damaged), 100+r.IntN(len(damaged))))] ^= 1 << r.IntN(8)
				}
				damaged = damaged[:len(damaged)-r.IntN(2)*r.IntN(len(damaged))]
				compareInflate(t, name, damaged, 700)
			}
		}
	}
}

func FuzzInflate(f *testing.F) {
	for _, want := range inflateSamples() {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, flate.DefaultCompression} {
			f.Add(deflated(f, want[:min(len(want), 500)], level))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { compareInflate(t, "input", data, 100) })
}

// BenchmarkInflate decompresses the embedded weights, phase by phase, and compares with compress/flate.
func BenchmarkInflate(b *testing.B) {
	file, err := parseFile(shipped)
	if err != nil {
		b.Fatal(err)
	}
	all, err := io.ReadAll(flate.NewReader(bytes.NewReader(file.compressed)))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("own", func(b *testing.B) {
		b.SetBytes(int64(len(all)))
		for b.Loop() {
			z := newInflater(file.compressed)
			for n := len(all); n > 0; n -= Parameters() {
				if _, err := z.next(min(n, Parameters())); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("compress/flate", func(b *testing.B) {
		b.SetBytes(int64(len(all)))
		for b.Loop() {
			in := flate.NewReader(bytes.NewReader(file.compressed))
			if _, err := io.Copy(io.Discard, in); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkLearned converts the embedded file to lookup tables.
func BenchmarkLearned(b *testing.B) {
	for b.Loop() {
		file, err := parseFile(shipped)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := file.weights(); err != nil {
			b.Fatal(err)
		}
	}
}
