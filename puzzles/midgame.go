package puzzles

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Limits of middle-game exercises.
const (
	fewestMidgame  = 20 // least number of empty squares
	mostMidgame    = 46 // greatest number of empty squares
	pairGap        = 5  // least number of discs between the candidates
	nextGap        = 2  // least number of discs between the right move and any other
	mostLead       = 16 // greatest number of discs by which the right move wins or loses
	candidateDepth = 8  // plies of the search that finds positions
	lookAhead      = 10 // greatest depth that is measured

	// midgamePlies and midgameConfidence are those of the search that finds the scores.
	midgamePlies, midgameConfidence = 16, 95
)

// MidgameEmpties returns the numbers of empty squares that a middle-game exercise may have.
func MidgameEmpties() Range { return Range{fewestMidgame, mostMidgame} }

// Midgame returns at most one middle-game exercise of a game, the first with the given numbers of empty squares. Its
// candidates are the best move and the wrong move that looks best after one ply, where it looks better than the right
// one. The error is that of ctx.
func (m *Maker) Midgame(ctx context.Context, g *record.Game, empties Range) ([]Puzzle, error) {
	p := g.Start
	for ply := 0; ply <= len(g.Moves); ply++ {
		if empties.Has(p.Empties()) && MidgameEmpties().Has(p.Empties()) && len(p.Moves()) >= leastChoices {
			z, good, err := m.pair(ctx, p)
			if err != nil {
				return nil, err
			}
			if good {
				z.From = describe(g)
				return []Puzzle{z}, nil
			}
		}
		if ply < len(g.Moves) {
			p = p.Play(g.Moves[ply])
		}
	}
	return nil, nil
}

// pair returns the exercise of a position, and whether it is good.
func (m *Maker) pair(ctx context.Context, p othello.Position) (z Puzzle, good bool, err error) {
	m.engine.Forget()
	wrong, err := m.temptation(ctx, p)
	if err != nil {
		return z, false, err
	}
	ratings, err := m.engine.Rate(ctx, p, search.Limits{Depth: candidateDepth})
	if err != nil || !apart(ratings, wrong) {
		return z, false, err
	}
	if ratings, err = m.values(ctx, p); err != nil || !apart(ratings, wrong) {
		return z, false, err
	}
	best := highest(ratings)
	z = Puzzle{
		ID: identifier(p), Position: p.String(), Empties: p.Empties(), Scores: map[string]int{},
		Best: []string{p.Size.Name(best.Move)}, Pair: []string{p.Size.Name(best.Move), p.Size.Name(wrong)},
		Plies: midgamePlies, Confidence: midgameConfidence,
	}
	slices.Sort(z.Pair)
	for _, r := range ratings {
		z.Scores[p.Size.Name(r.Move)] = int(math.Round(r.Score.Discs()))
	}
	z.Depth, err = m.depthOfPair(ctx, p, best.Move, wrong)
	z.Tempting = 1
	z.Difficulty = difficulty(z.Depth, z.Tempting)
	return z, err == nil, err
}

func highest(ratings []search.Rating) search.Rating {
	return slices.MaxFunc(ratings, func(a, b search.Rating) int { return cmp.Compare(a.Score, b.Score) })
}

// apart reports whether the game is open, the best move is better than all others, and much better than the wrong one.
func apart(ratings []search.Rating, wrong othello.Square) bool {
	best := highest(ratings)
	for _, r := range ratings {
		gap := (best.Score - r.Score).Discs()
		if r.Move != best.Move && gap < nextGap || r.Move == wrong && gap < pairGap {
			return false
		}
	}
	return math.Abs(best.Score.Discs()) <= mostLead
}

// values searches the position after every move and returns the scores of the moves.
func (m *Maker) values(ctx context.Context, p othello.Position) ([]search.Rating, error) {
	m.engine.Forget()
	var ratings []search.Rating
	for _, move := range p.Moves() {
		next := p.Play(move)
		if next.Over() {
			ratings = append(ratings, search.Rating{Move: move, Score: othello.Score(-next.Score())})
			continue
		}
		r, err := m.engine.Search(ctx, next, search.Limits{Depth: midgamePlies - 1, Confidence: midgameConfidence}, nil)
		if err != nil {
			return nil, err
		}
		ratings = append(ratings, search.Rating{Move: move, Score: -r.Score})
	}
	return ratings, nil
}

// temptation returns the move that looks best after one ply.
func (m *Maker) temptation(ctx context.Context, p othello.Position) (othello.Square, error) {
	ratings, err := m.engine.Rate(ctx, p, search.Limits{Depth: 1})
	if err != nil {
		return 0, err
	}
	return highest(ratings).Move, nil
}

// depthOfPair returns the number of plies from which on searches prefer the right move to the wrong one. It is at most
// one more than lookAhead.
func (m *Maker) depthOfPair(ctx context.Context, p othello.Position, right, wrong othello.Square) (int, error) {
	found := 1
	for depth := 1; depth <= lookAhead; depth++ {
		m.engine.Forget()
		ratings, err := m.engine.Rate(ctx, p, search.Limits{Depth: depth})
		if err != nil {
			return 0, err
		}
		score := map[othello.Square]othello.Score{}
		for _, r := range ratings {
			score[r.Move] = r.Score
		}
		if score[wrong] >= score[right] {
			found = depth + 1
		}
	}
	return found, nil
}
