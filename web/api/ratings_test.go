package api

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/web/webtest"
)

func ratingHistoryOf(s *site, player, rest string) ratingHistory {
	s.Helper()
	return read[ratingHistory](s, "GET", ratingsPath+"/history?player="+url.QueryEscape(player)+rest, "")
}

// TestRatings checks that ratings cover all tournaments, that players with the same spec count as one, that players
// without common opponents are in separate groups, and that the history of a player lists its tournaments.
func TestRatings(t *testing.T) {
	s, db := serveWithStore(t)
	webtest.Same(t, "no ratings", match.RatingList{Schema: "kaeshi/ratings/1", Groups: []match.RatingGroup{}},
		read[match.RatingList](s, "GET", ratingsPath, ""))
	s.WantProblem(http.StatusNotFound, "GET", ratingsPath+"/history?player=random", "", "random")
	first := begin(t, db, nil) // random, greedy, random #2
	second := begin(t, db, func(d *match.Tournament) { d.Players, d.Name = []string{"greedy", "random"}, "again" })
	apart := begin(t, db, func(d *match.Tournament) { d.Players = []string{"alphabeta:1", "alphabeta:2"} })
	hold(t, first, 0)
	hold(t, second, 3)
	hold(t, apart, 0)
	var list match.RatingList
	webtest.Eventually(t, "the ratings to change", func() bool {
		list = read[match.RatingList](s, "GET", ratingsPath, "")
		return list.Tournaments == 3 && list.Games == 8+3+4
	})
	webtest.Same(t, "players left out", 0, list.LeftOut)
	if len(list.Groups) != 2 {
		t.Fatalf("%d groups, want 2: %+v", len(list.Groups), list)
	}
	webtest.Same(t, "games of the groups", [2]int{11, 4}, [2]int{list.Groups[0].Games, list.Groups[1].Games})
	together := list.Groups[0].Players
	if len(together) != 2 {
		t.Fatalf("%d players in the group, want 2: %+v", len(together), together)
	}
	best, other := together[0], together[1]
	want := best
	want.Games, want.Wins, want.Tournaments, want.Opponents = 11, other.Losses, 2, 1
	webtest.Same(t, "the better player", want, best)
	webtest.Same(t, "its games by result", 11, best.Wins+best.Draws+best.Losses)
	if best.Elo < other.Elo || best.EloLow >= best.Elo {
		t.Errorf("rating %v with the lower bound %v, want at least %v and a smaller bound", best.Elo, best.EloLow,
			other.Elo)
	}
	h := ratingHistoryOf(s, "random", "")
	webtest.Same(t, "group", 0, h.Group)
	if h.Rating == nil || len(h.Tournaments) != 2 {
		t.Fatalf("rating %+v, %d tournaments, want a rating and 2", h.Rating, len(h.Tournaments))
	}
	webtest.Same(t, "rated games", 11, h.Rating.Games)
	webtest.Same(t, "tournaments", [2]int64{second.ID, first.ID}, [2]int64{h.Tournaments[0].ID, h.Tournaments[1].ID})
	running := h.Tournaments[0]
	wantRunning := running
	wantRunning.Name, wantRunning.Games, wantRunning.Ended = "again", 3, ""
	webtest.Same(t, "the running tournament", wantRunning, running)
	webtest.Same(t, "its players", 2, len(running.Players))
	if p := running.Performance; p == nil || p.EloLow >= p.Elo {
		t.Errorf("performance %+v, want a lower bound below the rating", p)
	}
	if one := h.Tournaments[1]; one.Games != 8 || one.Ended == "" {
		t.Errorf("%d games of both copies, ended %q; want 8 games against others and a time", one.Games, one.Ended)
	}
	if page := ratingHistoryOf(s, "random", "&limit=1"); len(page.Tournaments) != 1 ||
		page.Tournaments[0].ID != second.ID {
		t.Errorf("first page: %+v, want the later tournament", page)
	}
	if page := ratingHistoryOf(s, "random", fmt.Sprintf("&before=%d", second.ID)); len(page.Tournaments) != 1 ||
		page.Tournaments[0].ID != first.ID {
		t.Errorf("second page: %+v, want the first tournament", page)
	}
	apartly := ratingHistoryOf(s, "alphabeta:2", "")
	webtest.Same(t, "the group of those apart", 1, apartly.Group)
	if len(apartly.Tournaments) != 1 || apartly.Tournaments[0].ID != apart.ID {
		t.Errorf("tournaments %+v, want tournament %d only", apartly.Tournaments, apart.ID)
	}
	s.WantProblem(http.StatusUnprocessableEntity, "GET", ratingsPath+"/history", "", "player")
	hold(t, second, 0)
	webtest.Eventually(t, "the ratings after the end of a tournament",
		func() bool { return ratingHistoryOf(s, "random", "").Tournaments[0].Ended != "" })
}
