package search

import (
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// complete extends the lines of an exact report to the end of the game and finds the tied moves if Limits.Ties is set.
// The result is meaningless if the search is stopped meanwhile.
func (r *root) complete(report Report) Report {
	report.PV = r.exactLine(report.Move, report.Score, report.Bound)
	for i, line := range report.Lines {
		report.Lines[i].PV = r.exactLine(line.Move, line.Score, r.limits.bound(int(line.Score)*eval.Disc))
	}
	if r.limits.Ties && !r.stop.Load() {
		report.Best = r.ties(report)
	}
	return report
}

// ties returns every move that attains the exact score of the report, in board order. When the score is a bound, it
// returns every move with a value on the same side of the window.
func (r *root) ties(report Report) []othello.Square {
	least := int(report.Score) * eval.Disc
	switch alpha, beta := r.limits.window(); report.Bound {
	case AtLeast:
		least = beta
	case AtMost:
		least = -worst
	default:
		least = max(least, alpha)
	}
	n := r.node
	squares := []othello.Square{report.Move}
	for _, c := range r.moves {
		square := othello.Square(c.square)
		if square == report.Move {
			continue
		}
		if least == -worst || r.searchMove(n, c, least-1, least, report.Depth, all) >= least {
			squares = append(squares, square)
		}
	}
	for _, square := range slices.Clone(squares) {
		squares = append(squares, r.mirrors[square]...)
	}
	slices.Sort(squares)
	return squares
}

// exactLine returns a line of best play from the move to the end of the game. score is the exact score of the move for
// its side. If bound is not Value, score is a bound, and the line satisfies it.
func (r *root) exactLine(move othello.Square, score othello.Score, bound Bound) []othello.Square {
	list := []othello.Square{move}
	value := int(score) * eval.Disc
	for p := r.position.Play(move); !p.Over() && !r.stop.Load(); {
		value, bound = -value, -bound
		next := othello.Pass
		if !p.MustPass() {
			next = r.bestReply(p, value, bound)
		}
		list = append(list, next)
		p = p.Play(next)
	}
	return list
}

// bestReply returns a move of p that attains the value, which is exact or a bound.
func (r *root) bestReply(p othello.Position, value int, bound Bound) othello.Square {
	depth := p.Empties()
	known, _ := r.table.find(p.Mover, p.Other)
	var moves moveList
	n := r.nodeOf(p)
	list := r.order(&moves, n, p.Legal(), depth, known)
	alpha := value - 1
	if bound == AtMost {
		alpha = value // no move does better
	}
	_, move := r.searchMoves(n, list, alpha, alpha+1, depth, cut)
	if move == noMove { // stopped
		return othello.Square(p.Legal().First())
	}
	return othello.Square(move)
}
