package cluster

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// shares divides the time of a worker among jobs: of the jobs with the highest priority, the one that got the least
// time is next. It is safe for concurrent use.
type shares struct {
	mu   sync.Mutex
	jobs map[string]*share
}

// share is the time that a job has had.
type share struct {
	served time.Duration // estimates of running units included
	units  int           // finished
	spent  time.Duration // by finished units
}

// mean is the estimate for the next unit.
func (s *share) mean() time.Duration {
	if s.units == 0 {
		return 0
	}
	return s.spent / time.Duration(s.units)
}

// order sorts jobs so that the next one to serve comes first. A new job starts with the least time of the other jobs,
// so that it does not displace them until it has had as much time as they had.
func (s *shares) order(jobs []Job) []Job {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := make(map[string]*share, len(jobs))
	var least *time.Duration
	for _, j := range jobs {
		if old, ok := s.jobs[j.ID]; ok {
			known[j.ID] = old
			if least == nil || old.served < *least {
				least = &old.served
			}
		}
	}
	for _, j := range jobs {
		if known[j.ID] == nil {
			known[j.ID] = &share{}
			if least != nil {
				known[j.ID].served = *least
			}
		}
	}
	s.jobs = known
	ordered := slices.Clone(jobs)
	rand.Shuffle(len(ordered), func(i, j int) { ordered[i], ordered[j] = ordered[j], ordered[i] })
	slices.SortStableFunc(ordered, func(a, b Job) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(known[a.ID].served, known[b.ID].served))
	})
	return ordered
}

// begin counts a unit of a job that starts. The function that it returns counts its time.
func (s *shares) begin(job string) (end func(time.Duration)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one, ok := s.jobs[job]
	if !ok {
		return func(time.Duration) {}
	}
	estimate := one.mean()
	one.served += estimate
	return func(took time.Duration) {
		s.mu.Lock()
		defer s.mu.Unlock()
		one.served += took - estimate
		one.spent += took
		one.units++
	}
}
