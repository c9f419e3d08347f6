package player

import (
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// budget is the time for one move: about soft, depending on the course of the search, and at most hard. If both are
// equal, unused time is lost. Zero is no limit.
type budget struct{ soft, hard time.Duration }

// Reserves of a clock.
const (
	overhead = 40 * time.Millisecond // maximum reserve for the delay between the player and the clock
	// delay is the delay on a busy machine. Together with a quarter of the remaining time, it is the reserve when
	// little time is left.
	delay  = 5 * time.Millisecond
	jitter = 3 * time.Millisecond // minimum time of each later move
)

// aYear limits times to prevent overflow.
const aYear = 365 * 24 * time.Hour

// budget returns the budget of a move with the number of empty squares.
func (c Clock) budget(empties int) budget { return c.divide(empties, false) }

// divide returns the budget of a move. If lenient, exceeding the clock has no consequences, and there is no reserve.
func (c Clock) divide(empties int, lenient bool) budget {
	if c.Left <= 0 {
		return budget{c.Move, c.Move}
	}
	b := c.ofGame(empties, lenient)
	if c.Move > 0 {
		b = budget{min(b.soft, c.Move), min(b.hard, c.Move)}
	}
	return b
}

// ofGame returns the budget by the clock of the game. It is never 0, which would be no limit.
func (c Clock) ofGame(empties int, lenient bool) budget {
	moves := movesLeft(empties)
	if c.Moves > 0 {
		moves = min(moves, c.Moves)
	}
	c.Left, c.Increment, c.Period = min(c.Left, aYear), min(c.Increment, aYear), min(c.Period, aYear)
	all := c.Left + c.Period
	kept := min(all/4+delay, overhead) + min(jitter*time.Duration(moves-1), all/2)
	if lenient {
		kept = 0
	}
	spend := max(all-kept, 1)
	if c.Moves == 1 {
		return budget{spend, spend}
	}
	again := c.Increment + c.Period // gained with every move
	soft := scale(spend, again*time.Duration(moves-1), empties, moves)
	hard := max(min(steep*soft, spend/3+min(again, spend/3)), 1)
	if empties <= decisive {
		hard = max(spend/2+min(again, spend/3), 1)
	}
	return budget{max(min(soft, hard), 1), hard}
}

// movesLeft returns the number of moves that a side will make in a game without passes, including the next one.
func movesLeft(empties int) int { return max((empties+1)/2, 1) }

// Limits of the hard budget.
const (
	// decisive is the number of empty squares from which a search may reach the end of the game. From there on, a move
	// may take half of the time.
	decisive = 30
	steep    = 4 // before that, hard is at most this multiple of soft
)

// scale returns the time for this move: its share of the time left, now, and of the increments still to come, later.
func scale(now, later time.Duration, empties, moves int) time.Duration {
	all := 0
	for i := range moves {
		all += weight(empties - 2*i)
	}
	return (now/time.Duration(all) + later/time.Duration(all)) * time.Duration(weight(empties))
}

// weight returns the relative time for a move. The first moves get less; then all get about the same, including the
// opening (experiments/029). Near the end the game is solved, and moves take little time.
func weight(empties int) int {
	switch {
	case empties > 54:
		return 5
	case empties > 46:
		return 8
	case empties >= 20:
		return 10
	case empties >= 16:
		return 6
	case empties >= 12:
		return 2
	}
	return 1
}

// pacer decides after each depth whether to search deeper.
type pacer struct {
	budget
	clear bool // one move is far better than the others

	called bool // move, score and same are those of a previous depth
	move   othello.Square
	score  othello.Score
	same   int // number of successive depths with the same move
}

// Conditions that shorten or prolong a search.
const (
	scouted       = 8                      // depth of the search for a move that is far better
	worthScouting = 100 * time.Millisecond // least soft budget for that search
	farBetter     = 12                     // discs
	atOnce        = 8                      // number of empty squares that are solved at once
	settled       = 5                      // successive depths with the same move
	fall          = 2.0                    // decrease of the score, in discs, that prolongs the search
)

// enough reports whether the search should end with the report. The next depth takes longer than all depths before it
// together, so that the search ends well before its target time.
func (p *pacer) enough(r search.Report) bool {
	target := p.target(r)
	if p.called && r.Move == p.move {
		p.same++
	} else {
		p.same = 0
	}
	p.called, p.move, p.score = true, r.Move, r.Score
	return p.soft < p.hard && r.Elapsed >= target*6/10
}

// target returns the target time of the search after the latest report.
func (p *pacer) target(r search.Report) time.Duration {
	t := p.soft
	switch {
	case r.Depth >= r.Position.Empties(): // selective; an exact search takes about as long again
		return p.hard * 5 / 6
	case p.called && r.Score <= p.score-fall:
		t *= 2
	case p.called && r.Move != p.move:
		t = t * 3 / 2
	case p.clear:
		t /= 4
	case p.same >= settled:
		t = t * 2 / 3
	}
	return min(t, p.hard)
}
