package problems

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/obf"
)

// mismatch says how a solved position differs from what the file states, or nothing. Moves that the file leaves out
// are not judged, nor are best moves that were not asked for.
func mismatch(problem obf.Problem, score int, best []othello.Square, q Question) string {
	stated, moves, ok := problem.Best()
	if !ok {
		return ""
	}
	if q.WLD { // every move with the same result is as good
		score = cmp.Compare(score, 0)
		moves = nil
		for _, s := range problem.Scores {
			if cmp.Compare(s.Score, 0) == cmp.Compare(stated, 0) {
				moves = append(moves, s.Move)
			}
		}
	}
	if agrees(problem, score, best, moves, q) {
		return ""
	}
	if q.WLD {
		return fmt.Sprintf("the file says %s %s", result(stated), list(problem, moves))
	}
	return fmt.Sprintf("the file says %+d %s", stated, list(problem, moves))
}

// agrees compares the score, and the best moves with those that the file states.
func agrees(problem obf.Problem, score int, best, moves []othello.Square, q Question) bool {
	stated, _, _ := problem.Best()
	if q.WLD {
		stated = cmp.Compare(stated, 0)
	}
	found := 0
	for _, m := range best {
		if slices.Contains(moves, m) {
			found++
		} else if slices.ContainsFunc(problem.Scores, func(s obf.MoveScore) bool { return s.Move == m }) {
			return false
		}
	}
	return stated == score && (q.Best > 0 || found == len(moves))
}

func list(problem obf.Problem, moves []othello.Square) string {
	return strings.Join(problem.Position.Size.NamesOf(moves), ",")
}
