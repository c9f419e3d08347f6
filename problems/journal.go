package problems

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/kaeshi/kaeshi/internal/journal"
	"github.com/kaeshi/kaeshi/record/obf"
)

// Journal is a file of solutions with which an interrupted run continues. Its heading is the task. Each solution is
// written before it is reported. A nil Journal stores nothing. It is safe for concurrent use.
type Journal struct {
	mu     sync.Mutex
	lines  *journal.Journal
	solved map[string]Solution // by position
}

const journalSchema = "kaeshi/solve-journal/1"

// OpenJournal opens the journal at path for the task, or creates it. Besides the errors of [journal.Open], a journal of
// another task is an error.
func OpenJournal(path string, q Task) (*Journal, error) {
	j := &Journal{solved: map[string]Solution{}}
	lines, err := journal.Open(path, journal.Format[Task]{
		Schema: journalSchema, Heading: q, Differ: q.differ, Read: j.read,
	})
	if err != nil {
		return nil, err
	}
	j.lines = lines
	return j, nil
}

// differ returns the differences between the task of a journal and q.
func (q Task) differ(found Task) (differences []string) {
	if found.WLD != q.WLD {
		differences = append(differences, fmt.Sprintf("wld %t (want %t)", found.WLD, q.WLD))
	}
	if found.Best != q.Best {
		differences = append(differences, fmt.Sprintf("best %d (want %d)", found.Best, q.Best))
	}
	return differences
}

func (j *Journal) read(_ journal.Line, text []byte) error {
	var s Solution
	if err := json.Unmarshal(text, &s); err != nil || s.Schema != schema {
		return fmt.Errorf("want a solution, a document of schema %s (%w)", schema, err)
	}
	j.solved[s.Position] = s
	return nil
}

// find returns the solution of the position of a problem, with the line of the problem and checked against its scores.
func (j *Journal) find(problem obf.Problem, q Task) (Solution, bool) {
	if j == nil {
		return Solution{}, false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	s, ok := j.solved[problem.Position.String()]
	return s.of(problem, q), ok
}

// note writes the solution of a position, unless the journal has it.
func (j *Journal) note(s Solution) error {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, ok := j.solved[s.Position]; ok {
		return nil
	}
	if _, err := j.lines.Append(s); err != nil {
		return err
	}
	j.solved[s.Position] = s
	return nil
}

// Close closes the journal.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.lines.Close()
}
