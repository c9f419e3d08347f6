package cluster_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/kaeshi/kaeshi/cluster"
)

// isNumber returns an error unless a result is a number.
func isNumber(_ cluster.Unit, result []byte) error {
	_, err := strconv.Atoi(string(result))
	return err
}

// none chooses no unit.
func none(cluster.Unit) bool { return false }

// TestMalformedResult checks that a malformed result counts as a wrong one, although none is chosen for verification:
// the worker is caught, and others run its units again.
func TestMalformedResult(t *testing.T) {
	t.Parallel()
	const units = 30
	s, caught := newSite(t), make(chan struct{})
	s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
		select {
		case <-caught:
			return square(ctx, task)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}, func(o *cluster.WorkerOptions) { o.Name = "honest" })
	s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
		if string(task.Spec) == "7" {
			return []byte("forty-nine"), nil
		}
		return square(ctx, task)
	}, func(o *cluster.WorkerOptions) { o.Name, o.Slots = "liar", 3 })
	submission := s.submission("malformed")
	var wrong []cluster.WrongResult
	submission.Verify(cluster.Verification{
		Choose: none, Handler: square, Valid: isNumber,
		Caught: func(w cluster.WrongResult) { wrong = append(wrong, w); close(caught) },
	}, 0)
	r := newRecord()
	if err := submission.Finish(s.ctx, submission.Do(s.ctx, numbers(units), r.add)); err != nil {
		t.Fatal(err)
	}
	if err := r.squares(units); err != nil {
		t.Error(err)
	}
	if len(wrong) != 1 {
		t.Fatalf("wrong results: %+v", wrong)
	}
	if w := wrong[0]; w.Worker != "liar" || w.Malformed == nil {
		t.Errorf("wrong result: %+v, want a malformed one of the liar", w)
	}
}

// TestMessageWithoutHeaders checks that a result without its headers counts as a wrong one if results are verified.
func TestMessageWithoutHeaders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	submission := s.submission("headers")
	var wrong []cluster.WrongResult
	submission.Verify(cluster.Verification{
		Choose: none, Handler: square, Caught: func(w cluster.WrongResult) {
			wrong = append(wrong, w)
			s.worker(square) // runs the unit again
		},
	}, 0)
	text, err := json.Marshal(unit(5))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	connection, err := nats.Connect("", nats.InProcessServer(s.hub.Server()))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	js, err := jetstream.New(connection)
	if err == nil {
		_, err = js.Publish(s.ctx, "kaeshi.result.headers."+hex.EncodeToString(sum[:16]), []byte("25"))
	}
	if err != nil {
		t.Fatal(err)
	}
	r := newRecord()
	err = submission.Do(s.ctx, func(_ context.Context, submit func(cluster.Unit) error) error {
		return submit(unit(5))
	}, r.add)
	if err = submission.Finish(s.ctx, err); err != nil {
		t.Fatal(err)
	}
	if r.results[0] != "25" || len(wrong) != 1 {
		t.Errorf("result %q, wrong results %+v, want 25 and one wrong result", r.results[0], wrong)
	}
}

// TestMalformedHere checks that a result that this machine finds malformed on every machine is an error, and no reason
// to distrust a worker.
func TestMalformedHere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	words := func(context.Context, cluster.Task) ([]byte, error) { return []byte("word"), nil }
	s.worker(words)
	submission := s.submission("words")
	submission.Verify(cluster.Verification{
		Choose: none, Handler: words, Valid: isNumber,
		Caught: func(w cluster.WrongResult) { t.Errorf("caught: %+v", w) },
	}, 0)
	err := submission.Do(s.ctx, numbers(1), newRecord().add)
	if err == nil {
		t.Error("no error, want one about the result of this machine")
	}
	submission.Leave()
}
