package player

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// NewEngine makes the player kaeshi. Its options are:
//   - level=0…60: the search depth and the perfect part of the ending; or skill=1…10: the strength of a person to
//     imitate, from a beginner on;
//   - depth=N (plies), exact=N (empty squares from which it plays perfectly), confidence=73…100 (percent with which it
//     prunes), time=DURATION and nodes=N (for each move): limits that replace those of the level;
//   - -endgame: no perfect play before the search reaches the end;
//   - average=DURATION: the mean time of a move in games without a clock;
//   - threads=N;
//   - seed=N: repeat the choices of a skill;
//   - +ponder: search during the time of the other side, under a clock;
//   - a flag such as -etc: leave out a heuristic.
//
// The default confidence is 73, or 87 from 13 plies on if only time or nodes end the search. It solves positions with
// few empty squares from 95 on. NewEngine fails if options contradict each other.
func NewEngine(a *Args) (Player, error) {
	p, err := newEngine(a, nil)
	return withBook(a, false, p, err)
}

// NewLocalEngine is [NewEngine] for callers that may read files of this machine: weights=FILE is the evaluation and
// book=FILE the opening book. It also fails if these cannot be read.
func NewLocalEngine(a *Args) (Player, error) {
	w, err := ReadWeights(a.Text("weights", ""))
	if err != nil {
		return nil, &ResourceError{err}
	}
	p, err := newEngine(a, w)
	return withBook(a, true, p, err)
}

// ReadWeights reads a weights file. If path is empty, it returns nil, which means the embedded weights. Errors name the
// path.
func ReadWeights(path string) (*eval.Weights, error) {
	if path == "" {
		return nil, nil // as documented
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("weights=%s: %w", path, err)
	}
	w, err := eval.Load(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("weights=%s: %w", path, err)
	}
	return w, nil
}

func newEngine(a *Args, weights *eval.Weights) (Player, error) {
	limit, err := time.ParseDuration(a.Text("time", "0s"))
	if err != nil || limit < 0 || limit == 0 && a.Has("time") {
		return nil, fmt.Errorf("time=%s: expected a duration such as 500ms or 10s", a.Text("time", ""))
	}
	level := a.Int("level", search.DefaultLevel, 0, search.MaxLevel)
	skill := a.Int("skill", 0, 1, MaxSkill)
	if skill == MaxSkill {
		level = levelOfSkill10
	}
	options := search.Options{Threads: a.Int("threads", 1, 1, mostThreads), Weights: weights, Without: omitted(a)}
	seeded, seed := a.Has("seed"), a.Seed("seed", func() uint64 { return 0 })
	limits, free := chosen(a, search.LevelLimits(level, limit))
	free = free && !a.Has("level") && !a.Has("skill")
	ponders, err := pondering(a, free)
	if err != nil {
		return nil, err
	}
	mean, err := averaging(a, free)
	if err != nil {
		return nil, err
	}
	switch {
	case a.Has("skill") && a.Has("level"):
		return nil, errors.New("level and skill cannot be combined")
	case a.Has("skill") && options.Without != 0:
		return nil, errors.New("flags such as -etc cannot be combined with skill; use them with level")
	case a.Has("skill") &&
		slices.ContainsFunc([]string{"depth", "exact", "confidence", "nodes", "time", "endgame"}, a.Has):
		return nil, errors.New("depth, exact, confidence, nodes, time and -endgame cannot be combined with skill; " +
			"use them with level")
	case a.Has("skill") && skill < MaxSkill:
		return newSkilled(a.Spec().Text, skill, weights, seeded, seed), nil
	case seeded && !a.Has("variance") && !a.Has("skill"):
		return nil, fmt.Errorf(
			"seed=%d: a level makes no random choices; use seed with skill or with variance", seed)
	}
	options.HashBytes = search.LevelHashBytes(max(level, min(limits.Depth, search.MaxLevel)))
	return &engine{
		name: a.Spec().Text, limits: limits, free: free, ponders: ponders, average: mean, options: options,
		search: search.New(options),
	}, nil
}

// mostThreads is the greatest value of the option threads.
const mostThreads = 256

// chosen returns the limits of the level, replaced by those that are given. Free reports that none is given.
func chosen(a *Args, l search.Limits) (limits search.Limits, free bool) {
	free = true
	if a.Has("depth") {
		l.Depth, free = a.Int("depth", 0, 1, MaxTreeDepth), false
	}
	if a.Has("exact") {
		l.Exact, free = a.Int("exact", 0, 0, search.MaxLevel), false
	}
	if l.Time > 0 && free && !a.Has("level") && !a.Has("skill") {
		l.Depth, l.Exact, l.Selective = MaxTreeDepth, 0, 0 // limited by the time only
	}
	if a.Has("nodes") {
		l.Nodes, l.Depth, l.Exact, l.Selective, free = uint64(a.Int("nodes", 0, 1, math.MaxInt)), MaxTreeDepth, 0, 0,
			false
	}
	if a.Has("confidence") {
		l.Confidence = a.Int("confidence", 0, 1, 100)
	}
	if a.OneOf("endgame", "+", "-") == "-" {
		l.Exact, l.Selective = 0, 0
	}
	return l, free
}

