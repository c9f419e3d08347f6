package analysis

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
)

// Reason says in words what a move gave away that the best one would have kept. It is counted on the boards after the
// two moves and along the two lines of best play, and is given only where the difference speaks for the best move.
type Reason struct {
	Code   string         `json:"code"`   // one of the codes below
	Weight float64        `json:"weight"` // roughly in discs: how much it explains beside the others
	Values map[string]any `json:"values"` // the squares and numbers of the sentences

	lang.Sentence // the reason
}

// The codes of reasons.
const (
	ReasonResult      = "result"         // a proved result was thrown away
	ReasonCorner      = "corner"         // the other side can take a corner at once
	ReasonCornerLater = "corner-later"   // it comes to a corner in the line that follows
	ReasonCornerLost  = "corner-lost"    // a corner that could have been taken, or would have been won, was not
	ReasonXSquare     = "x-square"       // the move is diagonally before an empty corner
	ReasonCSquare     = "c-square"       // the move is on the edge beside an empty corner
	ReasonPass        = "pass"           // the other side would have had to pass
	ReasonPassed      = "passed"         // the line that follows makes the mover pass
	ReasonMobility    = "mobility"       // the other side has more moves
	ReasonOwnMobility = "own-mobility"   // the mover has fewer moves after the answer
	ReasonFrontier    = "frontier"       // more of the mover's discs lie open
	ReasonStability   = "stability"      // fewer discs that can never be turned
	ReasonWedge       = "wedge"          // the other side can get between discs on an edge
	ReasonParity      = "parity"         // an even region was opened where an odd one was there
	ReasonLastMove    = "last-move"      // the other side makes the last move
	ReasonOpens       = "opens"          // the move makes possible the answer that hurts
	ReasonTaken       = "taken"          // the other side takes the square of the best move
	ReasonLater       = "mobility-later" // fewer moves, or more for the other side, where the lines have come to
	ReasonReply       = "reply"          // nothing of these: the answer that makes the difference
)

const (
	mostReasons = 4
	lookedAlong = 8  // plies of the lines
	laterPlies  = 6  // where the lines are compared in the middle game
	parityFrom  = 20 // empty squares from which on who fills a region last matters
	openUntil   = 14 // empty squares down to which mobility and open discs matter
)

// Contrast is a move that was played in a position beside the best one.
type Contrast struct {
	Position     othello.Position
	Played, Best []othello.Square // each with the line of best play behind it, legal, passes included
	Exact        bool             // the scores are results
	PlayedScore  othello.Score    // as the side to move sees it
	BestScore    othello.Score
}

// Why is the reasons why the best move is better than the one played, the weightiest first; none when the two are the
// same or one cannot be played.
func Why(c Contrast) []Reason {
	if len(c.Played) == 0 || len(c.Best) == 0 || c.Played[0] == c.Best[0] || c.Position.Legal() == 0 ||
		c.Position.Check(c.Played[0]) != nil || c.Position.Check(c.Best[0]) != nil {
		return nil
	}
	e := newExplanation(c)
	e.all()
	if len(e.reasons) == 0 {
		e.reply()
	}
	slices.SortStableFunc(e.reasons, func(a, b Reason) int { return cmp.Compare(b.Weight, a.Weight) })
	return first(e.reasons, mostReasons)
}

// all looks for every reason there is.
func (e *explanation) all() {
	for _, look := range []func(){
		e.result, e.corners, e.dangerous, e.passes, e.answer, e.mobility, e.later, e.frontier,
		e.wedge, e.stability, e.parity, e.lastMove,
	} {
		look()
	}
}

// view is the board at some time as the two players have it; neither need be to move.
type view struct{ mine, theirs, board, empty bitboard.Set }

func viewOf(p othello.Position, c othello.Color) view {
	return view{p.Discs(c), p.Discs(c.Other()), p.Size.Board(), p.Empty()}
}

func (v view) myMoves() bitboard.Set    { return bitboard.Moves(v.mine, v.theirs) & v.empty }
func (v view) theirMoves() bitboard.Set { return bitboard.Moves(v.theirs, v.mine) & v.empty }

// open is my discs that border on empty squares.
func (v view) open() bitboard.Set { return bitboard.Neighbours(v.empty) & v.mine }

// explanation gathers reasons.
type explanation struct {
	Contrast

	size     othello.Size
	mover    othello.Color
	corners0 bitboard.Set // corners that are empty before the move
	// along the line of the move played and of the best one, from the position after it
	after, instead []othello.Position
	played, best   view // at once after the two moves
	names          [2]words
	reasons        []Reason
}

func newExplanation(c Contrast) *explanation {
	p := c.Position
	e := &explanation{
		Contrast: c, size: p.Size, mover: p.Turn, corners0: bitboard.Corners(p.Size.Board()) & p.Empty(),
		after: along(p, c.Played), instead: along(p, c.Best),
	}
	e.played, e.best = viewOf(e.after[0], e.mover), viewOf(e.instead[0], e.mover)
	for i, l := range lang.All() {
		e.names[i] = wordsIn(l)
	}
	return e
}

// along is the positions after each move of a line, as far as it is legal.
func along(p othello.Position, line []othello.Square) []othello.Position {
	var list []othello.Position
	for _, m := range line {
		if p.Over() || p.Check(m) != nil {
			break
		}
		p = p.Play(m)
		list = append(list, p)
	}
	return list
}

// name is a square's.
func (e *explanation) name(s othello.Square) string { return e.size.Name(s) }

// say adds a reason. Its sentences take the move played, the best one, the mover, the other side, and the arguments.
func (e *explanation) say(code string, weight float64, values map[string]any, args ...any) {
	values["played"], values["best"] = e.name(e.Played[0]), e.name(e.Best[0])
	var texts [2]string
	for i, w := range e.names {
		all := []any{e.name(e.Played[0]), e.name(e.Best[0]), w.Say(e.mover.String()), w.Say(e.mover.Other().String())}
		for _, a := range args {
			switch list := a.(type) {
			case []string:
				a = strings.Join(list, w.Say("comma"))
			case moves:
				a = strings.Join(list, " ")
			}
			all = append(all, a)
		}
		texts[i] = w.Say("why-"+code, all...)
	}
	e.reasons = append(e.reasons, Reason{code, round(weight, 10), values, lang.Sentence{En: texts[0], Ja: texts[1]}})
}

// moves is a line of play in a sentence; other lists are squares.
type moves []string

// line is the names of the first plies of a line.
func (e *explanation) line(list []othello.Square, plies int) moves {
	return e.size.NamesOf(first(list, plies))
}
