package book

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
)

// Verdict is the result of [Verify].
type Verdict struct {
	Schema    string   `json:"schema"`
	Positions int      `json:"positions"`
	Links     int      `json:"links"`
	Exact     int      `json:"exact"`    // positions with an exact value
	Unjudged  int      `json:"unjudged"` // positions with moves that have no value; Grow searches them
	Roots     int      `json:"roots"`    // positions without a link to them
	Bytes     int      `json:"bytes"`
	Journal   int      `json:"journal"` // changes in the journal of a run that was killed
	Faults    int      `json:"faults"`
	Examples  []string `json:"examples,omitempty"` // the first faults
	Steps     []Step   `json:"steps,omitempty"`
}

const mostExamples = 20

// Sound reports whether the book has no faults.
func (v *Verdict) Sound() bool { return v.Faults == 0 }

// String returns the verdict as lines of text.
func (v *Verdict) String() string {
	lines := []string{fmt.Sprintf("%s, %s, %d exact, %d not fully searched, %s, %s",
		lang.Count(v.Positions, "position", "positions"), lang.Count(v.Links, "link", "links"), v.Exact, v.Unjudged,
		lang.Count(v.Roots, "root", "roots"), lang.Count(v.Bytes, "byte", "bytes"))}
	if v.Journal > 0 {
		lines = append(lines,
			fmt.Sprintf("journal: %s of an unfinished run; the next run that writes applies them",
				lang.Count(v.Journal, "change", "changes")))
	}
	for _, e := range v.Examples {
		lines = append(lines, "FAULT: "+e)
	}
	if v.Faults > len(v.Examples) {
		lines = append(lines, fmt.Sprintf("… and %d more", v.Faults-len(v.Examples)))
	}
	if v.Sound() {
		lines = append(lines, "all positions, links and values are correct")
	}
	return strings.Join(lines, "\n")
}

func (v *Verdict) fault(format string, args ...any) {
	v.Faults++
	if len(v.Examples) < mostExamples {
		v.Examples = append(v.Examples, fmt.Sprintf(format, args...))
	}
}

// VerifyFile verifies the book at path and reads its journal. It fails if the book cannot be read.
func VerifyFile(path string) (*Verdict, error) {
	b, err := Load(path)
	if err != nil {
		return nil, err
	}
	v := Verify(b)
	f, err := disk.Open(path + ".journal")
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

// Verify computes all links and values of a book again from its positions and leaves and compares them. It checks that
// positions are legal, canonical and distinct, that the links are exactly the moves between two positions, that leaves
// are legal moves and not links, and that all values and provenances are correct.
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
	if err := g.computeAll(); err != nil {
		v.fault("%v", err)
	}
	for e := range b.All() {
		if id, ok := g.index[keyOf(e.Position)]; ok {
			v.compare(e, &g.nodes[id])
		}
	}
	return v
}

// compare counts an entry and reports how it differs from the computed node.
func (v *Verdict) compare(e Entry, n *node) {
	want := n.entry()
	switch {
	case e.Links != want.Links:
		v.fault("position %s: links are %s, want %s",
			e.Position, othello.Size8.Names(e.Links), othello.Size8.Names(want.Links))
	case e.Leaf != want.Leaf:
		v.fault("position %s: leaf %s is a link, or a value beside links", e.Position,
			e.Position.Size.Name(max(e.Leaf.Move, 0)))
	case e.Value != want.Value || e.From != want.From:
		v.fault("position %s: value is %v (%v), want %v (%v)", e.Position, e.Value, e.From, want.Value,
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
