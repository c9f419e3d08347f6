package proof

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The usual and the parallel start position of 4×4.
var (
	start4    = diagram{"-----OX--XO-----", 'X'}
	parallel4 = diagram{"-----XX--OO-----", 'X'}
)

// certificate makes a certificate of the claim.
func certificate(t testing.TB, d diagram, relation string, value, leaf int, assumed ...Assumption) []byte {
	t.Helper()
	b, err := NewBuilder(Claim{d.String(), relation, value}, leaf, "test")
	if err != nil {
		t.Fatal(err)
	}
	b.Assume(assumed...)
	if relation == AtLeast {
		d.prove(b, true, value)
	} else {
		d.prove(b, false, -value)
	}
	var out bytes.Buffer
	n, err := b.WriteTo(&out)
	if err != nil || n != int64(out.Len()) {
		t.Fatalf("WriteTo returned %d and the error %v, but wrote %d bytes", n, err, out.Len())
	}
	return out.Bytes()
}

// random returns a random position with the given number of empty squares, in which the side to move has a move.
func random(r *rand.Rand, size, empties int) diagram {
	for {
		d := start4
		if size != 4 {
			rows := slices.Repeat([]string{strings.Repeat("-", size)}, size)
			edge := strings.Repeat("-", size/2-1)
			rows[size/2-1], rows[size/2] = edge+"OX"+edge, edge+"XO"+edge
			d.squares = strings.Join(rows, "")
		}
		for d.empties() > empties {
			moves := d.moves()
			if len(moves) == 0 {
				d = d.pass()
				if moves = d.moves(); len(moves) == 0 {
					break
				}
			}
			d = d.play(moves[r.IntN(len(moves))])
		}
		if d.empties() == empties && len(d.moves()) > 0 {
			return d
		}
	}
}

func TestCertificates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	starts := []diagram{start4, parallel4}
	for _, size := range []int{4, 6, 8} {
		for empties := 4; empties <= 8; empties++ {
			starts = append(starts, random(r, size, empties))
		}
	}
	for _, d := range starts {
		value := d.value(published())
		for _, relation := range []string{AtLeast, AtMost} {
			claim := Claim{d.String(), relation, value}
			got, err := Verify(t.Context(), bytes.NewReader(certificate(t, d, relation, value, 4)), Options{Threads: 1})
			if err != nil {
				t.Fatalf("%v: %v", claim, err)
			}
			if diff := cmp.Diff(claim, got.Claim); diff != "" {
				t.Error(diff)
			}
			wrong := value + 2
			if relation == AtMost {
				wrong = value - 2
			}
			_, err = Verify(t.Context(), bytes.NewReader(certificate(t, d, relation, wrong, 4)), Options{})
			if fault := (*Error)(nil); !errors.As(err, &fault) {
				t.Errorf("%s: the false claim %s %d: error %v, want an *Error", d, relation, wrong, err)
			}
		}
	}
}

// published returns the published values of 4×4.
func published() map[diagram]int { return map[diagram]int{start4: -10, parallel4: -4} }

func TestPublishedValues(t *testing.T) {
	if testing.Short() {
		t.Skip("searches 4×4 without any cutoff")
	}
	for d, want := range published() {
		if got := d.value(map[diagram]int{}); got != want {
			t.Errorf("%s: the naive solver returns %d, want %d", d, got, want)
		}
	}
}

// TestLeaves compares the solver of leaves with the naive one, on random endings of all sizes.
func TestLeaves(t *testing.T) {
	known := map[diagram]int{}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		random(r, 4+2*(i%3), 1+r.IntN(4)).value(known)
	}
	compareLeaves(t, known)
}

// compareLeaves compares the rules and the solver of leaves with the naive ones, which found these values.
func compareLeaves(t *testing.T, known map[diagram]int) {
	t.Helper()
	for d, value := range known {
		b, p, err := parse(d.String())
		if err != nil {
			t.Fatal(err)
		}
		if !b.reaches(p, value) || b.reaches(p, value+1) {
			t.Fatalf("%s: reaches(%d) = %t, reaches(%d) = %t; want true, false",
				d, value, b.reaches(p, value), value+1, b.reaches(p, value+1))
		}
		for square := range d.squares {
			after, ok := b.play(p, square)
			if next := d.play(square); ok != (next.squares != "") {
				t.Fatalf("%s: square %d: legal %t, want %t", d, square, ok, !ok)
			} else if ok {
				if _, want, _ := parse(next.String()); want != after {
					t.Fatalf("%s: the position after square %d is %+v, want %+v", d, square, after, want)
				}
			}
		}
	}
	t.Logf("%d positions", len(known))
}

