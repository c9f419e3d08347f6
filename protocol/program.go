package protocol

import (
	"context"
	"fmt"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

const (
	startLimit = 30 * time.Second       // for a program to be ready
	leaveLimit = 500 * time.Millisecond // for a program to go when it is told to
	timeMargin = 2 * time.Second        // beyond its clock until a program counts as hanging; a referee may be stricter
	maxDepth   = 60
)

// speaker talks to a program in its protocol.
type speaker interface {
	// greet makes a program that has just been started ready to play.
	greet(ctx context.Context, p *process) error
	// ask is the program's choice in the present position of g.
	ask(ctx context.Context, p *process, g *record.Game, c player.Clock, progress func(player.Choice)) (player.Choice,
		error)
	// farewell is how it is told to end.
	farewell() string
}

// program is a player that is a program of its own. It is started when it is made and again after each failure, so
// that the loading of its files costs it no time on a clock.
type program struct {
	speaker
	name    string
	command command
	ready   chan struct{} // closed when it has started, or failed to
	running *process      // nil when it failed to
	err     error         // why it did
	abandon context.CancelFunc
}

// newProgram starts the program of the specification's only argument.
func newProgram(a *player.Args, speak func(command) speaker) (player.Player, error) {
	c, err := parseCommand(a.Text("command", ""))
	if err != nil {
		return nil, err
	}
	p := &program{speaker: speak(c), name: a.Spec().Text, command: c}
	p.begin()
	<-p.ready
	if p.running == nil {
		return nil, &player.ResourceError{Err: p.err}
	}
	return p, nil
}

// begin starts the program in the background.
func (p *program) begin() {
	ctx, cancel := context.WithTimeoutCause(context.Background(), startLimit, fmt.Errorf("it is not ready within %v",
		startLimit))
	ready := make(chan struct{})
	p.ready, p.running, p.abandon = ready, nil, cancel
	go func() {
		defer close(ready)
		defer cancel()
		started, err := startProcess(p.command)
		if err != nil {
			p.err = err
			return
		}
		defer context.AfterFunc(ctx, started.end)()
		if err := p.greet(ctx, started); err != nil {
			started.end()
			p.err = because(ctx, err)
			return
		}
		p.running = started
	}()
}

func (p *program) Name() string { return p.name }

// ClockUnit implements [player.ClockUnit].
func (p *program) ClockUnit() time.Duration {
	if s, ok := p.speaker.(interface{ clockUnit() time.Duration }); ok {
		return s.clockUnit()
	}
	return time.Nanosecond
}

func (p *program) Choose(ctx context.Context, g *record.Game, c player.Clock) (player.Choice, error) {
	return p.Think(ctx, g, c, func(player.Choice) {})
}

// Think asks the program. Whatever goes wrong, it is ended together with its children and started anew; so it is also
// when ctx ends, as not every program can be interrupted.
func (p *program) Think(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (
	player.Choice, error,
) {
	switch now := g.Position(); {
	case now.Over():
		return player.Choice{}, search.ErrOver
	case now.MustPass():
		return player.Choice{Move: othello.Pass}, ctx.Err()
	}
	limit := p.limit(c)
	limited, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no answer within %v",
		limit.Round(time.Millisecond)))
	defer cancel()
	select {
	case <-p.ready:
	case <-limited.Done():
		return player.Choice{}, context.Cause(limited)
	}
	if p.running == nil {
		err := p.err
		p.begin()
		return player.Choice{}, fmt.Errorf("it cannot be started again: %w", err)
	}
	choice, alive, err := p.question(limited, g, c, progress)
	if !alive {
		p.running.end()
		p.begin()
	}
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return choice, err
}

// question asks the program that runs. It is not alive any more, or not to be, after an error and when ctx ended
// during its answer.
func (p *program) question(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (
	choice player.Choice, alive bool, err error,
) {
	detach := context.AfterFunc(ctx, p.running.end) // a program that does not read blocks us
	p.running.said.empty()
	choice, err = p.ask(ctx, p.running, g, c, progress)
	if err == nil {
		err = g.Position().Check(choice.Move)
	}
	if err != nil {
		choice = player.Choice{}
	}
	alive = detach() && err == nil
	return choice, alive, because(ctx, err)
}

// because prefers the reason for which ctx ended, and the program with it, to how that was noticed.
func because(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// limit is how long the program may take for an answer.
func (p *program) limit(c player.Clock) time.Duration {
	switch {
	case c.Move > 0:
		return c.Move + timeMargin
	case c.Left > 0:
		return c.Left + c.Period + timeMargin
	}
	return p.command.wait
}

// Close ends the program.
func (p *program) Close() error {
	p.abandon()
	<-p.ready
	if p.running != nil {
		p.running.leave(p.farewell(), leaveLimit)
	}
	return nil
}

// answer reads lines until one is wanted, and is what want makes of it.
func answer(ctx context.Context, p *process, want func(line string) (done bool)) error {
	for range maxLines {
		line, err := p.next(ctx)
		if err != nil {
			return err
		}
		if want(line) {
			return nil
		}
	}
	return fmt.Errorf("%w: over %d lines without an answer", errFlood, maxLines)
}
