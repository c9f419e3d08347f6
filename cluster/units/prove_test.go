package units

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

// proving is a position of 13 empty squares and its score.
func proving(t *testing.T) (p Proving, score int) {
	t.Helper()
	p = Proving{
		Position: othellotest.Ending(rand.New(rand.NewPCG(1, 4)), othello.Size8, 13), Empties: 10,
		Leaf: 8, Hash: 1 << 20, Generator: "test",
	}
	solved, err := search.New(tables).Solve(t.Context(), p.Position)
	if err != nil {
		t.Fatal(err)
	}
	return p, int(solved.Score)
}

// proofRun is a proof of a claim on a cluster.
type proofRun struct {
	Options
	Proving

	claim    proof.Claim
	journal  *prove.Journal
	progress func(decided int)
}

// run proves the claim and verifies the certificate.
func (r proofRun) run(ctx context.Context, t *testing.T) error {
	t.Helper()
	var file bytes.Buffer
	p, c := r.Proving, r.claim
	err := Prove(ctx, r.Options, p, func(parts *prove.Parts) error {
		parts.Progress = r.progress
		b, err := prove.Prove(ctx, p.Position, c.Relation, c.Value, prove.Options{
			Engine: search.New(tables), Leaf: p.Leaf, Generator: p.Generator, Parts: parts,
			Journal: r.journal,
		})
		if err != nil {
			return err
		}
		_, err = b.WriteTo(&file)
		return err
	})
	if err != nil {
		return err
	}
	report, err := proof.Verify(ctx, &file, proof.Options{})
	if err != nil {
		t.Errorf("the certificate is not valid: %v", err)
	}
	if diff := cmp.Diff(c, report.Claim); diff != "" {
		t.Errorf("claim (-want +got):\n%s", diff)
	}
	return nil
}

// TestProve proves both claims of a position on a cluster with a worker whose certificates are of other claims, one
// whose certificates are damaged, and one that fails. None of them changes the result.
func TestProve(t *testing.T) {
	if testing.Short() {
		t.Skip("proves three claims with the help of four workers")
	}
	t.Parallel()
	p, score := proving(t)
	s := newSite(t)
	s.worker()
	for name, wrap := range map[string]func(certificate []byte) ([]byte, error){
		"deceiver": func([]byte) ([]byte, error) { // always the same valid certificate
			return prove.Decide(s.ctx, proof.Claim{
				Position: p.Position.Play(p.Position.Moves()[0]).String(),
				Relation: proof.AtLeast, Value: -64,
			}, prove.Options{Leaf: p.Leaf})
		},
		"damager": func(certificate []byte) ([]byte, error) { return certificate[:len(certificate)-1], nil },
		"failing": func([]byte) ([]byte, error) { return nil, errors.New("no luck") },
	} {
		s.worker(handling(kindProve, func(h cluster.Handler) cluster.Handler {
			return func(ctx context.Context, task cluster.Task) ([]byte, error) {
				certificate, err := h(ctx, task)
				if err != nil {
					return nil, err
				}
				return wrap(certificate)
			}
		}), func(o *cluster.WorkerOptions) { o.Name = name })
	}
	var mu sync.Mutex
	var caught []string
	o := Options{Client: s.client(), Identity: identity, Log: func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if name, _, ok := strings.Cut(text, " is quarantined"); ok {
			caught = append(caught, name)
		}
	}}
	for _, claim := range []struct {
		relation string
		value    int
		want     error
	}{
		{proof.AtLeast, score, nil},
		{proof.AtMost, score, nil},
		{proof.AtLeast, score + 2, prove.ErrFalse},
	} {
		c := proof.Claim{Position: p.Position.String(), Relation: claim.relation, Value: claim.value}
		if err := (proofRun{Options: o, Proving: p, claim: c}).run(s.ctx, t); !errors.Is(err, claim.want) {
			t.Errorf("%s %+d: error %v, want %v", claim.relation, claim.value, err, claim.want)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for _, name := range caught {
		if name != "worker deceiver" && name != "worker damager" {
			t.Errorf("%s was quarantined", name)
		}
	}
}

// TestProveQuarantines gives all units to a worker with damaged certificates. This machine proves the first part, and
// the worker gets no more.
func TestProveQuarantines(t *testing.T) {
	t.Parallel()
	p, score := proving(t)
	s := newSite(t)
	caught := make(chan struct{})
	s.worker(handling(kindProve, func(cluster.Handler) cluster.Handler {
		return func(context.Context, cluster.Task) ([]byte, error) { return []byte("nothing"), nil }
	}), func(o *cluster.WorkerOptions) { o.Name = "liar" })
	s.workerAfter(caught)
	var once sync.Once
	o := Options{Client: s.client(), Identity: identity, Log: func(text string) {
		if strings.HasPrefix(text, "worker liar is quarantined") {
			once.Do(func() { close(caught) })
		}
	}}
	c := proof.Claim{Position: p.Position.String(), Relation: proof.AtLeast, Value: score}
	if err := (proofRun{Options: o, Proving: p, claim: c}).run(s.ctx, t); err != nil {
		t.Fatal(err)
	}
	select {
	case <-caught:
	default:
		t.Error("the worker was not quarantined")
	}
}

// TestProveResumes stops a proof after some parts. Another run with the same journal proves the others.
func TestProveResumes(t *testing.T) {
	t.Parallel()
	p, score := proving(t)
	claim := proof.Claim{Position: p.Position.String(), Relation: proof.AtLeast, Value: score}
	s := newSite(t)
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	s.worker()
	path := filepath.Join(t.TempDir(), "journal")
	for run, c := range []struct {
		ctx  context.Context
		want error
	}{{ctx, context.Canceled}, {s.ctx, nil}} {
		j, err := prove.OpenJournal(path, prove.Settings{Position: p.Position.String(), Leaf: p.Leaf})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Client: s.client(), Identity: identity}
		progress := func(decided int) {
			if decided == 4 && run == 0 {
				stop()
			}
		}
		r := proofRun{o, p, claim, j, progress}
		if err := r.run(c.ctx, t); !errors.Is(err, c.want) {
			t.Errorf("run %d ended with %v, want %v", run+1, err, c.want)
		}
		if j.Empty() {
			t.Errorf("run %d has no progress in its journal", run+1)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
}
