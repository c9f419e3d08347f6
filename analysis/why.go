package analysis

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
)

// Reason explains in words why the best move is better than the move played. It compares the boards after the two moves
// and along the two lines of best play, and it is only given if the comparison favours the best move.
type Reason struct {
	Code   string         `json:"code"`   // one of the constants below
	Weight float64        `json:"weight"` // importance relative to other reasons, roughly in discs
	Values map[string]any `json:"values"` // squares and numbers in the sentences

	lang.Sentence
}

// Codes of reasons.
const (
	ReasonResult      = "result"         // a proved result was lost
	ReasonCorner      = "corner"         // the opponent can take a corner at once
	ReasonCornerLater = "corner-later"   // the opponent takes a corner in the following line
	ReasonCornerLost  = "corner-lost"    // the best line takes a corner, the played line does not
	ReasonXSquare     = "x-square"       // the move is diagonal to an empty corner
	ReasonCSquare     = "c-square"       // the move is on the edge next to an empty corner
	ReasonPass        = "pass"           // the opponent would have had to pass
	ReasonPassed      = "passed"         // the mover has to pass in the following line
	ReasonMobility    = "mobility"       // the opponent has more moves
	ReasonOwnMobility = "own-mobility"   // the mover has fewer moves after the reply
	ReasonFrontier    = "frontier"       // the mover has more frontier discs
	ReasonStability   = "stability"      // the mover has fewer stable discs
	ReasonWedge       = "wedge"          // the opponent can wedge between discs on an edge
	ReasonParity      = "parity"         // the move is in an even region although an odd one exists
	ReasonLastMove    = "last-move"      // the opponent makes the last move of the game
	ReasonOpens       = "opens"          // the move enables a strong reply
	ReasonTaken       = "taken"          // the opponent takes the square of the best move
	ReasonLater       = "mobility-later" // mobility is worse later in the lines
	ReasonReply       = "reply"          // none of the above: the best reply
)

const (
	maxReasons    = 4
	comparedPlies = 8  // plies of the lines that are compared
	laterPlies    = 6  // ply of the lines at which mobility is compared
	parityFrom    = 20 // maximum number of empty squares at which parity matters
	mobilityUntil = 14 // number of empty squares above which mobility and frontier discs matter
)

// Contrast is a move played in a position and the best move.
type Contrast struct {
	Position     othello.Position
	Played, Best []othello.Square // each with the line of best play after it, including passes
	Exact        bool             // the scores are exact
	PlayedScore  othello.Score    // from the point of view of the side to move
	BestScore    othello.Score
}

// Why returns the reasons why the best move is better than the move played, the most important first. It returns nil if
// the moves are the same or one of them is illegal.
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
	return first(e.reasons, maxReasons)
}

// all collects all reasons.
func (e *explanation) all() {
	for _, look := range []func(){
		e.result, e.corners, e.dangerous, e.passes, e.answer, e.mobility, e.later, e.frontier,
		e.wedge, e.stability, e.parity, e.lastMove,
	} {
		look()
	}
}

// view is a board from the point of view of one side, regardless of the side to move.
type view struct{ mine, theirs, board, empty bitboard.Set }

func viewOf(p othello.Position, c othello.Color) view {
	return view{p.Discs(c), p.Discs(c.Other()), p.Size.Board(), p.Empty()}
}

func (v view) myMoves() bitboard.Set    { return bitboard.Moves(v.mine, v.theirs) & v.empty }
func (v view) theirMoves() bitboard.Set { return bitboard.Moves(v.theirs, v.mine) & v.empty }

// open returns my frontier discs, which are next to empty squares.
func (v view) open() bitboard.Set { return bitboard.Neighbours(v.empty) & v.mine }

// explanation collects reasons.
type explanation struct {
	Contrast

	size     othello.Size
	mover    othello.Color
	corners0 bitboard.Set // empty corners before the move
	// positions along the line of the move played and along that of the best move, starting after the move
	after, instead []othello.Position
	played, best   view // directly after the two moves
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

// along returns the positions after each move of a line, up to the first illegal move.
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

func (e *explanation) name(s othello.Square) string { return e.size.Name(s) }

// say adds a reason. The arguments of its sentences are the move played, the best move, the mover, the opponent, and
// args.
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

// moves is a line of play in a sentence. Other lists are sets of squares.
type moves []string

// line returns the names of the first plies of a line.
func (e *explanation) line(list []othello.Square, plies int) moves {
	return e.size.NamesOf(first(list, plies))
}
