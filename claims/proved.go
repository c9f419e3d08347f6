package claims

import (
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
)

// Proved describes proved bounds in documents. Numbers are final disc differences; -64 or 64 is a side without a proof.
type Proved struct {
	AtLeast int    `json:"at_least" minimum:"-64" maximum:"64" doc:"proved lower bound; -64: none"`
	AtMost  int    `json:"at_most" minimum:"-64" maximum:"64" doc:"proved upper bound; 64: none"`
	Source  string `json:"source" doc:"publication of the proof" example:"Takizawa 2023"`
}

// ProvedOf returns the proved bounds of a position from the view of its side to move, or nil if it has none.
func ProvedOf(p othello.Position) *Proved {
	b, _ := Of(p)
	return b.document()
}

// ProvedMove returns the proved bounds of a move of p for the side that plays it, or nil if it has none or ends the
// game. They are those of the position after the move, and the upper bound of p, which no move exceeds.
func ProvedMove(p othello.Position, m othello.Square) *Proved {
	if p.Play(m).Over() {
		return nil // the rules give the result
	}
	return OfMove(p, m).document()
}

// OfMove returns the bounds of [ProvedMove]. They are -64 and 64 without a claim.
func OfMove(p othello.Position, m othello.Square) Bounds {
	above, _ := Of(p)
	below, _ := Of(p.Play(m))
	b := below.Negate()
	return Bounds{b.AtLeast, min(b.AtMost, above.AtMost)}
}

func (b Bounds) document() *Proved {
	if b == unknown {
		return nil
	}
	return &Proved{b.AtLeast, b.AtMost, Source}
}

// Exact reports whether the bounds leave one value. They do not if p is nil.
func (p *Proved) Exact() bool { return p != nil && p.AtLeast == p.AtMost }

// String returns a text such as "proved ≥ 0 (Takizawa 2023)".
func (p *Proved) String() string {
	switch {
	case p.AtLeast == p.AtMost:
		return fmt.Sprintf("proved (%s)", p.Source)
	case p.AtLeast == -64:
		return fmt.Sprintf("proved ≤ %+d (%s)", p.AtMost, p.Source)
	case p.AtMost == 64:
		return fmt.Sprintf("proved ≥ %+d (%s)", p.AtLeast, p.Source)
	}
	return fmt.Sprintf("proved %+d to %+d (%s)", p.AtLeast, p.AtMost, p.Source)
}
