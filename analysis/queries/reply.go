package queries

import (
	"errors"

	"github.com/kaeshi/kaeshi/analysis"
)

// Reply is the answer to one turn of a query. Scores are as in [analysis.Hint]: final disc differences from the point
// of view of RootInfo.Pov, rounded to hundredths.
type Reply struct {
	Schema         string     `json:"schema"`
	ID             string     `json:"id"`
	TurnNumber     int        `json:"turnNumber"`
	IsDuringSearch bool       `json:"isDuringSearch"`
	NoResults      bool       `json:"noResults,omitempty"` // terminated before its search began
	Position       string     `json:"position,omitempty"`
	MoveInfos      []MoveInfo `json:"moveInfos,omitzero"`
	RootInfo       *RootInfo  `json:"rootInfo,omitempty"`
}

// MoveInfo is one of the best moves. Order is its rank; 0 is the best.
type MoveInfo struct {
	Order int `json:"order"`
	analysis.Line
}

// RootInfo describes the position. Depth, Confidence, Exact and Book are those of the best move.
type RootInfo struct {
	Pov        string  `json:"pov"`
	Empties    int     `json:"empties"`
	Over       bool    `json:"over"`
	Score      float64 `json:"score"`
	Depth      int     `json:"depth"`
	Confidence int     `json:"confidence"`
	Exact      bool    `json:"exact"`
	Book       bool    `json:"book,omitempty"`
	Nodes      uint64  `json:"nodes"`
	Seconds    float64 `json:"seconds"`
}

// Refusal reports an error in a line of input, or warns of an unknown field.
type Refusal struct {
	Schema  string `json:"schema"`
	ID      string `json:"id,omitempty"`
	Line    int    `json:"line"` // of the input, from 1
	Field   string `json:"field,omitempty"`
	Error   string `json:"error,omitempty"`
	Warning string `json:"warning,omitempty"`
}

const (
	replySchema   = "kaeshi/analysis-reply/1"
	refusalSchema = "kaeshi/analysis-error/1"
)

// newReply returns the reply to a turn. During reports that its search is still running.
func newReply(t *turn, h analysis.Hint, during bool) Reply {
	root := RootInfo{
		Pov: h.Pov, Empties: h.Empties, Over: h.Over, Score: h.Score, Confidence: 100, Exact: h.Over,
		Nodes: h.Nodes, Seconds: h.Seconds,
	}
	moves := make([]MoveInfo, len(h.Lines))
	for i, line := range h.Lines {
		moves[i] = MoveInfo{i, line}
	}
	if len(h.Lines) > 0 {
		best := h.Lines[0]
		root.Depth, root.Confidence, root.Exact, root.Book = best.Depth, best.Confidence, best.Exact, best.Book
	}
	return Reply{
		Schema: replySchema, ID: t.query.id, TurnNumber: t.number, IsDuringSearch: during, Position: h.Position,
		MoveInfos: moves, RootInfo: &root,
	}
}

// refuse returns the report of an error in a line.
func refuse(q query, line int, err error) Refusal {
	r := Refusal{Schema: refusalSchema, ID: q.id, Line: line, Error: err.Error()}
	if f := (*fieldError)(nil); errors.As(err, &f) {
		r.Field, r.Error = f.field, f.Error()
	}
	return r
}
