// Package obf reads and writes the Othello Board Format of the program Edax, with one position and the scores of its
// moves per line.
//
// [Problems] reads such a file as positions to solve. [Write] writes games as positions.
package obf

import (
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

// Problem is a position with the scores of moves that the file gives.
type Problem struct {
	Line     int              // line of the file, from 1
	Position othello.Position // including the side to move
	Scores   []MoveScore      // in the order of the file, usually the best first; may be empty
}

// MoveScore is a move and the final disc difference after best play, from the point of view of the side that moves.
type MoveScore struct {
	Move  othello.Square // legal in the position
	Score int            // -64 to 64 on 8×8; empty squares count for the winner
}

// Best returns the highest score and all moves that have it. ok is false if there are no scores.
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

// Variations returns the scored moves as variations of a game that starts at the position.
func (p Problem) Variations() []record.Variation {
	var list []record.Variation
	for _, s := range p.Scores {
		score := &record.Score{Value: float64(s.Score), Exact: true}
		list = append(list, record.Variation{Moves: []othello.Square{s.Move}, Notes: []record.Note{{Score: score}}})
	}
	return list
}

// maxLine is the limit on a line in bytes. A line with thirty scored moves has about 400.
const maxLine = 1 << 16

// Problems yields the positions of a file in the Othello Board Format. Each line has a one-line position and ";
// MOVE:SCORE" for each scored move. A percent sign starts a comment, and so does a # after a space. A bad line yields a
// [*record.LineError], and reading continues. A line longer than 64 KiB or an error of r ends it.
func Problems(r io.Reader) iter.Seq2[Problem, error] {
	return func(yield func(Problem, error) bool) {
		for item, err := range lines.List(r, maxLine) {
			p := Problem{}
			if err == nil {
				text, _, _ := strings.Cut(item.Text, "%")
				p, err = ParseProblem(text)
			}
			p.Line = item.Number
			if err != nil {
				err = &record.LineError{Line: item.Number, Err: err}
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// dummyForm matches the placeholder score that ends the lines of some files.
var dummyForm = regexp.MustCompile(`^--\s*:\s*[-+]?\d+$`)

// ParseProblem parses a line: a one-line position and "; MOVE:SCORE" for each scored move. It fails if
// the position or a move is illegal.
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
