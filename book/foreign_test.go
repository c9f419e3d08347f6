package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
)

func date() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

// imported reads a book from the contents of a file.
func imported(t *testing.T, data []byte) *Book {
	t.Helper()
	b, _, err := Read(data, Step{Command: "import"})
	if err != nil {
		t.Fatal(err)
	}
	sound(t, b)
	return b
}

// TestJSON checks that a book written as JSON and read back has all its data.
func TestJSON(t *testing.T) {
	for _, b := range []*Book{first(grown(t, start(), 60, 1)), withBareValues(t)} {
		var text bytes.Buffer
		if err := b.WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		back := imported(t, text.Bytes())
		if !bytes.Equal(back.records, b.records) {
			t.Error("the book that is read back differs")
		}
		if len(back.Steps()) != len(b.Steps())+1 {
			t.Errorf("%d steps, want %d: %+v", len(back.Steps()), len(b.Steps())+1, back.Steps())
		}
	}
}

func first(b *Book, _ string) *Book { return b }

// withBareValues returns a book with positions of which only the value is known.
func withBareValues(t *testing.T) *Book {
	t.Helper()
	c := newCollection()
	p := start()
	for i := range 6 {
		from := egaroucidSearch(10 + i)
		if err := c.addBare(p, i, from); err != nil {
			t.Fatal(err)
		}
		p = p.Play(p.Moves()[0])
	}
	b := c.book([]Step{{Command: "bare"}})
	sound(t, b)
	return b
}

