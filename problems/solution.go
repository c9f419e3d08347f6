package problems

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

// Solution is a solved position. The score is the final disc difference from the view of the side to move. If only
// win, draw or loss was computed, there is a result instead of a score.
type Solution struct {
	Schema   string   `json:"schema"`
	File     string   `json:"file,omitempty"` // of several
	Line     int      `json:"line"`           // of the file, from 1
	Position string   `json:"position"`
	Empties  int      `json:"empties"`
	Score    *int     `json:"score,omitempty"`
	Result   string   `json:"result,omitempty"` // win, draw or loss of the side to move
	Pov      string   `json:"pov"`
	Move     string   `json:"move"`
	Best     []string `json:"best"`
	PV       []string `json:"pv"`
	Lines    []Line   `json:"lines,omitempty"`
	Nodes    uint64   `json:"nodes"`
	Seconds  float64  `json:"seconds"`
	Exact    bool     `json:"exact"`              // proved by search, without forward pruning
	Proved   string   `json:"proved,omitempty"`   // source of a published proof, if the score rests on it
	Mismatch string   `json:"mismatch,omitempty"` // difference between the file and the solution
	Checked  bool     `json:"-"`                  // the file has scores
}

// Line is one of the best moves with its score and its principal variation.
type Line struct {
	Move  string   `json:"move"`
	Score int      `json:"score"`
	PV    []string `json:"pv"`
}

const schema = "kaeshi/solve/1"

func newSolution(problem obf.Problem, r search.Report, q Task) Solution {
	p := problem.Position
	s := Solution{
		Schema: schema, Line: problem.Line, Position: p.String(), Empties: p.Empties(), Pov: p.Turn.String(),
		Move: p.Size.Name(r.Move),
		Best: p.Size.NamesOf(r.Best), PV: p.Size.NamesOf(r.PV), Nodes: r.Nodes, Seconds: r.Elapsed.Seconds(),
		Exact: r.Exact,
	}
	if b, _ := claims.Of(p); b.Exact() && !r.Exact {
		s.Proved = claims.Source
	}
	for _, line := range r.Lines {
		s.Lines = append(s.Lines, Line{p.Size.Name(line.Move), int(line.Score), p.Size.NamesOf(line.PV)})
	}
	s.judge(int(r.Score), problem, q, r.Best)
	return s
}

// over returns the solution of a finished game.
func over(problem obf.Problem, q Task) Solution {
	p := problem.Position
	s := Solution{
		Schema: schema, Line: problem.Line, Position: p.String(), Empties: p.Empties(), Pov: p.Turn.String(),
		Move: "over",
		Best: []string{}, PV: []string{}, Exact: true,
	}
	s.judge(p.Score(), problem, q, nil)
	return s
}

// of returns the solution with the line of a problem and checked against its scores.
func (s Solution) of(problem obf.Problem, q Task) Solution {
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
	return s
}

// judge sets the score or the result, and compares it with the file.
func (s *Solution) judge(score int, problem obf.Problem, q Task, best []othello.Square) {
	if q.WLD {
		s.Result = result(score)
	} else {
		s.Score = &score
	}
	s.Checked = len(problem.Scores) > 0
	s.Mismatch = mismatch(problem, score, best, q)
}

// result returns the result of a score for the side to move.
func result(score int) string {
	return [...]string{"loss", "draw", "win"}[cmp.Compare(score, 0)+1]
}

// String returns the solution as a line of text, followed by one for each of Lines.
func (s Solution) String() string {
	value := s.Result
	if s.Score != nil {
		value = fmt.Sprintf("%+d", *s.Score)
	}
	best := cmp.Or(strings.Join(s.Best, ","), s.Move)
	var text strings.Builder
	fmt.Fprintf(&text, "%4d %3d empties %4s %-8s %12d nodes %9.3f s", s.Line, s.Empties, value, best, s.Nodes,
		s.Seconds)
	if s.Proved != "" {
		text.WriteString("  proved (" + s.Proved + ")")
	}
	if s.Mismatch != "" {
		text.WriteString("  MISMATCH: " + s.Mismatch)
	}
	for i, line := range s.Lines {
		fmt.Fprintf(&text, "\n     %2d. %+3d %s", i+1, line.Score, strings.Join(line.PV, " "))
	}
	return text.String()
}
