package player

import (
	"context"
	"time"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// The programs of package classic have the options depth=N (plies) and version=published (the default) or corrected.
// The program of article 004 also has -pruning.

// NewClassicPositional makes the program of article 000; see [classic.Positional].
func NewClassicPositional(a *Args) (Player, error) {
	p := classic.Positional{Depth: classicDepth(a, classic.PositionalDepth), Fixes: classicVersion(a)}
	return &classicPlayer{name: a.Spec().Text, program: p}, nil
}

// NewClassicDiscs makes the minimax program of article 001; see [classic.Discs].
func NewClassicDiscs(a *Args) (Player, error) {
	p := classic.Discs{Depth: classicDepth(a, classic.DiscsDepth), Fixes: classicVersion(a)}
	return &classicPlayer{name: a.Spec().Text, program: p, inDiscs: true}, nil
}

// NewClassicDiscsNegamax makes the negamax program that article 001 quotes; see [classic.DiscsNegamax]. Both values of
// version select the same program.
func NewClassicDiscsNegamax(a *Args) (Player, error) {
	_ = classicVersion(a)
	p := classic.DiscsNegamax{Depth: classicDepth(a, classic.DiscsDepth)}
	return &classicPlayer{name: a.Spec().Text, program: p, inDiscs: true}, nil
}

// NewClassicMobility makes the program of article 003; see [classic.Mobility].
func NewClassicMobility(a *Args) (Player, error) {
	p := classic.Mobility{Depth: classicDepth(a, classic.MobilityDepth), Fixes: classicVersion(a)}
	return &classicPlayer{name: a.Spec().Text, program: p}, nil
}

// NewClassicLazyTree makes the program of article 004; see [classic.LazyTree].
func NewClassicLazyTree(a *Args) (Player, error) {
	p := classic.LazyTree{
		Depth: classicDepth(a, classic.LazyTreeDepth), Fixes: classicVersion(a),
		Unpruned: a.OneOf("pruning", "+", "-") == "-",
	}
	return &classicPlayer{name: a.Spec().Text, program: p, inDiscs: true}, nil
}

func classicDepth(a *Args, def int) int { return a.Int("depth", def, 1, MaxTreeDepth) }

func classicVersion(a *Args) classic.Fixes {
	if a.OneOf("version", "published", "corrected") == "corrected" {
		return classic.Corrected
	}
	return classic.Published
}

// classicPlayer is a player of a program of package classic. Its moves depend on the position only. It ignores the
// clock, because the articles do not define what the programs do with less time.
type classicPlayer struct {
	name    string
	program interface {
		Choose(ctx context.Context, p othello.Position) (classic.Choice, error)
	}
	inDiscs bool // its values are disc differences; values in other units are not reported
}

func (p *classicPlayer) Name() string { return p.name }

func (p *classicPlayer) Close() error { return nil }

// Choose returns the program's move, or the first legal move in board order if the printed code returns none.
func (p *classicPlayer) Choose(ctx context.Context, g *record.Game, _ Clock) (Choice, error) {
	position := g.Position()
	moves, err := movesOf(ctx, position)
	if err != nil {
		return Choice{}, err
	}
	began := time.Now()
	found, err := p.program.Choose(search.Polled(ctx), position)
	if err != nil {
		return Choice{}, err
	}
	move := moves[0]
	if found.HasMove {
		move = found.Move
	}
	if !p.inDiscs {
		return Choice{Move: move}, nil
	}
	return Choice{move, &search.Report{
		Position: position, Move: move, Best: []othello.Square{move}, PV: []othello.Square{move},
		Score: othello.Score(found.Value), Depth: found.Depth, Confidence: 100,
		Nodes: found.Nodes, Elapsed: time.Since(began),
	}}, nil
}
