package problems

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/obf"
)

// mismatch returns how the scores of the file differ from a solution, or "" if they agree. Moves without a score in the
// file, and best moves beyond those of the task, are ignored.
func mismatch(problem obf.Problem, score int, best []othello.Square, q Task) string {
	stated, moves, ok := problem.Best()
	if !ok {
		return ""
	}
	if q.WLD { // all moves with the best result are equal
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

// agrees reports whether the score and the best moves are those of the file.
func agrees(problem obf.Problem, score int, best, moves []othello.Square, q Task) bool {
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
