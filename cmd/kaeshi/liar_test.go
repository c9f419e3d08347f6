package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
)

// liar implements the program liar ADDRESS, a worker of a cluster that returns false certificates: the form is right,
// and the claim is false.
func liar() {
	if err := runLiar(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runLiar(ctx context.Context, address string) error {
	identity, err := units.Identify(ctx, verb.ReadBuild(stamp).Version)
	if err != nil {
		return err
	}
	client, err := cluster.Dial(ctx, cluster.Options{
		Address: address, Name: "liar", Timing: cluster.TimingFor(2 * time.Second),
	})
	if err != nil {
		return err
	}
	defer client.Close()
	const kind = "prove"
	honest := units.Handlers(1)[kind]
	worker := cluster.NewWorker(client, cluster.WorkerOptions{
		Name: "liar", Version: identity.String(), Handlers: map[string]cluster.Handler{
			kind: func(ctx context.Context, task cluster.Task) ([]byte, error) {
				certificate, err := honest(ctx, task)
				if err != nil {
					return nil, err
				}
				return falsified(ctx, certificate)
			},
		},
	})
	fmt.Printf("worker %s lies\n", worker.ID())
	return worker.Run(ctx)
}

// falsified returns a certificate of the opposite of a claim that a certificate proves. Its nodes are those of a claim
// that holds for every position.
func falsified(ctx context.Context, certificate []byte) ([]byte, error) {
	report, err := proof.Verify(ctx, bytes.NewReader(certificate), proof.Options{})
	if err != nil {
		return nil, err
	}
	claim := prove.Opposite(report.Claim)
	value := 64 // no score is greater
	if claim.Relation == proof.AtLeast {
		value = -value
	}
	nodes, err := prove.Decide(ctx, proof.Claim{Position: claim.Position, Relation: claim.Relation, Value: value},
		prove.Options{Leaf: report.Leaf})
	if err != nil {
		return nil, err
	}
	b, err := proof.NewBuilder(claim, report.Leaf, report.Generator)
	if err == nil {
		err = b.Add(bytes.NewReader(nodes))
	}
	var out bytes.Buffer
	if err == nil {
		_, err = b.WriteTo(&out)
	}
	return out.Bytes(), err
}

// TestFalsified checks that a false certificate has the form of a valid one, and that it is refused for its nodes.
func TestFalsified(t *testing.T) {
	t.Parallel()
	p := othellotest.Ending(rand.New(rand.NewPCG(1, 2)), othello.Size8, 16)
	for _, relation := range []string{proof.AtLeast, proof.AtMost} {
		claim := proof.Claim{Position: p.String(), Relation: relation, Value: 0}
		valid, err := prove.Decide(t.Context(), claim, prove.Options{})
		if err != nil {
			t.Fatal(err)
		}
		certificate, err := falsified(t.Context(), valid)
		if err != nil {
			t.Fatal(err)
		}
		_, err = prove.CheckPart(t.Context(), certificate, claim, 8)
		if err == nil || !strings.Contains(err.Error(), "empty squares") {
			t.Errorf("%s: the error of a false certificate is %v, want one about a node", relation, err)
		}
	}
}
