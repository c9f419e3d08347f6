package cluster

import (
	"testing"
	"time"
)

// next returns the ID of the job that is next.
func (s *shares) next(jobs ...Job) string { return s.order(jobs)[0].ID }

// Jobs of one priority get the same time, regardless of the durations of their units.
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
		t.Errorf("the jobs got %v", got)
	}
}

// A later job does not stop the others until it has had as much time.
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
		t.Errorf("of 10 units the jobs got %v", got)
	}
}

// Running units count with the mean time of their job.
func TestSharesOfRunningUnits(t *testing.T) {
	var s shares
	a, b := Job{ID: "a"}, Job{ID: "b"}
	s.order([]Job{a, b})
	s.begin("a")(time.Second)
	s.begin("b")(time.Second)
	first := s.next(a, b)
	end := s.begin(first)
	if second := s.next(a, b); second == first {
		t.Errorf("%s is next although it runs and the other does not", second)
	}
	end(time.Second)
}

func TestSharesByPriority(t *testing.T) {
	var s shares
	low, normal, high := Job{ID: "low", Priority: Low}, Job{ID: "normal"}, Job{ID: "high", Priority: High}
	for range 10 {
		if id := s.next(low, normal, high); id != "high" {
			t.Fatalf("%s is next", id)
		}
		s.begin("high")(time.Hour)
	}
	if id := s.next(low, normal); id != "normal" {
		t.Errorf("%s is next without the first", id)
	}
}
