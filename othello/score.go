package othello

import (
	"math"
	"strconv"
	"strings"
)

// Score is a final disc difference in discs, exact or expected, from the view of the side to move unless a name says
// otherwise. An exact score is a whole number. JSON holds it as a number.
type Score float64

// Discs is the score as a plain number of discs.
func (s Score) Discs() float64 { return float64(s) }

// String is the score with its sign and at most two decimals, such as "+4", "-2.35" and "0".
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
