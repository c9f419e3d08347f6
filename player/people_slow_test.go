//go:build slow

package player

import (
	"cmp"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/search"
)

// peopleGames is the default number of games in TestPeople, enough for five minutes on two cores.
// KAESHI_PEOPLE_GAMES overrides it.
const peopleGames = 600

// choice is a position in which a person chose a move, with the traits and the loss of every legal move.
type choice struct {
	rating  float64 // the rating of the player, in Elo above the mean of all players
	empties int
	sights  []traitValues
	lost    []float64
	taken   int
}

// bands are the fitted skill levels. The choices are sorted by rating, and each level is fitted to those between two
// quantiles.
var bands = []struct {
	skill    int
	from, to float64
}{{4, 0, 0.04}, {5, 0.04, 0.12}, {6, 0.12, 0.27}, {7, 0.27, 0.55}, {8, 0.55, 0.9}, {9, 0.9, 1}}

// TestPeople repeats the measurement of experiments/075-how-people-err.md. It fits the weights of the traits of moves
// for each band of ratings. It checks that each skill level loses about its target number of discs per move, and that
// all traits together predict the moves of people better than only the losses do.
func TestPeople(t *testing.T) {
	all := choices(t)
	t.Logf("%d choices", len(all))
	for _, b := range bands {
		theirs := all[int(b.from*float64(len(all))):int(b.to*float64(len(all)))]
		full, fits := fit(theirs,
			[]trait{farLoss, countedLoss, someLoss, nearLoss, cornersGiven, besideCorner, opened, closeBy})
		_, alone := fit(theirs, []trait{farLoss, countedLoss})
		t.Logf("skill %d: %d choices, rating %+.0f, lost %.2f, 99 %% at most %.0f; fitted %.3f; log likelihood "+
			"%.4f, by the loss alone %.4f", b.skill, len(theirs),
			meanOf(theirs, func(c choice) float64 { return c.rating }), meanOf(theirs, choice.loss),
			percentile(theirs, 0.99), full, fits, alone)
		t.Logf("skill %d: lost by empties %.2f by choices %.2f", b.skill, byEmpties(theirs), byNumber(theirs))
		if fits < alone+0.02 {
			t.Errorf("skill %d: log likelihood %.4f with all traits, want at least 0.02 more than %.4f from the losses",
				b.skill, fits, alone)
		}
	}
	t.Logf("by chance %.2f", meanOf(all, func(c choice) float64 { return (&skillModel{most: 64}).expected(c) }))
	for n, h := range skills {
		if n == 0 {
			continue
		}
		lost := meanOf(all, h.expected)
		t.Logf("skill %d loses %.2f of %.2f", n, lost, h.mean)
		if math.Abs(lost-h.mean) > h.mean/10 {
			t.Errorf("skill %d: loses %.2f discs a move, want about %.2f", n, lost, h.mean)
		}
	}
}

func (c choice) loss() float64 { return c.lost[c.taken] }

// expected returns the mean loss of the model in the position of c, in discs.
func (h *skillModel) expected(c choice) (lost float64) {
	all := 0.0
	for i, s := range c.sights {
		if c.lost[i] <= h.most {
			odds := math.Exp(h.weigh(s))
			all, lost = all+odds, lost+odds*c.lost[i]
		}
	}
	return lost / all
}

func meanOf(list []choice, of func(choice) float64) (mean float64) {
	for _, c := range list {
		mean += of(c) / float64(len(list))
	}
	return mean
}

func percentile(list []choice, share float64) float64 {
	var lost []float64
	for _, c := range list {
		lost = append(lost, c.loss())
	}
	slices.Sort(lost)
	return lost[int(share*float64(len(lost)))]
}

// byEmpties returns the mean losses with 4 to 12, 13 to 20, 21 to 28, 29 to 36, 37 to 44 and 45 to 50 empty squares.
func byEmpties(list []choice) (means []float64) {
	return split(list, []int{4, 13, 21, 29, 37, 45, 51}, func(c choice) int { return c.empties })
}

// byNumber returns the mean losses with 2 to 3, 4 to 6, 7 to 9, 10 to 13 and more legal moves.
func byNumber(list []choice) (means []float64) {
	return split(list, []int{2, 4, 7, 10, 14, 40}, func(c choice) int { return len(c.sights) })
}

