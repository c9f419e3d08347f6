// Package classroom demonstrates the searches of package gametree on positions of Othello and tic-tac-toe, and on trees
// of numbers as in textbooks. [Tree] records a search step by step, [Compare] compares several algorithms, and
// [SolveSmall] solves the 4×4 board on a lazy tree. [Draw] turns the trace of a search into a [Drawing] with sentences
// in English and Japanese. The command line and the page show the same documents.
//
// Values are from the view of the side to move. Those of Othello are final disc differences, estimated by package eval
// at the end of the depth. Those of tic-tac-toe are 1, 0 and -1. Those of a tree of numbers are its numbers, negated
// where the minimiser is to move.
package classroom

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/excerpt"
)

// Request describes searches for [Tree] and [Compare].
type Request struct {
	Game       string   // othello, tictactoe or numbers; empty: othello
	Size       int      // of an Othello board; 0: 8
	Start      string   // of Othello: usual or parallel; empty: usual
	Position   string   // empty: the start of the game; required for numbers
	Moves      string   // moves to play from the position
	Algorithm  string   // for Tree; empty: alphabeta
	Algorithms []string // for Compare; empty: all
	Depth      int      // plies; below 0: a depth that suits the game
	MaxNodes   int      // greatest number of visits in a tree; 0: DefaultNodes
	Budget     uint64   // greatest number of nodes of each search; 0: no limit
	ByDepth    bool     // Compare counts nodes at each depth
}

// The default and the greatest value of MaxNodes.
const (
	DefaultNodes = 20_000
	MostNodes    = 50_000
)

// MostDepth is the greatest depth in plies. No game is longer, passes included.
const MostDepth = 120

// Fault is an error in a [Request]. Field is game, size, start, position, moves, algorithm, depth or max_nodes.
type Fault struct {
	Field string
	Err   error
}

// Error returns the field and the error.
func (f *Fault) Error() string { return f.Field + ": " + f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }

// Games returns the names of the games, the default first.
func Games() []string { return []string{"othello", "tictactoe", "numbers"} }

// Algorithms returns the names of the searches.
func Algorithms() []string {
	var names []string
	for _, a := range gametree.Algorithms[ticTacToe, ticTacToeMove]() {
		names = append(names, a.Name)
	}
	return names
}

// searchable is a position of a game that can be searched.
type searchable interface {
	plies() int // default depth
	tree(ctx context.Context, s search) (Document, error)
	row(ctx context.Context, s search, byDepth bool) Row
	describe(d *Document)
}

// open reads the game and the position of a request.
func (r Request) open() (searchable, error) {
	if r.Depth > MostDepth {
		return nil, &Fault{"depth", fmt.Errorf("%d: want at most %d plies", r.Depth, MostDepth)}
	}
	if r.MaxNodes < 0 || r.MaxNodes > MostNodes {
		return nil, &Fault{"max_nodes", fmt.Errorf("%d: want 1 to %d", r.MaxNodes, MostNodes)}
	}
	switch r.Game {
	case "", "othello":
		return openOthello(r)
	case "tictactoe":
		return openTicTacToe(r)
	case "numbers":
		return openNumbers(r)
	}
	return nil, &Fault{
		"game",
		fmt.Errorf("unknown game %q; want one of %s", excerpt.Of(r.Game), strings.Join(Games(), ", ")),
	}
}

// known returns an error unless name is the name of an algorithm.
func known(name string) error {
	if slices.Contains(Algorithms(), name) {
		return nil
	}
	return &Fault{
		"algorithm",
		fmt.Errorf("unknown algorithm %q; want one of %s", excerpt.Of(name), strings.Join(Algorithms(), ", ")),
	}
}
