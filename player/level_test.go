package player_test

import (
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/player"
)

// A level is its depth up to 21, plays twelve empty squares or more perfectly, and never sees less than a lower level.
func TestLevelLimits(t *testing.T) {
	before := player.LevelLimits(0, 0)
	for level := range player.MaxLevel + 1 {
		l := player.LevelLimits(level, time.Second)
		if level >= 1 && level <= 21 && l.Depth != level || l.Exact < 12 || l.Time != time.Second {
			t.Errorf("level %d: %+v", level, l)
		}
		if l.Depth < before.Depth || l.Exact < before.Exact {
			t.Errorf("level %d sees less than the one below: %+v, %+v", level, l, before)
		}
		before = l
	}
	if before.Exact < player.MaxLevel {
		t.Errorf("the highest level plays only %d empty squares perfectly", before.Exact)
	}
}
