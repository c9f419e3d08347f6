package search

import "time"

const (
	// MaxLevel is the highest level.
	MaxLevel = 60
	// DefaultLevel is the level of a player without an explicit level.
	DefaultLevel = 10
)

// DeepestLevel is the highest level whose depth in plies equals its number.
const DeepestLevel = 21

// LevelLimits returns the limits of a level, with the time limit most; 0 is no time limit. Level N searches N plies
// deep, up to 21. It plays at least the last twelve empty squares perfectly, and a few more with a stated confidence.
// Above level 21 the depth stays the same, while the perfect part of the ending and the confidence grow. Level 60 plays
// the whole game perfectly. Level 0 is level 1.
func LevelLimits(level int, most time.Duration) Limits {
	l := Limits{Depth: min(max(level, 1), DeepestLevel), Exact: exactFrom(level), Time: most}
	l.Selective = l.Exact + min(level, DeepestLevel)/5
	switch {
	case level >= MaxLevel:
		l.Selective = MaxLevel
	case level > DeepestLevel:
		l.Confidence = [...]int{73, 87, 95, 98, 99}[min((level-DeepestLevel)/4, 4)]
	}
	return l
}

// exactFrom returns the largest number of empty squares from which a level plays perfectly.
func exactFrom(level int) int {
	switch {
	case level >= MaxLevel:
		return MaxLevel
	case level > DeepestLevel:
		return min(level+2, MaxLevel)
	case level > 4:
		return 12 + (level-4)*11/17
	}
	return 12
}

// LevelHashBytes returns the transposition table size for a level: from 256 kB for the lowest to 64 MB.
func LevelHashBytes(level int) int { return 256 << 10 << min(level/2, 8) }
