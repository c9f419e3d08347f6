package cluster

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
)

// statusLine is the line of kaeshi cluster status.
type statusLine struct {
	Schema  string `json:"schema"`
	Workers int    `json:"workers"`
	Slots   int    `json:"slots"` // units that the workers can run in parallel
	Busy    int    `json:"busy"`  // slots that run a unit
	Running int    `json:"running"`
	Paused  int    `json:"paused"`
	Waiting int    `json:"waiting"` // units in the queues
	Failed  int    `json:"failed"`  // units of active jobs that were given up
}

func (s statusLine) String() string {
	return fmt.Sprintf("%s, %d of %s busy; %s running, %d paused; %s waiting, %d given up",
		count(s.Workers, "worker"), s.Busy, count(s.Slots, "slot"), count(s.Running, "job"), s.Paused,
		count(s.Waiting, "unit"), s.Failed)
}

// Documents returns an example of each JSON document that the commands of this package write, by name.
func Documents() map[string]any {
	return map[string]any{
		"kaeshi/cluster-status/1": statusLine{}, "kaeshi/cluster-job/1": jobLine{},
		"kaeshi/cluster-worker/1": workerLine{}, "kaeshi/cluster-failure/1": failureLine{},
	}
}

func status(ctx context.Context, c *cluster.Client) ([]fmt.Stringer, error) {
	s := statusLine{Schema: "kaeshi/cluster-status/1"}
	workers, err := c.Workers(ctx)
	if err != nil {
		return nil, err
	}
	jobs, err := c.Jobs(ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range workers {
		s.Workers++
		s.Slots += w.Slots
		s.Busy += w.Busy
	}
	for _, j := range jobs {
		s.Waiting += j.Waiting
		if j.State == cluster.Running {
			s.Running++
		}
		if j.State == cluster.Paused {
			s.Paused++
		}
		if j.Progress != nil {
			s.Failed += j.Progress.Failed
		}
	}
	return []fmt.Stringer{s}, nil
}

// jobLine is a line of kaeshi cluster jobs.
type jobLine struct {
	Schema    string        `json:"schema"`
	ID        string        `json:"id"`
	Kind      string        `json:"kind"`
	Title     string        `json:"title"`
	State     cluster.State `json:"state"`
	Version   string        `json:"version"`
	Created   time.Time     `json:"created"`
	Submitter string        `json:"submitter,omitempty"` // host and process; empty if none is connected
	Total     int           `json:"total,omitempty"`     // expected units; absent if unknown
	Done      int           `json:"done"`
	Failed    int           `json:"failed"`
	Waiting   int           `json:"waiting"`
	Active    int           `json:"active"` // units that workers run
	PerSecond float64       `json:"per_second,omitempty"`
}

func (j jobLine) String() string {
	state, of := string(j.State), ""
	if j.Total > 0 {
		of = fmt.Sprintf("/%d", j.Total)
	}
	if j.Submitter == "" && (j.State == cluster.Running || j.State == cluster.Paused) {
		state += ", no submitter"
	}
	text := fmt.Sprintf("%s  %s  %s: %d%s done, %d given up, %d running, %d waiting", j.ID, j.Title, state, j.Done, of,
		j.Failed, j.Active, j.Waiting)
	if j.PerSecond > 0 {
		text += fmt.Sprintf(", %.1f/s", j.PerSecond)
	}
	if left := j.Total - j.Done - j.Failed; left > 0 && j.PerSecond > 0 {
		text += fmt.Sprintf(", %s left", time.Duration(float64(left)/j.PerSecond*1e9).Round(time.Second))
	}
	return text
}

func jobs(ctx context.Context, c *cluster.Client) (list []fmt.Stringer, err error) {
	found, err := c.Jobs(ctx)
	for _, j := range found {
		line := jobLine{
			Schema: "kaeshi/cluster-job/1", ID: j.ID, Kind: j.Kind, Title: j.Title, State: j.State,
			Version: j.Version, Created: j.Created.UTC(), Total: j.Total, Done: j.Done, Failed: j.Failed,
			Waiting: j.Waiting, Active: j.Active,
		}
		if p := j.Progress; p != nil {
			line.Submitter = fmt.Sprintf("%s, process %d", p.Host, p.PID)
			line.Done, line.Failed, line.PerSecond = p.Done, p.Failed, p.PerSecond
		}
		list = append(list, line)
	}
	return list, err
}

// workerLine holds the lines of a worker that kaeshi cluster workers prints.
type workerLine struct {
	Schema string `json:"schema"`
	cluster.WorkerState
}

func (w workerLine) String() string {
	state := "ready"
	if w.Draining {
		state = "draining"
	}
	lines := []string{fmt.Sprintf("%s  %s  %s: %d of %s busy, %d done, %d failed; %s; %s", w.ID, w.Name, state,
		w.Busy, count(w.Slots, "slot"), w.Done, w.Failed, strings.Join(w.Kinds, " "), w.Version)}
	for _, refused := range w.Refused {
		lines = append(lines, "    refuses job "+refused)
	}
	return strings.Join(lines, "\n")
}

func workers(ctx context.Context, c *cluster.Client) (list []fmt.Stringer, err error) {
	found, err := c.Workers(ctx)
	for _, w := range found {
		w.LastSeen = w.LastSeen.UTC()
		list = append(list, workerLine{"kaeshi/cluster-worker/1", w})
	}
	return list, err
}

// failureLine is a line of kaeshi cluster failures.
type failureLine struct {
	Schema string `json:"schema"`
	Job    string `json:"job"`
	cluster.DeadLetter
}

func (f failureLine) String() string { return fmt.Sprintf("%s: %s", f.Unit, f.Error()) }
