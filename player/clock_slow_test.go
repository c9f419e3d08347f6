//go:build slow

package player_test

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/player"
)

// clockGames is the default number of games of TestNoLossOnTime. The variable KAESHI_CLOCK_GAMES overrides it.
const clockGames = 1000

// TestNoLossOnTime checks that, with 20 ms for each move and a margin of 10 ms, no game is lost on time, no move is
// illegal, and the heap does not grow.
func TestNoLossOnTime(t *testing.T) {
	games := clockGames
	if text := os.Getenv("KAESHI_CLOCK_GAMES"); text != "" {
		var err error
		if games, err = strconv.Atoi(text); err != nil || games < 1 {
			t.Fatalf("KAESHI_CLOCK_GAMES=%s: expected a number of games", text)
		}
	}
	referee := player.Referee{
		Black: newPlayer(t, "kaeshi"), White: newPlayer(t, "kaeshi"),
		Control: player.Control{Move: 20 * time.Millisecond, Margin: 10 * time.Millisecond},
	}
	r := rand.New(rand.NewPCG(20, 10))
	var longest time.Duration
	var early, late uint64
	for i := range games {
		g := randomOpening(r, 6)
		result, err := referee.Play(t.Context(), &g)
		if err != nil || result.Fault != nil {
			t.Fatalf("game %d, move %d: error %v, fault %v, after %s", i+1, len(g.Moves), err, result.Fault,
				g.Transcript())
		}
		for _, spent := range result.Spent {
			longest = max(longest, spent)
		}
		late = heap()
		if i == games/10 {
			early = late
		}
	}
	t.Logf("%d games, no loss on time; longest move %v; heap %d kB after a tenth of the games, %d kB at the end", games,
		longest, early>>10, late>>10)
	if late > early+early/4+1<<20 {
		t.Errorf("the heap grew from %d to %d bytes, want at most %d", early, late, early+early/4+1<<20)
	}
}

// heap returns the bytes in use after a garbage collection.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
