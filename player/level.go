package player

import (
	"time"

	"github.com/kaeshi/kaeshi/search"
)

// Levels and skills that exist, and the level of a plain "kaeshi".
const (
	MaxLevel     = 60
	MaxSkill     = 10
	DefaultLevel = 10
	deepestLevel = 21 // up to here a level is its plies
)

// LevelLimits is what a level may search. Level N looks N plies ahead, up to 21; it plays the last twelve empty squares or more perfectly, and some more
// with a stated confidence. Above 21 more and more of the ending is perfect, with growing confidence before it, and level 60 plays the whole game perfectly. Level 0 judges
// each move by the position that it leads to, as level 1 does.
func LevelLimits(level int, most time.Duration) search.Limits {
	l := search.Limits{Depth: min(max(level, 1), deepestLevel), Exact: exactFrom(level), Time: most}
	l.Selective = l.Exact + min(level, deepestLevel)/5
	switch {
	case level >= MaxLevel:
		l.Selective = MaxLevel
	case level > deepestLevel:
		l.Confidence = [...]int{73, 87, 95, 98, 99}[min((level-deepestLevel)/4, 4)]
	}
	return l
}

// exactFrom is the empty squares from which a level plays perfectly.
func exactFrom(level int) int {
	switch {
	case level >= MaxLevel:
		return MaxLevel
	case level > deepestLevel:
		return min(level+2, MaxLevel)
	case level > 4:
		return 12 + (level-4)*11/17
	}
	return 12
}

// hashBytes is a table that the level can use: from 256 kB for the lowest to 64 MB.
func hashBytes(level int) int { return 256 << 10 << min(level/2, 8) }
