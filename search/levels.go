package search

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/kaeshi/kaeshi/othello"
)

// LevelsSchema is the schema of [Levels].
const LevelsSchema = "kaeshi/levels/1"

// Levels is what the levels search and how long that takes.
type Levels struct {
	Schema  string  `json:"schema"`  // [LevelsSchema]
	Machine string  `json:"machine"` // on which the times were measured, on one thread
	Build   string  `json:"build"`   // with which program
	Date    string  `json:"date"`    // when, as 2026-11-21
	Levels  []Level `json:"levels"`
}

// Level is what one level searches. Exact and Selective count empty squares.
type Level struct {
	Level      int     `json:"level"`
	Depth      int     `json:"depth"`             // plies in the middle game
	Exact      int     `json:"exact"`             // from which play is perfect
	Selective  int     `json:"selective"`         // from which it searches to the end with Confidence; at least Exact
	Confidence int     `json:"confidence"`        // in percent, of cutoffs in the middle game and in selective endings
	Nodes      uint64  `json:"nodes"`             // per move, in the mean of the measured positions; 0: not measured
	Seconds    float64 `json:"seconds"`           // per move, likewise
	Longest    float64 `json:"longest"`           // seconds of the slowest move
	Stopped    int     `json:"stopped,omitempty"` // moves that were stopped: Nodes and the times are lower bounds
}

// usualConfidence is the confidence of limits that state none.
const usualConfidence = 73

// levelOf returns a level without measurements.
func levelOf(level int) Level {
	l := LevelLimits(level, 0)
	so := Level{
		Level: level, Depth: l.Depth, Exact: l.Exact, Selective: max(l.Selective, l.Exact),
		Confidence: l.Confidence,
	}
	if so.Confidence == 0 {
		so.Confidence = usualConfidence
	}
	return so
}

// unmeasured returns the level without its measurements.
func (l Level) unmeasured() Level {
	l.Nodes, l.Seconds, l.Longest, l.Stopped = 0, 0, 0, 0
	return l
}

// levelsFile is what `kaeshi levels --measure --json` wrote on the machine that it names.
//
//go:embed levels.json
var levelsFile []byte

// KnownLevels returns every level with the times that were measured on the machine that it names. A level whose limits
// have changed since has none. The error is that of a damaged embedded file.
func KnownLevels() (Levels, error) {
	var measured Levels
	if err := json.Unmarshal(levelsFile, &measured); err != nil {
		return measured, fmt.Errorf("levels.json: %w", err)
	}
	known := measured
	known.Levels = nil
	for level := range MaxLevel + 1 {
		row := levelOf(level)
		for _, m := range measured.Levels {
			if m.unmeasured() == row {
				row = m
			}
		}
		known.Levels = append(known.Levels, row)
	}
	return known, nil
}

// measuredGames are two games of the engine against itself; the levels are measured on their positions.
func measuredGames() []string {
	return []string{
		"d3c3c4e3f4d6e6c5d7f5f6e7c6f7f3c8b5b4c7a5d8e8g8b6a6g3g4h5h3h4" +
			"h6g5g6a7e2d2c1f1d1e1c2b1a3h7h8b7g2f2g1b2b3a2a1a4g7f8b8a8h2h1",
		"d3e3f4c5f3g4f5e6c4c3f6d2d7e7d6e2b5b6d8g5g3a6h5f7g6e8f8h3c2c7" +
			"h4c8e1f1c1d1b4c6b8f2b3b1h2a3g2b7a5a4a8g8h8h6h7g7g1h1a2a7b2a1",
	}
}

// LevelPositions returns the positions that the levels are measured on, with 57 to 3 empty squares. The error
// names an illegal move of a game that comes with the program.
func LevelPositions() ([]othello.Position, error) {
	var list []othello.Position
	for i, moves := range measuredGames() {
		all, err := positionsOf(moves)
		if err != nil {
			return nil, err
		}
		for ply := 3 + 3*i; ply < len(all)-1; ply += 6 {
			if p := all[ply]; !p.MustPass() {
				list = append(list, p)
			}
		}
	}
	return list, nil
}

