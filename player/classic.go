package player

import (
	"context"
	"time"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// The options that the programs of package classic share: depth=N plies, and version=published (which stands when
// nothing is said) or corrected. The program of article 004 also takes -pruning.

// NewClassicPositional makes the program of article 000; see [classic.Positional].
func NewClassicPositional(a *Args) (Player, error) {
	p := classic.Positional{Depth: classicDepth(a, classic.PositionalDepth), Mends: classicVersion(a)}
	return &printed{name: a.Spec().Text, program: p}, nil
}

// NewClassicDiscs makes the minimax program of article 001; see [classic.Discs].
func NewClassicDiscs(a *Args) (Player, error) {
	p := classic.Discs{Depth: classicDepth(a, classic.DiscsDepth), Mends: classicVersion(a)}
	return &printed{name: a.Spec().Text, program: p, inDiscs: true}, nil
}

// NewClassicDiscsNegamax makes the negamax program that article 001 quotes; see [classic.DiscsNegamax]. Its two
// versions are one.
func NewClassicDiscsNegamax(a *Args) (Player, error) {
	_ = classicVersion(a)
	p := classic.DiscsNegamax{Depth: classicDepth(a, classic.DiscsDepth)}
	return &printed{name: a.Spec().Text, program: p, inDiscs: true}, nil
}

// NewClassicMobility makes the program of article 003; see [classic.Mobility].
func NewClassicMobility(a *Args) (Player, error) {
	p := classic.Mobility{Depth: classicDepth(a, classic.MobilityDepth), Mends: classicVersion(a)}
	return &printed{name: a.Spec().Text, program: p}, nil
}

// NewClassicLazyTree makes the program of article 004; see [classic.LazyTree].
func NewClassicLazyTree(a *Args) (Player, error) {
	p := classic.LazyTree{
		Depth: classicDepth(a, classic.LazyTreeDepth), Mends: classicVersion(a),
		Unpruned: a.OneOf("pruning", "+", "-") == "-",
	}
	return &printed{name: a.Spec().Text, program: p, inDiscs: true}, nil
}

func classicDepth(a *Args, def int) int { return a.Int("depth", def, 1, MaxTreeDepth) }

func classicVersion(a *Args) classic.Mends {
	if a.OneOf("version", "published", "corrected") == "corrected" {
		return classic.Corrected
	}
	return classic.Published
}

// printed plays by a program of package classic. Its answer depends on the position alone: a clock does not hurry it,
// for what a printed program would do in less time is not printed.
type printed struct {
	name    string
	program interface {
		Choose(ctx context.Context, p othello.Position) (classic.Choice, error)
	}
	inDiscs bool // its values are differences in discs; others have units of their own, and are not reported
}

func (p *printed) Name() string { return p.name }

func (p *printed) Close() error { return nil }

// Choose is the program's move; where the printed code has none to give, it is the first legal one in board order.
func (p *printed) Choose(ctx context.Context, g *record.Game, _ Clock) (Choice, error) {
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
