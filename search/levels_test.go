package search_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/search"
)

// What is known of the levels is what they search now: whoever changes a level measures it again, with
// `kaeshi levels --measure --time 30m --json`, into levels.json.
func TestKnownLevels(t *testing.T) {
	known, err := search.KnownLevels()
	if err != nil {
		t.Fatal(err)
	}
	if known.Schema != search.LevelsSchema {
		t.Errorf("schema %q, want %q", known.Schema, search.LevelsSchema)
	}
	if known.Machine == "" {
		t.Error("the levels name no machine")
	}
	if known.Build == "" {
		t.Error("the levels name no build")
	}
	if _, err := time.Parse(time.DateOnly, known.Date); err != nil {
		t.Errorf("date of the levels: %v", err)
	}
	if len(known.Levels) != search.MaxLevel+1 {
		t.Fatalf("%d levels", len(known.Levels))
	}
	for i, l := range known.Levels {
		limits := search.LevelLimits(i, 0)
		searched := search.Level{
			Level: i, Depth: limits.Depth, Exact: limits.Exact, Selective: limits.Selective,
			Confidence: max(limits.Confidence, 73),
		}
		measured := cmpopts.IgnoreFields(search.Level{}, "Nodes", "Seconds", "Longest", "Stopped")
		if diff := cmp.Diff(searched, l, measured); diff != "" {
			t.Errorf("level %d (-searched +known):\n%s", i, diff)
		}
		checkMeasured(t, l)
	}
}

// checkMeasured requires that a level has nodes and times, and that its slowest move takes no less than the mean.
func checkMeasured(t *testing.T, l search.Level) {
	t.Helper()
	if l.Nodes == 0 {
		t.Errorf("level %d: no nodes", l.Level)
	}
	if l.Seconds <= 0 {
		t.Errorf("level %d: %v seconds", l.Level, l.Seconds)
	}
	if l.Longest < l.Seconds {
		t.Errorf("level %d: the slowest move takes %v seconds, the mean is %v", l.Level, l.Longest, l.Seconds)
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
	if diff := cmp.Diff(first, second, cmpopts.IgnoreFields(search.Level{}, "Seconds", "Longest")); diff != "" {
		t.Errorf("two measurements (-first +second):\n%s", diff)
	}
	for i, l := range first {
		if l.Level != i {
			t.Errorf("row %d is level %d", i, l.Level)
		}
		checkMeasured(t, l)
		if i > 1 && l.Nodes <= first[i-1].Nodes {
			t.Errorf("level %d: %d nodes, the level below %d", i, l.Nodes, first[i-1].Nodes)
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
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != search.MaxLevel-27 {
		t.Fatalf("%d levels, want %d", len(rows), search.MaxLevel-27)
	}
	if rows[0].Stopped < 8 {
		t.Errorf("%d moves of level 28 were stopped, want at least 8", rows[0].Stopped)
	}
	for i, l := range rows {
		if l.Nodes == 0 {
			t.Errorf("level %d: no nodes", l.Level)
		}
		if l.Longest < 0.001 {
			t.Errorf("level %d: the slowest move takes %v seconds, want at least 0.001", l.Level, l.Longest)
		}
		if i > 0 && l.Stopped < rows[i-1].Stopped {
			t.Errorf("level %d: %d moves stopped, the level below %d", l.Level, l.Stopped, rows[i-1].Stopped)
		}
	}
}

// A level is its depth up to 21, plays twelve empty squares or more perfectly, and never sees less than a lower level.
func TestLevelLimits(t *testing.T) {
	before := search.LevelLimits(0, 0)
	for level := range search.MaxLevel + 1 {
		l := search.LevelLimits(level, time.Second)
		if level >= 1 && level <= 21 && l.Depth != level {
			t.Errorf("level %d: depth %d", level, l.Depth)
		}
		if l.Exact < 12 {
			t.Errorf("level %d: exact from %d empty squares, want at least 12", level, l.Exact)
		}
		if l.Time != time.Second {
			t.Errorf("level %d: time %v, want 1s", level, l.Time)
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