// positionsOf returns the positions of a game on 8×8, from the start to the end; passes are plies of their own.
func positionsOf(moves string) ([]othello.Position, error) {
	p := othello.Start(othello.Size8, othello.Usual)
	list := []othello.Position{p}
	for ; moves != ""; moves = moves[2:] {
		if p.MustPass() {
			p = p.Play(othello.Pass)
			list = append(list, p)
		}
		s, err := p.Size.Parse(moves[:2])
		if err == nil {
			err = p.Check(s)
		}
		if err != nil {
			return nil, err
		}
		p = p.Play(s)
		list = append(list, p)
	}
	return list, nil
}

// MeasureLevels lets each level from first to last choose a move in each of the [LevelPositions], on one thread, and
// reports each level when it is done. A move is stopped after the time most, if that is more than 0; higher levels do
// not try it again, as they would only take longer. Where a level would repeat the search of the level below, the
// earlier measurement counts. MeasureLevels returns early with the error of report or of ctx.
func MeasureLevels(ctx context.Context, first, last int, most time.Duration, report func(Level) error) error {
	positions, err := LevelPositions()
	if err != nil {
		return err
	}
	m := measurement{most: most, known: make([]measuredMove, len(positions))}
	for level := max(first, 0); level <= min(last, MaxLevel); level++ {
		row, err := m.level(ctx, level, positions)
		if err != nil {
			return err
		}
		if err := report(row); err != nil {
			return err
		}
	}
	return nil
}

// measurement measures levels, from the lowest on.
type measurement struct {
	most  time.Duration  // for a move; 0: any
	known []measuredMove // by position, at the last level that was measured
}

type measuredMove struct {
	report  Report
	level   int
	stopped bool
}

// holds reports whether a level would repeat the same search in that position, or would be stopped as well.
func (k measuredMove) holds(level int, p othello.Position) bool {
	if k.stopped || k.report.Nodes == 0 {
		return k.stopped
	}
	l, before := LevelLimits(level, 0), LevelLimits(k.level, 0)
	return p.Empties() <= before.Exact && l.Depth == before.Depth && l.Confidence == before.Confidence &&
		LevelHashBytes(level) == LevelHashBytes(k.level)
}

func (m *measurement) level(ctx context.Context, level int, positions []othello.Position) (Level, error) {
	row, limits := levelOf(level), LevelLimits(level, 0)
	limits.Time = m.most
	e := New(Options{HashBytes: LevelHashBytes(level), Threads: 1})
	e.Warm()
	for i, p := range positions {
		if !m.known[i].holds(level, p) {
			e.Forget()
			r, err := e.Search(ctx, p, limits, nil)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return row, err
			}
			m.known[i] = measuredMove{r, level, m.most > 0 && r.Elapsed >= m.most}
		}
		k := m.known[i]
		if k.stopped {
			row.Stopped++
		}
		row.Nodes += k.report.Nodes
		row.Seconds += k.report.Elapsed.Seconds()
		row.Longest = max(row.Longest, k.report.Elapsed.Seconds())
	}
	n := len(positions)
	row.Nodes /= uint64(n)
	row.Seconds, row.Longest = rounded(row.Seconds/float64(n)), rounded(row.Longest)
	return row, nil
}

// rounded keeps three digits of a time: more would claim what no second measurement finds.
func rounded(seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	digits := math.Pow(10, 2-math.Floor(math.Log10(seconds)))
	return math.Round(seconds*digits) / digits
}

// NewLevels returns an empty document for levels that are measured now.
func NewLevels(machine, build string, now time.Time) Levels {
	return Levels{
		Schema: LevelsSchema, Machine: machine, Build: build, Date: now.Format(time.DateOnly),
		Levels: []Level{},
	}
}