func TestAssumptions(t *testing.T) {
	claim := Claim{start4.String(), AtLeast, 16} // false, like its assumption
	assumed := Assumption{Claim{start4.play(start4.moves()[0]).String(), AtMost, -16}, "nobody"}
	b, err := NewBuilder(claim, 4, "test")
	if err != nil {
		t.Fatal(err)
	}
	b.Assume(assumed)
	_, p, _ := parse(start4.String())
	b.Prover(p.mover, p.other, start4.moves()[0])
	var out bytes.Buffer
	if _, err := b.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	got, err := Verify(t.Context(), &out, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := Report{
		Header: Header{Schema, Rules, claim, 4, []Group{{Empty: 12, Prover: 1}}, 1, "test"},
		Nodes:  1, Assumed: 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestSources checks that assumptions are counted by the names of their sources, that long names are shortened, and
// that the counts of many sources are added up.
func TestSources(t *testing.T) {
	var assumed []Assumption
	for i := range maxSources + 3 {
		for range i + 1 {
			claim := Claim{start4.play(start4.moves()[0]).String(), AtMost, -16}
			assumed = append(assumed, Assumption{claim, strings.Repeat(string(rune('a'+i)), 200+i)})
		}
	}
	var want []Source
	for i := range maxSources {
		want = append(want, Source{strings.Repeat(string(rune('a'+i)), 200), i + 1})
	}
	want = append(want, Source{"…", 9 + 10 + 11})
	file := certificate(t, start4, AtLeast, -10, 8, assumed...)
	got, err := Sources(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	for _, damaged := range [][]byte{nil, []byte("junk"), file[:len(file)/8]} {
		if _, err := Sources(bytes.NewReader(damaged)); err == nil {
			t.Errorf("Sources of a damaged certificate of %d bytes succeeded, want an error", len(damaged))
		}
	}
}

// unpack returns the contents of a certificate without the checksum. Pack adds it again.
func unpack(t testing.TB, packed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	contents, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return contents[:len(contents)-sha256.Size]
}

func pack(contents []byte) []byte { return packer()(contents) }

// packer returns a function like pack that is faster for many files, because it reuses the memory of its results.
func packer() func(contents []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		panic(err)
	}
	return func(contents []byte) []byte {
		out.Reset()
		w.Reset(&out)
		sum := sha256.Sum256(contents)
		_, err := w.Write(slices.Concat(contents, sum[:]))
		if err := errors.Join(err, w.Close()); err != nil {
			panic(err)
		}
		return out.Bytes()
	}
}

func TestMalformed(t *testing.T) {
	good := unpack(t, certificate(t, start4, AtLeast, -10, 4))
	head, nodes, _ := bytes.Cut(good, []byte("\n"))
	header := func(change func(*Header)) []byte {
		var h Header
		if err := json.Unmarshal(head, &h); err != nil {
			t.Fatal(err)
		}
		change(&h)
		line, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Concat(line, []byte("\n"), nodes)
	}
	for name, test := range map[string]struct {
		contents []byte
		want     string
	}{
		"no header":        {nil, "EOF"},
		"no JSON":          {[]byte("nonsense\n"), "invalid character"},
		"two objects":      {slices.Concat(head, []byte("{}\n"), nodes), "one JSON object"},
		"long line":        {[]byte(strings.Repeat("x", 1<<20)), "buffer full"},
		"unknown field":    {bytes.Replace(good, []byte(`{"schema`), []byte(`{"trust":1,"schema`), 1), "unknown field"},
		"other schema":     {header(func(h *Header) { h.Schema = "kaeshi/proof/2" }), "expected \"kaeshi/proof/1\""},
		"other rules":      {header(func(h *Header) { h.Rules = "reversed" }), "rules \"reversed\""},
		"other relation":   {header(func(h *Header) { h.Relation = "about" }), "claim \"about\""},
		"no position":      {header(func(h *Header) { h.Position = "X" }), "is not a position"},
		"leaf 3":           {header(func(h *Header) { h.Leaf = 3 }), "leaves of 3"},
		"leaf 13":          {header(func(h *Header) { h.Leaf = 13 }), "leaves of 13"},
		"assumptions":      {header(func(h *Header) { h.Assumptions = 1 << 30 }), "at most"},
		"no assumption":    {header(func(h *Header) { h.Assumptions = 1 }), "EOF"},
		"negative":         {header(func(h *Header) { h.Groups[0].Prover = -1 }), "group"},
		"huge":             {header(func(h *Header) { h.Groups[0].Prover = 1 << 40 }), "nodes in 4096 MB"},
		"leaf in a group":  {header(func(h *Header) { h.Groups[0].Empty = 4 }), "group"},
		"order":            {header(func(h *Header) { slices.Reverse(h.Groups) }), "group"},
		"too many empties": {header(func(h *Header) { h.Groups[len(h.Groups)-1].Empty = 13 }), "group"},
		"truncated":        {good[:len(good)-1], "is illegal"},
		"a byte too many":  {slices.Concat(good, []byte{0}), "checksum"},
		"no root":          {bytes.TrimSuffix(header(func(h *Header) { h.Groups = nil }), nodes), "root: a position"},
	} {
		_, err := Verify(t.Context(), bytes.NewReader(pack(test.contents)), Options{})
		if fault := (*Error)(nil); !errors.As(err, &fault) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %q, want an Error with %q", name, fmt.Sprint(err), test.want)
		}
	}
	bad := pack(good)
	bad[len(bad)-5] ^= 1 // a byte of gzip's checksum
	for name, file := range map[string][]byte{
		"not gzip": []byte("hello, world"), "empty": nil, "damaged": bad, "cut": bad[:len(bad)/2],
	} {
		_, err := Verify(t.Context(), bytes.NewReader(file), Options{})
		if fault := (*Error)(nil); !errors.As(err, &fault) {
			t.Errorf("%s: error %v, want an Error", name, err)
		}
	}
}
