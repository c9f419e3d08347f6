package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Marks are the losses in discs from which on a move is marked.
type Marks struct {
	Inaccuracy float64 // ?!
	Mistake    float64 // ?
	Blunder    float64 // ??
}

// The marks that a move can bear.
const (
	MarkInaccuracy = "?!"
	MarkMistake    = "?"
	MarkBlunder    = "??"
)

// UsualMarks are 2, 4 and 8 discs.
func UsualMarks() Marks { return Marks{2, 4, 8} }

// ParseMarks reads three numbers such as 2,4,8.
func ParseMarks(text string) (Marks, error) {
	var numbers []float64
	for field := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || !(x > 0 && x <= 128) || len(numbers) > 0 && x < numbers[len(numbers)-1] {
			return Marks{},
				fmt.Errorf("marks %q: expected three rising numbers of discs such as 2,4,8, not %q", text, field)
		}
		numbers = append(numbers, x)
	}
	if len(numbers) != 3 {
		return Marks{}, fmt.Errorf("marks %q: expected three rising numbers of discs such as 2,4,8", text)
	}
	return Marks{numbers[0], numbers[1], numbers[2]}, nil
}

// String is what ParseMarks reads.
func (m Marks) String() string {
	return fmt.Sprintf("%g,%g,%g", m.Inaccuracy, m.Mistake, m.Blunder)
}

// uncertainSign is what text and pages show for an uncertain mark.
const uncertainSign = "(" + MarkInaccuracy + ")"

// sign is the mark of a move as people see it.
func (m Move) sign() string {
	if m.Uncertain {
		return uncertainSign
	}
	return m.Mark
}

// of is the mark of a move, empty when it lost too little: the greatest one that is earned by what the move has lost at
// least, given the error of the search. A loss that would make a mistake, but may be too small for any mark although it
// exceeds the error, is an inaccuracy that is uncertain. A move that is proved to turn a won game into another, or a
// drawn one into a lost one, is a blunder however few discs it cost.
func (m Marks) of(move Move) (mark string, uncertain bool) {
	switch sure := move.Loss - move.Error; {
	case sure >= m.Blunder || move.Exact && move.resultLoss() > 0:
		return MarkBlunder, false
	case sure >= m.Mistake:
		return MarkMistake, false
	case sure >= m.Inaccuracy:
		return MarkInaccuracy, false
	case sure > 0 && move.Loss >= m.Mistake:
		return MarkInaccuracy, true
	}
	return "", false
}

// resultLoss is by how much the move has worsened the result: 1 from a win to a draw or from a draw to a loss, 2 from a
// win to a loss. A score within the error of zero counts as a draw.
func (m Move) resultLoss() int { return m.result(m.Score) - m.result(m.Played) }

func (m Move) result(score float64) int {
	if math.Abs(score) <= m.Error {
		return 0
	}
	return cmp.Compare(score, 0)
}

// worse orders moves by what they cost, the most costly first: certain marks before uncertain ones, then by the result,
// then by discs.
func worse(a, b Move) int {
	return cmp.Or(bit(a.Uncertain)-bit(b.Uncertain), b.ResultLoss-a.ResultLoss, cmp.Compare(b.Loss, a.Loss))
}

// halving is the loss in discs that makes half a move of a whole one.
const halving = 4

// accuracyOf is 100 for the best move, 50 for one that loses four discs, 25 for one that loses eight, and so on.
func accuracyOf(loss float64) float64 { return 100 * math.Exp2(-loss/halving) }

// sum marks the moves that are judged and adds up what follows from them; it may be done again with other marks.
func (d *Game) sum(marks Marks) {
	d.BlackSide, d.WhiteSide, d.ExactFrom, d.Mistakes = Side{}, Side{}, 0, []int{}
	size := d.size()
	for i, number := 0, 0; i < len(d.Moves); i++ {
		m := &d.Moves[i]
		if m.Choices > 0 {
			number++
		}
		m.Number = number
		if !m.judged() {
			continue
		}
		m.Error = errorOf(*m, size)
		m.ResultLoss = m.resultLoss()
		m.Mark, m.Uncertain = marks.of(*m)
		d.side(m.Pov).add(*m)
		if m.Mark != "" {
			d.Mistakes = append(d.Mistakes, m.Ply)
		}
		if !m.Exact {
			d.ExactFrom = 0
		} else if d.ExactFrom == 0 {
			d.ExactFrom = m.Ply
		}
	}
	slices.SortStableFunc(d.Mistakes, func(a, b int) int { return worse(d.Moves[a-1], d.Moves[b-1]) })
	d.BlackSide.finish(d.Moves, "black")
	d.WhiteSide.finish(d.Moves, "white")
}

// add counts one of the side's moves.
func (s *Side) add(m Move) {
	if m.Choices == 0 {
		return
	}
	s.Moves++
	s.Loss += m.Loss
	if m.Choices > 1 {
		s.Choices++
	}
	switch {
	case m.Uncertain:
		s.Uncertain++
	case m.Mark == MarkInaccuracy:
		s.Inaccuracies++
	case m.Mark == MarkMistake:
		s.Mistakes++
	case m.Mark == MarkBlunder:
		s.Blunders++
	}
}

// finish works out the accuracy: the mean over the moves that the side could choose. A side that never could has none.
func (s *Side) finish(moves []Move, pov string) {
	s.Loss = round(s.Loss, hundredths)
	total := 0.0
	for _, m := range moves {
		if m.Pov == pov && m.Choices > 1 && m.judged() {
			total += accuracyOf(m.Loss)
		}
	}
	if s.Choices > 0 {
		mean := round(total/float64(s.Choices), 10)
		s.Accuracy = &mean
	}
}
