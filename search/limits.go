package search

import (
	"errors"
	"fmt"
)

// Validate returns an error for limits that no search can have: negative ones, and a confidence over 100.
// [Engine.Search] calls it.
func (l Limits) Validate() error {
	for _, limit := range []struct {
		name  string
		value int64
		right string
	}{
		{"Depth", int64(l.Depth), "plies, or 0 for no limit"},
		{"Exact", int64(l.Exact), "a number of empty squares, or 0 for none"},
		{"Selective", int64(l.Selective), "a number of empty squares, or 0 for none"},
		{"Lines", int64(l.Lines), "how many moves to list, or 0 for the best alone"},
		{"Confidence", int64(l.Confidence), "percent from 1 to 100, or 0 for the usual one"},
	} {
		if limit.value < 0 {
			return fmt.Errorf("search limits: %s is %d: want %s", limit.name, limit.value, limit.right)
		}
	}
	switch {
	case l.Confidence > 100:
		return fmt.Errorf("search limits: Confidence is %d: want percent from 1 to 100, or 0 for the usual one",
			l.Confidence)
	case l.Time < 0:
		return fmt.Errorf("search limits: Time is %v: want a positive duration, or 0 for no limit", l.Time)
	}
	return nil
}

// errEndless is the error of limits that end no search.
var errEndless = errors.New("search limits: nothing would end the search: " +
	"set Depth, Time, Nodes or Enough, or give a context that can end")

// bounded returns an error when the limits alone may not end a search of a position with so many empty squares within a
// time that anybody waits.
func (l Limits) bounded(empties int) error {
	if l.Depth == 0 && l.Time == 0 && l.Nodes == 0 && l.Enough == nil && empties > max(l.Exact, l.Selective) {
		return errEndless
	}
	return nil
}
