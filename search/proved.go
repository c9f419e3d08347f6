package search

import (
	"slices"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// search returns the value of searchNode, kept within the proved bounds of positions near the start of the game.
func (w *worker) search(n node, alpha, beta, depth int, k kind) int {
	if n.empties < claims.Empties {
		return w.searchNode(n, alpha, beta, depth, k)
	}
	lower, upper := w.proved(n)
	switch {
	case lower == upper, lower >= beta:
		w.enter()
		return lower
	case upper <= alpha:
		w.enter()
		return upper
	}
	if !w.searched.Load() {
		w.searched.Store(true)
	}
	return min(max(w.searchNode(n, alpha, beta, depth, k), lower), upper)
}

// proved returns the proved bounds of a node in hundredths of a disc. They are those of the game without a proof.
func (w *worker) proved(n node) (lower, upper int) {
	bounds := claims.Bounds{AtLeast: -64, AtMost: 64}
	if w.without&Claims == 0 {
		bounds, _ = claims.Of(othello.Position{Mover: n.mover, Other: n.other, Size: w.size})
	}
	return eval.Disc * bounds.AtLeast, eval.Disc * bounds.AtMost
}

// provedChildren reports whether positions after the moves of a node may have proved bounds, so that each must be
// searched by itself.
func (w *worker) provedChildren(n node) bool {
	return n.empties > claims.Empties && w.without&Claims == 0
}

// provedReply returns a move of p that keeps the proved lower bound of p, or noMove if no move does.
func (r *root) provedReply(p othello.Position) othello.Square {
	if bounds, ok := claims.Of(p); ok && bounds.AtLeast > -64 && r.without&Claims == 0 {
		for _, m := range p.Moves() {
			if claims.OfMove(p, m).AtLeast == bounds.AtLeast {
				return m
			}
		}
	}
	return othello.Square(noMove)
}

// exact reports whether the value of a step is exact. It is not if it may rest on proved bounds, because its variation
// then does not reach the end of the game.
func (r *root) exact(s step) bool {
	mayRest := r.size == othello.Size8 && r.node.empties >= claims.Empties && r.without&Claims == 0
	return s.depth >= r.node.empties && s.confidence == certain && !mayRest
}

// decidedDepth is the depth at which a search without a fixed depth ends if its values are all proved. Moves that are
// compared with the best one are searched as deep as it.
const decidedDepth = 12

// decided reports whether the last step took all its values from proved bounds, so that deeper ones change nothing.
func (r *root) decided(report Report) bool {
	return report.Depth >= decidedDepth && !r.limits.fixed() && r.provedChildren(r.node) && !r.searched.Load()
}

// clamp returns the report with its scores within the proved bounds of the position. The search itself uses the scores
// before clamping, which still distinguish moves outside the bounds.
func (r *root) clamp(report Report) Report {
	lower, upper := r.proved(r.node)
	if r.limits.legal(r.position) != r.position.Legal() {
		lower = -worst // another move may be the one that is proved
	}
	score := min(max(report.Score, discs(lower)), discs(upper))
	if score == report.Score {
		return report
	}
	report.Score, report.Bound = score, r.limits.bound(hundredths(score))
	report.Lines = slices.Clone(report.Lines)
	for i := range report.Lines {
		line := &report.Lines[i]
		if line.Score = min(line.Score, discs(upper)); i == 0 {
			line.Score = score
		}
	}
	return report
}

// clampRatings keeps the ratings of the legal moves of a node within its proved bounds. The best one takes the lower
// bound if all are below it.
func (w *worker) clampRatings(n node, list []Rating) {
	lower, upper := w.proved(n)
	best := 0
	for i := range list {
		list[i].Score = min(list[i].Score, discs(upper))
		if list[i].Score > list[best].Score {
			best = i
		}
	}
	if len(list) > 0 {
		list[best].Score = max(list[best].Score, discs(lower))
	}
}
