package analysis

import (
	"fmt"
	"time"

	"github.com/kaeshi/kaeshi/search"
)

// Effort is the effort of the search of each position.
type Effort struct {
	Level  int           // 0 to 60, or NoLevel
	Limits search.Limits // limits of the search, without the number of lines
}

// NoLevel is the level of an effort that is defined by a depth or a time instead.
const NoLevel = -1

// Upper limits of requests.
const (
	MaxDepth = 60
	MaxLines = 64
)

// AtLevel returns the effort of a level of the player kaeshi.
func AtLevel(level int) (Effort, error) {
	if level < 0 || level > search.MaxLevel {
		return Effort{}, fmt.Errorf("level %d: expected a number from 0 to %d", level, search.MaxLevel)
	}
	return Effort{level, search.LevelLimits(level, 0)}, nil
}

// ToDepth returns the effort of a search to a depth in plies, or to the end of the game if that is nearer.
func ToDepth(depth int) (Effort, error) {
	if depth < 1 || depth > MaxDepth {
		return Effort{}, fmt.Errorf("depth %d: expected a number from 1 to %d", depth, MaxDepth)
	}
	return Effort{NoLevel, search.Limits{Depth: depth}}, nil
}

// ForTime returns the effort of a search for a duration. Its results depend on the machine.
func ForTime(d time.Duration) (Effort, error) {
	if d <= 0 {
		return Effort{}, fmt.Errorf("time %v: expected a duration such as 500ms or 10s", d)
	}
	return Effort{NoLevel, search.Limits{Depth: MaxDepth, Time: d}}, nil
}

// behind returns the limits of a search after a move that is as deep as the search before it, with the same confidence.
func (e Effort) behind(best search.Report) search.Limits {
	squares := best.Position.Size.Squares()
	l := e.Limits
	l.Time, l.Nodes, l.Exact, l.Selective = 0, 0, 0, 0
	l.Depth, l.Confidence = best.Depth-1, best.Confidence
	switch {
	case best.Exact:
		l.Depth, l.Exact = MaxDepth, squares
	case best.Depth >= best.Position.Empties():
		l.Selective = squares
	}
	return l
}

// tableBytes returns the size of the hash table of a player with that effort. Results may depend on the size.
func (e Effort) tableBytes() int {
	if e.Level != NoLevel {
		return search.LevelHashBytes(e.Level)
	}
	return search.LevelHashBytes(max(e.Limits.Depth, search.DefaultLevel))
}

// how returns the effort in the form of documents.
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
