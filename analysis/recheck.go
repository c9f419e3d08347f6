package analysis

import (
	"context"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// recheckLoss is the loss in discs from which a move is searched again before it is marked. It does not depend on the
// marks, so that a judged game can be marked again.
const recheckLoss = 1

// Limits of the second search of a move that seems to be a mistake, measured in experiments/064.
const (
	recheckTimes      = 3          // maximum nodes, as a multiple of those of the first searches
	recheckNodes      = 5_000      // nodes that are always allowed
	recheckConfidence = 95         // minimum confidence in percent
	recheckExact      = 2          // additional empty squares with an exact search
	solvedNodes       = 20_000     // approximate nodes of an exact search of two moves with solvedFrom empty squares
	solvedFrom        = 13         // each further empty square doubles solvedNodes
	solvedTimes       = 4          // maximum nodes of an exact search, as a multiple of that estimate
	exactNodes        = 20_000_000 // maximum nodes of an exact search,
	exactTimes        = 10         // or this multiple of those of the first searches if that is more
	settledDepth      = 10         // minimum depth at which a search can end early
	clearErrors       = 2          // a loss this many errors above a blunder needs no second search
)

// recheckLimits returns the limits of the second search of a move in p, given the nodes of the first searches. It
// limits nodes instead of time, so that results do not depend on the machine.
func (e Effort) recheckLimits(p othello.Position, nodes uint64) search.Limits {
	l := search.Limits{
		Depth: MaxDepth, Confidence: higherConfidence(e.Limits.Confidence),
		Nodes: max(recheckTimes*nodes, recheckNodes),
		Poll:  e.Limits.Poll,
	}
	empties := p.Empties()
	solved := uint64(solvedNodes) << max(empties-solvedFrom, 0)
	granted := max(exactTimes*nodes, exactNodes)
	if near := empties <= e.Limits.Exact+recheckExact && solved <= granted; near || solved <= l.Nodes {
		l.Exact, l.Nodes = empties, max(l.Nodes, min(solvedTimes*solved, granted))
	}
	return l
}

// higherConfidence returns a confidence above the given one, in percent.
func higherConfidence(confidence int) int {
	for _, c := range []int{recheckConfidence, 98, 99} {
		if c > confidence {
			return c
		}
	}
	return 100
}

// recheck searches a move that seems to be a mistake again, with more confidence. It searches the move and the best one
// with the same window, and corrects m if this search has a smaller error than the first ones. The search ends early if
// the move is clearly a blunder or clearly no mistake. There is no second search if the first searches show a blunder
// beyond doubt, or on boards without a learned evaluation, where no affordable depth would help. recheck returns the
// cost of the search.
func (a *Analyst) recheck(
	ctx context.Context, best search.Report, played othello.Square, m *Move,
) (search.Report, error) {
	p := best.Position
	if m.Exact || m.Loss < recheckLoss || p.Size != othello.Size8 {
		return search.Report{}, nil
	}
	if m.Loss-clearErrors*errorOf(*m, p.Size) >= UsualMarks().Blunder {
		return search.Report{}, nil
	}
	if w, err := a.engine.Weights(); w == nil || err != nil {
		return search.Report{}, err
	}
	l := a.effort.recheckLimits(p, best.Nodes)
	if l.Exact == 0 {
		l.Enough = func(r search.Report) bool { return settled(r, played, m.Depth) }
	}
	r, err := a.versus(ctx, p, best.Move, played, l)
	if err != nil || len(r.Lines) != 2 {
		return r, err
	}
	second := *m
	second.correct(r, played)
	if second.Exact || errorOf(second, p.Size) <= errorOf(*m, p.Size) {
		*m = second
	}
	return r, nil
}

// settled reports whether a report of two moves determines the mark of the move played: it is a blunder by the usual
// marks even with the error of the search, or its loss is negligible at the depth of the first search.
func settled(r search.Report, played othello.Square, depth int) bool {
	loss, empties := lossIn(r, played), r.Position.Empties()
	if r.Depth < max(settledDepth, min(depth, empties)) {
		return false
	}
	return loss < recheckLoss || loss-measuredError(r.Depth, r.Confidence, empties) >= UsualMarks().Blunder
}

// lossIn returns the loss of a move against the first line of the report.
func lossIn(r search.Report, played othello.Square) float64 {
	for _, line := range r.Lines {
		if line.Move == played {
			return (r.Lines[0].Score - line.Score).Discs()
		}
	}
	return 0
}

// versus searches two moves of p with the same full window. They are the lines of the report, the better one first.
func (a *Analyst) versus(
	ctx context.Context, p othello.Position, best, played othello.Square, l search.Limits,
) (search.Report, error) {
	l.Only, l.Lines = bitboard.Set(1)<<best|bitboard.Set(1)<<played, 2
	return a.engine.Search(ctx, p, l, nil)
}

// correct replaces the scores and lines of m with those of a report about the best move and the move played. The best
// move remains first in m.Best because a hint of the same effort gives it.
func (m *Move) correct(r search.Report, played othello.Square) {
	n := r.Position.Size
	best, other := r.Lines[0], r.Lines[1]
	m.Best = m.Best[:1:1]
	if best.Move == played {
		best, other = other, best
		m.Best = append(m.Best, m.Move)
	}
	// The search of two moves cannot use the lower bound of the position, which may come from a third move.
	proved, _ := claims.Of(r.Position)
	m.Score = proved.Clamp(round(r.Lines[0].Score.Discs(), hundredths))
	m.Played = round(other.Score.Discs(), hundredths)
	m.Loss = round(m.Score-m.Played, hundredths)
	if m.Loss <= 0 && len(m.Best) == 1 {
		m.Best = append(m.Best, m.Move)
	}
	m.Depth, m.Confidence, m.Exact = r.Depth, r.Confidence, r.Exact
	m.PV, m.Reply = n.NamesOf(best.PV), n.NamesOf(other.PV[1:])
}
