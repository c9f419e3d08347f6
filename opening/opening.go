// Package opening knows how games begin: what their openings are called in English and in Japanese, lists of first
// moves, and balanced starts of its own.
//
// A name belongs to a position, not to an order of moves: [Find] knows a game by the longest named position that it
// went through, by whatever moves and in whichever of the four directions the start allows. [Read] reads lists of lines
// to begin games with, such as the eight-move lines of an XOT list or one-line positions. [Balanced] makes lines from
// random moves and keeps those that a judge finds even; [Starts] is a list made so.
//
// The names are facts, gathered from Robert Gatliff's list of English names and the Japanese pages that names/ja.tsv
// cites line by line.
package opening

import (
	"strings"
	"sync"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
)

// Name is what a list calls a position. The zero value is no name.
type Name struct {
	Names []string         // the most usual first; none when the position has no name
	Moves []othello.Square // the moves of the list that lead to it from the usual start, f5 first
	Ply   int              // after how many moves the game came to it, passes counted
}

// String is the names with a stroke between them.
func (n Name) String() string { return strings.Join(n.Names, " / ") }

// Line is the line of the list.
func (n Name) Line() Line { return Line{Start: usual(), Moves: n.Moves, Name: n.String()} }

// Names is what the lists call a position or a game, in each language. The two may lie at different plies, and English
// or Japanese may be no name: see [Names.In].
type Names struct{ English, Japanese Name }

// In returns the name in a language, or in the other one if that has none.
func (n Names) In(l lang.Lang) Name {
	first, second := n.English, n.Japanese
	if l == lang.Japanese {
		first, second = second, first
	}
	if len(first.Names) == 0 {
		return second
	}
	return first
}

// At is what the lists call the position itself.
func At(p othello.Position) Names { return catalogue()[key(p)] }

// Find is what the lists call a game that began at start: in each language the name of the last position on its way
// that has one. The moves must be legal, passes included.
func Find(start othello.Position, moves []othello.Square) Names {
	known := catalogue()
	var found Names
	p := start
	for ply := 0; ; ply++ {
		names := known[key(p)]
		found.English.replace(names.English, ply)
		found.Japanese.replace(names.Japanese, ply)
		if ply == len(moves) {
			return found
		}
		p = p.Play(moves[ply])
	}
}

func (n *Name) replace(later Name, ply int) {
	if len(later.Names) > 0 {
		*n = later
		n.Ply = ply
	}
}

// catalogue is the lists by position, read when first asked for.
var catalogue = sync.OnceValue(func() map[othello.Position]Names {
	known, _ := readNames() // the files are part of the program, and a test reads them
	return known
})

// keeping are the symmetries that lay the start on itself, colours included: none, half a turn, and the two diagonals.
func keeping() []bitboard.Symmetry { return []bitboard.Symmetry{0, 3, 4, 7} }

// key is one position for all that differ by a symmetry that keeps the start.
func key(p othello.Position) othello.Position {
	best := p
	for _, s := range keeping() {
		t := p.Transform(s)
		if t.Mover < best.Mover || t.Mover == best.Mover && t.Other < best.Other {
			best = t
		}
	}
	return best
}
