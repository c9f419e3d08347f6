package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// PlayerInfo is a computer player as lists offer it.
type PlayerInfo struct {
	Spec          string     `json:"spec" doc:"its specification, to be given back to the server" example:"kaeshi:skill=1"`
	Group         string     `json:"group" enum:"skill,level,algorithm" doc:"skill: plays like a weaker person; level: how hard it thinks; algorithm: the textbook players"`
	Number        int        `json:"number" doc:"the skill, level or depth; 0 when it has none"`
	Name          PlayerName `json:"name"`
	Deterministic bool       `json:"deterministic" doc:"it always chooses the same move in the same game"`
	Sizes         []int      `json:"sizes" nullable:"false" doc:"the boards it plays on"`
	Rating        *int       `json:"rating,omitempty" doc:"measured strength in Elo above skill 1, as in experiments/051-skills.md; absent when it was not measured"`
}

// PlayerName is what people call a player.
type PlayerName struct {
	EN string `json:"en"`
	JA string `json:"ja"`
}

type playerList struct {
	Schema  string       `json:"schema" example:"kaeshi/players/1"`
	Players []PlayerInfo `json:"players" nullable:"false"`
}

func (s *Server) addPlayers(api huma.API) {
	huma.Register(api, operation(http.MethodGet, apiPath+"players", "players", "The computer players"),
		func(context.Context, *struct{}) (*reply[playerList], error) {
			return &reply[playerList]{playerList{"kaeshi/players/1", s.options.Offered}}, nil
		})
}

// StandardPlayers is the list that the page offers: ten skills, the levels that look up to 21 moves ahead, the textbook players
// and the programs published in the articles that Kaeshi began from.
func StandardPlayers() []PlayerInfo {
	return slices.Concat(skills(), levels(), algorithms(), published())
}

func newInfo(spec, group string, number int, en, ja string, deterministic bool) PlayerInfo {
	return PlayerInfo{spec, group, number, PlayerName{en, ja}, deterministic, []int{4, 6, 8}, ratingOf(spec)}
}

func skills() []PlayerInfo {
	words := []PlayerName{
		{"first games", "入門"},
		{"beginner", "初級"},
		{"upper beginner", "初級の上"},
		{"lower intermediate", "中級の下"},
		{"intermediate", "中級"},
		{"upper intermediate", "中級の上"},
		{"lower advanced", "上級の下"},
		{"advanced", "上級"},
		{"upper advanced", "上級の上"},
		{"expert", "達人"},
	}
	var list []PlayerInfo
	for i, word := range words {
		n := i + 1
		list = append(list, newInfo(fmt.Sprintf("kaeshi:skill=%d", n), "skill", n,
			fmt.Sprintf("Skill %d · %s", n, word.EN), fmt.Sprintf("強さ%d · %s", n, word.JA), false))
	}
	return list
}

const highestListedLevel = 21

func levels() []PlayerInfo {
	var list []PlayerInfo
	for n := 1; n <= highestListedLevel; n++ {
		list = append(list, newInfo(fmt.Sprintf("kaeshi:level=%d", n), "level", n,
			fmt.Sprintf("Level %d · %s ahead", n, moves(n)), fmt.Sprintf("レベル%d · %d手読み", n, n), true))
	}
	return list
}

func algorithms() []PlayerInfo {
	list := []PlayerInfo{
		newInfo("random", "algorithm", 0, "Random", "ランダム", false),
		newInfo("greedy", "algorithm", 0, "Greedy · most discs at once", "欲張り · 最も多く返す手", true),
	}
	searches := []struct {
		spec, en, ja string
		deepest      int
	}{{"minimax", "Minimax", "ミニマックス", 4}, {"alphabeta", "Alpha-beta", "アルファベータ", 6}}
	for _, s := range searches {
		for n := 1; n <= s.deepest; n++ {
			list = append(list, newInfo(fmt.Sprintf("%s:%d", s.spec, n), "algorithm", n,
				fmt.Sprintf("%s · %s ahead", s.en, moves(n)), fmt.Sprintf("%s · %d手読み", s.ja, n), true))
		}
	}
	return list
}

// published lists the programs of package classic as their articles printed them, and with their flaws mended.
func published() []PlayerInfo {
	list := []PlayerInfo{
		newInfo("classic/positional", "algorithm", 0, "Published · positional tables", "記事のプログラム · 位置の表", true),
		newInfo("classic/discs", "algorithm", 0, "Published · counting discs", "記事のプログラム · 石の数", true),
		newInfo("classic/mobility", "algorithm", 0, "Published · mobility and corners", "記事のプログラム · 着手可能数と隅", true),
		newInfo("classic/lazytree", "algorithm", 0, "Published · lazy tree", "記事のプログラム · 遅延評価の木", true),
	}
	for _, p := range slices.Clone(list) {
		list = append(list, newInfo(p.Spec+":corrected", "algorithm", 0, p.Name.EN+", corrected", p.Name.JA+"(修正版)", true))
	}
	for i := range list {
		if strings.HasPrefix(list[i].Spec, "classic/positional") {
			list[i].Sizes = []int{8} // its tables are for that board alone
		}
	}
	return list
}

func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}
