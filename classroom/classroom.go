// Package classroom shows how the searches of package gametree go through real positions: of Othello, of tic-tac-toe,
// and of trees of numbers as textbooks draw them. [Tree] writes down a search step by step, [Compare] sets several
// beside each other, and [SolveSmall] solves the 4×4 board on a lazy tree. [Draw] turns the trace of a search into a
// [Drawing] with sentences in English and Japanese. The command line and the page show the same documents.
//
// Values are in the view of the side to move, with these units: final disc differences for Othello, judged by package
// eval where the depth is used up; 1, 0 and -1 for tic-tac-toe; the numbers of a tree of numbers, negative at the
// minimiser's turn.
package classroom

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/excerpt"
)

// Request says what is to be shown.
type Request struct {
	Game       string   // othello (also when empty), tictactoe or numbers
	Size       int      // of an Othello board; 0 is 8
	Start      string   // of Othello: usual (also when empty) or parallel
	Position   string   // empty: the start of the game; a tree of numbers must be given
	Moves      string   // played from there
	Algorithm  string   // for Tree; empty is alphabeta
	Algorithms []string // for Compare; none is all of them
	Depth      int      // plies; below 0: Tree and Compare choose
	MaxNodes   int      // visits that Tree writes down; 0 is DefaultNodes
	Budget     uint64   // nodes that each search may enter; 0 is no limit
	ByDepth    bool     // Compare counts nodes at each depth
}

// The visits that a trace holds.
const (
	DefaultNodes = 20_000
	MostNodes    = 50_000
)

// MostDepth is the greatest depth: no game of these lasts longer, passes counted.
const MostDepth = 120

// Fault is an error in a [Request]. Field is what is wrong: game, size, start, position, moves, algorithm, depth or
// max_nodes.
type Fault struct {
	Field string
	Err   error
}

// Error tells the field and what would be right.
func (f *Fault) Error() string { return f.Field + ": " + f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }

// Games names the games, the first of which is meant when none is named.
func Games() []string { return []string{"othello", "tictactoe", "numbers"} }

// Algorithms names the searches.
func Algorithms() []string {
	var names []string
	for _, a := range gametree.Algorithms[ticTacToe, ticTacToeMove]() {
		names = append(names, a.Name)
	}
	return names
}

// lesson is a game at a position, ready to be searched.
type lesson interface {
	plies() int // a depth that shows something
	tree(ctx context.Context, s search) (Document, error)
	row(ctx context.Context, s search, byDepth bool) Row
	describe(d *Document)
}

// open reads the game and the position of a request.
func (r Request) open() (lesson, error) {
	if r.Depth > MostDepth {
		return nil, &Fault{"depth", fmt.Errorf("%d plies: at most %d", r.Depth, MostDepth)}
	}
	if r.MaxNodes < 0 || r.MaxNodes > MostNodes {
		return nil, &Fault{"max_nodes", fmt.Errorf("%d: from 1 to %d", r.MaxNodes, MostNodes)}
	}
	switch r.Game {
	case "", "othello":
		return openOthello(r)
	case "tictactoe":
		return openTicTacToe(r)
	case "numbers":
		return openNumbers(r)
	}
	return nil, &Fault{"game", fmt.Errorf("no game %q: there are %s", excerpt.Of(r.Game), strings.Join(Games(), ", "))}
}

// known is nil for the name of an algorithm.
func known(name string) error {
	if slices.Contains(Algorithms(), name) {
		return nil
	}
	return &Fault{
		"algorithm",
		fmt.Errorf("no algorithm %q: there are %s", excerpt.Of(name), strings.Join(Algorithms(), ", ")),
	}
}
