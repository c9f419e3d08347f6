package player

import (
	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
)

// Answer is the JSON document of a choice, with Schema "kaeshi/move/1". Squares are names. Scores are final disc
// differences from the point of view of Pov, the side to move. Seconds is the time of the search.
type Answer struct {
	Schema     string         `json:"schema" example:"kaeshi/move/1"`
	Player     string         `json:"player" example:"kaeshi:level=6" doc:"the specification of the player that chose"`
	Position   string         `json:"position" doc:"cells from a1 (X, O or -), then the side to move"`
	Move       string         `json:"move" example:"d3" doc:"a square, or pass; over when the game has ended"`
	Best       []string       `json:"best,omitempty" doc:"moves known to share the best score"`
	Score      *float64       `json:"score,omitempty" doc:"expected final disc difference for pov, if known"`
	Pov        string         `json:"pov" enum:"black,white" doc:"the side to move; score is from its view"`
	Depth      int            `json:"depth,omitempty" doc:"search depth in plies"`
	Confidence int            `json:"confidence,omitempty" doc:"confidence of pruning in percent; 100: no pruning"`
	Exact      bool           `json:"exact" doc:"score is the final result with best play"`
	Proved     *claims.Proved `json:"proved,omitempty" doc:"published bounds of the score of the move"`
	Book       bool           `json:"book,omitempty" doc:"the move and its score are from an opening book"`
	Nodes      uint64         `json:"nodes" doc:"nodes searched"`
	Seconds    float64        `json:"seconds"`
	PV         []string       `json:"pv,omitempty" doc:"the line of best play, move first"`
}

// NewAnswer returns the document of the choice that the named player made in position p. The score is kept within the
// published bounds of the move.
func NewAnswer(name string, p othello.Position, c Choice) Answer {
	a := Answer{
		Schema: "kaeshi/move/1", Player: name, Position: p.String(), Move: p.Size.Name(c.Move),
		Pov: p.Turn.String(),
	}
	if r := c.Report; r != nil {
		score := r.Score.Discs()
		if p.Check(c.Move) == nil {
			a.Proved = claims.ProvedMove(p, c.Move)
			score = claims.OfMove(p, c.Move).Clamp(score)
		}
		a.Score = &score
		a.Best, a.PV = p.Size.NamesOf(r.Best), p.Size.NamesOf(r.PV)
		a.Depth, a.Confidence, a.Exact = r.Depth, r.Confidence, r.Exact
		a.Nodes, a.Seconds, a.Book = r.Nodes, r.Elapsed.Seconds(), r.Book
	}
	return a
}

// overAnswer returns the document for a finished game: the move is "over" and the score exact.
func overAnswer(name string, p othello.Position) Answer {
	score := float64(p.Score())
	return Answer{
		Schema: "kaeshi/move/1", Player: name, Position: p.String(), Move: "over", Score: &score,
		Pov: p.Turn.String(), Exact: true, Confidence: 100,
	}
}
