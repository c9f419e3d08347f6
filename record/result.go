package record

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// BoardResult returns the result of the last position. over is false if the game is not over.
func (g *Game) BoardResult() (r Result, over bool) {
	p := g.Position()
	if !p.Over() {
		return Result{}, false
	}
	return Result{Known: true, ScoreBlack: p.ScoreBlack()}, true
}

// Outcome returns the most exact known result. It is the recorded result, except that the score of the board is used if
// the game is over and only the winner or nothing is recorded. Known is false if there is no result.
func (g *Game) Outcome() Result {
	if g.Result.Known && !g.Result.OnlyWinner {
		return g.Result
	}
	board, over := g.BoardResult()
	if !over || g.Result.Known && !g.Result.Agrees(board) {
		return g.Result
	}
	board.Reason, board.Detail = g.Result.Reason, g.Result.Detail
	return board
}

// Contradiction returns the result of a finished board if it contradicts the recorded result. found is false if the
// game ended for another reason than [PlayedOut].
func (g *Game) Contradiction() (board Result, found bool) {
	if !g.Result.Known || g.Result.Reason != PlayedOut {
		return Result{}, false
	}
	board, over := g.BoardResult()
	return board, over && !g.Result.Agrees(board)
}

// CountEmpties corrects a recorded score that is the plain disc difference of the final board. Empty squares count for
// the winner.
func (g *Game) CountEmpties() {
	board, over := g.BoardResult()
	if !over || !g.Result.Known || g.Result.OnlyWinner {
		return
	}
	p := g.Position()
	if g.Result.ScoreBlack == p.Count(othello.Black)-p.Count(othello.White) {
		g.Result.ScoreBlack = board.ScoreBlack
	}
}

// Winner returns "black", "white" or "draw", or "" if the result is not known.
func (r Result) Winner() string {
	switch {
	case !r.Known:
		return ""
	case r.ScoreBlack > 0:
		return othello.Black.String()
	case r.ScoreBlack < 0:
		return othello.White.String()
	}
	return "draw"
}

// Agrees reports whether r is consistent with another result. If only the winner is recorded in r, only the winner is
// compared.
func (r Result) Agrees(with Result) bool {
	if r.OnlyWinner {
		return cmp.Compare(r.ScoreBlack, 0) == cmp.Compare(with.ScoreBlack, 0)
	}
	return r.ScoreBlack == with.ScoreBlack
}

// ResultFollows reports whether the recorded result follows from the moves, so that a format without results loses
// nothing.
func (g *Game) ResultFollows() bool {
	board, over := g.BoardResult()
	switch g.Result.Reason {
	case PlayedOut:
		return !g.Result.Known || over && g.Result.Agrees(board)
	case Unfinished:
		return !g.Result.Known && !over
	}
	return false
}

// ParseResult parses a result: disc counts such as "34-30", a difference such as "+4" or "+4.00", the winner as "1-0",
// "0-1", "1/2-1/2", "1", "0" or "-1", or a win for [ParseWin]. Black comes first.
func ParseResult(text string) (r Result, ok bool) {
	if r, ok = ParseWin(text); ok {
		return r, true
	}
	switch text {
	case "1-0", "1", "+1":
		return Result{Known: true, ScoreBlack: 1, OnlyWinner: true}, true
	case "0-1", "-1":
		return Result{Known: true, ScoreBlack: -1, OnlyWinner: true}, true
	case "1/2-1/2", "½-½", "0":
		return Result{Known: true}, true
	}
	if black, white, two := strings.Cut(text, "-"); two && black != "" {
		b, err1 := strconv.Atoi(black)
		w, err2 := strconv.Atoi(white)
		if err1 != nil || err2 != nil || b < 0 || w < 0 || b+w > 64 || b+w < 4 {
			return Result{}, false
		}
		return Result{Known: true, ScoreBlack: scoreOfDiscs(b, w)}, true
	}
	return ParseDifference(text)
}

// ParseWin parses a win as SGF writes it, ignoring case: the winner, B or W, and the margin, R (resignation), T (time),
// F (forfeit) or nothing, as in "B+4", "W+Resign" and "B+".
func ParseWin(text string) (r Result, ok bool) {
	side, margin, won := strings.Cut(strings.ToLower(text), "+")
	sign := map[string]int{"b": 1, "black": 1, "w": -1, "white": -1}[side]
	if !won || sign == 0 {
		return Result{}, false
	}
	r = Result{Known: true, ScoreBlack: sign, OnlyWinner: true}
	switch margin {
	case "":
	case "r", "resign":
		r.Reason = Resigned
	case "t", "time":
		r.Reason = OutOfTime
	case "f", "forfeit":
		r.Reason = Faulted
	default:
		score, ok := ParseDifference(margin)
		if !ok || score.ScoreBlack <= 0 {
			return Result{}, false
		}
		r = Result{Known: true, ScoreBlack: score.ScoreBlack * sign}
	}
	return r, true
}

// ParseDifference parses a disc difference from -64 to 64 such as "+4", "-12.00" and "0".
func ParseDifference(text string) (r Result, ok bool) {
	score, err := strconv.ParseFloat(text, 64)
	if err != nil || score != float64(int(score)) || score < -64 || score > 64 {
		return Result{}, false
	}
	return Result{Known: true, ScoreBlack: int(score)}, true
}

// scoreOfDiscs returns the score of a full-size board, whose empty squares count for the winner.
func scoreOfDiscs(black, white int) int {
	empty := 64 - black - white
	switch {
	case black > white:
		return black + empty - white
	case black < white:
		return black - white - empty
	}
	return 0
}
