package analysis

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// KeyOf returns the key of a position in a store of analyses. Positions have the same key if and only if they are equal
// up to symmetries of the board and an exchange of colours.
func KeyOf(p othello.Position) []byte {
	c, _ := p.Canonical()
	key := binary.BigEndian.AppendUint64([]byte{byte(c.Size)}, uint64(c.Mover))
	return binary.BigEndian.AppendUint64(key, uint64(c.Other))
}

// knownLines is the encoded form of a hint. Its lines are those of the canonical position.
type knownLines struct {
	Lines   []Line  `json:"lines"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// Encode returns the hint as text that can be stored under the key of its position.
func (h Hint) Encode() (string, error) {
	p, err := othello.Parse(h.Position)
	if err != nil {
		return "", err
	}
	_, to := p.Canonical()
	lines, err := transformLines(p.Size, h.Lines, to)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(knownLines{lines, h.Nodes, h.Seconds})
	return string(text), err
}

// DecodeHint returns the hint for p from text of [Hint.Encode] that was stored under the key of p. It has no lines if
// the hint contradicts a published proof, as hints of older versions may.
func DecodeHint(p othello.Position, text string) (Hint, error) {
	var known knownLines
	if err := json.Unmarshal([]byte(text), &known); err != nil {
		return Hint{}, fmt.Errorf("stored analysis of %s: %w", p, err)
	}
	_, to := p.Canonical()
	lines, err := transformLines(p.Size, known.Lines, to.Inverse())
	if err == nil && len(lines) == 0 {
		err = fmt.Errorf("stored analysis of %s: no lines", p)
	}
	if err != nil {
		return Hint{}, err
	}
	for _, line := range lines {
		if move, err := p.Size.Parse(line.Move); err != nil || p.Check(move) != nil {
			return Hint{}, fmt.Errorf("stored analysis of %s: %q is not a legal move", p, line.Move)
		}
	}
	h := found(p, lines)
	h.Nodes, h.Seconds = known.Nodes, known.Seconds
	if b, _ := claims.Of(p); h.Score < float64(b.AtLeast) {
		return Hint{}, nil // stored by a version without the proof
	}
	return h, nil
}

// transformLines applies a symmetry of the board to lines.
func transformLines(n othello.Size, lines []Line, by bitboard.Symmetry) ([]Line, error) {
	list := make([]Line, len(lines))
	for i, line := range lines {
		pv := make([]string, len(line.PV))
		for j, name := range line.PV {
			var err error
			if pv[j], err = transformName(n, name, by); err != nil {
				return nil, err
			}
		}
		move, err := transformName(n, line.Move, by)
		if err != nil {
			return nil, err
		}
		list[i], list[i].Move, list[i].PV = line, move, pv
	}
	return list, nil
}

func transformName(n othello.Size, name string, by bitboard.Symmetry) (string, error) {
	square, err := n.Parse(name)
	if err != nil || square == othello.Pass {
		return name, err
	}
	return n.Name(othello.Square(by.Square(int(square)))), nil
}

// Proven reports whether all scores are exact, so that they do not depend on the evaluation.
func (h Hint) Proven() bool {
	return len(h.Lines) > 0 && !slices.ContainsFunc(h.Lines, func(l Line) bool { return !l.Exact })
}

// Better compares the quality of two hints for a position. It is negative if other is better. Exactness counts before
// depth, depth before confidence, and confidence before the number of lines.
func (h Hint) Better(other Hint) int {
	if len(h.Lines) == 0 || len(other.Lines) == 0 {
		return cmp.Compare(len(h.Lines), len(other.Lines))
	}
	a, b := h.Lines[len(h.Lines)-1], other.Lines[len(other.Lines)-1]
	if a.Exact != b.Exact {
		return cmp.Compare(bit(a.Exact), bit(b.Exact))
	}
	return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Confidence, b.Confidence),
		cmp.Compare(len(h.Lines), len(other.Lines)))
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// usualConfidence is the minimum confidence of a search without a given one, in percent.
const usualConfidence = 73

// Fulfils reports whether the hint is at least as good as the result of a search of p within the limits, for at most
// the given number of lines.
func (h Hint) Fulfils(p othello.Position, l search.Limits, lines int) bool {
	if h.Over {
		return true
	}
	if len(h.Lines) < min(max(lines, 1), requestedMoves(p, l)) {
		return false
	}
	sure := cmp.Or(l.Confidence, usualConfidence)
	for _, line := range h.Lines {
		switch empties := p.Empties(); {
		case line.Exact, line.Proved.Exact():
		case empties <= max(l.Exact, l.Depth):
			return false
		case line.Confidence < sure, line.Depth < l.Depth, empties <= l.Selective && line.Depth < empties:
			return false
		}
	}
	return true
}

// requestedMoves returns the number of moves of p that the limits admit. A pass counts as one.
func requestedMoves(p othello.Position, l search.Limits) int {
	if some := (p.Legal() & l.Only).Len(); some > 0 {
		return some
	}
	return max(len(p.Moves()), 1)
}
