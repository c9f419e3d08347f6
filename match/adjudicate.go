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

// adjudication says when a game is ended before its end; the zero value: never.
type adjudication struct {
	empties int // with so few empty squares the result is what perfect play gives
	// when both players have said moves times in all, without a break, that the same side leads by so many discs
	lead  int
	moves int
}

// mostSolved is how many empty squares package solve takes a moment for.
const mostSolved = 12

// parseAdjudication reads "empties:10" or "lead:20/6"; an empty text is none.
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

// referee is what ends one game; nil when all are played out.
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
			return 0, false // nobody was asked
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

// seenByBlack is a score of the side to move in p as Black sees it.
func seenByBlack(p othello.Position, score int) int {
	if p.Turn == othello.White {
		return -score
	}
	return score
}
