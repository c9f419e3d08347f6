//go:build slow

package search_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

func TestSolveEqualsAlphaBetaSlow(t *testing.T) {
	t.Parallel()
	endings(t, 56, 12, 14, equalsAlphaBeta)
}

func TestBestMovesEqualAlphaBetaSlow(t *testing.T) {
	t.Parallel()
	endings(t, 16, 12, 13, bestMovesOf)
}

// TestFFOSlow solves the FFO problems up to #49. Many programs agree on their scores. Those from #50 on take hours.
func TestFFOSlow(t *testing.T) {
	for name, want := range map[string]int{"ffo-1-19.obf": 19, "ffo-20-39.obf": 20, "ffo-40-59.obf": 10} {
		t.Run(name, func(t *testing.T) { solveFile(t, filepath.Join("..", "record", "obf", "testdata", name), want) })
	}
}

// TestHard20 solves 276 positions with 20 empty squares on which evaluations are inaccurate.
func TestHard20(t *testing.T) { solveFile(t, sharedData(t, "hard", "hard-20.obf"), 276) }

// sharedData returns the path of a file that is not in the repository because of its size. It looks for a directory
// shared/data in the parent directories, and skips the test without one.
func sharedData(t *testing.T, name ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(append([]string{"shared", "data"}, name...)...)
	for ; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, file)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		if dir == filepath.Dir(dir) {
			t.Skipf("%s is not in shared/data of any parent directory", file)
		}
	}
}

// solveFile solves the first positions of a file and compares the results with the scores and best moves in it.
func solveFile(t *testing.T, path string, positions int) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	e, seen := search.New(search.Options{HashBytes: 256 << 20}), 0
	for problem, err := range obf.Problems(file) {
		if err != nil {
			t.Fatal(err)
		}
		if seen == positions {
			break
		}
		seen++
		r := solved(t, e, problem.Position)
		score, best, stated := problem.Best()
		if !stated {
			t.Errorf("line %d has no best move", problem.Line)
		}
		if r.Score != othello.Score(score) {
			t.Errorf("line %d: score %v, want %d", problem.Line, r.Score, score)
		}
		if !slices.Contains(best, r.Move) {
			t.Errorf("line %d: move %s, want one of %s", problem.Line, fmt.Sprint(r.Move), fmt.Sprint(best))
		}
	}
	if seen != positions {
		t.Errorf("%s has %d positions, want %d", path, seen, positions)
	}
}
