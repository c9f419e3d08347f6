//go:build slow

package analysis

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/search"
)

// sharedGames are the first n games of a year of the French federation's base, which is not ours to hand on, in a folder shared/data above this one.
func sharedGames(t *testing.T, year string, n int) (games []*record.Game) {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for parent := ""; folder != parent; folder, parent = filepath.Dir(folder), folder {
		path := filepath.Join(folder, "shared", "data", "wthor", year)
		if _, err := os.Stat(path); err != nil {
			continue
		}
		for g, err := range files.ReadFile(path) {
			if err != nil {
				t.Fatal(err)
			}
			if games = append(games, g); len(games) == n {
				return games
			}
		}
	}
	t.Skipf("no shared/data/wthor/%s above this one", year)
	return nil
}

// TestKeptTables: tables kept through a game save nodes, and the losses are on average what they are with an empty table for every position, and as near to those of a much
// deeper search. The numbers are in experiments/050-analyze-100-games.md.
func TestKeptTables(t *testing.T) {
	reference := New(search.Options{HashBytes: 64 << 20}, atLevel(t, 14), UsualMarks())
	games := sharedGames(t, "WTH_2001.wtb", 5)
	for _, level := range []int{7, 8} {
		a := New(search.Options{}, atLevel(t, level), UsualMarks())
		var nodes [2]uint64
		var loss, fault [2]float64
		moves, wanted := 0.0, 0.0
		for _, g := range games {
			both := [2]*Game{judged(t, a, g), forgetful(t, a, g)}
			deep := judged(t, reference, g)
			for ply, m := range deep.Moves {
				if m.Choices < 2 || both[0].Moves[ply].Exact {
					continue
				}
				moves++
				wanted += m.Loss
				for i, d := range both {
					loss[i] += d.Moves[ply].Loss
					fault[i] += math.Abs(d.Moves[ply].Loss - m.Loss)
				}
			}
			nodes[0] += both[0].Nodes
			nodes[1] += both[1].Nodes
		}
		t.Logf("level %d, %.0f moves: kept %d nodes, mean loss %.2f, error %.2f; empty %d nodes, mean loss %.2f, error %.2f; level 14: mean loss %.2f",
			level, moves, nodes[0], loss[0]/moves, fault[0]/moves, nodes[1], loss[1]/moves, fault[1]/moves, wanted/moves)
		if float64(nodes[0]) > 0.9*float64(nodes[1]) || fault[0] > 1.1*fault[1] || math.Abs(loss[0]-loss[1]) > 0.2*moves {
			t.Errorf("level %d: kept tables are not worth keeping", level)
		}
	}
}

// forgetful judges a game with an empty table for every position.
func forgetful(t *testing.T, a *Analyst, g *record.Game) *Game {
	t.Helper()
	d := newGame(g, a.effort)
	for ply, played := range g.Moves {
		a.forget()
		m, cost, err := a.judge(t.Context(), g.PositionAt(ply), played)
		if err != nil {
			t.Fatal(err)
		}
		m.Ply = ply + 1
		d.Moves[ply] = m
		d.Nodes += cost.Nodes
	}
	d.sum(a.marks)
	return d
}
