package prove

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/internal/excerpt"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
)

// Assumptions are bounds of positions that a certificate may use without proving them.
type Assumptions struct {
	source string
	known  map[othello.Position]claims.Bounds // by canonical position
	order  []othello.Position                 // of known
	least  map[othello.Size]int               // least number of empty squares
}

// unknown is the pair of bounds that every position of 8×8 satisfies.
var unknown = claims.Bounds{AtLeast: -64, AtMost: 64}

func newAssumptions(source string) *Assumptions {
	return &Assumptions{source, map[othello.Position]claims.Bounds{}, nil, map[othello.Size]int{}}
}

// Published returns the claims of the weak solution of Othello: the bounds of 2,587 positions with 50 empty squares.
func Published() (*Assumptions, error) {
	a := newAssumptions(claims.Source + ", arXiv 2310.19387")
	for p, b := range claims.All() {
		if p.Empties() == claims.Empties {
			if err := a.add(p, b); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

// ReadAssumptions reads assumptions from CSV. The first line names the columns, of which position, at_least and at_most
// are required. A bound of -64 or 64 is no bound. Certificates name the source as the origin of the assumptions. An
// error names the line.
func ReadAssumptions(in io.Reader, source string) (*Assumptions, error) {
	rows := csv.NewReader(in)
	rows.ReuseRecord = true
	head, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("the line with the names of the columns: %w", err)
	}
	var columns [3]int
	for i, name := range []string{"position", "at_least", "at_most"} {
		if columns[i] = slices.Index(head, name); columns[i] < 0 {
			return nil, fmt.Errorf("line 1: no column %q", name)
		}
	}
	a := newAssumptions(source)
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = a.read(row[columns[0]], row[columns[1]], row[columns[2]])
			line, _ := rows.FieldPos(0)
			if err != nil {
				err = fmt.Errorf("line %d: %w", line, err)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if len(a.order) == 0 {
		return nil, errors.New("no assumptions")
	}
	return a, nil
}

// read parses the fields of a line and adds its assumption.
func (a *Assumptions) read(position, least, most string) error {
	p, err := othello.Parse(position)
	if err != nil {
		return err
	}
	var b claims.Bounds
	for _, side := range []struct {
		text string
		into *int
	}{{least, &b.AtLeast}, {most, &b.AtMost}} {
		if *side.into, err = strconv.Atoi(side.text); err != nil || *side.into < -64 || *side.into > 64 {
			return fmt.Errorf("bound %q: want a number from -64 to 64", excerpt.Of(side.text))
		}
	}
	return a.add(p, b)
}

// add adds bounds of a position. If it has bounds already, both apply.
func (a *Assumptions) add(p othello.Position, b claims.Bounds) error {
	if p.Over() || p.MustPass() {
		return fmt.Errorf("%s: want a position in which the side to move has a move", p)
	}
	at := canonical(p)
	old, ok := a.known[at]
	if ok {
		b = intersect(old, b)
	} else {
		a.order = append(a.order, at)
	}
	if b.AtLeast > b.AtMost {
		return fmt.Errorf("%s: at least %+d and at most %+d exclude each other", p, b.AtLeast, b.AtMost)
	}
	a.known[at] = b
	if least, ok := a.least[p.Size]; !ok || p.Empties() < least {
		a.least[p.Size] = p.Empties()
	}
	return nil
}

// canonical returns the key of the positions that are symmetric to p.
func canonical(p othello.Position) othello.Position {
	c, _ := p.Canonical()
	c.Turn = othello.Black
	return c
}

// intersect returns the bounds that follow from both pairs of bounds.
func intersect(b, c claims.Bounds) claims.Bounds {
	return claims.Bounds{AtLeast: max(b.AtLeast, c.AtLeast), AtMost: min(b.AtMost, c.AtMost)}
}

// Source returns the origin of the assumptions, which certificates name.
func (a *Assumptions) Source() string { return a.source }

// Claims returns the assumed lower and upper bounds, in the order of the positions.
func (a *Assumptions) Claims() (list []proof.Claim) {
	for _, p := range a.order {
		b := a.known[p]
		if b.AtLeast > unknown.AtLeast {
			list = append(list, proof.Claim{Position: p.String(), Relation: proof.AtLeast, Value: b.AtLeast})
		}
		if b.AtMost < unknown.AtMost {
			list = append(list, proof.Claim{Position: p.String(), Relation: proof.AtMost, Value: b.AtMost})
		}
	}
	return list
}

// lookup returns the assumption by which the prover reaches the target from p, if there is one. Mine states that the
// prover is to move.
func (a *Assumptions) lookup(p othello.Position, mine bool, target int) (proof.Claim, bool) {
	at := canonical(p)
	b, ok := a.known[at]
	switch {
	case !ok:
		return proof.Claim{}, false
	case mine:
		return proof.Claim{Position: at.String(), Relation: proof.AtLeast, Value: b.AtLeast}, b.AtLeast >= target
	}
	return proof.Claim{Position: at.String(), Relation: proof.AtMost, Value: b.AtMost}, b.AtMost <= -target
}
