package analysis

import (
	"context"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// suspicious is the loss in discs from which on a move is searched again before it is marked. It does not depend on the
// marks, so that a judged game can be marked again with others.
const suspicious = 1

// Limits of the second search of a move that seems to be a mistake: experiments/064.
const (
	againTimes      = 3          // nodes at most, as a multiple of those of the first searches
	againNodes      = 5_000      // nodes that are always granted
	againConfidence = 95         // in percent, at least
	againExact      = 2          // empty squares more than in the first search up to which it is exact
	oneSolved       = 20_000     // about the nodes of an exact search of two moves, solvedFrom squares empty; each
	solvedFrom      = 13         // further empty square doubles them
	solvedAtMost    = 4          // as a multiple of that, the nodes that are granted for an exact search
	exactNodes      = 20_000_000 // nodes that are granted for an exact search at most,
	exactTimes      = 10         // or this multiple of those of the first searches, if that is more
	settledDepth    = 10         // plies below which a search settles nothing
	clearErrors     = 2          // errors by which a loss must exceed a blunder to need no second search
)

// again returns the limits of the second search of a move in p, whose first searches cost so many nodes. A limit of
// nodes is the same on each machine, as a limit of time is not.
func (e Effort) again(p othello.Position, nodes uint64) search.Limits {
	l := search.Limits{
		Depth: MaxDepth, Confidence: surer(e.Limits.Confidence), Nodes: max(againTimes*nodes, againNodes),
		Poll: e.Limits.Poll,
	}
	empties := p.Empties()
	solved := uint64(oneSolved) << max(empties-solvedFrom, 0)
	granted := max(exactTimes*nodes, exactNodes)
	if near := empties <= e.Limits.Exact+againExact && solved <= granted; near || solved <= l.Nodes {
		l.Exact, l.Nodes = empties, max(l.Nodes, min(solvedAtMost*solved, granted))
	}
	return l
}

// surer is a confidence above another, in percent.
func surer(confidence int) int {
	for _, c := range []int{againConfidence, 98, 99} {
		if c > confidence {
			return c
		}
	}
	return 100
}

// recheck searches a move that seems to be a mistake again, with more confidence, together with the best one and with
// the same window, and corrects m where that search errs less than the first ones. It ends early when the move is
// clearly a blunder, or no mistake, and does not begin when the first searches show a blunder by far. It returns what
// it cost. Boards without a learned evaluation are not searched again: no depth that is worth its time would change
// what is known.
func (a *Analyst) recheck(
	ctx context.Context, best search.Report, played othello.Square, m *Move,
) (search.Report, error) {
	p := best.Position
	if m.Exact || m.Loss < suspicious || p.Size != othello.Size8 {
		return search.Report{}, nil
	}
	if m.Loss-clearErrors*errorOf(*m, p.Size) >= UsualMarks().Blunder {
		return search.Report{}, nil
	}
	if w, err := a.engine.Weights(); w == nil || err != nil {
		return search.Report{}, err
	}
	l := a.effort.again(p, best.Nodes)
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

// settled reports whether a report of two moves settles what the one played loses: a blunder by the usual marks even if
// the search errs, or nothing worth mentioning at the depth of the first search.
func settled(r search.Report, played othello.Square, depth int) bool {
	loss, empties := lossIn(r, played), r.Position.Empties()
	if r.Depth < max(settledDepth, min(depth, empties)) {
		return false
	}
	return loss < suspicious || loss-measuredError(r.Depth, r.Selectivity, empties) >= UsualMarks().Blunder
}

// lossIn is what the move loses against the first line of the report.
func lossIn(r search.Report, played othello.Square) float64 {
	for _, line := range r.Lines {
		if line.Move == played {
			return (r.Lines[0].Score - line.Score).Discs()
		}
	}
	return 0
}

// versus searches two moves of p with the same open window. The lines of the report are theirs, the better one first.
func (a *Analyst) versus(
	ctx context.Context, p othello.Position, best, played othello.Square, l search.Limits,
) (search.Report, error) {
	l.Only, l.Lines = bitboard.Set(1)<<best|bitboard.Set(1)<<played, 2
	return a.engine.Search(ctx, p, l, nil)
}

// correct replaces what m says of the best move and of the one played by what a report of these two says. The best move
// stays the first one of Best: it is the one that a hint of the same effort names.
func (m *Move) correct(r search.Report, played othello.Square) {
	n := r.Position.Size
	best, other := r.Lines[0], r.Lines[1]
	m.Best = m.Best[:1:1]
	if best.Move == played {
		best, other = other, best
		m.Best = append(m.Best, m.Move)
	}
	m.Score, m.Played = round(r.Lines[0].Score.Discs(), hundredths), round(other.Score.Discs(), hundredths)
	m.Loss = round(m.Score-m.Played, hundredths)
	if m.Loss <= 0 && len(m.Best) == 1 {
		m.Best = append(m.Best, m.Move)
	}
	m.Depth, m.Selectivity, m.Exact = r.Depth, r.Selectivity, r.Exact
	m.PV, m.Reply = n.NamesOf(best.PV), n.NamesOf(other.PV[1:])
}
