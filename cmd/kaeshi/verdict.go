package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// mismatch says how a solved position differs from what the file states, or nothing. Moves that the file leaves out are not judged.
func mismatch(problem record.Problem, score int, best []othello.Square) string {
	stated, moves, ok := problem.Best()
	if !ok {
		return ""
	}
	var silent int // best moves that the file says nothing about
	agree := stated == score
	for _, m := range best {
		switch {
		case slices.Contains(moves, m):
		case slices.ContainsFunc(problem.Scores, func(s record.MoveScore) bool { return s.Move == m }):
			agree = false
		default:
			silent++
		}
	}
	if agree && len(best)-silent == len(moves) {
		return ""
	}
	var names []string
	for _, m := range moves {
		names = append(names, problem.Position.Size.Name(m))
	}
	return fmt.Sprintf("the file says %+d %s", stated, strings.Join(names, ","))
}
