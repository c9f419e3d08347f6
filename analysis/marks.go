package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Marks contains the losses in discs from which moves are marked.
type Marks struct {
	Inaccuracy float64 // ?!
	Mistake    float64 // ?
	Blunder    float64 // ??
}

// The marks of moves.
const (
	MarkInaccuracy = "?!"
	MarkMistake    = "?"
	MarkBlunder    = "??"
)

// UsualMarks returns the default thresholds: 2, 4 and 8 discs.
func UsualMarks() Marks { return Marks{2, 4, 8} }

// ParseMarks parses three non-decreasing numbers such as "2,4,8".
func ParseMarks(text string) (Marks, error) {
	var numbers []float64
	for field := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || !(x > 0 && x <= 128) || len(numbers) > 0 && x < numbers[len(numbers)-1] {
			return Marks{},
				fmt.Errorf("marks %q: expected three increasing numbers of discs such as 2,4,8, not %q", text, field)
		}
		numbers = append(numbers, x)
	}
	if len(numbers) != 3 {
		return Marks{}, fmt.Errorf("marks %q: expected three increasing numbers of discs such as 2,4,8", text)
	}
	return Marks{numbers[0], numbers[1], numbers[2]}, nil
}

// String returns the thresholds in the form that [ParseMarks] accepts.
func (m Marks) String() string {
	return fmt.Sprintf("%g,%g,%g", m.Inaccuracy, m.Mistake, m.Blunder)
}

// uncertainSign represents an uncertain mark in text and on pages.
const uncertainSign = "(" + MarkInaccuracy + ")"

// sign returns the mark of a move as displayed.
func (m Move) sign() string {
	if m.Uncertain {
		return uncertainSign
	}
	return m.Mark
}

// of returns the mark of a move, or "" if it lost too little. The loss minus the error of the search determines the
// mark. If that is positive, but too small for any mark, a loss of at least Mistake is an uncertain inaccuracy. A move
// that provably turns a win into a draw or a loss, or a draw into a loss, is a blunder regardless of the discs lost.
func (m Marks) of(move Move) (mark string, uncertain bool) {
	switch least := move.Loss - move.Error; {
	case least >= m.Blunder || move.Exact && move.resultLoss() > 0:
		return MarkBlunder, false
	case least >= m.Mistake:
		return MarkMistake, false
	case least >= m.Inaccuracy:
		return MarkInaccuracy, false
	case least > 0 && move.Loss >= m.Mistake:
		return MarkInaccuracy, true
	}
	return "", false
}

// resultLoss returns the change of the result: 1 from a win to a draw or from a draw to a loss, 2 from a win to a loss.
// A score within the error of zero counts as a draw.
func (m Move) resultLoss() int { return m.result(m.Score) - m.result(m.Played) }

func (m Move) result(score float64) int {
	if math.Abs(score) <= m.Error {
		return 0
	}
	return cmp.Compare(score, 0)
}

// worse orders moves by their cost, the highest first: certain marks before uncertain ones, then by the lost result,
// then by discs.
func worse(a, b Move) int {
	return cmp.Or(bit(a.Uncertain)-bit(b.Uncertain), b.ResultLoss-a.ResultLoss, cmp.Compare(b.Loss, a.Loss))
}

// halving is the loss in discs that halves the accuracy of a move.
const halving = 4

// accuracyOf returns the accuracy of a move in percent: 100 for no loss, 50 for four discs, 25 for eight, and so on.
func accuracyOf(loss float64) float64 { return 100 * math.Exp2(-loss/halving) }

// sum marks the judged moves and computes the totals of the game. It can be called again with other marks.
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

// add adds a move to the totals.
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

// finish computes the accuracy, which is the mean over the moves with an alternative. A side without such moves has
// none.
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
