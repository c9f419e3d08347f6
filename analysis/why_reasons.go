package analysis

import (
	"cmp"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// result adds the reason that a proved win or draw was lost.
func (e *explanation) result() {
	if !e.Exact || cmp.Compare(e.PlayedScore, 0) >= cmp.Compare(e.BestScore, 0) {
		return
	}
	e.say(ReasonResult, 6, map[string]any{"score": e.BestScore, "played_score": e.PlayedScore},
		discs(e.BestScore.Discs(), true), discs(e.PlayedScore.Discs(), true))
}

// corners adds reasons about corners that the move gives away or does not take.
func (e *explanation) corners() {
	given := e.played.theirMoves() & e.corners0
	if free := given &^ e.best.theirMoves(); free != 0 {
		squares := e.size.Names(free)
		e.say(ReasonCorner, 8*float64(free.Len()), map[string]any{"corners": squares}, squares)
	}
	theirs, mine := e.taken(e.Played, e.after, e.mover.Other()), e.taken(e.Best, e.instead, e.mover.Other())
	for _, t := range theirs {
		if !given.Has(int(t.square)) && !containsCorner(mine, t.square) {
			e.say(ReasonCornerLater, 6, map[string]any{"corner": e.name(t.square), "line": e.line(e.Played, t.ply)},
				e.name(t.square), e.line(e.Played, t.ply))
			break
		}
	}
	won, kept := e.taken(e.Best, e.instead, e.mover), e.taken(e.Played, e.after, e.mover)
	for _, t := range won {
		if !containsCorner(kept, t.square) {
			e.say(ReasonCornerLost, 6, map[string]any{"corner": e.name(t.square), "line": e.line(e.Best, t.ply)},
				e.name(t.square), e.line(e.Best, t.ply))
			break
		}
	}
}

// capture is a corner that is taken at a ply of a line.
type capture struct {
	square othello.Square
	ply    int
}

// taken returns the corners that a side takes in the first plies of a line.
func (e *explanation) taken(line []othello.Square, after []othello.Position, by othello.Color) (list []capture) {
	for i := range first(after, comparedPlies) {
		if s := line[i]; s != othello.Pass && after[i].Turn == by.Other() && e.corners0.Has(int(s)) {
			list = append(list, capture{s, i + 1})
		}
	}
	return list
}

func containsCorner(list []capture, s othello.Square) bool {
	for _, t := range list {
		if t.square == s {
			return true
		}
	}
	return false
}

// dangerous adds the reason that the move is next to an empty corner.
func (e *explanation) dangerous() {
	corner, diagonal := e.besideCorner(e.Played[0])
	if corner < 0 {
		return
	}
	if other, same := e.besideCorner(e.Best[0]); other >= 0 && same == diagonal {
		return // the best move is of the same kind
	}
	reached := e.played.theirMoves().Has(int(corner)) ||
		containsCorner(e.taken(e.Played, e.after, e.mover.Other()), corner)
	code, weight := ReasonCSquare, 1.5
	if diagonal {
		code, weight = ReasonXSquare, 3.0
	}
	if reached {
		weight += 1.5
	}
	e.say(code, weight, map[string]any{"corner": e.name(corner), "taken": reached}, e.name(corner))
}

// besideCorner returns the empty corner next to a square, or −1, and whether it is diagonal to the square.
func (e *explanation) besideCorner(s othello.Square) (corner othello.Square, diagonal bool) {
	around := bitboard.Neighbours(1<<s) & e.corners0
	if around == 0 {
		return -1, false
	}
	corner = othello.Square(around.First())
	return corner, corner%8 != s%8 && corner/8 != s/8
}

// passes adds reasons about a pass that the opponent avoids or that the mover has to make.
func (e *explanation) passes() {
	if e.instead[0].MustPass() && !e.after[0].MustPass() {
		moves := e.size.Names(e.played.theirMoves())
		e.say(ReasonPass, 7, map[string]any{"moves": moves}, moves)
	}
	for i, p := range first(e.after, comparedPlies) {
		if p.MustPass() && p.Turn == e.mover && !e.mustPass(e.instead) {
			line := e.line(e.Played, i+1)
			e.say(ReasonPassed, 5, map[string]any{"line": line}, line)
			return
		}
	}
}

// mustPass reports whether the mover has to pass along a line.
func (e *explanation) mustPass(line []othello.Position) bool {
	for _, p := range first(line, comparedPlies) {
		if p.MustPass() && p.Turn == e.mover {
			return true
		}
	}
	return false
}

// mobility compares the opponent's moves directly after the move, and the mover's moves after the reply.
func (e *explanation) mobility() {
	if e.Position.Empties() <= mobilityUntil || e.after[0].Over() || e.instead[0].Over() {
		return
	}
	more, fewer := e.played.theirMoves().Len(), e.best.theirMoves().Len()
	if more-fewer >= 2 && fewer > 0 {
		e.say(ReasonMobility, 0.7*float64(more-fewer), map[string]any{"opponent_played": more, "opponent_best": fewer},
			more, fewer)
	}
	if len(e.after) < 2 || len(e.instead) < 2 {
		return
	}
	now, then := viewOf(e.after[1], e.mover).myMoves().Len(), viewOf(e.instead[1], e.mover).myMoves().Len()
	if then-now >= 2 {
		answer, other := e.name(e.Played[1]), e.name(e.Best[1])
		e.say(ReasonOwnMobility, 0.6*float64(then-now), map[string]any{
			"own_played": now, "own_best": then,
			"answer": answer, "other_answer": other,
		}, answer, now, other, then)
	}
}

// answer adds the reason that the move enables a strong reply, or that the reply is on the square of the best move.
func (e *explanation) answer() {
	if len(e.after) < 2 || e.Played[1] == othello.Pass {
		return
	}
	s, line := e.Played[1], e.line(e.Played, 6)
	values := map[string]any{"answer": e.name(s), "line": line}
	switch {
	case s == e.Best[0]:
		e.say(ReasonTaken, 2, values, e.name(s))
	case !e.best.theirMoves().Has(int(s)) && !e.corners0.Has(int(s)):
		e.say(ReasonOpens, 2, values, e.name(s), line)
	}
}

// later compares the mobility of both sides later in the lines.
func (e *explanation) later() {
	plies := min(len(e.after), len(e.instead), laterPlies)
	if plies < laterPlies || e.Position.Empties() <= mobilityUntil+laterPlies {
		return
	}
	now, then := viewOf(e.after[plies-1], e.mover), viewOf(e.instead[plies-1], e.mover)
	mine, theirs, wouldBe, theirsThen := now.myMoves().Len(), now.theirMoves().Len(), then.myMoves().Len(),
		then.theirMoves().Len()
	if gain := wouldBe - mine + theirs - theirsThen; gain >= 4 {
		e.say(ReasonLater, 0.35*float64(gain), map[string]any{
			"plies": plies, "own_played": mine, "opponent_played": theirs, "own_best": wouldBe,
			"opponent_best": theirsThen,
		}, plies, mine, theirs, wouldBe, theirsThen)
	}
}

// frontier compares the numbers of the mover's frontier discs.
func (e *explanation) frontier() {
	if e.Position.Empties() <= mobilityUntil {
		return
	}
	more, fewer := e.played.open().Len(), e.best.open().Len()
	if more-fewer >= 3 {
		turned := [2]int{e.Position.Flips(e.Played[0]).Len(), e.Position.Flips(e.Best[0]).Len()}
		e.say(ReasonFrontier, 0.4*float64(more-fewer), map[string]any{
			"open_played": more, "open_best": fewer, "turned_played": turned[0], "turned_best": turned[1],
		}, more, fewer, turned[0], turned[1])
	}
}

// wedge adds the reason that the opponent can play between two of the mover's discs on an edge, which the best move
// prevents.
func (e *explanation) wedge() {
	if s := e.wedges(e.played) &^ e.wedges(e.best); s != 0 {
		at := othello.Square(s.First())
		e.say(ReasonWedge, 3, map[string]any{"square": e.name(at)}, e.name(at))
	}
}

// wedges returns the squares on edges, except corners, that the opponent can play and that have a disc of the mover on
// each side along the edge.
func (e *explanation) wedges(v view) (set bitboard.Set) {
	n := int(e.size)
	moves := v.theirMoves() &^ bitboard.Corners(v.board)
	for i := 1; i < n-1; i++ {
		for _, at := range [4][3][2]int{
			{{i - 1, 0}, {i, 0}, {i + 1, 0}},
			{{i - 1, n - 1}, {i, n - 1}, {i + 1, n - 1}},
			{{0, i - 1}, {0, i}, {0, i + 1}},
			{{n - 1, i - 1}, {n - 1, i}, {n - 1, i + 1}},
		} {
			before, here, behind := e.size.Square(at[0][0], at[0][1]), e.size.Square(at[1][0], at[1][1]),
				e.size.Square(at[2][0], at[2][1])
			if v.mine.Has(int(before)) && v.mine.Has(int(behind)) && moves.Has(int(here)) {
				set |= 1 << here
			}
		}
	}
	return set
}

// stability compares the numbers of stable discs later in the lines.
func (e *explanation) stability() {
	plies := min(len(e.after), len(e.instead), comparedPlies)
	now, then := viewOf(e.after[plies-1], e.mover), viewOf(e.instead[plies-1], e.mover)
	mine, wouldBe := bitboard.Stable(now.mine, now.theirs, now.board).Len(),
		bitboard.Stable(then.mine, then.theirs, then.board).Len()
	theirs, theirsThen := bitboard.Stable(now.theirs, now.mine, now.board).Len(),
		bitboard.Stable(then.theirs, then.mine, then.board).Len()
	gain := (wouldBe - mine) - (theirsThen - theirs)
	if gain < 3 {
		return
	}
	e.say(ReasonStability, 0.5*float64(gain), map[string]any{
		"plies": plies, "stable_played": mine, "stable_best": wouldBe, "opponent_stable_played": theirs,
		"opponent_stable_best": theirsThen,
	}, plies, mine, theirs, wouldBe, theirsThen)
}

// parity adds the reason that the move is in a region with an even number of empty squares, where the opponent can make
// the last move, while the best move is in an odd region.
func (e *explanation) parity() {
	if e.Position.Empties() > parityFrom {
		return
	}
	even, odd := region(e.Position.Empty(), e.Played[0]), region(e.Position.Empty(), e.Best[0])
	if even == odd || even.Len()%2 == 1 || odd.Len()%2 == 0 {
		return
	}
	e.say(ReasonParity, 3, map[string]any{"even": e.size.Names(even), "odd": e.size.Names(odd)}, e.size.Names(even),
		e.size.Names(odd))
}

// region returns the connected region of empty squares that contains s.
func region(empty bitboard.Set, s othello.Square) bitboard.Set {
	set := bitboard.Set(1) << s
	for {
		grown := (set | bitboard.Neighbours(set)) & empty
		if grown == set {
			return set
		}
		set = grown
	}
}

// lastMove adds the reason that the opponent makes the last move of the game, if both lines reach the end.
func (e *explanation) lastMove() {
	now, ok := e.lastMover(e.Played, e.after)
	then, both := e.lastMover(e.Best, e.instead)
	if !ok || !both || now == e.mover || then != e.mover {
		return
	}
	e.say(ReasonLastMove, 3.5, map[string]any{
		"line":      e.line(e.Played, len(e.Played)),
		"best_line": e.line(e.Best, len(e.Best)),
	}, e.line(e.Played, len(e.Played)), e.line(e.Best, len(e.Best)))
}

// lastMover returns the side that fills the last square of a line. ok is false if the line does not reach the end of
// the game or leaves squares empty.
func (e *explanation) lastMover(line []othello.Square, after []othello.Position) (c othello.Color, ok bool) {
	if len(after) == 0 || len(after) != len(line) || len(line) > parityFrom {
		return 0, false
	}
	end := after[len(after)-1]
	return end.Turn.Other(), end.Empties() == 0
}

// reply adds the best reply, for moves without another reason.
func (e *explanation) reply() {
	if len(e.after) < 2 || e.Played[1] == othello.Pass {
		return
	}
	line := e.line(e.Played, 6)
	turned := e.after[0].Flips(e.Played[1]).Len()
	e.say(ReasonReply, 1, map[string]any{"answer": e.name(e.Played[1]), "turned": turned, "line": line},
		e.name(e.Played[1]), turned, line)
}
