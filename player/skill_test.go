package player_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// middles returns positions of random 8×8 games with 50 to 8 empty squares.
func middles(games int) (list []othello.Position) {
	for _, p := range somePositions(51, games) {
		if n := p.Empties(); p.Size == othello.Size8 && n <= 50 && n >= 8 && len(p.Moves()) > 1 {
			list = append(list, p)
		}
	}
	return list
}

// TestSkillsLoseByTheirStrength checks that a higher skill loses fewer discs per move, and that high skills never lose
// many discs in one move.
func TestSkillsLoseByTheirStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	e := search.New(search.Options{HashBytes: 1 << 20})
	positions := middles(1)
	var before float64
	for i, skill := range []int{9, 6, 3, 1} {
		p := newPlayer(t, fmt.Sprintf("kaeshi:skill=%d,seed=1", skill))
		sum, worst := 0.0, 0.0
		for _, position := range positions {
			ratings, err := e.Rate(t.Context(), position, search.Limits{Depth: 3})
			if err != nil {
				t.Fatal(err)
			}
			lost := lostBy(ratings, choose(t, p, position).Move)
			sum, worst = sum+lost, max(worst, lost)
		}
		mean := sum / float64(len(positions))
		if i > 0 && mean <= before {
			t.Errorf("skill %d loses %.2f discs a move, want more than %.2f, the loss of the higher skill", skill, mean,
				before)
		}
		if skill == 9 && (mean > 2.5 || worst > 20) {
			t.Errorf("skill 9 loses %.2f discs a move and at most %.2f, want up to 2.5 and up to 20", mean, worst)
		}
		before = mean
	}
}

func lostBy(ratings []search.Rating, m othello.Square) float64 {
	best := slices.MaxFunc(ratings, func(a, b search.Rating) int { return int(100 * (a.Score - b.Score)) })
	at := slices.IndexFunc(ratings, func(r search.Rating) bool { return r.Move == m })
	return (best.Score - ratings[at].Score).Discs()
}

// TestHighestSkillIsALevel checks that the highest skill runs the same search as its level.
func TestHighestSkillIsALevel(t *testing.T) {
	p := othellotest.Parse(t, "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
	skill, level := choose(t, newPlayer(t, "kaeshi:skill=10,seed=3"), p), choose(t, newPlayer(t, "kaeshi:level=21"), p)
	if skill.Move != level.Move {
		t.Errorf("skill 10 plays %s, want %s, the move of level 21", p.Size.Name(skill.Move), p.Size.Name(level.Move))
	}
	if skill.Report.Nodes != level.Report.Nodes {
		t.Errorf("skill 10 enters %d nodes, want %d, those of level 21", skill.Report.Nodes, level.Report.Nodes)
	}
	if !skill.Report.Exact {
		t.Errorf("the score %v of depth %d is an estimate, want an exact one", skill.Report.Score, skill.Report.Depth)
	}
}

// TestSkillsKeepToTheClock checks that a short clock and a depth limit reduce the depth of a skill.
func TestSkillsKeepToTheClock(t *testing.T) {
	p := newPlayer(t, "kaeshi:skill=9,seed=1")
	position := middles(1)[3]
	for c, deepest := range map[player.Clock]int{
		{}: 7, {Left: time.Minute, Moves: 1}: 7, {Left: 20 * time.Millisecond, Moves: 1}: 3, {Depth: 2}: 1,
		{Depth: 5}: 5, {Move: 10 * time.Millisecond}: 3,
	} {
		choice, err := p.Choose(t.Context(), &record.Game{Start: position}, c)
		if err != nil || choice.Report.Depth != deepest {
			t.Errorf("%+v: depth %d, want %d; error %v", c, choice.Report.Depth, deepest, err)
		}
	}
}

// BenchmarkSkill measures a move in positions with 50 to 8 empty squares.
func BenchmarkSkill(b *testing.B) {
	positions := middles(4)
	for _, skill := range []int{1, 3, 4, 6, 8, 9} {
		b.Run(fmt.Sprint(skill), func(b *testing.B) {
			p := newPlayer(b, fmt.Sprintf("kaeshi:skill=%d,seed=1", skill))
			longest, i := time.Duration(0), 0
			for b.Loop() {
				began := time.Now()
				if _, err := p.Choose(b.Context(), &record.Game{Start: positions[i%len(positions)]},
					player.Clock{}); err != nil {
					b.Fatal(err)
				}
				longest, i = max(longest, time.Since(began)), i+1
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest")
		})
	}
}
