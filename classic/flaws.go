package classic

import "fmt"

// Flaw is an error of a printed program. docs/classic.md explains each flaw with an example.
type Flaw uint8

// The flaws of article 000, [Positional].
const (
	// PositionalPass: a position in the tree in which the side to move must pass has an end of the window as its value,
	// which may be infinite.
	PositionalPass Flaw = iota
	// PositionalSigns: the opponent's squares, flipped discs and mobility count in favour of the program.
	PositionalSigns
	// PositionalPhase: sums of squares and counts of discs are compared when the last phase begins inside the tree.
	PositionalPhase
	// PositionalEnd: a game that ends before the last phase is valued by its squares, not by its result.
	PositionalEnd
	// PositionalOwnDiscs: in the last phase only the program's discs are counted, so that a win by 32–31 is no better
	// than a draw of 32–32.
	PositionalOwnDiscs
)

// The flaws of article 001, [Discs].
const (
	DiscsPassPly  Flaw = iota + 8 // a pass takes a ply
	DiscsRootPass                 // there is no move when the program must pass
	DiscsBounds                   // values start at ∓64 and must be exceeded: a result of ∓64 is never chosen
)

// The flaw of article 002, [TicTacToe].
const (
	TicTacToeHaste Flaw = iota + 16 // the number of moves to a win or loss is ignored
)

// The flaws of article 003, [Mobility].
const (
	MobilityProducts  Flaw = iota + 24 // random numbers are indexed by a product: squares and colours share them
	MobilityOldColour                  // a flipped disc keeps its old colour in the key
	MobilityTurn                       // the move number is a factor of the product: the key depends on the path
	MobilitySide                       // the key does not include the side to move
	MobilityBound                      // a stored cutoff, which is a lower bound, is used as an upper bound
)

// The flaws of article 004, [LazyTree].
const (
	LazyLowerLimit Flaw = iota + 32 // the opponent's moves are rated with the upper limit instead of the lower one
	LazyMinValue                    // Number.MIN_VALUE, which is above 0, is used as the least number
)

// String returns the name of the flaw in docs/classic.md, such as "discs-bounds".
func (f Flaw) String() string {
	if name := flawName(f); name != "" {
		return name
	}
	return fmt.Sprintf("flaw %d", uint8(f))
}

// Flaws returns all flaws in the order of the articles.
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

// Fixes is the set of flaws that are corrected in a program.
type Fixes uint64

// The two versions of every program.
const (
	Published Fixes = 0         // no flaw is corrected
	Corrected       = ^Fixes(0) // every flaw is corrected
)

// With returns m with f corrected.
func (m Fixes) With(f Flaw) Fixes { return m | 1<<f }

// Without returns m with f as published.
func (m Fixes) Without(f Flaw) Fixes { return m &^ (1 << f) }

// Has reports whether f is corrected.
func (m Fixes) Has(f Flaw) bool { return m>>f&1 == 1 }
