// Package opening names openings in English and Japanese, reads lists of openings, and makes balanced start positions.
//
// A name belongs to a position, not to an order of moves. [Find] returns the name of the last named position of a game,
// in any of the four orientations that keep the start position. [Read] reads lists of openings, such as the eight-move
// lines of an XOT list, or positions. [Balanced] makes openings of random moves that a judge evaluates as even, and
// [Starts] returns a built-in list of them.
//
// The names are from Robert Gatliff's list of English names and from the Japanese pages that names/ja.tsv cites for
// each line.
package opening

import (
	"strings"
	"sync"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
)

// Name holds the names of a position in one language. The zero value has none.
type Name struct {
	Names []string         // most usual first; empty if the position has no name
	Moves []othello.Square // moves of the list that lead to the position from the usual start, f5 first
	Ply   int              // number of moves of the game up to the position, passes included
}

// String returns the names, separated by slashes.
func (n Name) String() string { return strings.Join(n.Names, " / ") }

// Line returns the line of the list.
func (n Name) Line() Line { return Line{Start: usual(), Moves: n.Moves, Name: n.String()} }

// Names holds the names of a position or a game in each language. English and Japanese may be the names of different
// plies, and either may be empty; see [Names.In].
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

// At returns the names of a position.
func At(p othello.Position) Names { return catalogue()[key(p)] }

// Find returns the names of a game that began at start: in each language those of the last position that has one. The
// moves must be legal, and must include passes.
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

// catalogue returns the names by position. The first call reads the lists.
var catalogue = sync.OnceValue(func() map[othello.Position]Names {
	known, _ := readNames() // the files are embedded, and a test checks them
	return known
})

// keeping returns the symmetries that map the start position to itself with its colours: the identity, the rotation by
// 180° and the reflections in the two diagonals.
func keeping() []bitboard.Symmetry { return []bitboard.Symmetry{0, 3, 4, 7} }

// key returns the same position for all that differ by a symmetry of keeping.
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
