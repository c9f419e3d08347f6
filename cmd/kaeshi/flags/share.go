package flags

import (
	"errors"
	"strconv"
	"strings"
)

// Share is the value of a flag that is a part of a whole, such as 5% or 0.05.
type Share float64

// Type returns the placeholder of the value in help.
func (s *Share) Type() string { return "share" }

func (s *Share) String() string { return strconv.FormatFloat(float64(*s)*100, 'g', 6, 64) + "%" }

// Set parses a share. It returns an error for text that is not a share from 0 to 1.
func (s *Share) Set(text string) error {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(number, 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x >= 0 && x <= 1) {
		return errors.New("expected a share from 0% to 100%, such as 5% or 0.05")
	}
	*s = Share(x)
	return nil
}
