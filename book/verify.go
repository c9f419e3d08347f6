package book

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
)

// Verdict is what [Verify] found.
type Verdict struct {
	Schema    string   `json:"schema"`
	Positions int      `json:"positions"`
	Links     int      `json:"links"`
	Exact     int      `json:"exact"`    // positions whose value is proven
	Unjudged  int      `json:"unjudged"` // positions with moves that no search has judged: grow does it
	Roots     int      `json:"roots"`    // positions that none of the book leads to
	Bytes     int      `json:"bytes"`
	Journal   int      `json:"journal"` // changes that a run which was killed left to be taken in
	Faults    int      `json:"faults"`
	Examples  []string `json:"examples,omitempty"` // the first faults
	Steps     []Step   `json:"steps,omitempty"`
}

const mostExamples = 20

// Sound reports whether nothing is wrong.
func (v *Verdict) Sound() bool { return v.Faults == 0 }

// String is the lines that people read.
func (v *Verdict) String() string {
	lines := []string{fmt.Sprintf("%s, %s, %d exact, %d not fully judged, %s, %s",
		lang.Count(v.Positions, "position", "positions"), lang.Count(v.Links, "link", "links"), v.Exact, v.Unjudged,
		lang.Count(v.Roots, "root", "roots"), lang.Count(v.Bytes, "byte", "bytes"))}
	if v.Journal > 0 {
		lines = append(lines,
			fmt.Sprintf("journal: %s of a run that did not end; the next run that writes applies the journal",
				lang.Count(v.Journal, "change", "changes")))
	}
	for _, e := range v.Examples {
		lines = append(lines, "FAULT: "+e)
	}
	if v.Faults > len(v.Examples) {
		lines = append(lines, fmt.Sprintf("… and %d more", v.Faults-len(v.Examples)))
	}
	if v.Sound() {
		lines = append(lines, "every position, link and value is right")
	}
	return strings.Join(lines, "\n")
}

func (v *Verdict) fault(format string, args ...any) {
	v.Faults++
	if len(v.Examples) < mostExamples {
		v.Examples = append(v.Examples, fmt.Sprintf(format, args...))
	}
}

// VerifyFile is [Verify] of the book at path and of its journal. The error says why it cannot be read.
func VerifyFile(path string) (*Verdict, error) {
	b, err := Load(path)
	if err != nil {
		return nil, err
	}
	v := Verify(b)
	f, err := os.Open(path + ".journal")
	if errors.Is(err, fs.ErrNotExist) {
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	j, err := readJournal(f)
	if err != nil {
		v.fault("%v", err)
		return v, nil
	}
	v.Journal = len(j.changes)
	return v, nil
}

// Verify makes all links and values of a book anew, from its positions and leaves alone, and compares: positions are
// legal, canonical and not there twice, every move between two of them is a link and no other is, leaves are legal
// moves that are no links, and every value and its provenance is the one that follows.
func Verify(b *Book) *Verdict {
	v := &Verdict{Schema: "kaeshi/book-verify/1", Positions: b.Len(), Steps: b.steps}
	if data, err := b.Bytes(); err == nil {
		v.Bytes = len(data)
	}
	g := NewGraph()
	for e := range b.All() {
		if err := check(e.Position, e.Leaf); err != nil {
			v.fault("%v", err)
			continue
		}
		g.insert(keyOf(e.Position), e.Leaf)
	}
	if err := g.settleAll(); err != nil {
		v.fault("%v", err)
	}
	for e := range b.All() {
		if id, ok := g.index[keyOf(e.Position)]; ok {
			v.compare(e, &g.nodes[id])
		}
	}
	return v
}

// compare counts an entry and says how it differs from what follows from the others.
func (v *Verdict) compare(e Entry, n *node) {
	want := n.entry()
	switch {
	case e.Links != want.Links:
		v.fault("position %s: its links are %s and should be %s",
			e.Position, othello.Size8.Names(e.Links), othello.Size8.Names(want.Links))
	case e.Leaf != want.Leaf:
		v.fault("position %s: its leaf %s is a link, or is not needed", e.Position,
			e.Position.Size.Name(max(e.Leaf.Move, 0)))
	case e.Value != want.Value || e.From != want.From:
		v.fault("position %s: its value is %v (%v) and should be %v (%v)", e.Position, e.Value, e.From, want.Value,
			want.From)
	}
	v.Links += len(n.below)
	if len(n.above) == 0 {
		v.Roots++
	}
	if want.From.Exact {
		v.Exact++
	}
	if !want.Judged() {
		v.Unjudged++
	}
}