func TestJSONRefuses(t *testing.T) {
	head := `{"schema":"kaeshi/book/1","positions":1,"steps":null}` + "\n"
	line := `{"schema":"kaeshi/book-position/1","position":"---------------------------OX------XO` +
		`--------------------------- X","leaf":{"move":"f5",` +
		`"value":0,"depth":1,"confidence":100,"source":"kaeshi"}}` + "\n"
	imported(t, []byte(head+line))
	for want, text := range map[string]string{
		"positions: 0, want 1":      head,
		"schema":                    strings.Replace(head, "book/1", "book/2", 1),
		"line 2":                    head + "{",
		"turns nothing over":        head + strings.Replace(line, "f5", "a1", 1),
		"not a square":              head + strings.Replace(line, "f5", "z9", 1),
		"or ? if only":              head + strings.Replace(line, "f5", "pass", 1),
		"want -64 to 64":            head + strings.Replace(line, `"value":0`, `"value":65`, 1),
		"depth 300":                 head + strings.Replace(line, `"depth":1`, `"depth":300`, 1),
		"depth 61: want at most 60": head + strings.Replace(line, `"depth":1`, `"depth":61`, 1),
		`source "zebra"`:            head + strings.Replace(line, `"source":"kaeshi"`, `"source":"zebra"`, 1),
		"8×8": head + strings.Replace(line,
			"---------------------------OX------XO---------------------------", "-----OX--XO-----", 1),
		"centre":               head + strings.Replace(line, "OX------XO", "----------", 1),
		"positions: 2, want 1": head + line + line,
	} {
		if _, _, err := Read([]byte(text), Step{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, _, err := Read([]byte("something"), Step{}); err == nil {
		t.Error("Read of a text that is not a book succeeded, want an error")
	}
	if _, _, err := Import(t.TempDir(), Step{}); err == nil {
		t.Error("Import of a folder succeeded, want an error")
	}
	if _, _, err := Import(filepath.Join(t.TempDir(), "none"), Step{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: error %v, want %v", err, os.ErrNotExist)
	}
}

// TestEdax checks that a book written for Edax and read back has the same positions, links and leaves, and values
// rounded to whole discs.
func TestEdax(t *testing.T) {
	b, _ := grown(t, start(), 150, 1)
	data, err := b.EdaxBytes(date())
	if err != nil {
		t.Fatal(err)
	}
	back := imported(t, data)
	if back.Len() != b.Len() {
		t.Fatalf("%d positions are read back, want %d", back.Len(), b.Len())
	}
	for e := range b.All() {
		got, ok := back.find(keyOf(e.Position))
		if !ok {
			t.Fatalf("the position of %+v is missing in the book that is read back", e)
		}
		kept := Entry{Links: got.Links, Value: got.Value, Leaf: Leaf{Move: got.Leaf.Move}}
		want := Entry{Links: e.Links, Value: Value(discs(e.Value)) * Disc, Leaf: Leaf{Move: e.Leaf.Move}}
		if diff := cmp.Diff(want, kept); diff != "" {
			t.Fatalf("position %s (-want +got):\n%s", e.Position, diff)
		}
		if depth := got.Leaf.Source.Depth; e.Leaf.Move >= 0 && depth < e.Leaf.Source.Depth {
			t.Fatalf("position %s: depth %d of the leaf, want at least %d", e.Position, depth, e.Leaf.Source.Depth)
		}
	}
	again, err := back.EdaxBytes(date())
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("the file differs when it is written again, or error %v", err)
	}
}

// TestEdaxPasses checks that the positions with a forced pass, which a book of Edax contains, are removed when it is
// read.
func TestEdaxPasses(t *testing.T) {
	passes := 0
	for seed := range uint64(5) {
		path := filepath.Join(t.TempDir(), "test.book")
		f := open(t, path)
		if _, err := f.Grow(t.Context(), Growth{
			Judges: []*Judge{quick(1, 1)},
			Start:  endgame(t, seed, 5),
		}); err != nil {
			t.Fatal(err)
		}
		b := f.Book(nil)
		f.Close()
		data, err := b.EdaxBytes(date())
		if err != nil {
			t.Fatal(err)
		}
		passes += int(binary.LittleEndian.Uint32(data[38:])) - b.Len()
		back := imported(t, data)
		if back.Len() != b.Len() {
			t.Errorf("%d positions are read back, want %d", back.Len(), b.Len())
		}
		for e := range b.All() {
			got, ok := back.find(keyOf(e.Position))
			if !ok {
				t.Fatalf("the position of %+v is missing in the book that is read back", e)
			}
			want := Entry{Value: e.Value, Links: e.Links}
			if diff := cmp.Diff(want, Entry{Value: got.Value, Links: got.Links}); diff != "" {
				t.Fatalf("position %s (-want +got):\n%s", e.Position, diff)
			}
		}
	}
	if passes == 0 {
		t.Error("no book has a position with a forced pass, want some")
	}
}

// TestEdaxOwn checks the book that Edax creates when it finds no book: one position with its best move.
func TestEdaxOwn(t *testing.T) {
	b := imported(t, read(t, "testdata/edax-new.dat"))
	found, ok := b.Look(start())
	if !ok {
		t.Fatal("the start position is not in the book")
	}
	if b.Len() != 1 {
		t.Errorf("%d positions, want 1", b.Len())
	}
	from := Provenance{21, 73, false, Edax}
	draw := &claims.Proved{Source: claims.Source}
	want := Position{
		Position: start(), From: from, Judged: true, Moves: []Move{{Move: 19, From: from, Proved: draw}}, Proved: draw,
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("the start (-want +got):\n%s", diff)
	}
}

// TestEdaxGrown checks that a small book that Edax grew has the same positions, links, leaves, values, bounds and
// counts after reading and writing. Only the order and the date differ.
func TestEdaxGrown(t *testing.T) {
	data := read(t, "testdata/edax-small.dat")
	back, err := imported(t, data).EdaxBytes(date())
	if err != nil {
		t.Fatal(err)
	}
	want, got := edaxPositions(t, data), edaxPositions(t, back)
	if len(want) != 10 || len(got) != len(want) {
		t.Fatalf("%d positions are written, want the %d of the file", len(got), len(want))
	}
	for k, record := range want {
		if got[k] != record {
			t.Errorf("position %s is written as % x, want % x", k.position(), got[k], record)
		}
	}
}

// edaxPositions returns the encoded positions of a book of Edax, with links sorted by square.
func edaxPositions(t *testing.T, data []byte) map[key]string {
	t.Helper()
	list := map[key]string{}
	for rest := data[edaxHeader:]; len(rest) > 0; {
		size := edaxPosition + 2*(int(rest[38])+1)
		var links []string
		for at := edaxPosition; at < size-2; at += 2 {
			links = append(links, string([]byte{rest[at+1], rest[at]}))
		}
		slices.Sort(links)
		k := readKey(rest)
		list[k] = string(rest[:edaxPosition]) + strings.Join(links, "") + string(rest[size-2:size])
		rest = rest[size:]
	}
	return list
}

// TestEdaxBareValues checks that a position of which only the value is known becomes the leaf of its parents in a book
// of Edax.
func TestEdaxBareValues(t *testing.T) {
	b := withBareValues(t)
	data, err := b.EdaxBytes(date())
	if err != nil {
		t.Fatal(err)
	}
	back := imported(t, data)
	if back.Len() != b.Len()-1 {
		t.Errorf("%d positions are read back, want %d", back.Len(), b.Len()-1)
	}
	for e := range back.All() {
		if e.Leaf.Move == Unknown {
			t.Errorf("the leaf of %+v has no move", e)
		}
	}
}

func TestEdaxLevels(t *testing.T) {
	for level := range edaxLevels + 1 {
		for empties := 1; empties <= 60; empties++ {
			p := edaxSearch(level, empties)
			if p.Exact != (p.Depth == empties && p.Confidence == 100) && level > 10 {
				t.Errorf("level %d, %d empty: %+v, want Exact for a full search to the end only", level, empties, p)
			}
			if back := edaxLevel(p, empties); back > level || edaxSearch(back, empties).Depth < p.Depth {
				t.Errorf("level %d, %d empty: written as level %d, want a level at most as high and as deep", level,
					empties, back)
			}
		}
	}
}

func TestEdaxRefuses(t *testing.T) {
	b, _ := grown(t, start(), 8, 1)
	data, err := b.EdaxBytes(date())
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, _, err := Read(data[:n], Step{}); err == nil {
			t.Fatalf("Read of the first %d bytes succeeded, want an error", n)
		}
	}
	for want, change := range map[string]func([]byte){
		"version 5, want 4":    func(d []byte) { d[8] = 5 },
		"truncated":            func(d []byte) { binary.LittleEndian.PutUint32(d[38:], 1<<31) },
		"after the last":       func(d []byte) { d[38]-- },
		"holds discs of both":  func(d []byte) { d[edaxHeader+11] = 0xff; d[edaxHeader+3] = 0xff },
		"level 61":             func(d []byte) { d[edaxHeader+39] = 61 },
		"score +100":           func(d []byte) { aLeaf(d)[0] = 100 },
		"legal moves are":      func(d []byte) { aLeaf(d)[1] = 63 },
		"square 100 is not on": func(d []byte) { aLeaf(d)[1] = 100 },
	} {
		damaged := bytes.Clone(data)
		change(damaged)
		if _, _, err := Read(damaged, Step{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// aLeaf returns the leaf of the first position of a book of Edax, which has no links.
func aLeaf(d []byte) []byte { return d[edaxHeader+edaxPosition:][:2] }

// egbk3 encodes a book of Egaroucid.
func egbk3(positions ...[]any) []byte {
	data := append([]byte(egaroucidMagic), egaroucidVersion)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(positions)))
	for _, p := range positions {
		at := p[0].(othello.Position)
		data = binary.LittleEndian.AppendUint64(data, uint64(at.Mover))
		data = binary.LittleEndian.AppendUint64(data, uint64(at.Other))
		data = append(data, byte(p[1].(int)), byte(p[2].(int)), 0, 0, 0, 0, byte(p[3].(int)), byte(p[4].(int)),
			byte(p[5].(int)))
	}
	return data
}

func TestEgaroucid(t *testing.T) {
	s := start()
	f5 := s.Play(37)
	d6 := f5.Play(43)
	b := imported(t, egbk3(
		[]any{s, 0, 21, -2, 19, 5}, // the leaf is a link, because all four moves are symmetric
		[]any{f5.Transform(5), 0, 21, -3, 33, 11},
		[]any{d6, 0, 21, -127, 65, -1},
	))
	if b.Len() != 3 {
		t.Fatalf("%d positions, want 3", b.Len())
	}
	at := func(p othello.Position) Position { found, _ := b.Look(p); return found }
	from := Provenance{Depth: 23, Source: Egaroucid} // two plies above d6, which has only a value
	draw := &claims.Proved{Source: claims.Source}
	want := Position{Position: s, From: from, Judged: true, Proved: draw}
	for _, m := range []othello.Square{19, 26, 37, 44} {
		want.Moves = append(want.Moves, Move{Move: m, From: from, Link: true, Proved: draw})
	}
	if diff := cmp.Diff(want, at(s)); diff != "" {
		t.Errorf("the start (-want +got):\n%s", diff)
	}
	want = Position{Position: d6, From: Provenance{Depth: 21, Source: Egaroucid}, Proved: draw}
	if diff := cmp.Diff(want, at(d6)); diff != "" {
		t.Errorf("position with only a value (-want +got):\n%s", diff)
	}
	// The empty book of Egaroucid 7 has 39 bytes.
	own := egbk3([]any{s, -1, 0, 0, 19, -1})
	if len(own) != 39 {
		t.Errorf("%d bytes, want 39", len(own))
	}
	if e := at(f5.Transform(5)); len(e.Moves) == 0 {
		t.Errorf("no moves in %+v", e)
	}
}

func TestEgaroucidRefuses(t *testing.T) {
	data := egbk3([]any{start(), 0, 21, 0, 19, 5})
	for n := range data {
		if _, _, err := Read(data[:n], Step{}); err == nil {
			t.Errorf("Read of the first %d bytes succeeded, want an error", n)
		}
	}
	for want, change := range map[string]func([]byte){
		"version 2, want 3": func(d []byte) { d[9] = 2 },
		"truncated":         func(d []byte) { binary.LittleEndian.PutUint32(d[10:], 1<<32-1) },
		"both sides":        func(d []byte) { d[17] = 0xff; d[25] = 0xff },
	} {
		damaged := bytes.Clone(data)
		change(damaged)
		if _, _, err := Read(damaged, Step{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestExport(t *testing.T) {
	b, _ := grown(t, start(), 10, 1)
	for _, name := range []string{"x.dat", "x.jsonl"} {
		path := filepath.Join(t.TempDir(), name)
		if err := b.Export(path, FormatOf(path), date()); err != nil {
			t.Fatal(err)
		}
		back, dropped, err := Import(path, Step{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if dropped != 0 {
			t.Errorf("%s: %d positions dropped, want none", name, dropped)
		}
		if back.Len() != 10 {
			t.Errorf("%s: %d positions, want 10", name, back.Len())
		}
	}
	if err := b.Export("x", FormatOf("x"), date()); err == nil {
		t.Error("Export in an unknown format succeeded, want an error")
	}
}

func FuzzRead(f *testing.F) {
	b, _ := Parse(bytesFor(f))
	edax, _ := b.EdaxBytes(date())
	var text bytes.Buffer
	_ = b.WriteJSON(&text)
	f.Add(edax)
	f.Add(text.Bytes())
	f.Add(egbk3([]any{start(), 0, 21, -2, 19, 5}, []any{start().Play(37), 0, 21, -127, 65, -1}))
	f.Add(bytesFor(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, _, err := Read(data, Step{})
		if err != nil {
			return
		}
		sound(t, b)
		edax, err := b.EdaxBytes(date())
		if err != nil {
			t.Fatal(err)
		}
		sound(t, imported(t, edax))
		var text bytes.Buffer
		if err := b.WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		if back := imported(t, text.Bytes()); !bytes.Equal(back.records, b.records) {
			t.Fatal("the book that is read back from JSON differs")
		}
	})
}
