package player

import (
	"context"
	"time"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// MaxTreeDepth is the greatest depth of minimax and alphabeta, the length of a game without passes.
const MaxTreeDepth = 60

// defaultTreeDepth is a depth at which minimax and alphabeta move at once on every board.
const defaultTreeDepth = 3

// NewMinimax makes a player that searches depth=N plies with gametree.Minimax. It evaluates leaves by [eval.Plain] or,
// with eval=discs, by the discs on the board. Its error is always nil.
func NewMinimax(a *Args) (Player, error) { return newTree(a, gametree.Minimax[node, othello.Square]) }

// NewAlphaBeta makes a player like that of [NewMinimax] that searches with gametree.AlphaBeta. Its error is always nil.
func NewAlphaBeta(a *Args) (Player, error) {
	return newTree(a, gametree.AlphaBeta[node, othello.Square])
}

func newTree(a *Args, s treeSearch) (Player, error) {
	evaluations := map[string]func(othello.Position) int{"plain": eval.Plain, "discs": discs}
	return &tree{
		name: a.Spec().Text, depth: a.Int("depth", defaultTreeDepth, 1, MaxTreeDepth),
		eval: evaluations[a.OneOf("eval", "plain", "discs")], search: s,
	}, nil
}

// treeSearch is a search of package gametree.
type treeSearch = gametree.Search[node, othello.Square]

// node is a position whose final score has the unit of the evaluations, so that package gametree can compare the two.
type node struct{ othello.Position }

func (n node) Play(m othello.Square) node { return node{n.Position.Play(m)} }

func (n node) Score() int { return n.Position.Score() * eval.Disc }

// discs evaluates a position by the difference of the discs on the board.
func discs(p othello.Position) int {
	return (p.Count(p.Turn) - p.Count(p.Turn.Other())) * eval.Disc
}

// tree plays by a textbook search to a fixed depth. Its answer depends on the position alone, unless time ends the
// search.
type tree struct {
	name   string
	depth  int
	eval   func(othello.Position) int
	search treeSearch
}

func (t *tree) Name() string { return t.name }

func (t *tree) Close() error { return nil }

// Choose searches to the full depth at once if no clock limits it, as the textbooks do.
func (t *tree) Choose(ctx context.Context, g *record.Game, c Clock) (Choice, error) {
	p := g.Position()
	if c.budget(p.Empties()).soft > 0 {
		return t.deepen(ctx, p, c, func(Choice) {})
	}
	return t.look(ctx, p, t.within(c))
}

// within returns the lesser of the depths of the player and of the clock.
func (t *tree) within(c Clock) int {
	if c.Depth > 0 {
		return min(t.depth, c.Depth)
	}
	return t.depth
}

// Think searches to depth 1, 2 and so on up to the full depth, so that it has a move when time runs out.
func (t *tree) Think(ctx context.Context, g *record.Game, c Clock, progress func(Choice)) (Choice, error) {
	return t.deepen(ctx, g.Position(), c, progress)
}

// deepen is Think in a position. Under the clock of a game, it plays the only legal move at once.
func (t *tree) deepen(ctx context.Context, p othello.Position, c Clock, progress func(Choice)) (Choice, error) {
	choice, err := t.look(ctx, p, 1)
	if err != nil {
		return choice, err
	}
	if most := c.budget(p.Empties()).soft; most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, most)
		defer cancel()
	}
	forced := c.Left > 0 && len(p.Moves()) == 1
	for depth := 2; ; depth++ {
		progress(choice)
		if forced || depth > t.within(c) || choice.Report.Exact {
			return choice, nil
		}
		deeper, err := t.look(ctx, p, depth)
		if err != nil {
			return choice, nil // the search was stopped; return the last completed depth
		}
		choice = deeper
	}
}

// look searches p to one depth. It fails with [search.ErrOver] when the game is over, and if ctx ends.
func (t *tree) look(ctx context.Context, p othello.Position, depth int) (Choice, error) {
	if _, err := movesOf(ctx, p); err != nil {
		return Choice{}, err
	}
	began, evaluated := time.Now(), false
	found, err := t.search(search.Polled(ctx), node{p}, depth, func(n node) int {
		evaluated = true
		return t.eval(n.Position)
	}, nil)
	if err != nil {
		return Choice{}, err
	}
	r := search.Report{
		Position: p, Move: found.Move, Best: []othello.Square{found.Move}, PV: found.PV,
		Score: othello.Score(found.Value) / eval.Disc,
		Depth: depth, Confidence: 100, Nodes: found.Nodes, Elapsed: time.Since(began),
	}
	if !evaluated { // every line reaches the end of the game
		r.Exact, r.Depth = true, p.Empties()
	}
	return Choice{r.Move, &r}, nil
}
