package api

import (
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/web/webtest"
)

func TestPlayers(t *testing.T) {
	s := serve(t)
	list := read[playerList](s, "GET", Path+"players", "")
	if list.Schema != "kaeshi/players/1" || len(list.Players) != 10+21+2+4+6+8 {
		t.Errorf("%d players of %s", len(list.Players), list.Schema)
	}
	names := map[string]bool{}
	for _, info := range list.Players {
		made, err := webtest.Players().New(info.Spec)
		if err != nil {
			t.Errorf("%s is offered but does not exist: %v", info.Spec, err)
			continue
		}
		_ = made.Close()
		for _, name := range []string{info.Name.EN, info.Name.JA} {
			if name == "" || names[name] {
				t.Errorf("%s: the name %q is empty or another player's", info.Spec, name)
			}
		}
		if !slices.Contains(info.Sizes, 8) {
			t.Errorf("%s plays on boards of %v, want 8 among them", info.Spec, info.Sizes)
		}
		names[info.Name.EN], names[info.Name.JA] = true, true
		if info.Deterministic {
			repeats(t, s, info)
		}
	}
}

// repeats checks that a quick player that is called deterministic is.
func repeats(t *testing.T, s *site, info PlayerInfo) {
	t.Helper()
	if spec, _ := player.ParseSpec(info.Spec); !spec.Quick() {
		return
	}
	body := moveBody(6, "c2", info.Spec)
	if a, b := read[player.Answer](s, "POST", movePath, body),
		read[player.Answer](s, "POST", movePath, body); a.Move != b.Move {
		t.Errorf("%s plays %s and %s", info.Spec, a.Move, b.Move)
	}
}
