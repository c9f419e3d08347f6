//go:build slow

package analysis

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// samplesIn is an environment variable with the file to which TestLossErrors appends its samples. Samples that are
// already in the file count as well.
const samplesIn = "KAESHI_LOSS_SAMPLES"

// lossSample is a loss found by a search, and the exact loss or that of a much deeper search.
type lossSample struct {
	empties, depth, confidence int
	loss, truth                float64
}

// measured contains the measured depths and confidences, the shallowest first. Depths below 8 are left out: they
// overstate few losses, but by many discs.
var measured = []struct{ depth, confidence int }{
	{8, 73},
	{10, 73},
	{12, 73},
	{14, 73},
	{16, 73},
	{8, 95},
	{10, 95},
	{12, 95},
	{14, 95},
	{16, 95},
	{toTheEnd, 73},
	{toTheEnd, 87},
	{toTheEnd, 95},
}

const (
	solvedEmpties = 22  // maximum for a comparison with the exact loss
	deepest       = 20  // depth in plies of the reference search of earlier positions
	deepestSure   = 95  // its confidence in percent
	sampled       = 1.5 // minimum loss of a sampled move at depth 8, in discs
)

// noisyGame returns a game of an imperfect player: each move is the best of a search of one to four plies with noise.
func noisyGame(t *testing.T, seed uint64) *record.Game {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	engine := search.New(search.Options{HashBytes: 1 << 20})
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	noise := 1 + 4*r.Float64()
	for p := g.Start; !p.Over(); p = p.Play(g.Moves[len(g.Moves)-1]) {
		if p.MustPass() {
			g.Moves = append(g.Moves, othello.Pass)
			continue
		}
		ratings, err := engine.Rate(t.Context(), p, search.Limits{Depth: 1 + r.IntN(4)})
		if err != nil {
			t.Fatal(err)
		}
		best, score := othello.Pass, math.Inf(-1)
		for _, rating := range ratings {
			if s := rating.Score.Discs() + noise*r.NormFloat64(); s > score {
				best, score = rating.Move, s
			}
		}
		g.Moves = append(g.Moves, best)
	}
	return g
}

// TestLossErrors measures the error of losses by depth, confidence and empty squares, and prints the rows of
// measuredErrors.
func TestLossErrors(t *testing.T) {
	games := 40
	if n, err := strconv.Atoi(os.Getenv("KAESHI_GAMES")); err == nil {
		games = n
	}
	var list []*record.Game
	for seed := range games {
		list = append(list, noisyGame(t, uint64(seed)+1000))
	}
	for _, year := range []string{"WTH_1985.wtb", "WTH_2001.wtb", "WTH_2017.wtb"} {
		if games == 0 {
			break // only the rows are printed
		}
		list = append(list, every(sharedGames(t, year, 5*games), 15)...)
	}
	t.Logf("%d games", len(list))
	samples := storedSamples(t)
	add := storing(t)
	var mu sync.Mutex
	var workers sync.WaitGroup
	work := make(chan *record.Game)
	for range 2 {
		workers.Go(func() {
			a := New(search.Options{HashBytes: 32 << 20}, Effort{}, UsualMarks())
			for g := range work {
				found := a.samples(t.Context(), g)
				mu.Lock()
				samples = append(samples, found...)
				add(found)
				mu.Unlock()
			}
		})
	}
	for _, g := range list {
		work <- g
	}
	close(work)
	workers.Wait()
	for _, row := range errorRows(samples) {
		fmt.Printf("\t{%d, %d, []float64{%s}},\n", row.confidence, row.depth,
			strings.Trim(strings.ReplaceAll(fmt.Sprint(row.errors), " ", ", "), "[]"))
	}
}

