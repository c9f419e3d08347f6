package record

import "github.com/kaeshi/kaeshi/othello"

// boardResult is what the board tells of the result; over is false while the game goes on.
func (g *Game) boardResult() (r Result, over bool) {
	p := g.Position()
	if !p.Over() {
		return Result{}, false
	}
	return Result{Known: true, ScoreBlack: p.ScoreBlack()}, true
}

// Outcome is the result as far as it is known: the recorded one, unless the game was played out and only the winner or nothing at
// all is recorded. Known is false for a game that goes on.
func (g *Game) Outcome() Result {
	if g.Result.Known && !g.Result.OnlyWinner {
		return g.Result
	}
	board, over := g.boardResult()
	if !over || g.Result.Known && !g.Result.agrees(board) {
		return g.Result
	}
	board.Reason, board.Detail = g.Result.Reason, g.Result.Detail
	return board
}

// agrees reports whether r says nothing else than another result does.
func (r Result) agrees(with Result) bool {
	if r.OnlyWinner {
		return sign(r.ScoreBlack) == sign(with.ScoreBlack)
	}
	return r.ScoreBlack == with.ScoreBlack
}

// derived reports whether the result follows from the moves, so that a format without a place for it loses nothing.
func (g *Game) derived() bool {
	board, over := g.boardResult()
	switch g.Result.Reason {
	case PlayedOut:
		return !g.Result.Known || over && g.Result.agrees(board)
	case Unfinished:
		return !g.Result.Known && !over
	}
	return false
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// winnerOnly is a result of which nothing but the winner is known.
func winnerOnly(c othello.Color) Result {
	if c == othello.White {
		return Result{Known: true, ScoreBlack: -1, OnlyWinner: true}
	}
	return Result{Known: true, ScoreBlack: 1, OnlyWinner: true}
}
