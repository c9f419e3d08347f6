package search_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/search"
)

// What is known of the levels is what they search now: whoever changes a level measures it again, with
// `kaeshi levels --measure --time 30m --json`, into levels.json.
func TestKnownLevels(t *testing.T) {
	known, err := search.KnownLevels()
	if err != nil || known.Schema != search.LevelsSchema || known.Machine == "" || known.Build == "" ||
		len(known.Date) != len("2026-11-21") {
		t.Fatalf("%+v, %v", known, err)
	}
	if len(known.Levels) != search.MaxLevel+1 {
		t.Fatalf("%d levels", len(known.Levels))
	}
	for i, l := range known.Levels {
		limits := search.LevelLimits(i, 0)
		if l.Level != i || l.Depth != limits.Depth || l.Exact != limits.Exact || l.Selective != limits.Selective ||
			l.Confidence != max(limits.Confidence, 73) {
			t.Errorf("%+v, but it searches %+v", l, limits)
		}
		if l.Nodes == 0 || l.Seconds <= 0 || l.Longest < l.Seconds {
			t.Errorf("level %d was not measured as it is now: %+v", i, l)
		}
	}
}

// The positions come from all of a game.
func TestLevelPositions(t *testing.T) {
	positions, err := search.LevelPositions()
	if err != nil || len(positions) != 19 {
		t.Fatalf("%d positions, %v", len(positions), err)
	}
	var empties []int
	for _, p := range positions {
		if p.Over() || p.MustPass() {
			t.Errorf("%s has no move", p)
		}
		empties = append(empties, p.Empties())
	}
	if slices.Sort(empties); empties[0] != 3 || empties[len(empties)-1] != 57 {
		t.Errorf("empty squares %v", empties)
	}
}

// A measurement counts the same nodes each time, level after level, and ends when it is told to.
func TestMeasureLevels(t *testing.T) {
	measure := func() (rows []search.Level) {
		err := search.MeasureLevels(t.Context(), 0, 3, 0, func(l search.Level) error {
			rows = append(rows, l)
			return nil
		})
		if err != nil || len(rows) != 4 {
			t.Fatalf("%+v, %v", rows, err)
		}
		return rows
	}
	first, second := measure(), measure()
	for i, l := range first {
		if l.Level != i || l.Nodes == 0 || l.Nodes != second[i].Nodes || l.Seconds <= 0 || l.Longest < l.Seconds ||
			i > 1 && l.Nodes <= first[i-1].Nodes {
			t.Errorf("%+v, then %+v", l, second[i])
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	told, fault := 0, errors.New("disk full")
	err := search.MeasureLevels(ctx, 0, 60, 0, func(search.Level) error {
		if told++; told == 2 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || told != 2 {
		t.Errorf("%d levels after an interrupt at the second, %v", told, err)
	}
	if err := search.MeasureLevels(t.Context(), 0, 60, 0, func(search.Level) error { return fault }); !errors.Is(err,
		fault) {
		t.Error(err)
	}
}

// Moves that take too long are stopped, and counted, and levels above do not try them again.
func TestMeasureLevelsStopsMoves(t *testing.T) {
	var rows []search.Level
	err := search.MeasureLevels(t.Context(), 28, search.MaxLevel, time.Millisecond, func(l search.Level) error {
		rows = append(rows, l)
		return nil
	})
	if err != nil || len(rows) != search.MaxLevel-27 || rows[0].Stopped < 8 {
		t.Fatalf("%+v, %v", rows, err)
	}
	for i, l := range rows {
		if l.Nodes == 0 || l.Longest < 0.001 || i > 0 && l.Stopped < rows[i-1].Stopped {
			t.Errorf("%+v after %+v", l, rows[max(i-1, 0)])
		}
	}
}

// A level is its depth up to 21, plays twelve empty squares or more perfectly, and never sees less than a lower level.
func TestLevelLimits(t *testing.T) {
	before := search.LevelLimits(0, 0)
	for level := range search.MaxLevel + 1 {
		l := search.LevelLimits(level, time.Second)
		if level >= 1 && level <= 21 && l.Depth != level || l.Exact < 12 || l.Time != time.Second {
			t.Errorf("level %d: %+v", level, l)
		}
		if l.Depth < before.Depth || l.Exact < before.Exact {
			t.Errorf("level %d sees less than the one below: %+v, %+v", level, l, before)
		}
		before = l
	}
	if before.Exact < search.MaxLevel {
		t.Errorf("the highest level plays only %d empty squares perfectly", before.Exact)
	}
}
