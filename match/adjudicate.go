package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/solve"
)

// adjudication is a rule that ends games early. The zero value plays games out.
type adjudication struct {
	empties int // number of empty squares at which the game ends with the exact score
	// The game ends after moves successive moves, by both players together, whose scores are at least lead discs for
	// the same side.
	lead  int
	moves int
}

// mostSolved is the number of empty squares up to which package solve is fast.
const mostSolved = 12

// parseAdjudication parses "empties:10" or "lead:20/6". The empty text is the zero value.
func parseAdjudication(text string) (a adjudication, err error) {
	if text == "" {
		return a, nil
	}
	if n, ok := strings.CutPrefix(text, "empties:"); ok {
		a.empties, err = strconv.Atoi(n)
		if err == nil && a.empties > 0 && a.empties <= mostSolved {
			return a, nil
		}
	} else if n, ok := strings.CutPrefix(text, "lead:"); ok {
		lead, moves, _ := strings.Cut(n, "/")
		var err2 error
		a.lead, err = strconv.Atoi(lead)
		a.moves, err2 = strconv.Atoi(moves)
		if err == nil && err2 == nil && a.lead > 0 && a.moves > 1 {
			return a, nil
		}
	}
	return a, fmt.Errorf("adjudicate %q: expected empties:N with N up to %d, or lead:DISCS/MOVES such as lead:20/6",
		text, mostSolved)
}

// referee returns the function for [player.Referee].Adjudicate of one game, or nil to play the game out.
func (a adjudication) referee() func(*record.Game, player.Choice) (scoreBlack int, decided bool) {
	switch {
	case a.empties > 0:
		return func(g *record.Game, _ player.Choice) (int, bool) {
			p := g.Position()
			if p.Empties() > a.empties {
				return 0, false
			}
			all := p.Size.Squares()
			return seenByBlack(p, solve.New(p.Size).Score(p.Mover, p.Other, -all, all)), true
		}
	case a.lead > 0:
		return a.byLead()
	}
	return nil
}

func (a adjudication) byLead() func(*record.Game, player.Choice) (int, bool) {
	agreed, leader := 0, 0
	return func(g *record.Game, c player.Choice) (int, bool) {
		if c.Move == othello.Pass {
			return 0, false // forced, without a score
		}
		score := 0
		if c.Report != nil {
			score = seenByBlack(c.Report.Position, int(math.Round(c.Report.Score.Discs())))
		}
		side := 0
		switch {
		case score >= a.lead:
			side = 1
		case score <= -a.lead:
			side = -1
		}
		if side == 0 || side != leader {
			agreed = 0
		}
		if leader = side; side != 0 {
			agreed++
		}
		squares := g.Start.Size.Squares()
		return min(max(score, -squares), squares), agreed >= a.moves
	}
}

// seenByBlack converts a score from the view of the side to move in p to the view of Black.
func seenByBlack(p othello.Position, score int) int {
	if p.Turn == othello.White {
		return -score
	}
	return score
}
