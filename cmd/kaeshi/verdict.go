package main

import (
	"fmt"

	"github.com/kaeshi/kaeshi/problems"
)

// verdict is nil when every line was a position and none differs from what the file states.
func verdict(t problems.Total) error {
	switch {
	case t.Mismatches > 0:
		return &exit{exitMismatch, fmt.Errorf("mismatches: %d of %d checked positions", t.Mismatches, t.Checked)}
	case t.Bad() > 0:
		return &exit{exitIllegal, fmt.Errorf("no positions: %d lines", t.Bad())}
	}
	return nil
}
