package cluster_test

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/cluster"
)

// seen contains the reports of steps.
type seen struct {
	shown []string
	kept  int
}

// steps returns n steps, of which every third one has no unit.
func (s *seen) steps(n int, show func(i int) error) iter.Seq[cluster.Step] {
	return func(yield func(cluster.Step) bool) {
		for i := range n {
			step := cluster.Step{Show: func(o *cluster.Outcome) error {
				text := "none"
				if o != nil {
					text = string(o.Result)
				}
				s.shown = append(s.shown, fmt.Sprintf("%d:%s", i, text))
				return show(i)
			}}
			if i%3 != 2 {
				u := unit(i)
				step.Unit = &u
				step.Keep = func(cluster.Outcome) error { s.kept++; return nil }
			}
			if !yield(step) {
				return
			}
		}
	}
}

// wanted returns the expected reports of the first n steps.
func wanted(n int) (shown []string) {
	for i := range n {
		text := "none"
		if i%3 != 2 {
			text = strconv.Itoa(i * i)
		}
		shown = append(shown, fmt.Sprintf("%d:%s", i, text))
	}
	return shown
}

func (s *site) submission(id string) *cluster.Submission {
	s.t.Helper()
	submission, err := s.client().Submit(s.ctx, job(id))
	if err != nil {
		s.t.Fatal(err)
	}
	return submission
}

// TestSteps checks that steps are shown in order, regardless of the order in which workers finish.
func TestSteps(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 4 {
		s.worker(square)
	}
	submission, got := s.submission("steps"), &seen{}
	err := submission.Finish(s.ctx, submission.Steps(s.ctx, got.steps(200, func(int) error { return nil })))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted(200), got.shown); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	if got.kept != 134 {
		t.Errorf("%d outcomes were kept, want 134", got.kept)
	}
}

// TestStepsEnd checks that an error of Show or Keep, or the end of the connection, ends the work.
func TestStepsEnd(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.worker(square)
	submission, got := s.submission("show"), &seen{}
	defer submission.Leave()
	err := submission.Steps(s.ctx, got.steps(100, func(i int) error {
		if i == 10 {
			return errStop
		}
		return nil
	}))
	if !errors.Is(err, errStop) {
		t.Errorf("Show fails: error %v, want %v", err, errStop)
	}
	if diff := cmp.Diff(wanted(11), got.shown); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	other := s.submission("keep")
	defer other.Leave()
	u := unit(1)
	err = other.Steps(s.ctx, func(yield func(cluster.Step) bool) {
		yield(cluster.Step{
			Unit: &u, Keep: func(cluster.Outcome) error { return errStop },
			Show: func(*cluster.Outcome) error { t.Error("a result that was not kept is shown"); return nil },
		})
	})
	if !errors.Is(err, errStop) {
		t.Errorf("Keep fails: error %v, want %v", err, errStop)
	}
}
