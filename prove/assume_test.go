package prove_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

// verified writes a certificate and checks it.
func verified(t *testing.T, b *proof.Builder) (proof.Report, []proof.Source) {
	t.Helper()
	var file bytes.Buffer
	if _, err := b.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	report, err := proof.Verify(t.Context(), bytes.NewReader(file.Bytes()), proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sources, err := proof.Sources(&file)
	if err != nil {
		t.Fatal(err)
	}
	return report, sources
}

// TestDraw checks that the published claims prove that the start position is a draw, and that the certificates list
// only the claims that they use, which are most of the published ones.
func TestDraw(t *testing.T) {
	if testing.Short() {
		t.Skip("proves with all published claims, which takes some seconds")
	}
	published, err := prove.Published()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(published.Claims()); n != 2588 {
		t.Errorf("%d claims, want 2588: 2587 positions, one of them with two bounds", n)
	}
	c := prove.NewConditional(published, 0)
	start := othello.Start(othello.Size8, othello.Usual)
	if b, err := c.Bounds(t.Context(), start); err != nil || b != (claims.Bounds{}) {
		t.Fatalf("bounds %+v, error %v, want 0", b, err)
	}
	used := 0
	for relation, wrong := range map[string]int{proof.AtLeast: 1, proof.AtMost: -1} {
		b, err := prove.Prove(t.Context(), start, relation, 0, prove.Options{Conditional: c})
		if err != nil {
			t.Fatal(err)
		}
		report, sources := verified(t, b)
		want := []proof.Source{{Name: "Takizawa 2023, arXiv 2310.19387", Claims: report.Assumptions}}
		if diff := cmp.Diff(want, sources); diff != "" {
			t.Errorf("%s: sources (-want +got):\n%s", relation, diff)
		}
		if ended := report.Leaves + report.Finished; report.Assumed == 0 || ended > 0 {
			t.Errorf("%s: %+v, want no leaves except assumptions", relation, report)
		}
		used += report.Assumptions
		t.Logf("%s: %d nodes, %d assumptions", relation, report.Nodes, report.Assumptions)
		_, err = prove.Prove(t.Context(), start, relation, wrong, prove.Options{Conditional: c})
		if !errors.Is(err, prove.ErrUnproved) {
			t.Errorf("%s %d: error %v, want %v", relation, wrong, err, prove.ErrUnproved)
		}
	}
	if used < 2000 || used > 2588 {
		t.Errorf("%d assumptions in both certificates, want 2000 to 2588", used)
	}
}

// assumedAfter returns the exact scores of all positions after moves of p as CSV.
func assumedAfter(t *testing.T, p othello.Position, plies int) string {
	t.Helper()
	engine := search.New(search.Options{HashBytes: 1 << 20})
	layer := map[string]othello.Position{p.String(): p}
	for range plies {
		next := map[string]othello.Position{}
		for _, q := range layer {
			for _, m := range q.Moves() {
				after := q.Play(m)
				next[after.String()] = after
			}
		}
		layer = next
	}
	var text strings.Builder
	text.WriteString("note,position,at_least,at_most\n")
	for _, q := range layer {
		r, err := engine.Solve(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "x,%s,%d,%d\n", q, int(r.Score), int(r.Score))
	}
	return text.String()
}

// TestAssumed checks that exact assumptions after two moves give the same bounds as a search, and that certificates
// whose leaves have more empty squares use no assumption.
func TestAssumed(t *testing.T) {
	for _, p := range []othello.Position{
		othello.Start(othello.Size4, othello.Usual), othello.Start(othello.Size4, othello.Parallel),
	} {
		r, err := search.New(search.Options{HashBytes: 1 << 20}).Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		value := int(r.Score)
		for _, leaf := range []int{4, 11} {
			a, err := prove.ReadAssumptions(strings.NewReader(assumedAfter(t, p, 2)), "a search")
			if err != nil {
				t.Fatal(err)
			}
			c := prove.NewConditional(a, leaf)
			got, err := c.Bounds(t.Context(), p)
			if err != nil || got != (claims.Bounds{AtLeast: value, AtMost: value}) {
				t.Errorf("%s: bounds %+v, error %v; want %d", p, got, err, value)
			}
			for _, relation := range []string{proof.AtLeast, proof.AtMost} {
				b, err := prove.Prove(t.Context(), p, relation, value, prove.Options{Conditional: c})
				if err != nil {
					t.Fatal(err)
				}
				report, sources := verified(t, b)
				var want []proof.Source
				if leaf == 4 {
					want = []proof.Source{{Name: "a search", Claims: report.Assumptions}}
				}
				if assumed := report.Assumed > 0; assumed != (leaf == 4) || report.Leaf != leaf {
					t.Errorf("%s %s %d: %+v, want leaves of %d, and assumptions only with leaves of 4", p, relation,
						value, report, leaf)
				}
				if diff := cmp.Diff(want, sources); diff != "" {
					t.Errorf("%s %s: sources (-want +got):\n%s", p, relation, diff)
				}
			}
		}
	}
}

// TestBadAssumptions checks that errors in a list are reported with the line, and that contradictions are found.
func TestBadAssumptions(t *testing.T) {
	const position, head = "-----OX--XO----- X", "position,at_least,at_most\n"
	for text, want := range map[string]string{
		"":                              "the names of the columns",
		"position,at_least\n":           `line 1: no column "at_most"`,
		head:                            "no assumptions",
		head + "XO,0,0\n":               "line 2: ",
		head + position + ",0,x\n":      `line 2: bound "x": want a number from -64 to 64`,
		head + position + ",0,65\n":     `line 2: bound "65"`,
		head + position + ",2,0\n":      "line 2: " + position + ": at least +2 and at most +0",
		head + position + ",0\n":        "line 2",
		head + "XXXXXXXXXXXXXXXX X,0,0": "want a position in which the side to move has a move",

		head + position + ",0,4\n" + position + ",6,64\n": "line 3: ",
	} {
		_, err := prove.ReadAssumptions(strings.NewReader(text), "test")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	start := othello.Start(othello.Size4, othello.Usual)
	after := start.Play(start.Moves()[0])
	text := fmt.Sprintf("position,at_least,at_most\n%s,16,16\n%s,16,16\n", start, after)
	a, err := prove.ReadAssumptions(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := prove.NewConditional(a, 4).Bounds(t.Context(), start); err != nil || b.AtLeast != 16 {
		t.Errorf("bounds %+v, error %v; want at least 16", b, err)
	}
	// The bounds after the moves exclude the lower bound of the start.
	open := strings.NewReader(strings.Replace(text, "16,16\n", "16,64\n", 1))
	a, err = prove.ReadAssumptions(open, "test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := prove.NewConditional(a, 4).Bounds(t.Context(), start); err == nil ||
		!strings.Contains(err.Error(), "contradictory assumptions: ") {
		t.Errorf("error %v, want a contradiction", err)
	}
}

// TestOtherSize checks that claims of one board size give no bound for another, without a search of the game tree.
func TestOtherSize(t *testing.T) {
	text := "position,at_least,at_most\n-----OX--XO----- X,-10,-10\n"
	a, err := prove.ReadAssumptions(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	want := claims.Bounds{AtLeast: -64, AtMost: 64}
	start := othello.Start(othello.Size6, othello.Usual)
	if b, err := prove.NewConditional(a, 4).Bounds(t.Context(), start); err != nil || b != want {
		t.Errorf("bounds %+v, error %v; want %+v", b, err, want)
	}
}

// TestDerivationStops checks that a derivation ends with its context, and that the next one is not affected.
func TestDerivationStops(t *testing.T) {
	published, err := prove.Published()
	if err != nil {
		t.Fatal(err)
	}
	c := prove.NewConditional(published, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	start := othello.Start(othello.Size8, othello.Usual)
	if _, err := c.Bounds(ctx, start); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
