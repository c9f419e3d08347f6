//go:build slow

package analysis

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/search"
)

// journalsIn is an environment variable with a folder for the journals of TestReviewFinds, with which an interrupted
// run can resume. Without it the journals are temporary.
const journalsIn = "KAESHI_REVIEW_JOURNALS"

// The number of games, and the loss above which a mistake counts.
const (
	reviewedGames = 50
	reviewedLoss  = 4.0 // in discs
)

// TestReviewFinds checks that a review at level 16 marks at least 95 % of the mistakes of more than 4 discs that a
// review at level 24 finds in 50 games, and that a game of 60 moves takes at most a minute. experiments/060-review.md
// has the results. The test takes about half an hour of one processor.
func TestReviewFinds(t *testing.T) {
	games := spread(t)
	folder := os.Getenv(journalsIn)
	if folder == "" {
		folder = t.TempDir()
	}
	quick, deep := reviewed(t, games, 16, folder), reviewed(t, games, 24, folder)
	mistakes, found, severe, slowest, most := 0, 0, 0, 0.0, 0.0
	for i, d := range deep {
		slowest, most = max(slowest, quick[i].Seconds), max(most, d.Seconds)
		for ply, m := range d.Moves {
			if m.Loss <= reviewedLoss {
				continue
			}
			mistakes++
			switch same := quick[i].Moves[ply]; {
			case same.Mark == "":
				t.Logf("game %d, move %d %s: loses %.2f, at level 16 %.2f", i+1, m.Number, m.Move, m.Loss, same.Loss)
			case same.Loss >= reviewedLoss:
				severe++
				fallthrough
			default:
				found++
			}
		}
	}
	t.Logf("%d games: of %d mistakes over %g discs at level 24, level 16 marks %d (%.1f %%), %d (%.1f %%) as losing "+
		"%g or more; longest searches of a game: %.1f s at 16, %.1f s at 24",
		len(games), mistakes, reviewedLoss, found, percent(found, mistakes), severe, percent(severe, mistakes),
		reviewedLoss, slowest, most)
	if mistakes < 100 || percent(found, mistakes) < 95 {
		t.Errorf("%d of %d mistakes found: %.1f %%, want 95 %%", found, mistakes, percent(found, mistakes))
	}
	if slowest > time.Minute.Seconds() {
		t.Errorf("a game took %.1f s at level 16, want at most a minute", slowest)
	}
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// spread returns fifty games of sixty moves from different years of the WTHOR base.
func spread(t *testing.T) (games []*record.Game) {
	t.Helper()
	years := []string{"WTH_1985.wtb", "WTH_1993.wtb", "WTH_2001.wtb", "WTH_2009.wtb", "WTH_2017.wtb"}
	for _, year := range years {
		taken := 0
		for i, g := range sharedGames(t, year, 400) {
			if i%7 == 0 && len(g.Moves) >= 60 && g.Position().Over() && taken < reviewedGames/len(years) {
				games = append(games, g)
				taken++
			}
		}
	}
	if len(games) != reviewedGames {
		t.Fatalf("%d games, want %d", len(games), reviewedGames)
	}
	return games
}

// reviewed judges the games at a level, two at a time.
func reviewed(t *testing.T, games []*record.Game, level int, folder string) (list []*Game) {
	t.Helper()
	effort := atLevel(t, level)
	journal, err := OpenJournal(filepath.Join(folder, fmt.Sprintf("level-%d.journal", level)), effort, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := Run{
		Effort: effort, Marks: UsualMarks(), Options: search.Options{Threads: 2}, Journal: journal,
		OnBad: func(err error) { t.Error(err) },
		OnGame: func(d *Game) error {
			list = append(list, d)
			t.Logf("level %d, game %d: %.1f s", level, len(list), d.Seconds)
			return nil
		},
	}
	entries := func(yield func(Entry) bool) {
		for i, g := range games {
			if !yield(Entry{File: "wthor", Number: i + 1, Game: g}) {
				return
			}
		}
	}
	if err := r.Games(t.Context(), entries); err != nil {
		t.Fatal(err)
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	return list
}

// sharedGames returns the first n games of a year of the WTHOR base of the French federation, which may not be
// redistributed here. It is expected in a folder shared/data above this one.
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