// omitted returns the heuristics that flags such as -etc leave out. Matches use them to measure the effect of each.
func omitted(a *Args) (without search.Heuristic) {
	for i, name := range search.HeuristicNames() {
		if a.OneOf(name, "+", "-") == "-" {
			without |= 1 << i
		}
	}
	return without
}

// engine is the player kaeshi with a level. Its move depends on the position only, unless time ends the search.
type engine struct {
	name    string
	limits  search.Limits
	free    bool // no level was given: a clock limits the search
	grown   bool // the table is as large as a search without a level can use
	ponders bool // it may search during the time of the other side
	timed   bool // its last search had a time limit
	average average
	options search.Options
	search  *search.Engine
}

func (e *engine) Name() string { return e.name }

func (e *engine) Choose(ctx context.Context, g *record.Game, c Clock) (Choice, error) {
	return e.Think(ctx, g, c, func(Choice) {})
}

func (e *engine) Think(ctx context.Context, g *record.Game, c Clock, progress func(Choice)) (Choice, error) {
	return e.think(ctx, g.Position(), len(g.Moves), c, progress)
}

// think searches p, the position after that number of moves of a game. It clears its table first, so that the same
// position always gets the same answer, unless time alone limits the search. Under the clock of a game, it plays the
// only legal move at once.
func (e *engine) think(
	ctx context.Context, p othello.Position, played int, c Clock, progress func(Choice),
) (Choice, error) {
	began := time.Now()
	lenient := e.average.time > 0 && c.Left <= 0
	if lenient {
		c.Left = e.average.begin(played, p.Empties())
		defer func() { e.average.spent += time.Since(began) }()
	}
	b := c.divide(p.Empties(), lenient)
	l := e.within(c, b.hard)
	e.timed = l.Time > 0
	if !e.free || !e.timed {
		e.search.Forget()
	}
	if c.Left > 0 {
		pace := pacer{budget: b}
		switch {
		case len(p.Moves()) == 1:
			l.Depth, l.Exact, l.Selective = 1, atOnce, 0
		case e.free && b.soft < b.hard && b.soft >= worthScouting:
			pace.clear = e.scout(ctx, p, b)
		}
		l.Enough = pace.enough
	}
	if e.timed {
		l.Time = max(l.Time-time.Since(began), 1)
	}
	r, err := e.search.Search(ctx, p, l, func(r search.Report) { progress(Choice{r.Move, &r}) })
	return Choice{r.Move, &r}, err
}

// within returns the limits that satisfy both the level and the clock. The clock allows the time most for this move.
// Without a level, a clock replaces the limits of the level.
func (e *engine) within(c Clock, most time.Duration) search.Limits {
	l := e.limits
	if e.free && (c.Left > 0 || c.Depth > 0 || c.Nodes > 0) {
		l.Depth, l.Exact, l.Selective = MaxTreeDepth, 0, 0
		e.grow()
	}
	if c.Depth > 0 {
		l.Depth, l.Exact, l.Selective = min(l.Depth, c.Depth), min(l.Exact, c.Depth), min(l.Selective, c.Depth)
	}
	if c.Nodes > 0 {
		l.Nodes = c.Nodes
	}
	if most > 0 && (l.Time == 0 || most < l.Time) {
		l.Time = most
	}
	return l
}

// grow replaces the table with one for the longest searches.
func (e *engine) grow() {
	if !e.grown {
		e.options.HashBytes = search.LevelHashBytes(search.MaxLevel)
		e.search, e.grown = search.New(e.options), true
	}
}

// Prepare provides the memory for a search of the length that the clock allows.
func (e *engine) Prepare(c Clock) {
	if e.free && (c.Left > 0 || e.average.time > 0) {
		e.grow()
	}
	e.search.Warm()
}

// scout reports whether a short search finds one move far better than all others.
func (e *engine) scout(ctx context.Context, p othello.Position, b budget) bool {
	r, err := e.search.Search(ctx, p, search.Limits{Depth: scouted, Lines: 2, Time: b.soft / 8}, nil)
	return err == nil && len(r.Lines) == 2 && r.Lines[0].Score-r.Lines[1].Score >= farBetter
}

func (e *engine) Close() error { return nil }
