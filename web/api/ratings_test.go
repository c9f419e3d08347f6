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

// The ratings are over all tournaments: players are known by their specification, those who never met through anyone
// stand apart, and each one's tournaments lead to its games.
func TestRatings(t *testing.T) {
	s, beside := serveBeside(t)
	if none := read[match.RatingList](s, "GET", ratingsPath, ""); none.Schema != "kaeshi/ratings/1" ||
		none.Groups == nil || len(none.Groups) != 0 {
		t.Errorf("%+v", none)
	}
	s.WantProblem(http.StatusNotFound, "GET", ratingsPath+"/history?player=random", "", "random")
	first := begin(t, beside, nil) // random, greedy, random #2
	second := begin(t, beside, func(d *match.Tournament) { d.Players, d.Name = []string{"greedy", "random"}, "again" })
	apart := begin(t, beside, func(d *match.Tournament) { d.Players = []string{"alphabeta:1", "alphabeta:2"} })
	hold(t, first, 0)
	hold(t, second, 3)
	hold(t, apart, 0)
	var list match.RatingList
	webtest.Eventually(t, "the ratings", func() bool {
		list = read[match.RatingList](s, "GET", ratingsPath, "")
		return list.Tournaments == 3 && list.Games == 8+3+4
	})
	if len(list.Groups) != 2 || list.LeftOut != 0 || list.Groups[0].Games != 11 || list.Groups[1].Games != 4 {
		t.Fatalf("%+v", list)
	}
	together := list.Groups[0].Players
	if len(together) != 2 || together[0].Games != 11 || together[0].Wins+together[0].Draws+together[0].Losses != 11 ||
		together[0].Wins != together[1].Losses ||
		together[0].Tournaments != 2 || together[0].Opponents != 1 || together[0].Elo < together[1].Elo ||
		together[0].EloLow >= together[0].Elo {
		t.Errorf("%+v", together)
	}
	h := ratingHistoryOf(s, "random", "")
	if h.Group != 0 || h.Rating == nil || h.Rating.Games != 11 || len(h.Tournaments) != 2 ||
		h.Tournaments[0].ID != second.ID || h.Tournaments[1].ID != first.ID {
		t.Fatalf("%+v", h)
	}
	if one := h.Tournaments[0]; one.Name != "again" || one.Games != 3 || one.Ended != "" || one.Performance == nil ||
		one.Performance.EloLow >= one.Performance.Elo || len(one.Players) != 2 {
		t.Errorf("running: %+v", one)
	}
	if one := h.Tournaments[1]; one.Games != 8 || one.Ended == "" {
		t.Errorf("games of both copies, and not those between them: %+v", one)
	}
	if page := ratingHistoryOf(s, "random", "&limit=1"); len(page.Tournaments) != 1 ||
		page.Tournaments[0].ID != second.ID {
		t.Errorf("%+v", page)
	}
	if page := ratingHistoryOf(s, "random", fmt.Sprintf("&before=%d", second.ID)); len(page.Tournaments) != 1 ||
		page.Tournaments[0].ID != first.ID {
		t.Errorf("%+v", page)
	}
	if other := ratingHistoryOf(s, "alphabeta:2", ""); other.Group != 1 || len(other.Tournaments) != 1 ||
		other.Tournaments[0].ID != apart.ID {
		t.Errorf("%+v", other)
	}
	s.WantProblem(http.StatusUnprocessableEntity, "GET", ratingsPath+"/history", "", "player")
	hold(t, second, 0)
	webtest.Eventually(t, "the end of a tournament",
		func() bool { return ratingHistoryOf(s, "random", "").Tournaments[0].Ended != "" })
}
