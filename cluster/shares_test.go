package cluster

import (
	"testing"
	"time"
)

// next returns the ID of the job whose unit is taken next.
func (s *shares) next(jobs ...Job) string { return s.order(jobs)[0].ID }

// TestSharesOfTime checks that jobs of one priority get the same time, regardless of the durations of their units.
func TestSharesOfTime(t *testing.T) {
	var s shares
	short, long := Job{ID: "short"}, Job{ID: "long"}
	took := map[string]time.Duration{"short": time.Second, "long": 10 * time.Second}
	got := map[string]time.Duration{}
	for range 1000 {
		id := s.next(short, long)
		s.begin(id)(took[id])
		got[id] += took[id]
	}
	if d := got["short"] - got["long"]; d.Abs() > 10*time.Second {
		t.Errorf("the jobs got %v, want times that differ by at most one unit", got)
	}
}

// TestSharesOfLateJob checks that a job that is submitted later gets an equal share from then on, and does not first
// catch up with the others.
func TestSharesOfLateJob(t *testing.T) {
	var s shares
	a, b := Job{ID: "a"}, Job{ID: "b"}
	for range 100 {
		s.begin(s.next(a))(time.Second)
	}
	got := map[string]int{}
	for range 10 {
		id := s.next(a, b)
		s.begin(id)(time.Second)
		got[id]++
	}
	if got["a"] != 5 || got["b"] != 5 {
		t.Errorf("of 10 units the jobs got %v, want 5 each", got)
	}
}

// TestSharesOfRunningUnits checks that a running unit counts with the mean time of the units of its job.
func TestSharesOfRunningUnits(t *testing.T) {
	var s shares
	a, b := Job{ID: "a"}, Job{ID: "b"}
	s.order([]Job{a, b})
	s.begin("a")(time.Second)
	s.begin("b")(time.Second)
	first := s.next(a, b)
	end := s.begin(first)
	if second := s.next(a, b); second == first {
		t.Errorf("job %s is next, want the other one, which has no running unit", second)
	}
	end(time.Second)
}

func TestSharesByPriority(t *testing.T) {
	var s shares
	low, normal, high := Job{ID: "low", Priority: Low}, Job{ID: "normal"}, Job{ID: "high", Priority: High}
	for range 10 {
		if id := s.next(low, normal, high); id != "high" {
			t.Fatalf("job %s is next, want high", id)
		}
		s.begin("high")(time.Hour)
	}
	if id := s.next(low, normal); id != "normal" {
		t.Errorf("job %s is next without high, want normal", id)
	}
}
