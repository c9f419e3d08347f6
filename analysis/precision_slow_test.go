//go:build slow

package analysis

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

var (
	gamesJudged = flag.Int("games", 40, "number of games of TestMarksAreRight")
	firstJudged = flag.Int("first", 0, "number of the first of these games")
	levelJudged = flag.Int("level", 10, "level of its reviews")
	solvedUpTo  = flag.Int("empties", 20, "maximum number of empty squares for a comparison with exact values")
	laterMarks  = flag.Int("depth", 18, "depth of the searches with 95 % confidence that judge earlier marks; 0: none")
)

// tally counts the moves that have a mark or a worse one, and those that deserve it.
type tally struct{ given, earned, right int }

// marksInOrder contains the marks from the least severe to the most severe.
var marksInOrder = []string{MarkInaccuracy, MarkMistake, MarkBlunder}

// TestMarksAreRight compares the marks of reviews with exact values near the end of games, and with much deeper
// searches before. At least 95 % of the moves marked ? or ??, or worse, must deserve it. Half of the games are of
// imperfect players, half have random moves. No game was used to measure the errors.
func TestMarksAreRight(t *testing.T) {
	var mu sync.Mutex
	var workers sync.WaitGroup
	var exact, unproven, early [3]tally
	var cost, plain uint64
	seeds := make(chan int)
	for range 2 {
		workers.Go(func() {
			reviewer := New(search.Options{Threads: 1}, atLevel(t, *levelJudged), UsualMarks())
			judge := New(search.Options{HashBytes: 64 << 20}, Effort{}, UsualMarks())
			for seed := range seeds {
				g := judgedGame(t, seed)
				d, err := reviewer.Game(t.Context(), g, nil)
				if err != nil {
					t.Error(err)
					return
				}
				first := firstNodes(t, reviewer, g)
				truths := make([]Move, len(d.Moves))
				for i, m := range d.Moves {
					truths[i] = judge.truth(t.Context(), positionsOf(g)[i], g.Moves[i], m)
				}
				mu.Lock()
				cost, plain = cost+d.Nodes, plain+first
				for i, m := range d.Moves {
					sums := &exact
					switch {
					case truths[i].Ply == 0:
						continue
					case !truths[i].Exact:
						sums = &early
					case !m.Exact:
						sums = &unproven
					}
					count(t, seed, sums, m, truths[i])
					if sums == &unproven {
						count(t, seed, &exact, m, truths[i])
					}
				}
				mu.Unlock()
			}
		})
	}
	for i := range *gamesJudged {
		seeds <- *firstJudged + i
	}
	close(seeds)
	workers.Wait()
	t.Logf("level %d, %d games: %d nodes, %d without second searches", *levelJudged, *gamesJudged, cost, plain)
	for name, sums := range map[string][3]tally{
		"near the end": exact, "near the end, not exact in the review": unproven, "earlier": early,
	} {
		for i, mark := range marksInOrder {
			s := sums[i]
			t.Logf("%s: %s or worse: %d given, %d of these deserved (%.1f %%)", name, mark, s.given, s.right,
				percent(s.right, s.given))
			if sums != early {
				t.Logf("%s: %s or worse: %d deserved, %d of these given (%.1f %%)", name, mark, s.earned, s.right,
					percent(s.right, s.earned))
			}
			if i > 0 && s.given >= few && percent(s.right, s.given) < 95 {
				t.Errorf("%s: %.1f %% of the marks %s are deserved, want 95 %%", name, percent(s.right, s.given), mark)
			}
		}
	}
}

// count adds a move to the tallies of the marks.
func count(t *testing.T, seed int, sums *[3]tally, m, truth Move) {
	t.Helper()
	for i := range marksInOrder {
		given, earned := !m.Uncertain && atLeast(m.Mark, i), atLeast(truth.Mark, i)
		sums[i].given += bit(given)
		sums[i].earned += bit(earned)
		sums[i].right += bit(given && earned)
		if given && !earned {
			t.Logf("game %d, move %d %s, %d empty: %s for %.1f ± %.1f (depth %d, %d %%), loses %.1f", seed, m.Number,
				m.Move, m.Empties, m.Mark, m.Loss, m.Error, m.Depth, m.Confidence, truth.Loss)
		}
	}
}

// atLeast reports whether a mark is at least as severe as marksInOrder[least].
func atLeast(mark string, least int) bool {
	return slices.Contains(marksInOrder[least:], mark)
}

// judgedGame returns a game of an imperfect player or of random moves.
func judgedGame(t *testing.T, seed int) *record.Game {
	t.Helper()
	const fresh = 90_000 // first seed
	if seed%2 == 0 {
		return noisyGame(t, uint64(fresh+seed))
	}
	r := rand.New(rand.NewPCG(uint64(seed), fresh))
	start := othello.Start(othello.Size8, othello.Usual)
	g := &record.Game{Start: start}
	for p := start; !p.Over(); p = g.Position() {
		if g.PassIfForced() {
			continue
		}
		list := p.Moves()
		if err := g.Play(list[r.IntN(len(list))]); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// firstNodes returns the nodes of a review without second searches.
func firstNodes(t *testing.T, a *Analyst, g *record.Game) (nodes uint64) {
	t.Helper()
	for i, p := range positionsOf(g) {
		a.engine.Forget()
		best, err := a.engine.Search(t.Context(), p, a.effort.Limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _, cost, err := a.value(t.Context(), best, g.Moves[i])
		if err != nil {
			t.Fatal(err)
		}
		nodes += cost.Nodes
	}
	return nodes
}

// truth returns the exact judgement of a move near the end of the game, and the judgement of a deep search for a marked
// move before. The result has ply 0 if the move is not compared.
func (a *Analyst) truth(ctx context.Context, p othello.Position, played othello.Square, m Move) (truth Move) {
	switch {
	case m.Choices < 2:
		return truth
	case m.Exact:
		truth = m
	case p.Empties() <= *solvedUpTo:
		best, err := a.engine.Solve(ctx, p)
		if err != nil {
			return truth
		}
		truth = Move{Ply: m.Ply, Exact: true, Score: float64(best.Score), Played: -float64(p.Play(played).Score())}
		if child := p.Play(played); !child.Over() {
			reply, err := a.engine.Solve(ctx, child)
			if err != nil {
				return Move{}
			}
			truth.Played = -float64(reply.Score)
		}
	case m.Mark != "" && !m.Uncertain && *laterMarks > 0:
		best, err := p.Size.Parse(m.Best[0])
		if err != nil || best == played {
			return truth
		}
		r, err := a.versus(ctx, p, best, played, search.Limits{Depth: *laterMarks, Confidence: deepestSure})
		if err != nil {
			return truth
		}
		truth = Move{Ply: m.Ply, Loss: lossIn(r, played)}
		truth.Mark, _ = UsualMarks().of(truth)
		return truth
	default:
		return truth
	}
	truth.Loss, truth.Error = truth.Score-truth.Played, 0
	truth.Mark, _ = UsualMarks().of(truth)
	return truth
}
