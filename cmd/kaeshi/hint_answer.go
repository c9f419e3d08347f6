package main

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/kaeshi/kaeshi/analysis"
)

// usualLines is how many of the best moves are shown without --lines.
const usualLines = 5

// hinting is a run of the verb hint.
type hinting struct {
	*program

	analyst  *analysis.Analyst
	lines    int
	asJSON   bool
	language string
}

// answer shows the best moves of each position, however many are none. A search that is interrupted shows what it has.
func (h *hinting) answer(ctx context.Context, positions iter.Seq[analysis.Asked]) error {
	text, err := analysis.NewText(h.out, h.language, false)
	if err != nil {
		return err
	}
	show := h.outlet(text)
	progress, wipe := h.watch(text)
	bad, unread := 0, false
	for asked := range positions {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if asked.Err != nil {
			bad++
			unread = unread || failed(asked.Err)
			h.log("%v", asked.Err)
			continue
		}
		hint, err := h.analyst.Hint(ctx, asked.Position, h.lines, progress)
		hint.Line = asked.Number
		wipe()
		if shown := show(hint); shown != nil || err != nil {
			return errors.Join(shown, err)
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case unread:
		return &exit{exitFailure, fmt.Errorf("no positions, or files that could not be read: %d", bad)}
	case bad > 0:
		return &exit{exitIllegal, fmt.Errorf("no positions: %d", bad)}
	}
	return nil
}
