package player_test

import (
	"testing"

	"github.com/kaeshi/kaeshi/claims/claimstest"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/player/playertest"
	"github.com/kaeshi/kaeshi/record"
)

// TestPlayersKeepClaims checks that no player reports a score outside proved bounds, neither during a search nor with
// its move.
func TestPlayersKeepClaims(t *testing.T) {
	t.Parallel()
	for _, spec := range []string{
		"alphabeta:3", "minimax:2,eval=discs", "classic/positional", "classic/discs", "classic/lazytree", "kaeshi:3",
		"kaeshi:skill=2,seed=1",
	} {
		p := playertest.New(t, player.Computers(), spec)
		scores := 0
		for i, at := range claimstest.Nearest(t) {
			if testing.Short() && i%10 != 0 {
				continue
			}
			check := func(c player.Choice) {
				if c.Report == nil {
					return
				}
				scores++
				claimstest.CheckMove(t, spec, at, c.Move, c.Report.Score.Discs())
				claimstest.CheckMove(t, spec+", answer", at, c.Move, *player.NewAnswer(spec, at, c).Score)
			}
			c, err := player.Think(t.Context(), p, &record.Game{Start: at}, player.Clock{}, check)
			if err != nil {
				t.Fatal(err)
			}
			check(c)
		}
		t.Logf("%s: %d scores", spec, scores)
	}
}
