package search

import (
	"errors"
	"fmt"
)

// Validate returns an error if a limit is negative or the confidence exceeds 100. [Engine.Search] calls it.
func (l Limits) Validate() error {
	for _, limit := range []struct {
		name  string
		value int64
		want  string
	}{
		{"Depth", int64(l.Depth), "plies, or 0 for no limit"},
		{"Exact", int64(l.Exact), "a number of empty squares, or 0 for none"},
		{"Selective", int64(l.Selective), "a number of empty squares, or 0 for none"},
		{"Lines", int64(l.Lines), "a number of moves, or 0 for the best move only"},
		{"Confidence", int64(l.Confidence), "a percentage from 1 to 100, or 0 for the default"},
	} {
		if limit.value < 0 {
			return fmt.Errorf("search limits: %s is %d: want %s", limit.name, limit.value, limit.want)
		}
	}
	switch {
	case l.Confidence > 100:
		return fmt.Errorf("search limits: Confidence is %d: want a percentage from 1 to 100, or 0 for the default",
			l.Confidence)
	case l.Time < 0:
		return fmt.Errorf("search limits: Time is %v: want a positive duration, or 0 for no limit", l.Time)
	}
	return nil
}

// errEndless is the error of a search that no limit and no context would end.
var errEndless = errors.New("search limits: the search would not end: " +
	"set Depth, Time, Nodes or Enough, or use a context that can be cancelled")

// bounded returns an error unless the limits end a search of a position with the number of empty squares in practical
// time.
func (l Limits) bounded(empties int) error {
	if l.Depth == 0 && l.Time == 0 && l.Nodes == 0 && l.Enough == nil && empties > max(l.Exact, l.Selective) {
		return errEndless
	}
	return nil
}
