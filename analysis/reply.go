package analysis

import "errors"

// Reply answers a query with what was found in the position of a turn. Scores are as in a [Hint].
type Reply struct {
	Schema         string     `json:"schema"`
	ID             string     `json:"id"`
	TurnNumber     int        `json:"turnNumber"`
	IsDuringSearch bool       `json:"isDuringSearch"`
	NoResults      bool       `json:"noResults,omitempty"` // it was ended before it was begun
	Position       string     `json:"position,omitempty"`
	MoveInfos      []MoveInfo `json:"moveInfos,omitzero"`
	RootInfo       *RootInfo  `json:"rootInfo,omitempty"`
}

// MoveInfo is one of the best moves; order 0 is the best.
type MoveInfo struct {
	Order int `json:"order"`
	Line
}

// RootInfo is the position itself.
type RootInfo struct {
	Pov         string  `json:"pov"`
	Empties     int     `json:"empties"`
	Over        bool    `json:"over"`
	Score       float64 `json:"score"`
	Depth       int     `json:"depth"`
	Selectivity int     `json:"selectivity"`
	Exact       bool    `json:"exact"`
	Book        bool    `json:"book,omitempty"`
	Nodes       uint64  `json:"nodes"`
	Seconds     float64 `json:"seconds"`
}

// Refusal answers a line that is no query, and warns of fields that nobody reads.
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

// newReply is a hint as the answer to a turn of a query.
func newReply(t *turn, h Hint, during bool) Reply {
	r := Reply{Schema: replySchema, ID: t.query.id, TurnNumber: t.number, IsDuringSearch: during, Position: h.Position, MoveInfos: []MoveInfo{}}
	r.RootInfo = &RootInfo{
		Pov: h.Pov, Empties: h.Empties, Over: h.Over, Score: h.Score, Selectivity: 100, Exact: h.Over, Nodes: h.Nodes, Seconds: h.Seconds,
	}
	for i, line := range h.Lines {
		r.MoveInfos = append(r.MoveInfos, MoveInfo{i, line})
		if i == 0 {
			r.RootInfo.Depth, r.RootInfo.Selectivity, r.RootInfo.Exact, r.RootInfo.Book = line.Depth, line.Selectivity, line.Exact, line.Book
		}
	}
	return r
}

// refuse says what is wrong with a line.
func refuse(q query, line int, err error) Refusal {
	r := Refusal{Schema: refusalSchema, ID: q.id, Line: line, Error: err.Error()}
	if f := (*fieldError)(nil); errors.As(err, &f) {
		r.Field, r.Error = f.field, f.Error()
	}
	return r
}
