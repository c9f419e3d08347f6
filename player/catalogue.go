package player

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/search"
)

// Listing is an entry of the catalogue of computer players.
type Listing struct {
	Spec          string        // its specification
	Group         Group         // its heading in the list
	Number        int           // the skill, the level or the depth; 0: none
	Name          lang.Sentence // the displayed name
	Deterministic bool          // it always chooses the same move in the same position
	Sizes         []int         // of the boards that it plays on, in squares along an edge
	Rating        *int          // measured strength, as in [Ratings]; nil if not measured
}

// Group is a kind of listed players.
type Group string

// The groups.
const (
	SkillGroup     Group = "skill"     // players that imitate people of some strength
	LevelGroup     Group = "level"     // the engine at its levels
	AlgorithmGroup Group = "algorithm" // the textbook players and the published programs
)

// Catalogue returns the players offered in lists: ten skills, the levels up to a depth of 21, the textbook players and
// the published programs of package classic. The error is that of [Ratings].
func Catalogue() ([]Listing, error) {
	list := slices.Concat(listedSkills(), listedLevels(), listedAlgorithms(), listedPrograms())
	ratings, err := Ratings()
	if err != nil {
		return nil, err
	}
	for i, l := range list {
		if elo, ok := ratings.Ratings[l.Spec]; ok {
			list[i].Rating = &elo
		}
	}
	return list, nil
}

// MeasuredRatings is the document of the measured strength of players. Its Schema is
// "kaeshi/player-ratings/1".
type MeasuredRatings struct {
	Schema  string         `json:"schema"`
	Unit    string         `json:"unit"`    // of the ratings
	Source  string         `json:"source"`  // the page of the experiment
	Method  string         `json:"method"`  // how the ratings follow from the games
	Ratings map[string]int `json:"ratings"` // by spec
}

//go:embed ratings.json
var ratingsFile []byte

// Ratings returns the ratings that are embedded in the program. It fails if they are malformed.
func Ratings() (MeasuredRatings, error) {
	var r MeasuredRatings
	if err := json.Unmarshal(ratingsFile, &r); err != nil {
		return r, fmt.Errorf("ratings.json: %w", err)
	}
	return r, nil
}

func listing(spec string, group Group, number int, name lang.Sentence, deterministic bool) Listing {
	return Listing{spec, group, number, name, deterministic, []int{4, 6, 8}, nil}
}

func listedSkills() []Listing {
	words := [MaxSkill]lang.Sentence{
		{En: "first games", Ja: "入門"},
		{En: "beginner", Ja: "初級"},
		{En: "upper beginner", Ja: "初級の上"},
		{En: "lower intermediate", Ja: "中級の下"},
		{En: "intermediate", Ja: "中級"},
		{En: "upper intermediate", Ja: "中級の上"},
		{En: "lower advanced", Ja: "上級の下"},
		{En: "advanced", Ja: "上級"},
		{En: "upper advanced", Ja: "上級の上"},
		{En: "expert", Ja: "達人"},
	}
	var list []Listing
	for i, word := range words {
		n := i + 1
		list = append(list, listing(fmt.Sprintf("kaeshi:skill=%d", n), SkillGroup, n,
			lang.Sentence{
				En: fmt.Sprintf("Skill %d · %s", n, word.En), Ja: fmt.Sprintf("強さ%d · %s", n, word.Ja),
			}, false))
	}
	return list
}

func listedLevels() []Listing {
	var list []Listing
	for n := 1; n <= search.DeepestLevel; n++ {
		list = append(list, listing(fmt.Sprintf("kaeshi:level=%d", n), LevelGroup, n,
			lang.Sentence{
				En: fmt.Sprintf("Level %d · %s ahead", n, plies(n)), Ja: fmt.Sprintf("レベル%d · %d手読み", n, n),
			}, true))
	}
	return list
}

func listedAlgorithms() []Listing {
	list := []Listing{
		listing("random", AlgorithmGroup, 0, lang.Sentence{En: "Random", Ja: "ランダム"}, false),
		listing("greedy", AlgorithmGroup, 0,
			lang.Sentence{En: "Greedy · most discs at once", Ja: "欲張り · 最も多く返す手"}, true),
	}
	searches := []struct {
		spec    string
		name    lang.Sentence
		deepest int
	}{
		{"minimax", lang.Sentence{En: "Minimax", Ja: "ミニマックス"}, 4},
		{"alphabeta", lang.Sentence{En: "Alpha-beta", Ja: "アルファベータ"}, 6},
	}
	for _, s := range searches {
		for n := 1; n <= s.deepest; n++ {
			list = append(list, listing(fmt.Sprintf("%s:%d", s.spec, n), AlgorithmGroup, n,
				lang.Sentence{
					En: fmt.Sprintf("%s · %s ahead", s.name.En, plies(n)), Ja: fmt.Sprintf("%s · %d手読み", s.name.Ja, n),
				}, true))
		}
	}
	return list
}

// listedPrograms lists the programs of package classic, as published and as corrected.
func listedPrograms() []Listing {
	programs := []struct {
		spec string
		name lang.Sentence
	}{
		{"classic/positional", lang.Sentence{En: "Published · positional tables", Ja: "記事のプログラム · 位置の表"}},
		{"classic/discs", lang.Sentence{En: "Published · counting discs", Ja: "記事のプログラム · 石の数"}},
		{"classic/mobility", lang.Sentence{En: "Published · mobility and corners", Ja: "記事のプログラム · 着手可能数と隅"}},
		{"classic/lazytree", lang.Sentence{En: "Published · lazy tree", Ja: "記事のプログラム · 遅延評価の木"}},
	}
	var list []Listing
	for _, p := range programs {
		list = append(list, listing(p.spec, AlgorithmGroup, 0, p.name, true))
	}
	for _, p := range programs {
		corrected := lang.Sentence{En: p.name.En + ", corrected", Ja: p.name.Ja + "(修正版)"}
		list = append(list, listing(p.spec+":corrected", AlgorithmGroup, 0, corrected, true))
	}
	for i := range list {
		if strings.HasPrefix(list[i].Spec, "classic/positional") {
			list[i].Sizes = []int{8} // its tables are for that board only
		}
	}
	return list
}

func plies(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}

// The strongest players that count as quick.
const (
	quickSkill = 5
	quickLevel = 8
	quickDepth = 3
)

// Quick reports whether the player chooses a move within milliseconds.
func (s Spec) Quick() bool {
	switch s.Name {
	case "random", "greedy":
		return true
	case "kaeshi":
		return s.atMost("skill", quickSkill) || s.atMost("level", quickLevel)
	case "minimax", "alphabeta":
		return s.atMost("depth", quickDepth)
	}
	return false
}

// atMost reports whether the argument was given and is no greater than most. A bare argument is a level or a depth.
func (s Spec) atMost(key string, most int) bool {
	for _, a := range s.Args {
		if a.Key == key || a.Key == "" && key != "skill" {
			n, err := strconv.Atoi(a.Value)
			return err == nil && n <= most
		}
	}
	return false
}
