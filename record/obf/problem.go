// Package obf reads and writes the Othello Board Format of the program Edax: a position on each line, with scores of
// its moves.
//
// [Problems] reads such a file as positions to be solved. [Read] and [Write] treat each position as a game without
// moves.
package obf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lines"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Problem is a position with the scores that a file states for its moves.
type Problem struct {
	Line     int              // the line of the file, from 1
	Position othello.Position // with its side to move
	Scores   []MoveScore      // as in the file, the best first; empty when the file states none
}

// MoveScore is a move and the final disc difference after it with best play, from the view of the side that plays it.
type MoveScore struct {
	Move  othello.Square // legal in the position
	Score int            // -64 to 64 on 8×8, empty squares counted to the winner
}

// Best is the highest score stated and every move that has it; ok is false when none is stated.
func (p Problem) Best() (score int, moves []othello.Square, ok bool) {
	for i, s := range p.Scores {
		if i == 0 || s.Score > score {
			score, moves = s.Score, nil
		}
		if s.Score == score {
			moves = append(moves, s.Move)
		}
	}
	return score, moves, len(p.Scores) > 0
}

// Variations returns the scored moves as variations of a game that begins at the position.
func (p Problem) Variations() []record.Variation {
	var list []record.Variation
	for _, s := range p.Scores {
		score := &record.Score{Value: float64(s.Score), Exact: true}
		list = append(list, record.Variation{Moves: []othello.Square{s.Move}, Notes: []record.Note{{Score: score}}})
	}
	return list
}

// maxLine bounds a line of a file in bytes: the longest OBF line, with thirty scored moves, has about 400.
const maxLine = 1 << 16

// Problems yields the positions of an Othello Board Format file, one a line: a one-line position and "; MOVE:SCORE"
// for each move. A percent sign begins a comment, and so does # behind a blank. A bad line yields a
// [*record.LineError] and the reading goes on; a line of over 64 KiB or a failing reader ends it.
func Problems(r io.Reader) iter.Seq2[Problem, error] {
	return func(yield func(Problem, error) bool) {
		in := bufio.NewScanner(r)
		in.Buffer(nil, maxLine)
		number := 1
		for ; in.Scan(); number++ {
			text, _, _ := strings.Cut(strings.TrimPrefix(in.Text(), "\ufeff"), "%")
			if text, _, _ = lines.CutComment(text); text == "" {
				continue
			}
			p, err := ParseProblem(text)
			p.Line = number
			if err != nil {
				err = &record.LineError{Line: number, Err: err}
			}
			if !yield(p, err) {
				return
			}
		}
		if err := in.Err(); err != nil {
			if errors.Is(err, bufio.ErrTooLong) {
				err = fmt.Errorf("longer than %d bytes: this is no file of positions", maxLine)
			}
			yield(Problem{}, &record.LineError{Line: number, Err: err})
		}
	}
}

// dummyForm is what some files end a line on.
var dummyForm = regexp.MustCompile(`^--\s*:\s*[-+]?\d+$`)

// ParseProblem reads a line: a one-line position and "; MOVE:SCORE" for each move. The error names what is wrong.
func ParseProblem(text string) (Problem, error) {
	fields := strings.Split(text, ";")
	pos, err := othello.Parse(fields[0])
	if err != nil {
		return Problem{}, err
	}
	p := Problem{Position: pos}
	for _, field := range fields[1:] {
		field = strings.TrimSpace(field)
		if field == "" || dummyForm.MatchString(field) {
			continue
		}
		s, err := parseMoveScore(pos, field)
		if err != nil {
			return Problem{}, err
		}
		p.Scores = append(p.Scores, s)
	}
	return p, nil
}

func parseMoveScore(pos othello.Position, field string) (MoveScore, error) {
	name, value, ok := strings.Cut(field, ":")
	if !ok {
		return MoveScore{}, fmt.Errorf("%q: expected MOVE:SCORE, such as A2:+38", field)
	}
	m, err := pos.Size.Parse(strings.TrimSpace(name))
	if err != nil {
		return MoveScore{}, err
	}
	if err := pos.Check(m); err != nil {
		return MoveScore{}, err
	}
	most := pos.Size.Squares()
	score, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil || score < -most || score > most {
		return MoveScore{}, fmt.Errorf("score %q of %s: expected a disc difference from -%d to +%d",
			strings.TrimSpace(value), name, most, most)
	}
	return MoveScore{m, score}, nil
}
