package othello

import (
	"math"
	"strconv"
	"strings"
)

// Score is an exact or expected final disc difference, in discs, from the view of the side to move unless stated
// otherwise. An exact score is a whole number. Its JSON form is a number.
type Score float64

// Discs returns the score as a number of discs.
func (s Score) Discs() float64 { return float64(s) }

// String returns the score with its sign and at most two decimals, such as "+4", "-2.35" and "0".
func (s Score) String() string {
	text := strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(s.Discs(), 'f', 2, 64), "0"), ".")
	switch {
	case text == "-0" || math.IsNaN(s.Discs()):
		return strings.TrimPrefix(text, "-")
	case s > 0 && text != "0":
		return "+" + text
	}
	return text
}
