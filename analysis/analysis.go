// Package analysis judges the moves of games. It computes the loss of each move against the best one, marks mistakes,
// and reports the accuracy of each player, the name of the opening, and the ply from which all scores are exact.
//
// An [Analyst] judges one game, or finds the best moves of one position. A [Run] judges many games concurrently and
// reports them in order. With a [Journal] it can resume after an interruption. Package queries answers queries on a
// pipe. The documents are plain structs that serialise to JSON and can be written as text or as an HTML page.
//
// The loss of a move is the score of the best move minus the score of the move played. Both come from searches of the
// same effort with a shared hash table. A move that seems to lose something is searched again, deeper and with more
// confidence. It is marked only if its loss exceeds the measured error of such a search. The accuracy in percent
// follows the convention of chess sites.
package analysis

import (
	"context"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Analyst judges games and positions. It must not be used concurrently.
type Analyst struct {
	Book  *book.Book // consulted by Hint before the search; may be nil
	Trust bool       // use the book even if its depth is below the effort

	effort Effort
	marks  Marks
	engine *search.Engine
}

// New returns an Analyst that searches with the given effort and marks moves by the given losses. If o.HashBytes is 0,
// the hash table has a size that suits the effort.
func New(o search.Options, e Effort, m Marks) *Analyst {
	if o.HashBytes == 0 {
		o.HashBytes = e.tableBytes()
	}
	return &Analyst{effort: e, marks: m, engine: search.New(o)}
}

// Game judges every move of g, from the last to the first. g must be valid. The search of each position starts with an
// empty hash table, so its best move is that of a hint and of a player with the same effort. If progress is not nil, it
// receives the number of judged moves. If ctx ends early, Game returns the error of ctx.
func (a *Analyst) Game(ctx context.Context, g *record.Game, progress func(done, of int)) (*Game, error) {
	moves := make([]Move, 0, len(g.Moves))
	var cost search.Report
	err := a.Review(ctx, g, nil, func(m Move, of search.Report) error {
		moves = append(moves, m)
		cost.Nodes += of.Nodes
		cost.Elapsed += of.Elapsed
		if progress != nil {
			progress(len(moves), len(g.Moves))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Reverse(moves)
	document := newGame(g, a.effort)
	document.Moves, document.Nodes, document.Seconds = moves, cost.Nodes, round(cost.Elapsed.Seconds(), 1000)
	document.sum(a.marks)
	return document, nil
}

// Review judges the moves of g one by one, from the last to the first, and calls judged with each of them and the cost
// of its searches. It skips the plies in known, which count from 1. It returns the error of ctx or of judged.
func (a *Analyst) Review(
	ctx context.Context, g *record.Game, known map[int]bool, judged func(Move, search.Report) error,
) error {
	positions := positionsOf(g)
	for at, played := range slices.Backward(g.Moves) {
		if known[at+1] {
			continue
		}
		move, cost, err := a.judge(ctx, positions[at], played)
		if err != nil {
			return err
		}
		move.Ply = at + 1
		move.Mark, move.Uncertain = a.marks.of(move)
		if err := judged(move, cost); err != nil {
			return err
		}
	}
	return nil
}

// judge searches the best move of p and the move played. cost is the sum of all searches.
func (a *Analyst) judge(
	ctx context.Context, p othello.Position, played othello.Square,
) (m Move, cost search.Report, err error) {
	a.engine.Forget()
	best, err := a.engine.Search(ctx, p, a.effort.Limits, nil)
	if err != nil {
		return m, best, err
	}
	value, reply, cost, err := a.value(ctx, best, played)
	if err != nil {
		return m, cost, err
	}
	m = newMove(best, played, round(value.Discs(), hundredths), reply)
	second, err := a.recheck(ctx, cost, played, &m)
	cost.Nodes += second.Nodes
	cost.Elapsed += second.Elapsed
	m.Error = errorOf(m, p.Size)
	m.ResultLoss = m.resultLoss()
	return m, cost, err
}

const hundredths = 100

func round(x float64, parts float64) float64 { return math.Round(x*parts)/parts + 0 } // avoids −0

// value returns the score of a move for the side that plays it, searched as far as the best move, and the line after
// it. The score is at most that of the best move, which the first of the two searches determines.
func (a *Analyst) value(
	ctx context.Context, best search.Report, played othello.Square,
) (value othello.Score, reply []othello.Square, cost search.Report, err error) {
	child := best.Position.Play(played)
	switch {
	case played == best.Move:
		return best.Score, best.PV[1:], best, nil
	case child.Over():
		return -othello.Score(child.Score()), nil, best, nil
	case best.Depth <= 1 && !best.Exact:
		return a.atOnce(ctx, best, played)
	}
	r, err := a.engine.Search(ctx, child, a.effort.behind(best), nil)
	best.Nodes += r.Nodes
	best.Elapsed += r.Elapsed
	if mirrors(child, best.Position.Play(best.Move)) {
		return best.Score, r.PV, best, err
	}
	return min(-r.Score, best.Score), r.PV, best, err
}

// mirrors reports whether two positions are equal up to a symmetry of the board, as after the four first moves.
func mirrors(p, q othello.Position) bool {
	one, _ := p.Canonical()
	other, _ := q.Canonical()
	return one == other
}

// atOnce is [Analyst.value] for an effort of one ply, at which nothing is searched after the move.
func (a *Analyst) atOnce(
	ctx context.Context, best search.Report, played othello.Square,
) (othello.Score, []othello.Square, search.Report, error) {
	ratings, err := a.engine.Rate(ctx, best.Position, search.Limits{Depth: 1})
	for _, r := range ratings {
		best.Nodes += r.Nodes
		if r.Move == played {
			return min(r.Score, best.Score), nil, best, err
		}
	}
	return best.Score, nil, best, err
}

// positionsOf returns the positions before each move of the game.
func positionsOf(g *record.Game) []othello.Position {
	list := make([]othello.Position, len(g.Moves))
	p := g.Start
	for ply, m := range g.Moves {
		list[ply] = p
		p = p.Play(m)
	}
	return list
}

// namesOf returns the names of the opening of the game, or nil if it has none.
func namesOf(g *record.Game) *Opening {
	found := opening.Find(g.Start, g.Moves)
	if found.English.String() == "" && found.Japanese.String() == "" {
		return nil
	}
	return &Opening{nameOf(found.English), nameOf(found.Japanese)}
}

func nameOf(n opening.Name) *Name {
	if n.String() == "" {
		return nil
	}
	return &Name{n.String(), n.Ply}
}
