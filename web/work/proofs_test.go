package work

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

// TestProofLimits checks that a proof ends with the error of its limits, of its client, or of a server that closes.
func TestProofLimits(t *testing.T) {
	long := othellotest.Parse(t, "---XXOX--OOXOXXXO-OOX--OOOOOO--OXOXOOOO--XXXOOO-OOXOXXOO--X-OX-X X")
	gone := errors.New("the client has left")
	silent := func(ProofProgress) error { return nil }
	for name, test := range map[string]struct {
		change func(*Proofs)
		report func(s *Scheduler) func(ProofProgress) error
		made   error
		want   error
	}{
		"too many nodes": {func(f *Proofs) { f.nodes = 100 }, nil, nil, ErrTooLarge},
		"the report fails": {nil, func(*Scheduler) func(ProofProgress) error {
			return func(ProofProgress) error { return gone }
		}, nil, gone},
		"the server closes": {nil, func(s *Scheduler) func(ProofProgress) error {
			return func(p ProofProgress) error {
				if p.Step == ProofProving {
					return s.Close()
				}
				return nil
			}
		}, nil, ErrClosing},
		"the certificate is not accepted": {nil, nil, gone, gone},
	} {
		s := NewScheduler(Options{MaxThink: time.Second, Thinking: 1, Logger: slog.New(slog.DiscardHandler)})
		f := NewProofs(s, "test")
		if test.change != nil {
			test.change(f)
		}
		report := silent
		if test.report != nil {
			report = test.report(s)
		}
		ticket, err := f.Queue.Join("client")
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Run(t.Context(), ticket, long, report, func(Certificate) error { return test.made })
		if !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", name, err, test.want)
		}
		ticket.Leave()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestProofQueue checks that one proof runs at a time, and that the others report their places.
func TestProofQueue(t *testing.T) {
	s := NewScheduler(Options{MaxThink: time.Second, Thinking: 1, Logger: slog.New(slog.DiscardHandler)})
	defer s.Close()
	f := NewProofs(s, "test")
	first, err := f.Queue.Join("one")
	if err != nil {
		t.Fatal(err)
	}
	second, err := f.Queue.Join("two")
	if err != nil {
		t.Fatal(err)
	}
	defer second.Leave()
	var steps []ProofProgress
	report := func(p ProofProgress) error {
		if steps = append(steps, p); p.Place > 0 {
			first.Leave()
		}
		return nil
	}
	made := 0
	score, err := f.Run(context.Background(), second, othello.Start(othello.Size4, othello.Usual), report,
		func(Certificate) error { made++; return nil })
	if err != nil || score != -10 {
		t.Fatalf("score %d, error %v; want -10", score, err)
	}
	if made != 2 || steps[0] != (ProofProgress{Step: ProofQueued, Place: 1}) {
		t.Errorf("%d certificates, steps %v; want 2 certificates, and place 1 of the queue as the first step", made,
			steps)
	}
}
