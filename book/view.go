package book

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// View is a position of a book as a document.
type View struct {
	Schema   string         `json:"schema"`
	Position string         `json:"position"`
	Pov      string         `json:"pov"`               // side to move, from whose view the values are
	Opening  []string       `json:"opening,omitempty"` // names of the opening
	Known    bool           `json:"known"`             // the book has the position
	Score    *float64       `json:"score,omitempty"`
	Depth    int            `json:"depth"`
	Percent  int            `json:"confidence"`
	Exact    bool           `json:"exact"`
	Source   string         `json:"source,omitempty"`
	Judged   bool           `json:"judged"`    // moves that are not listed are no better than the leaf
	Below    int            `json:"positions"` // book positions at and below the position
	Best     []string       `json:"best,omitempty"`
	Moves    []ViewMove     `json:"moves,omitempty"`
	Proved   *claims.Proved `json:"proved,omitempty"` // published bounds of the score
	from     Provenance
	diagram  string
}

// ViewMove is a move of a [View].
type ViewMove struct {
	Move    string         `json:"move"`
	Score   float64        `json:"score"`
	Loss    float64        `json:"loss"` // discs lost against the best move
	Depth   int            `json:"depth"`
	Percent int            `json:"confidence"`
	Exact   bool           `json:"exact"`
	Source  string         `json:"source"`
	Link    bool           `json:"link"`      // the move leads to a position of the book
	Below   int            `json:"positions"` // book positions below the move
	Opening []string       `json:"opening,omitempty"`
	Proved  *claims.Proved `json:"proved,omitempty"` // published bounds of the score
	from    Provenance
}

// Show returns the view of the last position of a game, with the names of openings in a language.
func (b *Book) Show(g *record.Game, l lang.Lang) View {
	p := g.Position()
	v := View{
		Schema: "kaeshi/book-show/1", Position: p.String(), Pov: p.Turn.String(), diagram: p.Diagram(),
		Opening: opening.Find(g.Start, g.Moves).In(l).Names, Below: b.Below(p),
	}
	found, ok := b.Look(p)
	if !ok {
		return v
	}
	score := found.Value.Discs()
	v.Known, v.Score, v.Judged, v.from, v.Proved = true, &score, found.Judged, found.From, found.Proved
	v.Depth, v.Percent, v.Exact, v.Source = found.From.Depth, found.From.Confidence, found.From.Exact,
		found.From.Source.String()
	for _, m := range found.Moves {
		v.add(b, p, found.Value, m, l)
	}
	return v
}

func (v *View) add(b *Book, p othello.Position, best Value, m Move, l lang.Lang) {
	next := p.Play(m.Move)
	shown := ViewMove{
		Move: p.Size.Name(m.Move), Score: m.Value.Discs(), Loss: (best - m.Value).Discs(), Depth: m.From.Depth,
		Percent: m.From.Confidence,
		Exact:   m.From.Exact, Source: m.From.Source.String(), Link: m.Link, Below: b.Below(next),
		Opening: opening.At(next).In(l).Names, Proved: m.Proved, from: m.From,
	}
	if m.Value == best {
		v.Best = append(v.Best, shown.Move)
	}
	v.Moves = append(v.Moves, shown)
}

// String returns the diagram, the value of the position, and a line for each move.
func (v View) String() string {
	var b strings.Builder
	b.WriteString(v.diagram)
	if len(v.Opening) > 0 {
		b.WriteString(strings.Join(v.Opening, " / ") + "\n")
	}
	if !v.Known {
		return b.String() + "not in the book"
	}
	fmt.Fprintf(&b, "%+.2f %s, %s", *v.Score, v.from, lang.Count(v.Below, "position", "positions"))
	if v.Proved != nil {
		b.WriteString(", " + v.Proved.String())
	}
	if !v.Judged {
		b.WriteString(", other moves not searched")
	}
	for _, m := range v.Moves {
		kind := "leaf"
		if m.Link {
			kind = fmt.Sprint(m.Below)
		}
		notes := strings.Join(m.Opening, " / ")
		if m.Proved != nil {
			notes = strings.TrimPrefix(notes+"  "+m.Proved.String(), "  ")
		}
		line := fmt.Sprintf("\n  %-4s %+6.2f  %-14s %8s  %s", m.Move, m.Score, m.from, kind, notes)
		b.WriteString(strings.TrimRight(line, " "))
	}
	return b.String()
}
