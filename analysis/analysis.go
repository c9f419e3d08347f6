// Package analysis says what the moves of games were worth: what each lost against the best one, which were mistakes
// and how bad, how accurate each player was, what the opening is called, and from where on every number is proved.
//
// An [Analyst] judges one game or gives the best moves of one position; a [Run] judges any number of games side by side
// and tells them in order, with a [Journal] that lets it go on where it was stopped. Package queries answers queries on
// a pipe. The documents are plain structs that serialise to JSON, and can be written as text or as a page.
//
// The loss of a move is the value of the best move less that of the move played, both found by a search of the same
// effort that shares one table. A move that seems to lose something is searched again, deeper and with more confidence,
// and is only marked where it loses more than the measured error of such a search. The accuracy in percent follows the
// custom of chess sites.
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

// Analyst judges games and positions, one at a time.
type Analyst struct {
	Book  *book.Book // that hints look into first, where it knows at least as much as a search would find; nil: none
	Trust bool       // look into it whatever it knows

	effort Effort
	marks  Marks
	engine *search.Engine
}

// New is an analyst who searches with the effort and marks losses by the marks. Without a size the table is one that
// the effort can use.
func New(o search.Options, e Effort, m Marks) *Analyst {
	if o.HashBytes == 0 {
		o.HashBytes = e.tableBytes()
	}
	return &Analyst{effort: e, marks: m, engine: search.New(o)}
}

// Game judges every move of g, which must be valid, from the last to the first. The search of each position begins with
// an empty table, so that its best move is that of a hint and of a player with the same effort. Progress, when it is
// not nil, receives the number of judged moves. When ctx ends first, the error is ctx's.
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

// Review judges the moves of g one by one, backwards as Game does, and tells each with what its searches cost. Plies,
// from 1, that are in known are left out. The error is ctx's or that of told.
func (a *Analyst) Review(
	ctx context.Context, g *record.Game, known map[int]bool, told func(Move, search.Report) error,
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
		if err := told(move, cost); err != nil {
			return err
		}
	}
	return nil
}

// judge is what the move played in p was worth beside the best one; cost is the sum of the searches.
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

func round(x float64, parts float64) float64 { return math.Round(x*parts)/parts + 0 } // no −0

// value is what the move is worth to the side that plays it, searched as far as the best one was, and the game that
// follows it. It is never more than the best move's: of two searches of the same effort, the first names the best move.
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

// mirrors reports whether two positions are the same but for a turn or reflection of the board, as after the four first
// moves: they are worth the same.
func mirrors(p, q othello.Position) bool {
	one, _ := p.Canonical()
	other, _ := q.Canonical()
	return one == other
}

// atOnce is value where nothing is searched behind the move.
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

// positionsOf are the positions before each move of the game.
func positionsOf(g *record.Game) []othello.Position {
	list := make([]othello.Position, len(g.Moves))
	p := g.Start
	for ply, m := range g.Moves {
		list[ply] = p
		p = p.Play(m)
	}
	return list
}

// namesOf is what the opening of the game is called; nil when it has no name.
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
