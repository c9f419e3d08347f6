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
		t.Errorf("%d players, want %d; schema %s", len(list.Players), 10+21+2+4+6+8, list.Schema)
	}
	names := map[string]bool{}
	for _, info := range list.Players {
		made, err := webtest.Players().New(info.Spec)
		if err != nil {
			t.Errorf("%s is listed but cannot be made: %v", info.Spec, err)
			continue
		}
		_ = made.Close()
		for _, name := range []string{info.Name.EN, info.Name.JA} {
			if name == "" || names[name] {
				t.Errorf("%s: name %q, want a unique name", info.Spec, name)
			}
		}
		if !slices.Contains(info.Sizes, 8) {
			t.Errorf("%s: sizes %v, want 8 in them", info.Spec, info.Sizes)
		}
		names[info.Name.EN], names[info.Name.JA] = true, true
		if info.Deterministic {
			repeats(t, s, info)
		}
	}
}

// repeats checks that a quick player that is listed as deterministic repeats its move.
func repeats(t *testing.T, s *site, info PlayerInfo) {
	t.Helper()
	if spec, _ := player.ParseSpec(info.Spec); !spec.Quick() {
		return
	}
	body := moveBody(6, "c2", info.Spec)
	if a, b := read[player.Answer](s, "POST", movePath, body),
		read[player.Answer](s, "POST", movePath, body); a.Move != b.Move {
		t.Errorf("%s is listed as deterministic, but plays %s and %s", info.Spec, a.Move, b.Move)
	}
}