// storedSamples returns the samples of earlier runs.
func storedSamples(t *testing.T) (list []lossSample) {
	t.Helper()
	file, err := os.Open(os.Getenv(samplesIn))
	if err != nil {
		return nil
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		var s lossSample
		_, err := fmt.Sscan(strings.Join(row, " "), &s.empties, &s.depth, &s.confidence, &s.loss, &s.truth)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// storing returns a function that appends samples to those of earlier runs.
func storing(t *testing.T) func([]lossSample) {
	t.Helper()
	path := os.Getenv(samplesIn)
	if path == "" {
		return func([]lossSample) {}
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return func(list []lossSample) {
		for _, s := range list {
			fmt.Fprintf(file, "%d,%d,%d,%g,%g\n", s.empties, s.depth, s.confidence, s.loss, s.truth)
		}
	}
}

// errorRows returns the rows of measuredErrors. If a deeper search has a larger error, which is chance, the shallower
// one gets the same error. Searches to the end that were not measured get the error of the deepest search of their
// confidence.
func errorRows(samples []lossSample) (rows []lossErrors) {
	for _, effort := range measured {
		row := lossErrors{effort.confidence, effort.depth, make([]float64, len(errorEmpties))}
		for i := range errorEmpties {
			row.errors[i] = sufficient(samplesOf(samples, effort, i))
		}
		for _, before := range slices.Backward(rows) {
			if before.confidence != row.confidence || (before.depth == toTheEnd) != (row.depth == toTheEnd) {
				continue
			}
			for i, e := range row.errors {
				before.errors[i] = max(before.errors[i], e)
			}
		}
		rows = append(rows, row)
	}
	for _, row := range rows {
		for i, empties := range errorEmpties {
			if row.depth == toTheEnd && empties > solvedEmpties {
				row.errors[i] = leastError(rows, row.confidence, i)
			}
		}
	}
	return rows
}

// leastError returns the smallest error in a column of the searches by depth with at most the given confidence.
func leastError(rows []lossErrors, confidence, column int) float64 {
	least := float64(unmeasurable)
	for _, row := range rows {
		if row.depth != toTheEnd && row.confidence <= confidence {
			least = min(least, row.errors[column])
		}
	}
	return least
}

// samplesOf returns the samples of a depth and a confidence for a column of measuredErrors: those with its number of
// empty squares, and in the middle game, where samples are few and similar, also those of the adjacent columns.
func samplesOf(samples []lossSample, effort struct{ depth, confidence int }, column int) (list []lossSample) {
	first, last := column, column
	if errorEmpties[column] > solvedEmpties {
		last = min(column+1, len(errorEmpties)-1)
		if errorEmpties[column-1] > solvedEmpties {
			first--
		}
	}
	for _, s := range samples {
		if s.depth == effort.depth && s.confidence == effort.confidence &&
			slices.Contains(errorEmpties[first:last+1], s.empties) {
			list = append(list, s)
		}
	}
	return list
}

// Requirements on an error.
const (
	right = 0.95 // share of marked moves that deserve the mark
	few   = 50   // minimum number of samples
	above = 1.5  // discs above the error up to which the share must hold as well
	most  = 16   // maximum error in discs
)

// sufficient returns the smallest error, in steps of a tenth of a disc, at which the required share of marked moves
// deserves the mark.
func sufficient(samples []lossSample) float64 {
	found := 0
	for tenths := range 10 * most {
		marked, wrong := 0, 0
		for _, bound := range []float64{2, 4, 8} {
			for _, s := range samples {
				if s.loss >= bound+float64(tenths)/10 {
					marked++
					wrong += bit(s.truth < bound)
				}
			}
		}
		switch {
		case marked >= few && float64(wrong) > (1-right)*float64(marked):
			found = tenths + 1
		case float64(tenths-found) >= 10*above:
			return float64(found) / 10
		}
	}
	return most
}

func every[T any](list []T, n int) (some []T) {
	for chunk := range slices.Chunk(list, n) {
		some = append(some, chunk[0])
	}
	return some
}

// samples returns the samples of a game: one move for each number of empty squares in errorEmpties.
func (a *Analyst) samples(ctx context.Context, g *record.Game) (list []lossSample) {
	for _, empties := range errorEmpties {
		for ply, p := range positionsOf(g) {
			if p.Empties() != empties || p.MustPass() || len(p.Moves()) == 1 {
				continue
			}
			list = append(list, a.samplesAt(ctx, p, g.Moves[ply])...)
		}
	}
	return list
}

func (a *Analyst) samplesAt(ctx context.Context, p othello.Position, played othello.Square) (list []lossSample) {
	a.engine.Forget()
	best, err := a.engine.Search(ctx, p, search.Limits{Depth: 8}, nil)
	if err != nil || best.Move == played {
		return nil
	}
	first, err := a.versus(ctx, p, best.Move, played, search.Limits{Depth: 8, Confidence: 95})
	if err != nil || lossIn(first, played) < sampled {
		return nil
	}
	var truth float64
	empties := p.Empties()
	if empties <= solvedEmpties {
		top, err := a.engine.Search(ctx, p, search.Limits{Exact: 60}, nil)
		if err != nil {
			return nil
		}
		child := p.Play(played)
		value := -float64(child.Score())
		if !child.Over() {
			r, err := a.engine.Search(ctx, child, search.Limits{Exact: 60}, nil)
			if err != nil {
				return nil
			}
			value = -r.Score.Discs()
		}
		truth = top.Score.Discs() - value
	} else {
		deep, err := a.versus(ctx, p, best.Move, played, search.Limits{Depth: deepest, Confidence: deepestSure})
		if err != nil {
			return nil
		}
		truth = lossIn(deep, played)
	}
	for _, effort := range measured {
		l := search.Limits{Depth: effort.depth, Confidence: effort.confidence}
		switch {
		case effort.depth == toTheEnd && empties > solvedEmpties, effort.depth >= empties && effort.depth != toTheEnd,
			effort.depth > 16 && empties > solvedEmpties:
			continue
		case effort.depth == toTheEnd:
			l.Depth, l.Selective = 0, 60
		}
		a.engine.Forget()
		r, err := a.versus(ctx, p, best.Move, played, l)
		if err != nil {
			return list
		}
		list = append(list, lossSample{empties, effort.depth, effort.confidence, lossIn(r, played), truth})
	}
	return list
}
