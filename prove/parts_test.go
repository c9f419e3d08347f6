package prove_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

// parts proves the parts of a position here, three at a time, and counts them.
func parts(empties, leaf int, count *atomic.Int64) *prove.Parts {
	engines := sync.Pool{New: func() any { return search.New(search.Options{HashBytes: 1 << 20}) }}
	return &prove.Parts{
		Empties: empties, Parallel: func() int { return 3 },
		Prove: func(ctx context.Context, c proof.Claim) (prove.Part, error) {
			count.Add(1)
			engine := engines.Get().(*search.Engine)
			defer engines.Put(engine)
			o := prove.Options{Engine: engine, Leaf: leaf, Generator: "test"}
			certificate, err := prove.Decide(ctx, c, o)
			if err != nil {
				return prove.Part{}, err
			}
			return prove.CheckPart(ctx, certificate, c, leaf)
		},
	}
}

// TestParts proves positions by parts of different sizes. False claims are refuted.
func TestParts(t *testing.T) {
	engine := search.New(search.Options{HashBytes: 8 << 20})
	r := rand.New(rand.NewPCG(1, 3))
	count := 8
	if testing.Short() {
		count = 2
	}
	for i := range count {
		size := othello.Size8
		if i%4 == 0 {
			size = othello.Size6
		}
		p := othellotest.Begun(r, size, 11+i%3)
		if p.Over() {
			continue
		}
		solved, err := engine.Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		value, leaf := int(solved.Score), proof.MinLeaf+i%4
		var proved atomic.Int64
		o := prove.Options{
			Engine: engine, Leaf: leaf, Generator: "test",
			Parts: parts(max(leaf+1, p.Empties()-2-i%4), leaf, &proved),
		}
		for relation, wrong := range map[string]int{proof.AtLeast: value + 2, proof.AtMost: value - 2} {
			b, err := prove.Prove(t.Context(), p, relation, value, o)
			if err != nil {
				t.Fatalf("%s: %s %d: %v", p, relation, value, err)
			}
			report, _ := verified(t, b)
			want := proof.Claim{Position: p.String(), Relation: relation, Value: value}
			if diff := cmp.Diff(want, report.Claim); diff != "" {
				t.Errorf("claim (-want +got):\n%s", diff)
			}
			if _, err := prove.Prove(t.Context(), p, relation, wrong, o); !errors.Is(err, prove.ErrFalse) {
				t.Errorf("%s: %s %d: error %v, want %v", p, relation, wrong, err, prove.ErrFalse)
			}
		}
		if proved.Load() == 0 {
			t.Errorf("%s was proved without parts", p)
		}
	}
}

// TestPartsResume interrupts a proof after some parts. Another run with its journal proves only the others.
func TestPartsResume(t *testing.T) {
	p := othellotest.Ending(rand.New(rand.NewPCG(1, 4)), othello.Size8, 16)
	engine := search.New(search.Options{HashBytes: 8 << 20})
	solved, err := engine.Solve(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "position.journal")
	run := func(stopAfter int64) (b *proof.Builder, done int64, err error) {
		j, err := prove.OpenJournal(path, prove.Settings{Position: p.String(), Leaf: 8})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { err = errors.Join(err, j.Close()) }()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var count atomic.Int64
		some := parts(12, 8, &count)
		one := some.Prove
		some.Parallel = func() int { return 1 }
		some.Prove = func(ctx context.Context, c proof.Claim) (prove.Part, error) {
			if count.Load() == stopAfter {
				stop()
			}
			return one(ctx, c)
		}
		b, err = prove.Prove(ctx, p, proof.AtLeast, int(solved.Score), prove.Options{
			Engine: engine, Leaf: 8, Journal: j, Parts: some,
		})
		return b, count.Load(), err
	}
	_, first, err := run(5)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the interrupted run ends with %v", err)
	}
	b, second, err := run(-1)
	if err != nil {
		t.Fatal(err)
	}
	verified(t, b)
	b, third, err := run(-1)
	if err != nil {
		t.Fatal(err)
	}
	verified(t, b)
	if first == 0 || second == 0 {
		t.Errorf("the first runs proved %d and %d parts, want some in each", first, second)
	}
	if third != 0 {
		t.Errorf("the third run proved %d parts again, want none", third)
	}
}

// TestCheckPart refuses certificates that do not decide the claim of a part.
func TestCheckPart(t *testing.T) {
	p := othellotest.Ending(rand.New(rand.NewPCG(1, 5)), othello.Size8, 10)
	solved, err := search.New(search.Options{HashBytes: 1 << 20}).Solve(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	claim := proof.Claim{Position: p.String(), Relation: proof.AtLeast, Value: int(solved.Score)}
	with := func(change func(c *proof.Claim)) proof.Claim {
		changed := claim
		change(&changed)
		return changed
	}
	certificate := func(c proof.Claim, leaf int) []byte {
		b, err := prove.Decide(t.Context(), c, prove.Options{Leaf: leaf})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	mine := certificate(claim, 6)
	for name, c := range map[string]struct {
		certificate []byte
		claim       proof.Claim
	}{
		"a weaker claim":    {certificate(with(func(c *proof.Claim) { c.Value -= 2 }), 6), claim},
		"another relation":  {certificate(with(func(c *proof.Claim) { c.Relation = proof.AtMost }), 6), claim},
		"another position":  {mine, with(func(c *proof.Claim) { c.Position = p.Play(p.Moves()[0]).String() })},
		"leaves of 8":       {certificate(claim, 8), claim},
		"a truncated file":  {mine[:len(mine)-9], claim},
		"an empty file":     {nil, claim},
		"a changed byte":    {append(bytes.Clone(mine[:len(mine)/2]), mine[len(mine)/2+1:]...), claim},
		"no gzip file":      {[]byte(fmt.Sprint(claim)), claim},
		"a claim not false": {mine, with(func(c *proof.Claim) { c.Value += 2 })},
	} {
		_, err := prove.CheckPart(t.Context(), c.certificate, c.claim, 6)
		if fault := (*proof.Error)(nil); !errors.As(err, &fault) {
			t.Errorf("%s: error %v, want a *proof.Error", name, err)
		}
	}
	for offset, want := range map[int]bool{0: true, 2: false} {
		c := with(func(c *proof.Claim) { c.Value += offset })
		part, err := prove.CheckPart(t.Context(), certificate(c, 6), c, 6)
		if err != nil || part.Holds() != want {
			t.Errorf("%s %+d: holds %v, error %v; want %v", c.Relation, c.Value, part.Holds(), err, want)
		}
	}
}
