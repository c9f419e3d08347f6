package problems

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

// Comparison compares the result of a player in a position with the scores of the file. Scores are final disc
// differences from the view of the side to move.
type Comparison struct {
	Schema   string   `json:"schema"`
	File     string   `json:"file,omitempty"` // of several
	Line     int      `json:"line"`           // of the file, from 1
	Position string   `json:"position"`
	Empties  int      `json:"empties"`
	Move     string   `json:"move"`
	Score    float64  `json:"score"` // of the player
	Pov      string   `json:"pov"`
	Stated   int      `json:"stated"` // best score in the file
	Best     []string `json:"best"`   // moves with the best score in the file
	Off      float64  `json:"error"`  // Score − Stated
	// discs that the move loses; nil if the file has no score of it
	Lost       *int    `json:"loss,omitempty"`
	Depth      int     `json:"depth"`
	Confidence int     `json:"confidence"` // confidence in percent; 100: no forward pruning
	Exact      bool    `json:"exact"`
	Nodes      uint64  `json:"nodes"`
	Seconds    float64 `json:"seconds"`
}

func newComparison(problem obf.Problem, r search.Report) Comparison {
	p := problem.Position
	stated, best, _ := problem.Best()
	g := Comparison{
		Schema: "kaeshi/accuracy-position/1", Line: problem.Line, Position: p.String(), Empties: p.Empties(),
		Move: p.Size.Name(r.Move), Score: r.Score.Discs(),
		Pov: p.Turn.String(), Stated: stated, Best: p.Size.NamesOf(best), Off: r.Score.Discs() - float64(stated),
		Depth: r.Depth, Confidence: r.Confidence, Exact: r.Exact, Nodes: r.Nodes, Seconds: r.Elapsed.Seconds(),
	}
	if at := slices.IndexFunc(problem.Scores, func(s obf.MoveScore) bool { return s.Move == r.Move }); at >= 0 {
		lost := stated - problem.Scores[at].Score
		g.Lost = &lost
	}
	return g
}

// String returns the comparison as a line of text.
func (g Comparison) String() string {
	lost := "no score in the file"
	switch {
	case g.Lost == nil:
	case *g.Lost == 0:
		lost = "best"
	default:
		lost = fmt.Sprintf("loses %d, best %s", *g.Lost, strings.Join(g.Best, ","))
	}
	return fmt.Sprintf("%4d %3d empties  %+6.2f for %+3d, off %+6.2f  depth %d at %d %%  %12d nodes %9.3f s  %s: %s",
		g.Line, g.Empties, g.Score, g.Stated, g.Off, g.Depth, g.Confidence, g.Nodes, g.Seconds, g.Move, lost)
}