func split(list []choice, bounds []int, by func(choice) int) (means []float64) {
	for i := range bounds[1:] {
		var part []choice
		for _, c := range list {
			if n := by(c); n >= bounds[i] && n < bounds[i+1] {
				part = append(part, c)
			}
		}
		means = append(means, meanOf(part, choice.loss))
	}
	return means
}

// choices returns the choices in a sample of the WTHOR games, with 50 to 4 empty squares, ordered by the rating of the
// player.
func choices(t *testing.T) (all []choice) {
	t.Helper()
	games := wthor(t)
	ratings := rate(games)
	rand.New(rand.NewPCG(1, 7)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	var group sync.WaitGroup
	var lock sync.Mutex
	todo := make(chan *record.Game)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			e := search.New(search.Options{HashBytes: 1 << 20})
			for g := range todo {
				list := choicesOf(t, e, g, ratings)
				lock.Lock()
				all = append(all, list...)
				lock.Unlock()
			}
		})
	}
	for _, g := range games[:sampled(t, len(games))] {
		todo <- g
	}
	close(todo)
	group.Wait()
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(a.rating, b.rating) })
	return all
}

func sampled(t *testing.T, most int) int {
	t.Helper()
	n := peopleGames
	if text := os.Getenv("KAESHI_PEOPLE_GAMES"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < 1 {
			t.Fatalf("KAESHI_PEOPLE_GAMES=%s: expected a number of games", text)
		}
	}
	return min(n, most)
}

// wthor returns the games of the WTHOR base that were played to the end.
func wthor(t *testing.T) (games []*record.Game) {
	t.Helper()
	var paths []string
	for up := "."; len(paths) == 0 && len(up) < 30; up += "/.." {
		paths, _ = filepath.Glob(filepath.Join(up, "shared/data/wthor/*.wtb"))
	}
	if len(paths) == 0 {
		t.Skip("the WTHOR base is not in a folder shared/data/wthor above this one")
	}
	for _, f := range paths {
		for g, err := range files.ReadFile(f) {
			if err == nil && g.Start == othello.Start(othello.Size8, othello.Usual) && g.Position().Over() {
				games = append(games, g)
			}
		}
	}
	return games
}

// choicesOf returns the choices in a game where the side to move had at least two moves.
func choicesOf(t *testing.T, e *search.Engine, g *record.Game, ratings map[string]float64) (list []choice) {
	p, last := g.Start, othello.Pass
	for _, m := range g.Moves {
		if n := p.Empties(); len(p.Moves()) > 1 && n <= 50 && n >= 4 {
			v, err := rateMoves(t.Context(), e, p, lookahead{7, 12})
			if err != nil {
				t.Error(err)
				return nil
			}
			c := choice{
				rating: ratings[[...]string{g.Black, g.White}[p.Turn-g.Start.Turn]], empties: n,
				sights: v.traitsOf(p, last),
			}
			for i, r := range v.deepest {
				c.lost = append(c.lost, -v.lost(i))
				if r.Move == m {
					c.taken = i
				}
			}
			list = append(list, c)
		}
		p, last = p.Play(m), m
	}
	return list
}

// rate returns the Elo of the players by their results in all games: the most likely ratings of the model of Bradley
// and Terry (1952). A prior keeps players with few games near the mean.
func rate(games []*record.Game) map[string]float64 {
	players, won := map[string]float64{}, make([]float64, len(games))
	for i, g := range games {
		won[i] = 0.5 + 0.5*float64(cmp.Compare(g.Position().ScoreBlack(), 0))
	}
	for range 100 {
		gradient, curvature := map[string]float64{}, map[string]float64{}
		for i, g := range games {
			expected := 1 / (1 + math.Exp(players[g.White]-players[g.Black]))
			gradient[g.Black] += won[i] - expected
			gradient[g.White] -= won[i] - expected
			curvature[g.Black] += expected * (1 - expected)
			curvature[g.White] += expected * (1 - expected)
		}
		for name := range curvature {
			players[name] += 0.7 * (gradient[name] - 0.5*players[name]) / (curvature[name] + 0.5)
		}
	}
	for name := range players {
		players[name] *= 400 / math.Ln10
	}
	return players
}
