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

// Levels lists the limits and the measured times of the levels.
type Levels struct {
	Schema  string  `json:"schema"`  // [LevelsSchema]
	Machine string  `json:"machine"` // on which the times were measured, with one thread
	Build   string  `json:"build"`   // version of the measured program
	Date    string  `json:"date"`    // of the measurement, such as 2026-11-21
	Levels  []Level `json:"levels"`
}

// Level holds the limits and the measurements of one level.
type Level struct {
	Level      int     `json:"level"`
	Depth      int     `json:"depth"`             // in plies, in the middle game
	Exact      int     `json:"exact"`             // largest number of empty squares with perfect play
	Selective  int     `json:"selective"`         // the same for search to the end with Confidence; at least Exact
	Confidence int     `json:"confidence"`        // in percent, of cutoffs in the middle game and in selective endings
	Nodes      uint64  `json:"nodes"`             // mean per move of the measured positions; 0: not measured
	Seconds    float64 `json:"seconds"`           // mean per move
	Longest    float64 `json:"longest"`           // seconds of the slowest move
	Stopped    int     `json:"stopped,omitempty"` // number of stopped moves; if not 0, Nodes and times are lower bounds
}

// usualConfidence is the default of [Limits].Confidence in percent.
const usualConfidence = 73

// levelOf returns a level without measurements.
func levelOf(level int) Level {
	l := LevelLimits(level, 0)
	so := Level{
		Level: level, Depth: l.Depth, Exact: l.Exact, Selective: max(l.Selective, l.Exact),
		Confidence: l.Confidence,
	}
	switch {
	case so.Exact >= MaxLevel: // a finished search has no cutoffs of lower confidence
		so.Confidence = 100
	case so.Confidence == 0:
		so.Confidence = usualConfidence
	}
	return so
}

// unmeasured returns the level without its measurements.
func (l Level) unmeasured() Level {
	l.Nodes, l.Seconds, l.Longest, l.Stopped = 0, 0, 0, 0
	return l
}

// levelsFile is the output of `kaeshi levels --measure --json`.
//
//go:embed levels.json
var levelsFile []byte

// KnownLevels returns every level with its recorded measurements. A level whose limits have changed since the
// measurement has none. The error is that of reading the embedded file.
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

// measuredGames returns two games of the engine against itself. The levels are measured on their positions.
func measuredGames() []string {
	return []string{
		"d3c3c4e3f4d6e6c5d7f5f6e7c6f7f3c8b5b4c7a5d8e8g8b6a6g3g4h5h3h4" +
			"h6g5g6a7e2d2c1f1d1e1c2b1a3h7h8b7g2f2g1b2b3a2a1a4g7f8b8a8h2h1",
		"d3e3f4c5f3g4f5e6c4c3f6d2d7e7d6e2b5b6d8g5g3a6h5f7g6e8f8h3c2c7" +
			"h4c8e1f1c1d1b4c6b8f2b3b1h2a3g2b7a5a4a8g8h8h6h7g7g1h1a2a7b2a1",
	}
}

// LevelPositions returns the positions on which the levels are measured, with 57 to 3 empty squares. The error is that
// of an illegal move in the embedded games.
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

// positionsOf returns the positions of a game on 8×8 from the start to the end. A pass counts as a ply.
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

// MeasureLevels searches each of the [LevelPositions] at each level from first to last with one thread, and calls
// report after each level. If most is positive, a search is stopped after that time, and higher levels do not repeat
// it. When a level would repeat the search of the level below, the earlier measurement is reused. MeasureLevels returns
// early with the error of report or of ctx.
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

// measurement measures levels in ascending order.
type measurement struct {
	most  time.Duration  // time limit of a move; 0: none
	known []measuredMove // last measurement of each position
}

type measuredMove struct {
	report  Report
	level   int
	stopped bool
}

// holds reports whether a level would repeat the measured search of the position, or would be stopped as well.
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

// rounded rounds a time to three significant digits, the precision to which measurements can be repeated.
func rounded(seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	digits := math.Pow(10, 2-math.Floor(math.Log10(seconds)))
	return math.Round(seconds*digits) / digits
}

// NewLevels returns a document without levels, dated now.
func NewLevels(machine, build string, now time.Time) Levels {
	return Levels{
		Schema: LevelsSchema, Machine: machine, Build: build, Date: now.Format(time.DateOnly),
		Levels: []Level{},
	}
}
