package search

import (
	"time"

	"github.com/kaeshi/kaeshi/othello"
)

// Report is what a search found, for every outlet: terminal, protocols, web and tournaments.
type Report struct {
	Position    othello.Position
	Move        othello.Square   // the move to play; [othello.Pass] when the side to move must pass
	Best        []othello.Square // the moves known to be as good as Move, itself first
	Score       float64          // expected final disc difference from the view of the side to move; a whole number when exact
	Depth       int              // plies looked ahead; the number of empty squares when exact
	Selectivity int              // the confidence in percent with which branches were cut off unsearched; 100: none was
	Exact       bool             // Score is the final result with best play
	Nodes       uint64           // positions entered, one-empty positions and passes included
	Elapsed     time.Duration
	PV          []othello.Square // the principal variation, Move first; passes included
}

// Limits bounds a search. A zero field does not bound.
type Limits struct {
	Depth int           // plies to look ahead
	Exact int           // with at most this many empty squares, search to the end of the game
	Time  time.Duration // after which the best move so far is the answer
	Nodes uint64        // likewise
	Poll  func()        // called every few thousand nodes: a platform without pre-emption can yield here
}
