package analysis

import (
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Assemble returns the document of a game with the judged moves, which may be only some of the moves. The totals
// include only them.
func Assemble(g *record.Game, e Effort, judged []Move, marks Marks) *Game {
	d := newGame(g, e)
	for i, p := range positionsOf(g) {
		m := g.Moves[i]
		d.Moves[i] = Move{
			Ply: i + 1, Pov: p.Turn.String(), Move: p.Size.Name(m), Choices: choices(p),
			Empties: notJudged,
		}
	}
	for _, m := range judged {
		if m.Ply >= 1 && m.Ply <= len(d.Moves) {
			d.Moves[m.Ply-1] = m
		}
	}
	d.sum(marks)
	d.explain(positionsOf(g))
	all := d.Moves
	d.Moves = make([]Move, 0, len(all))
	for _, m := range all {
		if m.judged() {
			d.Moves = append(d.Moves, m)
		}
	}
	return d
}

// notJudged is the number of empty squares of a move without a judgement.
const notJudged = -1

// judged reports whether the move has a judgement.
func (m Move) judged() bool { return m.Empties != notJudged }

// explain adds reasons to the moves with a certain mark. positions are those before each move.
func (d *Game) explain(positions []othello.Position) {
	for i := range d.Moves {
		if m := &d.Moves[i]; m.Mark != "" && !m.Uncertain && !slices.Contains(m.Best, m.Move) {
			m.Why = m.why(positions[i])
		}
	}
}

// why returns the reasons for the mark of a move in p.
func (m Move) why(p othello.Position) []Reason {
	return Why(Contrast{
		Position: p, Played: squaresOf(p.Size, append([]string{m.Move}, m.Reply...)), Best: squaresOf(p.Size, m.PV),
		Exact: m.Exact, PlayedScore: othello.Score(m.Played), BestScore: othello.Score(m.Score),
	})
}

// squaresOf parses names of squares up to the first one that is not valid.
func squaresOf(n othello.Size, names []string) []othello.Square {
	list := make([]othello.Square, 0, len(names))
	for _, name := range names {
		s, err := n.Parse(name)
		if err != nil {
			break
		}
		list = append(list, s)
	}
	return list
}
