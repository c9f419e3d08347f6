package match

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/match/stats"
)

func poolOf(results map[[2]string]Tally) *Pool {
	p := &Pool{}
	for names, t := range results {
		p.Add(names[0], names[1], t)
	}
	return p
}

func namesOf(g Group) (names []string) {
	for _, r := range g.Players {
		names = append(names, r.Player)
	}
	return names
}

// TestPoolGroups checks that players that are not connected by games are in separate groups, each with its own mean.
func TestPoolGroups(t *testing.T) {
	p := poolOf(map[[2]string]Tally{
		{"a", "b"}: {Wins: 6, Losses: 4, Discs: 20},
		{"c", "b"}: {Wins: 1, Draws: 2, Losses: 7, Discs: -30},
		{"x", "y"}: {Wins: 3, Losses: 1},
		{"a", "a"}: {Wins: 50, Losses: 50},
		{"z", "a"}: {},
	})
	groups, leftOut := p.Groups(100)
	if leftOut != 0 {
		t.Fatalf("%d players are left out, want none", leftOut)
	}
	games := make([]int, len(groups))
	for i, g := range groups {
		games[i] = g.Games
	}
	if diff := cmp.Diff([]int{20, 4}, games); diff != "" {
		t.Fatalf("games of the groups (-want +got):\n%s", diff)
	}
	if got := namesOf(groups[0]); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("players of the first group %v, want a, b, c", got)
	}
	if got := namesOf(groups[1]); !slices.Equal(got, []string{"x", "y"}) {
		t.Errorf("players of the second group %v, want x, y", got)
	}
	for _, g := range groups {
		sum := 0.0
		for _, r := range g.Players {
			sum += r.Elo
			if !(r.Low < r.Elo && r.Elo < r.High) {
				t.Errorf("rating %+v, want Low < Elo < High", r)
			}
		}
		near(t, "the mean of a group", sum, 0, 1e-6)
	}
	b := groups[0].Players[1]
	want := Rated{Player: "b", Opponents: 2, Tally: Tally{Wins: 11, Draws: 2, Losses: 7, Discs: 10}}
	if diff := cmp.Diff(want, b, cmpopts.IgnoreFields(Rated{}, "Rating")); diff != "" {
		t.Errorf("player b (-want +got):\n%s", diff)
	}
}

// TestPoolAdds checks that the ratings of several tournaments equal those of one with all their games, independent of
// the order and of the side from which results are added.
func TestPoolAdds(t *testing.T) {
	halves := &Pool{}
	halves.Add("a", "b", Tally{Wins: 3, Draws: 1, Pairs: stats.Pairs{3: 1, 4: 1}})
	halves.Add("b", "c", Tally{Wins: 2, Losses: 2, Pairs: stats.Pairs{2: 2}})
	halves.Add("b", "a", Tally{Wins: 2, Draws: 1, Losses: 1, Pairs: stats.Pairs{1: 1, 4: 1}})
	got, _ := halves.Groups(10)
	list, err := ratings(3, []meeting{
		{a: 0, b: 1, Tally: Tally{Wins: 4, Draws: 2, Losses: 2, Pairs: stats.Pairs{0: 1, 3: 2, 4: 1}}},
		{a: 1, b: 2, Tally: Tally{Wins: 2, Losses: 2, Pairs: stats.Pairs{2: 2}}},
	}, priorDraws)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"a", "b", "c"} {
		at := slices.IndexFunc(got[0].Players, func(r Rated) bool { return r.Player == name })
		near(t, name, got[0].Players[at].Elo, list[i].Elo, 1e-6)
		near(t, name+", bound", got[0].Players[at].High, list[i].High, 1e-6)
	}
}

func TestPoolLeavesOut(t *testing.T) {
	p := poolOf(map[[2]string]Tally{{"a", "b"}: {Wins: 9, Losses: 9}, {"a", "c"}: {Wins: 5}, {"d", "e"}: {Wins: 1}})
	groups, leftOut := p.Groups(3)
	names := make([][]string, len(groups))
	for i, g := range groups {
		names[i] = namesOf(g)
	}
	if diff := cmp.Diff([][]string{{"a", "b", "c"}}, names); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	if leftOut != 2 {
		t.Errorf("%d players are left out, want 2", leftOut)
	}
	if groups, leftOut := (&Pool{}).Groups(3); len(groups) != 0 || leftOut != 0 {
		t.Errorf("without results: groups %+v, %d players left out; want none", groups, leftOut)
	}
}

// TestManyInAPool checks that the ratings of 120 players are in the order of their strengths.
func TestManyInAPool(t *testing.T) {
	p := &Pool{}
	const n = 120
	for a := range n {
		for _, b := range []int{a + 1, a + 7, a + 31} {
			if b < n {
				p.Add(fmt.Sprintf("%03d", a), fmt.Sprintf("%03d", b), Tally{Wins: 60, Losses: 60 - min(b-a, 20)})
			}
		}
	}
	groups, _ := p.Groups(n)
	if len(groups) != 1 {
		t.Fatalf("%d groups, want one", len(groups))
	}
	got := namesOf(groups[0])
	if len(got) != n {
		t.Fatalf("%d players are rated, want %d", len(got), n)
	}
	if got[0] > "010" || got[n-1] < "110" {
		t.Errorf("the strongest is %s and the weakest %s, want about 000 and 119: %v", got[0], got[n-1], got)
	}
}

func TestPerformance(t *testing.T) {
	even := Performance([]OpponentTally{{Elo: 100, Tally: Tally{Wins: 500, Losses: 500, Pairs: stats.Pairs{2: 500}}}})
	near(t, "as good as the other", even.Elo, 100, 0.2)
	worse := Performance([]OpponentTally{{Elo: 100, Tally: Tally{Wins: 500, Losses: 500}}})
	if !(even.Low < even.Elo && even.Elo < even.High) || math.Abs((worse.High-worse.Elo)-(worse.Elo-worse.Low)) > 1e-9 {
		t.Errorf("performances %+v and %+v, want Low < Elo < High, and symmetric bounds of the second", even, worse)
	}
	near(t, "at 3 to 1", Performance([]OpponentTally{{Elo: -50, Tally: Tally{Wins: 7500, Losses: 2500}}}).Elo,
		-50+400*math.Log10(3), 0.1)
	all := Performance([]OpponentTally{{Elo: 0, Tally: Tally{Wins: 4}}})
	if all.Elo <= 100 || all.Elo >= 800 {
		t.Errorf("all won: %v, want more than 100 and less than 800", all.Elo)
	}
	if all.Low >= all.Elo {
		t.Errorf("all won: the lower bound is %v, want less than %v", all.Low, all.Elo)
	}
	if none := Performance(nil); none.Elo != 0 {
		t.Errorf("without games: %+v, want Elo 0", none)
	}
}
