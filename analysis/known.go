package analysis

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// KeyOf is the same for all positions that are worth the same by symmetry, whichever colour is to move, and for no
// others.
func KeyOf(p othello.Position) []byte {
	c, _ := p.Canonical()
	key := binary.BigEndian.AppendUint64([]byte{byte(c.Size)}, uint64(c.Mover))
	return binary.BigEndian.AppendUint64(key, uint64(c.Other))
}

// knownLines is what is kept of a hint: its lines as squares of the canonical position.
type knownLines struct {
	Lines   []Line  `json:"lines"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// Known is the hint as a text that is to be kept under the key of its position.
func (h Hint) Known() (string, error) {
	p, err := othello.Parse(h.Position)
	if err != nil {
		return "", err
	}
	_, to := p.Canonical()
	lines, err := turned(p.Size, h.Lines, to)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(knownLines{lines, h.Nodes, h.Seconds})
	return string(text), err
}

// Recall is the hint for p that was kept under its key.
func Recall(p othello.Position, text string) (Hint, error) {
	var known knownLines
	if err := json.Unmarshal([]byte(text), &known); err != nil {
		return Hint{}, fmt.Errorf("kept analysis of %s: %w", p, err)
	}
	_, to := p.Canonical()
	lines, err := turned(p.Size, known.Lines, to.Inverse())
	if err == nil && len(lines) == 0 {
		err = fmt.Errorf("kept analysis of %s: it has no lines", p)
	}
	if err != nil {
		return Hint{}, err
	}
	for _, line := range lines {
		if move, err := p.Size.Parse(line.Move); err != nil || p.Check(move) != nil {
			return Hint{}, fmt.Errorf("kept analysis of %s: %q cannot be played there", p, line.Move)
		}
	}
	h := found(p, lines)
	h.Nodes, h.Seconds = known.Nodes, known.Seconds
	return h, nil
}

// turned is the lines on a board that a symmetry moved.
func turned(n othello.Size, lines []Line, by bitboard.Symmetry) ([]Line, error) {
	list := make([]Line, len(lines))
	for i, line := range lines {
		pv := make([]string, len(line.PV))
		for j, name := range line.PV {
			var err error
			if pv[j], err = turnedName(n, name, by); err != nil {
				return nil, err
			}
		}
		move, err := turnedName(n, line.Move, by)
		if err != nil {
			return nil, err
		}
		list[i], list[i].Move, list[i].PV = line, move, pv
	}
	return list, nil
}

func turnedName(n othello.Size, name string, by bitboard.Symmetry) (string, error) {
	square, err := n.Parse(name)
	if err != nil || square == othello.Pass {
		return name, err
	}
	return n.Name(othello.Square(by.Square(int(square)))), nil
}

// Proven reports whether all that the hint says is exact, so that it holds for any evaluation.
func (h Hint) Proven() bool {
	return len(h.Lines) > 0 && !slices.ContainsFunc(h.Lines, func(l Line) bool { return !l.Exact })
}

// Better compares how well founded two hints of a position are: negative when h says less than other. Exactness counts
// before depth, depth before confidence, and that before the number of lines.
func (h Hint) Better(other Hint) int {
	if len(h.Lines) == 0 || len(other.Lines) == 0 {
		return cmp.Compare(len(h.Lines), len(other.Lines))
	}
	a, b := h.Lines[len(h.Lines)-1], other.Lines[len(other.Lines)-1]
	if a.Exact != b.Exact {
		return cmp.Compare(bit(a.Exact), bit(b.Exact))
	}
	return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Selectivity, b.Selectivity),
		cmp.Compare(len(h.Lines), len(other.Lines)))
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// usualConfidence is what a search that is asked for none has at least.
const usualConfidence = 73

// Fulfils reports whether a search of p within the limits, for at most lines of the best moves, would find nothing that
// is better founded.
func (h Hint) Fulfils(p othello.Position, l search.Limits, lines int) bool {
	if h.Over {
		return true
	}
	if len(h.Lines) < min(max(lines, 1), asked(p, l)) {
		return false
	}
	sure := cmp.Or(l.Confidence, usualConfidence)
	for _, line := range h.Lines {
		switch empties := p.Empties(); {
		case line.Exact:
		case empties <= max(l.Exact, l.Depth):
			return false
		case line.Selectivity < sure, line.Depth < l.Depth, empties <= l.Selective && line.Depth < empties:
			return false
		}
	}
	return true
}

// asked is how many moves of p the limits ask about; a pass is one.
func asked(p othello.Position, l search.Limits) int {
	if some := (p.Legal() & l.Only).Len(); some > 0 {
		return some
	}
	return max(len(p.Moves()), 1)
}
