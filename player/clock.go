package player

import (
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// budget is what one move may take: about soft, depending on what the search finds, and never more than hard. Equal,
// they are time that is lost when it is not used. Zero does not bound.
type budget struct{ soft, hard time.Duration }

// What is kept back of a clock.
const (
	overhead = 40 * time.Millisecond // for what lies between the player and whoever measures, at most
	// by which a busy machine may be late; together with a quarter of what is left it is kept of short times
	delay  = 5 * time.Millisecond
	jitter = 3 * time.Millisecond // for each later move, which takes some time however little it needs
)

// aYear is more than any clock needs, and few enough nanoseconds to count with.
const aYear = 365 * 24 * time.Hour

// budget is for a move with so many squares empty.
func (c Clock) budget(empties int) budget { return c.divide(empties, false) }

// divide is budget; where nobody loses by the clock, it is lenient and nothing need be kept back.
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

// ofGame is the budget by the game's clock. It is never 0, as that would be no limit.
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
	again := c.Increment + c.Period // comes back with every move
	soft := scale(spend, again*time.Duration(moves-1), empties, moves)
	hard := max(min(steep*soft, spend/3+min(again, spend/3)), 1)
	if empties <= decisive {
		hard = max(spend/2+min(again, spend/3), 1)
	}
	return budget{max(min(soft, hard), 1), hard}
}

// movesLeft is how many moves a side will make, the next one included, unless somebody has to pass.
func movesLeft(empties int) int { return max((empties+1)/2, 1) }

// Where in a game its time goes.
const (
	// empty squares from which a search may come to the end of the game, for which half of the time is not too much
	decisive = 30
	steep    = 4 // before that no move takes more than so many times its part
)

// scale is this move's part of the time there is and of what comes back until the last of so many moves.
func scale(now, later time.Duration, empties, moves int) time.Duration {
	all := 0
	for i := range moves {
		all += weight(empties - 2*i)
	}
	return (now/time.Duration(all) + later/time.Duration(all)) * time.Duration(weight(empties))
}

// weight is how much thought a move is worth. The first moves are played by general considerations; from then on all
// are worth about the same, those of the opening included (experiments/029), until the end is in sight; after that the
// moves are known.
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

// pacer decides after each depth whether to go on, by how sure the answer has become.
type pacer struct {
	budget
	clear bool // one move is far better than the others

	asked bool // there is a depth before
	move  othello.Square
	score othello.Score
	same  int // depths in a row that agree on the move
}

// When a search is cut short or lasts longer.
const (
	scouted       = 8                      // plies that show whether a move is far better
	worthScouting = 100 * time.Millisecond // less is not worth the look
	farBetter     = 12                     // discs
	atOnce        = 8                      // empty squares that are searched to the end in no time
	settled       = 5                      // depths in a row with the same move
	fall          = 2.0                    // discs by which a score falls that is worth finding another move
)

// enough takes the report of a depth. The next one takes longer than all before it together, so that a search ends
// before its time is up.
func (p *pacer) enough(r search.Report) bool {
	target := p.target(r)
	if p.asked && r.Move == p.move {
		p.same++
	} else {
		p.same = 0
	}
	p.asked, p.move, p.score = true, r.Move, r.Score
	return p.soft < p.hard && r.Elapsed >= target*6/10
}

// target is about when the search should end, in view of its newest report.
func (p *pacer) target(r search.Report) time.Duration {
	t := p.soft
	switch {
	case r.Depth >= r.Position.Empties(): // with some confidence; certainty costs about as much again
		return p.hard * 5 / 6
	case p.asked && r.Score <= p.score-fall:
		t *= 2
	case p.asked && r.Move != p.move:
		t = t * 3 / 2
	case p.clear:
		t /= 4
	case p.same >= settled:
		t = t * 2 / 3
	}
	return min(t, p.hard)
}
