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

// TestKnownLevels checks that levels.json has a measurement of every level with its current limits. After a change of a
// level, write the file again with `kaeshi levels --measure --time 30m --json`.
func TestKnownLevels(t *testing.T) {
	known, err := search.KnownLevels()
	if err != nil {
		t.Fatal(err)
	}
	if known.Schema != search.LevelsSchema {
		t.Errorf("schema %q, want %q", known.Schema, search.LevelsSchema)
	}
	if known.Machine == "" {
		t.Error("levels.json does not name the machine")
	}
	if known.Build == "" {
		t.Error("levels.json does not name the build")
	}
	if _, err := time.Parse(time.DateOnly, known.Date); err != nil {
		t.Errorf("date of levels.json: %v", err)
	}
	if len(known.Levels) != search.MaxLevel+1 {
		t.Fatalf("%d levels, want %d", len(known.Levels), search.MaxLevel+1)
	}
	for i, l := range known.Levels {
		limits := search.LevelLimits(i, 0)
		searched := search.Level{
			Level: i, Depth: limits.Depth, Exact: limits.Exact, Selective: limits.Selective,
			Confidence: max(limits.Confidence, 73),
		}
		if limits.Exact >= search.MaxLevel { // the whole game is solved
			searched.Confidence = 100
		}
		measured := cmpopts.IgnoreFields(search.Level{}, "Nodes", "Seconds", "Longest", "Stopped")
		if diff := cmp.Diff(searched, l, measured); diff != "" {
			t.Errorf("level %d (-searched +known):\n%s", i, diff)
		}
		checkMeasured(t, l)
	}
}

// checkMeasured checks that a level has nodes and times, and that its slowest move takes at least the mean time.
func checkMeasured(t *testing.T, l search.Level) {
	t.Helper()
	if l.Nodes == 0 {
		t.Errorf("level %d: no nodes", l.Level)
	}
	if l.Seconds <= 0 {
		t.Errorf("level %d: %v seconds, want more than 0", l.Level, l.Seconds)
	}
	if l.Longest < l.Seconds {
		t.Errorf("level %d: the slowest move takes %v seconds, want at least the mean, %v", l.Level, l.Longest,
			l.Seconds)
	}
}

// TestLevelPositions checks that the positions cover all phases of a game.
func TestLevelPositions(t *testing.T) {
	positions, err := search.LevelPositions()
	if err != nil || len(positions) != 19 {
		t.Fatalf("%d positions, error %v, want 19", len(positions), err)
	}
	var empties []int
	for _, p := range positions {
		if p.Over() || p.MustPass() {
			t.Errorf("%s has no legal move", p)
		}
		empties = append(empties, p.Empties())
	}
	if slices.Sort(empties); empties[0] != 3 || empties[len(empties)-1] != 57 {
		t.Errorf("numbers of empty squares %v, want 3 to 57", empties)
	}
}

// TestMeasureLevels checks that measurements are repeatable and cover the levels in order, and that an interrupt and an
// error of the report function end them.
func TestMeasureLevels(t *testing.T) {
	measure := func() (rows []search.Level) {
		err := search.MeasureLevels(t.Context(), 0, 3, 0, func(l search.Level) error {
			rows = append(rows, l)
			return nil
		})
		if err != nil || len(rows) != 4 {
			t.Fatalf("levels %+v, error %v, want 4 levels", rows, err)
		}
		return rows
	}
	first, second := measure(), measure()
	if diff := cmp.Diff(first, second, cmpopts.IgnoreFields(search.Level{}, "Seconds", "Longest")); diff != "" {
		t.Errorf("two measurements (-first +second):\n%s", diff)
	}
	for i, l := range first {
		if l.Level != i {
			t.Errorf("row %d has level %d, want %d", i, l.Level, i)
		}
		checkMeasured(t, l)
		if i > 1 && l.Nodes <= first[i-1].Nodes {
			t.Errorf("level %d: %d nodes, want more than %d, those of the level below", i, l.Nodes, first[i-1].Nodes)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	reported, fault := 0, errors.New("disk full")
	err := search.MeasureLevels(ctx, 0, 60, 0, func(search.Level) error {
		if reported++; reported == 2 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || reported != 2 {
		t.Errorf("%d levels, error %v, want 2 and %v", reported, err, context.Canceled)
	}
	if err := search.MeasureLevels(t.Context(), 0, 60, 0, func(search.Level) error { return fault }); !errors.Is(err,
		fault) {
		t.Errorf("error %v, want %v", err, fault)
	}
}

// TestMeasureLevelsStopsMoves checks that searches that exceed the time limit are stopped and counted, and that higher
// levels do not repeat them.
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
			t.Errorf("level %d: %d moves stopped, want at least %d, those of the level below", l.Level, l.Stopped,
				rows[i-1].Stopped)
		}
	}
}

// TestLevelLimits checks that the depth equals the level up to level 21, that at least twelve empty squares are played
// perfectly, and that limits never decrease from one level to the next.
func TestLevelLimits(t *testing.T) {
	before := search.LevelLimits(0, 0)
	for level := range search.MaxLevel + 1 {
		l := search.LevelLimits(level, time.Second)
		if level >= 1 && level <= 21 && l.Depth != level {
			t.Errorf("level %d: depth %d, want %d", level, l.Depth, level)
		}
		if l.Exact < 12 {
			t.Errorf("level %d: exact from %d empty squares, want at least 12", level, l.Exact)
		}
		if l.Time != time.Second {
			t.Errorf("level %d: time %v, want 1s", level, l.Time)
		}
		if l.Depth < before.Depth || l.Exact < before.Exact {
			t.Errorf("level %d: limits %+v, want at least %+v, those of the level below", level, l, before)
		}
		before = l
	}
	if before.Exact < search.MaxLevel {
		t.Errorf("the highest level plays %d empty squares perfectly, want %d", before.Exact, search.MaxLevel)
	}
}
