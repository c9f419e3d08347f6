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

	"github.com/kaeshi/kaeshi/bitboard"
)

func bytesOf(t *testing.T, b *Book) []byte {
	t.Helper()
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestParse(t *testing.T) {
	b, _ := grown(t, start(), 30, 1)
	data := bytesOf(t, b)
	back, err := Parse(data)
	if err != nil || !bytes.Equal(bytesOf(t, back), data) {
		t.Fatalf("the book that is read back differs, or error %v", err)
	}
	if want := 30*recordSize + 400; len(data) > want {
		t.Errorf("%d bytes for 30 positions, want at most %d", len(data), want)
	}
	empty := bytesOf(t, &Book{})
	if b, err := Parse(empty); err != nil || b.Len() != 0 {
		t.Errorf("the empty book: %d positions, error %v; want none", b.Len(), err)
	}
}

// TestParseRefuses checks that files that are truncated or damaged at any byte are refused.
func TestParseRefuses(t *testing.T) {
	b, _ := grown(t, start(), 10, 1)
	data := bytesOf(t, b)
	for n := range data {
		if _, err := Parse(data[:n]); !errors.Is(err, ErrFormat) {
			t.Fatalf("the first %d bytes: error %v, want %v", n, err, ErrFormat)
		}
		damaged := bytes.Clone(data)
		damaged[n] ^= 0x20
		if _, err := Parse(damaged); !errors.Is(err, ErrFormat) {
			t.Fatalf("byte %d changed: error %v, want %v", n, err, ErrFormat)
		}
	}
	for want, change := range map[string]func([]byte){
		"version 2: want 1":     func(d []byte) { d[8] = 2 },
		"bytes of a record: 35": func(d []byte) { d[10] = 35 },
		"records: 4294967295":   func(d []byte) { binary.LittleEndian.PutUint32(d[12:], 1<<32-1) },
		"truncated":             func(d []byte) { binary.LittleEndian.PutUint32(d[12:], 1<<27) },
		"bytes of steps":        func(d []byte) { binary.LittleEndian.PutUint32(d[16:], 1<<31) },
		"damaged":               func(d []byte) { d[len(d)-1]++ },
		"does not begin":        func(d []byte) { d[0] = 'K' },
	} {
		damaged := bytes.Clone(data)
		change(damaged)
		if _, err := Parse(damaged); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// forge returns the book with a changed record and a valid checksum.
func forge(t *testing.T, b *Book, i int, change func(*Entry)) *Book {
	t.Helper()
	forged := &Book{steps: b.steps, records: bytes.Clone(b.records)}
	e := forged.entry(i)
	change(&e)
	encode(forged.record(i), e)
	back, err := Parse(bytesOf(t, forged))
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// TestVerifyFindsFaults checks that Verify finds all data that do not follow from the positions and leaves.
func TestVerifyFindsFaults(t *testing.T) {
	b, _ := grown(t, start(), 60, 1)
	inner, leafy := -1, -1
	for i := range b.Len() {
		e := b.entry(i)
		if e.Links != 0 && e.Leaf.Move >= 0 {
			inner = i
		}
		if e.Links == 0 {
			leafy = i
		}
	}
	for want, c := range map[string]struct {
		at     int
		change func(*Entry)
	}{
		"value is":            {inner, func(e *Entry) { e.Value++ }},
		"depth":               {inner, func(e *Entry) { e.From.Depth++ }},
		"links are":           {inner, func(e *Entry) { e.Links &= e.Links - 1 }},
		"is a link":           {inner, func(e *Entry) { e.Leaf.Move = firstOf(e.Links) }},
		"want":                {leafy, func(e *Entry) { e.Leaf.Value += 100 }},
		"turns nothing over":  {leafy, func(e *Entry) { e.Leaf.Move = 0 }},
		"neither a leaf nor":  {leafy, func(e *Entry) { e.Leaf.Move = None }},
		"exact value":         {leafy, func(e *Entry) { e.Leaf.Source.Exact = true }},
		"±64 discs":           {leafy, func(e *Entry) { e.Leaf.Value = 6401 }},
		"confidence 101":      {leafy, func(e *Entry) { e.Leaf.Source.Confidence = 101 }},
		"64 is not a move":    {leafy, func(e *Entry) { e.Leaf.Move = 64 }},
		"empty squares":       {leafy, func(e *Entry) { e.Leaf.Source.Depth = 61 }},
		"source 9":            {leafy, func(e *Entry) { e.Leaf.Source.Source = 9 }},
		"holds discs of both": {b.Len() - 1, func(e *Entry) { e.Position.Mover |= e.Position.Other }},
		"canonical":           {b.Len() - 1, func(e *Entry) { e.Position = e.Position.Transform(5) }},
		"side to move has no mo": {b.Len() - 1, func(e *Entry) {
			e.Position.Other, e.Position.Mover = 1, ^bitboard.Set(1)
		}},
	} {
		v := Verify(forge(t, b, c.at, c.change))
		if v.Sound() || !strings.Contains(v.String(), want) {
			t.Errorf("Verify() = %v, want %q", v, want)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	_, path := grown(t, start(), 10, 1)
	f := open(t, path)
	if _, err := Open(path, Step{}); err == nil || !strings.Contains(err.Error(), "another run is writing") {
		t.Errorf("a second run: error %v, want one with %q", err, "another run is writing")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + ".journal"); err == nil {
		t.Error("the journal exists after the growth, want it removed")
	}
	for content, want := range map[string]string{
		"no journal": "not the journal",
		strings.Repeat("kaeshijl\x01\x00\x22\x00\x00\x00\x00\x00", 4): "damaged",
		"kaeshijl\x02\x00" + strings.Repeat("x", 60):                  "of this version",
	} {
		write(t, path+".journal", []byte(content))
		if _, err := Open(path, Step{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("journal %q: error %v, want %q", content, err, want)
		}
		if data := read(t, path+".journal"); string(data) != content {
			t.Errorf("the refused journal %q was changed to %q", content, data)
		}
	}
	if err := os.Remove(path + ".journal"); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	write(t, other, []byte("something else"))
	if _, err := Open(other, Step{}); !errors.Is(err, ErrFormat) {
		t.Errorf("not a book: error %v, want %v", err, ErrFormat)
	}
	if _, err := Open(t.TempDir(), Step{}); err == nil {
		t.Error("Open of a folder succeeded, want an error")
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestJournal checks that a journal that is truncated anywhere gives its complete changes, that a journal of another
// book is refused, and that one whose changes are in the book is removed.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.book")
	f := open(t, path)
	before := read(t, path)
	if _, err := f.Grow(t.Context(), Growth{Judges: []*Judge{quick(1, 4)}, Start: start(), Positions: 6}); err != nil {
		t.Fatal(err)
	}
	written := read(t, path+".journal")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	after := read(t, path)
	most := 0
	for n := 0; n <= len(written); n += min(13, max(len(written)-n, 1)) {
		write(t, path, before)
		write(t, path+".journal", written[:n])
		f := open(t, path)
		if f.Len() < most {
			t.Fatalf("%d bytes of the journal give %d positions, want at least %d, those of fewer bytes", n, f.Len(),
				most)
		}
		most = f.Len()
		sound(t, f.Book(nil))
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if most != 6 || !bytes.Equal(read(t, path), after) {
		t.Errorf("%d positions, want 6 and the same book", most)
	}
	write(t, path+".journal", written)
	f = open(t, path)
	if f.Len() != 6 {
		t.Errorf("with a journal whose changes are in the book: %d positions, want 6", f.Len())
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	other, _ := grown(t, start(), 3, 1)
	write(t, path, bytesOf(t, other))
	write(t, path+".journal", written)
	if _, err := Open(path, Step{}); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("a journal of another book: error %v, want one with %q", err, "another version")
	}
	for at := range written {
		damaged := bytes.Clone(written)
		damaged[at] ^= 0x10
		if j, err := parseJournal(damaged); err == nil && len(j.changes) >= 6 {
			t.Errorf("byte %d of the journal changed: %d changes are read, want fewer than 6", at, len(j.changes))
		}
	}
	write(t, path+".journal", append(bytes.Clone(written), make([]byte, 500)...))
	write(t, path, before)
	f = open(t, path)
	if f.Len() != 6 {
		t.Errorf("a journal with zeros at its end: %d positions, want 6", f.Len())
	}
	f.Close()
}

// TestJournalThatFails checks that growth stops if the journal cannot be written, and that nothing is written after a
// change that may be incomplete.
func TestJournalThatFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.book")
	f := open(t, path)
	added := 0
	_, err := f.Grow(t.Context(), Growth{
		Judges: []*Judge{quick(1, 4), quick(1, 4)}, Start: start(), Positions: 30,
		Progress: func(g Growing) {
			if added = g.Added; added == 10 {
				f.journal.Close()
			}
		},
	})
	if !errors.Is(err, os.ErrClosed) || added > 11 {
		t.Errorf("%d positions, want at most 11; error %v, want %v", added, err, os.ErrClosed)
	}
	if err := f.Close(); err == nil {
		t.Error("Close succeeded, want an error")
	}
	again := open(t, path)
	defer again.Close()
	if again.Len() < 10 {
		t.Errorf("%d positions after opening the book again, want at least 10", again.Len())
	}
	sound(t, again.Book(nil))
}

func FuzzParse(f *testing.F) {
	empty, _ := (&Book{}).Bytes()
	f.Add(empty)
	f.Add([]byte("kaeshibk\x01\x00\x22\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add(bytesFor(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse(data)
		if err != nil {
			return
		}
		back, err := Parse(bytesOf(t, b))
		if err != nil || back.Len() != b.Len() {
			t.Fatalf("error %v", err)
		}
	})
}

// FuzzRecords checks that arbitrary records with a valid checksum cause no panic, and that a book that Verify accepts
// is consistent.
func FuzzRecords(f *testing.F) {
	b, _ := Parse(bytesFor(f))
	f.Add(b.records)
	f.Fuzz(func(t *testing.T, records []byte) {
		forged := &Book{records: records[:len(records)/recordSize*recordSize]}
		data, err := forged.Bytes()
		if err != nil {
			return // the input is too large
		}
		b, err := Parse(data)
		if err != nil {
			return
		}
		v := Verify(b)
		for e := range b.All() {
			b.Look(e.Position)
			b.Below(e.Position)
		}
		g, err := GraphOf(b)
		if v.Sound() != (err == nil) && err != nil {
			t.Fatalf("Verify accepts the book, and GraphOf fails: %v", err)
		}
		if v.Sound() {
			if back := g.Book(nil); !bytes.Equal(back.records, b.records) {
				t.Fatal("the graph of a sound book gives a different book")
			}
		}
	})
}

func FuzzJournal(f *testing.F) {
	head, _ := (&journal{step: Step{Command: "x"}}).header()
	b, _ := Parse(bytesFor(f))
	for e := range b.All() {
		head = append(head, frame(change{{keyOf(e.Position), e.Leaf}})...)
	}
	f.Add(head)
	f.Add([]byte("kaeshijl"))
	f.Fuzz(func(t *testing.T, data []byte) {
		j, err := parseJournal(data)
		if err != nil {
			return
		}
		if j.end > int64(len(data)) {
			t.Fatalf("the journal ends at byte %d, want at most %d", j.end, len(data))
		}
		g := NewGraph()
		for _, c := range j.changes {
			g.apply(c)
		}
	})
}

// bytesFor returns the file of a small book for a fuzz target.
func bytesFor(f *testing.F) []byte {
	f.Helper()
	data, err := os.ReadFile("testdata/tiny.book")
	if err != nil {
		f.Fatal(err)
	}
	return data
}

// TestEmptyIsRemoved checks that Close removes a new book without positions, and that Open leaves no journal beside a
// file that is not a book.
func TestEmptyIsRemoved(t *testing.T) {
	folder := t.TempDir()
	f, err := Open(filepath.Join(folder, "new.book"), Step{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	garbage := filepath.Join(folder, "garbage")
	if err := os.WriteFile(garbage, []byte("no book"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(garbage, Step{}); err == nil {
		t.Error("Open of a file that is not a book succeeded, want an error")
	}
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || !slices.Equal(left, []string{garbage}) {
		t.Errorf("files %v, error %v; want only %s", left, err, garbage)
	}
}
