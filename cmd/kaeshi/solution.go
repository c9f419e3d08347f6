package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// solution is a solved position. The score is the final disc difference from the view of the side to move.
type solution struct {
	Schema   string   `json:"schema"`
	Line     int      `json:"line"`
	Position string   `json:"position"`
	Empties  int      `json:"empties"`
	Score    int      `json:"score"`
	Pov      string   `json:"pov"`
	Move     string   `json:"move"`
	Best     []string `json:"best"`
	PV       []string `json:"pv"`
	Nodes    uint64   `json:"nodes"`
	Seconds  float64  `json:"seconds"`
	Exact    bool     `json:"exact"`
	Mismatch string   `json:"mismatch,omitempty"` // how the file differs
	checked  bool
}

func solveProblem(ctx context.Context, engine *search.Engine, problem record.Problem) (solution, error) {
	p, began := problem.Position, time.Now()
	s := solution{
		Schema: "kaeshi/solve/1", Line: problem.Line, Position: p.String(), Empties: p.Empties(), Pov: p.Turn.String(),
		Move: "over", Best: []string{}, PV: []string{}, Score: p.Score(), Exact: true,
	}
	if p.Over() {
		return s, nil
	}
	engine.Forget() // the nodes of a line shall not depend on the lines before it
	report, err := engine.Solve(ctx, p)
	a := player.NewAnswer("", p, player.Choice{Move: report.Move, Report: &report})
	s.Score, s.Move, s.Best, s.PV = int(report.Score), a.Move, a.Best, a.PV
	s.Nodes, s.Seconds = report.Nodes, time.Since(began).Seconds()
	s.Mismatch = mismatch(problem, s.Score, report.Best)
	s.checked = len(problem.Scores) > 0
	return s, err
}

// String is the line that people read.
func (s solution) String() string {
	best := cmp.Or(strings.Join(s.Best, ","), s.Move)
	text := fmt.Sprintf("%4d %3d empties %+4d %-8s %12d nodes %9.3f s", s.Line, s.Empties, s.Score, best, s.Nodes, s.Seconds)
	if s.Mismatch != "" {
		text += "  MISMATCH: " + s.Mismatch
	}
	return text
}
