package problems

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Journal is a file of solutions, one JSON document a line after a line that says what was asked, so that a run that was stopped at any moment goes on
// where it was. Each solution is on the disk before it is told. A nil Journal knows and keeps nothing.
type Journal struct {
	file   *os.File
	solved map[string]Solution // by position
}

// heading is the first line.
type heading struct {
	Schema string `json:"schema"`
	Question
}

const journalSchema = "kaeshi/solve-journal/1"

// OpenJournal opens the journal at path for the question, making it where it is missing. A last line that was cut off in the middle of being written
// is dropped. A file that is no journal, or one of another question, is refused and left as it is; so is a journal that another run has open, where the
// platform can tell.
func OpenJournal(path string, q Question) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, solved: map[string]Solution{}}
	if err := j.load(q); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), file.Close())
	}
	return j, nil
}

func (j *Journal) load(q Question) error {
	if err := lock(j.file); err != nil {
		return fmt.Errorf("another run writes to it: %w", err)
	}
	in := bufio.NewReader(j.file)
	var end int64
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return j.resume(end, line, number == 1, q)
		}
		if err == nil {
			err = j.read(line, number, q)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		end += int64(len(line))
	}
}

// read takes one line.
func (j *Journal) read(line []byte, number int, q Question) error {
	if number == 1 {
		return check(line, q)
	}
	var s Solution
	if err := json.Unmarshal(line, &s); err != nil || s.Schema != schema {
		return fmt.Errorf("expected a solution, a document of schema %s (%w)", schema, err)
	}
	j.solved[s.Position] = s
	return nil
}

// check refuses the heading of a file that is no journal of the question.
func check(line []byte, q Question) error {
	var h heading
	if err := json.Unmarshal(line, &h); err != nil || h.Schema != journalSchema {
		return errors.New("it is no journal: name a file that does not exist yet")
	}
	if h.Question != q {
		return fmt.Errorf("it answers another question (wld %t, best %d): name another file, or ask that again", h.WLD, h.Best)
	}
	return nil
}

// resume cuts off what follows end, the torn last line, and writes the heading of a new journal.
func (j *Journal) resume(end int64, torn []byte, empty bool, q Question) error {
	begun, err := json.Marshal(heading{journalSchema, q})
	if err != nil {
		return err
	}
	if empty && !bytes.HasPrefix(begun, torn) {
		return errors.New("it is no journal: name a file that does not exist yet")
	}
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	if _, err := j.file.Seek(end, io.SeekStart); err != nil || !empty {
		return err
	}
	return j.write(begun)
}

// write puts a line on the disk.
func (j *Journal) write(line []byte) error {
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

// find is the solution of the problem's position, with the problem's line and checked against what this file says.
func (j *Journal) find(problem record.Problem, q Question) (Solution, bool) {
	if j == nil {
		return Solution{}, false
	}
	s, ok := j.solved[problem.Position.String()]
	if !ok {
		return s, false
	}
	score := map[string]int{"win": 1, "loss": -1}[s.Result]
	if s.Score != nil {
		score = *s.Score
	}
	var best []othello.Square
	for _, name := range s.Best {
		if sq, err := problem.Position.Size.Parse(name); err == nil {
			best = append(best, sq)
		}
	}
	s.Line = problem.Line
	s.judge(score, problem, q, best)
	return s, true
}

// note keeps a solution, so that the position is not solved again when it comes a second time.
func (j *Journal) note(s Solution) error {
	if j == nil {
		return nil
	}
	line, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := j.write(line); err != nil {
		return fmt.Errorf("journal %s: %w", j.file.Name(), err)
	}
	j.solved[s.Position] = s
	return nil
}

// Close closes the file; what was noted is on the disk already.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}
