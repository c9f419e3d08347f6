package classic

import "fmt"

// Flaw is one thing that a printed program does wrong. docs/classic.md tells why, and shows each at work.
type Flaw uint8

// The flaws of article 000, [Positional].
const (
	// a side that must pass inside the tree is answered with a bound of the window, even an infinity
	PositionalPass  Flaw = iota
	PositionalSigns      // the opponent's squares, turned discs and mobility count in favour, as one's own do
	// sums of squares and counts of discs meet where the last phase begins inside the tree
	PositionalPhase
	PositionalEnd // a game that ends before the last phase is worth its squares, whoever won it
	// late, only its own discs are counted: a win of 32–31 is thought no better than a draw of 32–32
	PositionalOwnDiscs
)

// The flaws of article 001, [Discs].
const (
	DiscsPassPly  Flaw = iota + 8 // a pass uses up a ply
	DiscsRootPass                 // no move comes back from a position in which the program must pass
	// best and worst start at ∓64 and have to be passed, so a lead of that size is never chosen
	DiscsBounds
)

// The flaw of article 002, [TicTacToe].
const (
	TicTacToeHaste Flaw = iota + 16 // a win later is as good as one now, and a loss now as good as one later
)

// The flaws of article 003, [Mobility].
const (
	// random numbers are looked up by a product, so that squares and colours share them
	MobilityProducts  Flaw = iota + 24
	MobilityOldColour      // a disc turned over keeps its old colour in the key
	MobilityTurn           // the number of the move is a factor of the product: the key depends on the path
	MobilitySide           // the key does not tell whose turn it is, and a pass leaves it as it was
	MobilityBound          // a stored cutoff, which is a lower bound, is read as an upper one
)

// The flaws of article 004, [LazyTree].
const (
	LazyLowerLimit Flaw = iota + 32 // the opponent's moves are rated with the upper limit in place of the lower one
	LazyMinValue                    // the least number is taken to be Number.MIN_VALUE, which is above 0
)

// String is the flaw's short name, as docs/classic.md and the tests have it.
func (f Flaw) String() string {
	if name := flawName(f); name != "" {
		return name
	}
	return fmt.Sprintf("flaw %d", uint8(f))
}

// Flaws lists every flaw, in the order of the articles.
func Flaws() []Flaw {
	var all []Flaw
	for f := range Flaw(64) {
		if flawName(f) != "" {
			all = append(all, f)
		}
	}
	return all
}

func flawName(f Flaw) string {
	switch f {
	case PositionalPass:
		return "positional-pass"
	case PositionalSigns:
		return "positional-signs"
	case PositionalPhase:
		return "positional-phase"
	case PositionalEnd:
		return "positional-end"
	case PositionalOwnDiscs:
		return "positional-own-discs"
	case DiscsPassPly:
		return "discs-pass-ply"
	case DiscsRootPass:
		return "discs-root-pass"
	case DiscsBounds:
		return "discs-bounds"
	case TicTacToeHaste:
		return "tictactoe-haste"
	case MobilityProducts:
		return "mobility-products"
	case MobilityOldColour:
		return "mobility-old-colour"
	case MobilityTurn:
		return "mobility-turn"
	case MobilitySide:
		return "mobility-side"
	case MobilityBound:
		return "mobility-bound"
	case LazyLowerLimit:
		return "lazytree-lower-limit"
	case LazyMinValue:
		return "lazytree-min-value"
	}
	return ""
}

// Mends is a set of flaws that are mended in a program.
type Mends uint64

// The two versions of every program.
const (
	Published Mends = 0         // as printed: no flaw is mended
	Corrected       = ^Mends(0) // every flaw is
)

// With is m with f mended too.
func (m Mends) With(f Flaw) Mends { return m | 1<<f }

// Without is m with f as it was printed.
func (m Mends) Without(f Flaw) Mends { return m &^ (1 << f) }

// Has reports whether f is mended.
func (m Mends) Has(f Flaw) bool { return m>>f&1 == 1 }
