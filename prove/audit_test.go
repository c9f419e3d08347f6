package prove_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

// TestAudit checks audits in endings that the engine plays perfectly. They confirm true claims, and do not confirm all
// of the false ones. The moves are legal and lead to the position reached.
func TestAudit(t *testing.T) {
	engine := search.New(search.Options{HashBytes: 1 << 20, Without: search.Claims})
	r := rand.New(rand.NewPCG(14, 36))
	unconfirmed := 0
	for i := range 30 {
		p := othellotest.Ending(r, []othello.Size{6, 8}[i%2], 6+i%7)
		solved, err := engine.Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		auditor := prove.Auditor{Engine: engine, Time: time.Hour, Plies: 1 + i%8}
		value, whole := int(solved.Score), p.Size.Squares()
		for _, c := range []struct {
			relation  string
			value     int
			confirmed bool
		}{
			{proof.AtLeast, value, true},
			{proof.AtMost, value, true},
			{proof.AtLeast, whole, value == whole},
			{proof.AtMost, -whole, value == -whole},
		} {
			claim := proof.Claim{Position: p.String(), Relation: c.relation, Value: c.value}
			got, err := auditor.Audit(t.Context(), claim, r)
			if err != nil {
				t.Fatal(err)
			}
			if c.confirmed && !got.Confirmed {
				t.Errorf("%+v is not confirmed, want a confirmation: %+v", claim, got)
			}
			if !got.Confirmed {
				unconfirmed++
			}
			checkAudited(t, p, got)
		}
	}
	if unconfirmed < 20 {
		t.Errorf("%d claims are not confirmed, want at least 20 of the 60 extreme ones", unconfirmed)
	}
}

// checkAudited checks that the moves of an audit are legal and lead to the position reached.
func checkAudited(t *testing.T, p othello.Position, got prove.Audited) {
	t.Helper()
	for _, name := range got.Moves {
		m, err := p.Size.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Check(m); err != nil {
			t.Fatalf("%+v: %v", got, err)
		}
		p = p.Play(m)
	}
	if p.String() != got.Reached || p.Empties() != got.Empties {
		t.Errorf("the moves lead to %s with %d empty squares, want %s with %d",
			p, p.Empties(), got.Reached, got.Empties)
	}
}

// TestAuditEnds checks that a search that ends by its time limit confirms nothing, and that the context ends an audit.
func TestAuditEnds(t *testing.T) {
	published, err := prove.Published()
	if err != nil {
		t.Fatal(err)
	}
	engine := search.New(search.Options{HashBytes: 1 << 20, Without: search.Claims})
	auditor := prove.Auditor{Engine: engine, Time: time.Nanosecond, Plies: 1}
	r := rand.New(rand.NewPCG(1, 2))
	sample := published.Sample(3, r)
	for _, claim := range sample {
		got, err := auditor.Audit(t.Context(), claim, r)
		if err != nil || got.Confirmed {
			t.Errorf("audit %+v, error %v; want no confirmation", got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	auditor.Time = time.Hour
	if _, err := auditor.Audit(ctx, sample[0], r); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if _, err := auditor.Audit(t.Context(), proof.Claim{Position: "XO"}, r); err == nil {
		t.Error("Audit of an invalid position succeeded, want an error")
	}
}

// TestSample checks that samples consist of different claims, depend on the seed and are not larger than the list.
func TestSample(t *testing.T) {
	text := "position,at_least,at_most\n-----OX--XO----- X,-64,-10\n-----OO--XX----- X,-4,-4\n"
	a, err := prove.ReadAssumptions(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	sample := func(n int, seed uint64) []proof.Claim { return a.Sample(n, rand.New(rand.NewPCG(seed, 0))) }
	if n := len(sample(9, 1)); n != 3 {
		t.Errorf("%d claims, want all 3", n)
	}
	orders := map[proof.Claim]bool{}
	for seed := range uint64(40) {
		two := sample(2, seed)
		if two[0] == two[1] || !slices.Equal(two, sample(2, seed)) {
			t.Fatalf("seed %d: sample %+v, want two different claims, and the same sample again", seed, two)
		}
		orders[two[0]] = true
	}
	if len(orders) != 3 {
		t.Errorf("%d of the claims come first with some seed, want all 3", len(orders))
	}
}
