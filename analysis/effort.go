package analysis

import (
	"fmt"
	"time"

	"github.com/kaeshi/kaeshi/search"
)

// Effort is how far each position is searched.
type Effort struct {
	Level  int           // 0…60, or NoLevel
	Limits search.Limits // what that means to a search; of several lines it says nothing
}

// NoLevel is the level of an effort that is given by a depth or a time instead.
const NoLevel = -1

// Most that can be asked for.
const (
	MaxDepth = 60
	MaxLines = 64
)

// AtLevel is the effort of a level of the player kaeshi.
func AtLevel(level int) (Effort, error) {
	if level < 0 || level > search.MaxLevel {
		return Effort{}, fmt.Errorf("level %d: expected a number from 0 to %d", level, search.MaxLevel)
	}
	return Effort{level, search.LevelLimits(level, 0)}, nil
}

// ToDepth looks so many plies ahead, and to the end of the game where that is nearer.
func ToDepth(depth int) (Effort, error) {
	if depth < 1 || depth > MaxDepth {
		return Effort{}, fmt.Errorf("depth %d: expected a number from 1 to %d", depth, MaxDepth)
	}
	return Effort{NoLevel, search.Limits{Depth: depth}}, nil
}

// ForTime searches so long. What it finds depends on the machine.
func ForTime(d time.Duration) (Effort, error) {
	if d <= 0 {
		return Effort{}, fmt.Errorf("time %v: expected a duration such as 500ms or 10s", d)
	}
	return Effort{NoLevel, search.Limits{Depth: MaxDepth, Time: d}}, nil
}

// behind is the limits of a search behind a move that goes as far as the search before it went, with the same
// confidence.
func (e Effort) behind(best search.Report) search.Limits {
	squares := best.Position.Size.Squares()
	l := e.Limits
	l.Time, l.Nodes, l.Exact, l.Selective = 0, 0, 0, 0
	l.Depth, l.Confidence = best.Depth-1, best.Selectivity
	switch {
	case best.Exact:
		l.Depth, l.Exact = MaxDepth, squares
	case best.Depth >= best.Position.Empties():
		l.Selective = squares
	}
	return l
}

// tableBytes is the table of a player of that effort: answers may depend on the size.
func (e Effort) tableBytes() int {
	if e.Level != NoLevel {
		return search.LevelHashBytes(e.Level)
	}
	return search.LevelHashBytes(max(e.Limits.Depth, search.DefaultLevel))
}

// How is the effort as documents have it.
func (e Effort) how() How {
	h := How{
		Depth: e.Limits.Depth, Exact: max(e.Limits.Exact, e.Limits.Depth), Confidence: e.Limits.Confidence,
		Seconds: e.Limits.Time.Seconds(),
	}
	if e.Limits.Selective > h.Exact {
		h.Selective = e.Limits.Selective
	}
	if e.Level != NoLevel {
		h.Level = &e.Level
	}
	return h
}
