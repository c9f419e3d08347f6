package search

import "time"

const (
	// MaxLevel is the highest level.
	MaxLevel = 60
	// DefaultLevel is the level of a player that states none.
	DefaultLevel = 10
)

// DeepestLevel is the highest level whose number is its depth in plies.
const DeepestLevel = 21

// LevelLimits returns what a level may search, within the time most; 0 is no limit. Level N looks N plies ahead, up to
// 21; it plays the last twelve empty squares or more perfectly, and some more with a stated confidence. Above 21 more
// and more of the ending is perfect, with growing confidence before it, and level 60 plays the whole game perfectly.
// Level 0 is level 1.
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

// exactFrom is the number of empty squares from which a level plays perfectly.
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

// LevelHashBytes is the size of a transposition table that a level can use: from 256 kB for the lowest to 64 MB.
func LevelHashBytes(level int) int { return 256 << 10 << min(level/2, 8) }
