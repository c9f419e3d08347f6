//go:build slow

package classic_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/tictactoe"
)

// maxCandidates is the number of positions in which TestFindFlaws searches for one in which the flaw alone makes the
// difference.
const maxCandidates = 3000

// TestFindFlaws searches for the positions of testdata/flaws.txt. For each flaw, it takes the first position of a fixed
// sequence in which the flaw alone makes the whole difference. If there is no such position, it takes the first one in
// which the flaw decides between the versions, or else the first one in which it makes any difference.
func TestFindFlaws(t *testing.T) {
	all := examples(t)
	for _, f := range classic.Flaws() {
		t.Run(f.String(), func(t *testing.T) {
			position, got := findFlaw(t, f)
			found := strings.Join([]string{f.String(), position, got.published, got.corrected, got.back, got.fixed},
				" ")
			t.Log(found)
			if want := strings.Join(all[f.String()], " "); found != want {
				t.Errorf("found %s, want %s, the row of flaws.txt", found, want)
			}
		})
	}
}

func findFlaw(t *testing.T, f classic.Flaw) (position string, found played) {
	t.Helper()
	candidates := candidatesFor(t, f)
	for range maxCandidates {
		next := candidates()
		got := fourVersions(t, f, next)
		if got.alone() {
			return next, got
		}
		if got.decides() && !found.decides() || position == "" && got.makesDifference() {
			position, found = next, got
		}
	}
	return position, found
}

// candidatesFor returns a generator of positions in which the flaw is likely to make a difference.
func candidatesFor(t *testing.T, f classic.Flaw) func() string {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(f), 2026))
	switch f {
	case classic.TicTacToeHaste:
		all := wonTicTacToe(t)
		return func() string { return all[r.IntN(len(all))].String() }
	case classic.DiscsBounds:
		return func() string { return nearlyLost(r).String() }
	case classic.DiscsRootPass:
		return func() string { return drawn(r, 20, 60, othello.Position.MustPass).String() }
	case classic.PositionalPhase:
		return func() string { return drawn(r, 38, 43, mayMove).String() }
	case classic.PositionalEnd:
		return func() string { return drawn(r, 8, 30, oneSided).String() }
	case classic.PositionalOwnDiscs:
		return func() string {
			return drawn(r, 57, 62, func(p othello.Position) bool { return winThrownAway(t, p) }).String()
		}
	case classic.PositionalPass:
		return func() string { return drawn(r, 20, 60, mayMove).String() }
	default:
		return func() string { return drawn(r, 8, 58, mayMove).String() }
	}
}

// wonTicTacToe returns the positions in the table of article 002 that are won for the side to move.
func wonTicTacToe(t *testing.T) (all []tictactoe.Position) {
	t.Helper()
	for _, row := range rows(t, "tictactoe.txt") {
		if row[3] == "10" {
			all = append(all, parseTicTacToe(t, row[0]+" "+row[1]))
		}
	}
	return all
}

func mayMove(p othello.Position) bool { return p.Legal() != 0 }

// oneSided reports whether a side has few discs left, so that the game may end early.
func oneSided(p othello.Position) bool {
	few := min(p.Count(othello.Black), p.Count(othello.White))
	return mayMove(p) && 5*few <= 64-p.Empties()
}

// winThrownAway reports whether the corrected program wins in p and the published one does not, if both search to the
// end of the game.
func winThrownAway(t *testing.T, p othello.Position) bool {
	t.Helper()
	if p.Legal()&(p.Legal()-1) == 0 {
		return false // because there is no choice
	}
	corrected := func(p othello.Position) classic.Choice {
		c, err := classic.Positional{Fixes: classic.Corrected}.Choose(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if corrected(p).Value <= 0 {
		return false
	}
	c, err := classic.Positional{}.Choose(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	next := p.Play(c.Move)
	return !next.Over() && corrected(next).Value >= 0
}

// drawn returns a position of a random game with from to below-1 discs, for which fits returns true.
func drawn(r *rand.Rand, from, below int, fits func(othello.Position) bool) othello.Position {
	for {
		if p, ok := randomPosition(r, othello.Size8, from+r.IntN(below-from)); ok && fits(p) {
			return p
		}
	}
}

// nearlyLost returns a board full of white discs with at most two empty squares and a few black discs, in which Black
// has a legal move.
func nearlyLost(r *rand.Rand) othello.Position {
	for {
		empty := randomSquare(r)
		empty |= randomSquare(r)
		var black bitboard.Set
		for range 1 + r.IntN(3) {
			black |= randomSquare(r) &^ empty
		}
		p := othello.Position{Mover: black, Other: ^(black | empty), Size: othello.Size8}
		if p.Validate() == nil && mayMove(p) {
			return p
		}
	}
}

// TestHowOftenVersionsDiffer checks the numbers on the pages: in how many of a thousand positions of random games the
// two versions of each program play different moves.
func TestHowOftenVersionsDiffer(t *testing.T) {
	for _, f := range []classic.Flaw{
		classic.PositionalPass, classic.DiscsPassPly, classic.MobilityBound,
		classic.LazyMinValue,
	} {
		program, _, _ := strings.Cut(f.String(), "-")
		differ := 0
		eachRandom(6, othello.Size8, 1000, false, func(p othello.Position) {
			if moveWith(t, f, classic.Published, p.String()) != moveWith(t, f, classic.Corrected, p.String()) {
				differ++
			}
		})
		line := fmt.Sprintf("| `classic/%s` | %d |", program, differ)
		t.Log(line)
		for _, name := range []string{"classic.md", "classic.ja.md"} {
			page, err := os.ReadFile("../docs/" + name)
			if err != nil || !strings.Contains(string(page), line) {
				t.Errorf("%s does not contain the line %s, error %v", name, line, err)
			}
		}
	}
}

func randomSquare(r *rand.Rand) bitboard.Set { return 1 << r.IntN(64) }

// alone reports whether the flaw alone makes the whole difference between the published and the corrected program.
func (p played) alone() bool {
	return p.published != p.corrected && p.back == p.published && p.fixed == p.corrected
}

// decides reports whether the versions differ, and either the flaw alone causes the published move in the corrected
// program, or its correction alone causes the corrected move in the published program.
func (p played) decides() bool {
	return p.published != p.corrected && (p.back == p.published || p.fixed == p.corrected)
}
