package classroom

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/excerpt"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// Document is a recorded search.
type Document struct {
	Schema    string         `json:"schema"`
	Game      string         `json:"game"`
	Size      int            `json:"size,omitempty"`
	Position  string         `json:"position"`
	Algorithm string         `json:"algorithm"`
	Depth     int            `json:"depth"`
	Value     *float64       `json:"value"`          // null if the search needs an unknown number
	Move      string         `json:"move,omitempty"` // absent if the game is over, and at depth 0
	PV        []string       `json:"pv"`
	Unit      string         `json:"unit"`
	Estimate  bool           `json:"estimate,omitempty"` // of a Monte-Carlo search that did not solve its tree
	Stopped   *lang.Sentence `json:"stopped,omitempty"`  // unknown number that the search needs
	Nodes     uint64         `json:"nodes"`
	Leaves    uint64         `json:"leaves"`
	Cutoffs   uint64         `json:"cutoffs"`
	TableHits uint64         `json:"table_hits"`
	Made      int            `json:"made,omitempty"` // positions of the lazy tree that were made
	Seconds   float64        `json:"seconds"`
	ByDepth   []uint64       `json:"by_depth"`
	Truncated bool           `json:"truncated"`
	Pictures  []Picture      `json:"pictures,omitempty"` // of a tree of numbers
	Tree      []Node         `json:"tree"`

	drawing Drawing
	shown   string // value as text
}

// Tree runs a search and records it. The error is a [*Fault] if the request is wrong, [gametree.ErrBudget],
// [gametree.ErrTooLarge], or that of ctx.
func Tree(ctx context.Context, r Request) (Document, error) {
	r.Algorithm = cmp.Or(r.Algorithm, "alphabeta")
	if err := known(r.Algorithm); err != nil {
		return Document{}, err
	}
	l, err := r.open()
	if err != nil {
		return Document{}, err
	}
	return l.tree(r.bounded(ctx), search{r.Algorithm, r.plies(l), cmp.Or(r.MaxNodes, DefaultNodes)})
}

func (r Request) plies(l searchable) int {
	if r.Depth < 0 {
		return l.plies()
	}
	return r.Depth
}

func (r Request) bounded(ctx context.Context) context.Context {
	if r.Budget == 0 {
		return ctx
	}
	return gametree.WithBudget(ctx, r.Budget)
}

// Text writes the document as text in a language: the result, the pictures of a tree of numbers, and the tree as an
// indented list. The error is that of w.
func (d Document) Text(w io.Writer, l lang.Lang) error {
	var b strings.Builder
	d.head(&b, l)
	for i, p := range d.Pictures {
		fmt.Fprintf(&b, "\n%d. %s\n%s", i+1, p.Caption.In(l), p.Text)
	}
	b.WriteByte('\n')
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return d.drawing.Text(w, l)
}

// Formats returns the names of the formats of [Document.Write].
func Formats() []string { return []string{"text", "dot", "json"} }

// Write writes the document in one of the [Formats]. The language is that of the text, and of the reasons in DOT. It
// fails on other formats and with the error of w.
func (d Document) Write(w io.Writer, format string, l lang.Lang) error {
	switch format {
	case "text":
		return d.Text(w, l)
	case "dot":
		return d.drawing.DOT(w, l)
	case "json":
		return encode(w, d)
	}
	return fmt.Errorf("unknown format %q; want one of %s", excerpt.Of(format), strings.Join(Formats(), ", "))
}

// encode writes one line of JSON.
func encode(w io.Writer, document any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(document)
}

func (d Document) head(b *strings.Builder, l lang.Lang) {
	w := catalogue.In(l)
	fmt.Fprintln(b, w.Say("title", d.Position, d.Algorithm, d.Depth))
	switch {
	case d.Stopped != nil:
		fmt.Fprintln(b, d.Stopped.In(l))
	case d.Estimate:
		fmt.Fprintln(b, w.Say("estimate", d.shown, strings.Join(d.PV, " ")))
	default:
		fmt.Fprintln(b, w.Say("value", d.shown, strings.Join(d.PV, " ")))
	}
	fmt.Fprintln(b, w.Say("counts", d.Nodes, d.Leaves, d.Cutoffs, d.TableHits))
	fmt.Fprintln(b, w.Say("by-depth", strings.Trim(fmt.Sprint(d.ByDepth), "[]")))
	if d.Made > 0 {
		fmt.Fprintln(b, w.Say("made", d.Made))
	}
	if d.Truncated {
		fmt.Fprintln(b, w.Say("truncated", len(d.Tree)))
	}
}
