package proof

import "math/bits"

// Format, rules and relations of a Header. Under the rules, empty squares count for the winner.
const (
	Schema  = "kaeshi/proof/1"
	Rules   = "othello"
	AtLeast = "at least"
	AtMost  = "at most"
)

// The least and the greatest setting of Header.Leaf.
const (
	MinLeaf = 4
	MaxLeaf = 12
)

// A Claim is a bound of the score of a position from the view of the side to move.
type Claim struct {
	// the squares from a1 on, row by row, X, O or -; a space; the side to move, X or O
	Position string `json:"position"`
	Relation string `json:"claim"` // AtLeast or AtMost
	Value    int    `json:"value"` // discs
}

// An Assumption is a claim that a certificate uses without proving it.
type Assumption struct {
	Claim
	Source string `json:"source"` // origin of the claim
}

// A Group counts the nodes with a number of empty squares.
type Group struct {
	Empty    int `json:"empty"`
	Prover   int `json:"prover"`   // nodes where the prover is to move
	Opponent int `json:"opponent"` // nodes where the opponent is to move: the root, or after a pass
}

// A Header is the first line of a certificate.
type Header struct {
	Schema string `json:"schema"`
	Rules  string `json:"rules"`
	Claim
	Leaf        int     `json:"leaf"`        // greatest number of empty squares of a leaf
	Groups      []Group `json:"groups"`      // in ascending order of empty squares
	Assumptions int     `json:"assumptions"` // number of lines with an Assumption after the header
	Generator   string  `json:"generator"`   // program that made the file, with its version
}

// An Error is a fault of a certificate: its place and the reason.
type Error struct{ Place, Reason string }

func (e *Error) Error() string { return e.Place + ": " + e.Reason }

// pick returns the bits of a set at the squares, packed into a number. Put is its inverse.
func pick(set, squares uint64) (number uint64) {
	for i := 0; squares != 0; i, squares = i+1, squares&(squares-1) {
		number |= set >> bits.TrailingZeros64(squares) & 1 << i
	}
	return number
}

func put(number, squares uint64) (set uint64) {
	for i := 0; squares != 0; i, squares = i+1, squares&(squares-1) {
		set |= number >> i & 1 << bits.TrailingZeros64(squares)
	}
	return set
}
