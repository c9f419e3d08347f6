package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Levels and skills that exist, and the level of a plain "kaeshi".
const (
	MaxLevel     = 60
	MaxSkill     = 10
	DefaultLevel = 10
)

// NewEngine makes the player kaeshi: level=0…60 says how hard it thinks, or skill=1…10 how well it plays, from a kind beginner on.
// With time=DURATION it takes at most so long for a move; seed=N makes a skill repeat its choices; a flag such as -etc leaves a heuristic out.
func NewEngine(a *Args) (Player, error) {
	limit, err := time.ParseDuration(a.Text("time", "0s"))
	if err != nil || limit < 0 {
		return nil, fmt.Errorf("time=%s: expected a duration such as 500ms or 10s", a.Text("time", ""))
	}
	level := a.Int("level", DefaultLevel, 0, MaxLevel)
	skill := a.Int("skill", 0, 1, MaxSkill)
	without := omitted(a)
	seeded, seed := a.Has("seed"), a.Seed("seed", func() uint64 { return 0 })
	switch {
	case a.Has("skill") && a.Has("level"):
		return nil, errors.New("level and skill are both given: level is how hard it thinks, skill plays like a person")
	case a.Has("skill") && without != 0:
		return nil, errors.New("a skill plays with every heuristic: -NAME goes with level")
	case a.Has("skill"):
		return newSkilled(a.Spec().Text, skill, seeded, seed), nil
	case seeded:
		return nil, fmt.Errorf("seed=%d: a level plays without chance; seed goes with skill", seed)
	}
	return &engine{
		name: a.Spec().Text, limits: LevelLimits(level, limit), free: !a.Has("level"),
		without: without, search: search.New(search.Options{HashBytes: hashBytes(level), Without: without}),
	}, nil
}

// omitted is the heuristics that flags such as -etc leave out, so that a match can tell what they are worth.
func omitted(a *Args) (without search.Heuristic) {
	for i, name := range search.HeuristicNames() {
		if a.OneOf(name, "+", "-") == "-" {
			without |= 1 << i
		}
	}
	return without
}

// engine plays as well as its level looks ahead. Its answer depends on the position alone, unless time ends the search.
type engine struct {
	name    string
	limits  search.Limits
	free    bool // no level was asked for: a clock says how hard it thinks
	grown   bool // the table is as large as a search without a level can use
	without search.Heuristic
	search  *search.Engine
}

// LevelLimits is what a level may search: level N looks N plies ahead up to 21, and plays the last twelve empty squares or more
// perfectly; each level above 21 plays one more empty square perfectly, and level 60 the whole game. Level 0 judges each move
// by the position that it leads to, as level 1 does, but sees no further than 12 empty squares from the end.
func LevelLimits(level int, most time.Duration) search.Limits {
	return search.Limits{Depth: min(max(level, 1), 21), Exact: exactFrom(level), Time: most}
}

func exactFrom(level int) int {
	switch {
	case level >= MaxLevel:
		return MaxLevel
	case level > 21:
		return level - 3
	case level > 10:
		return 12 + (level-10)*6/11
	}
	return 12
}

// hashBytes is a table that the level can use: from 256 kB for the lowest to 64 MB.
func hashBytes(level int) int { return 256 << 10 << min(level/2, 8) }

func (e *engine) Name() string { return e.name }

func (e *engine) Choose(ctx context.Context, g *record.Game, c Clock) (Choice, error) {
	return e.Think(ctx, g, c, func(Choice) {})
}

// Think forgets earlier positions first, so that the same position gets the same answer at any time.
func (e *engine) Think(ctx context.Context, g *record.Game, c Clock, progress func(Choice)) (Choice, error) {
	p := g.Position()
	l := e.within(c, p)
	e.search.Forget()
	r, err := e.search.Search(ctx, p, l, func(r search.Report) { progress(Choice{r.Move, &r}) })
	return Choice{r.Move, &r}, err
}

// within is the search that both the level and the clock allow. Without a level the clock alone decides, if it decides at all: as deep or as
// many nodes as it says, or as long as is sensible.
func (e *engine) within(c Clock, p othello.Position) search.Limits {
	l := e.limits
	if e.free && (c.Left > 0 || c.Depth > 0 || c.Nodes > 0) {
		l.Depth, l.Exact = MaxTreeDepth, 0
		if !e.grown {
			e.search, e.grown = search.New(search.Options{HashBytes: hashBytes(MaxLevel), Without: e.without}), true
		}
	}
	if c.Depth > 0 {
		l.Depth, l.Exact = min(l.Depth, c.Depth), min(l.Exact, c.Depth)
	}
	l.Nodes = c.Nodes
	if most := c.most(p.Empties()); most > 0 && (l.Time == 0 || most < l.Time) {
		l.Time = most
	}
	return l
}

func (e *engine) Close() error { return nil }
