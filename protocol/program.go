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
	startLimit = 30 * time.Second       // for the start of a program
	quitLimit  = 500 * time.Millisecond // for the end of a program after the quit command
	timeMargin = 2 * time.Second        // beyond the clock, after which a program hangs; a referee may be stricter
	maxDepth   = 60
)

// clientProtocol implements the protocol of a program.
type clientProtocol interface {
	// handshake initializes a program that has just been started.
	handshake(ctx context.Context, p *process) error
	// prepare sends the clock c of the next game, so that the program can prepare before the clock starts.
	prepare(ctx context.Context, p *process, c player.Clock) error
	// choose returns the program's choice in the last position of g.
	choose(
		ctx context.Context, p *process, g *record.Game, c player.Clock, progress func(player.Choice),
	) (player.Choice, error)
	// quitCommand returns the command that ends the program.
	quitCommand() string
}

// program is a player that runs an external program. The program is started with the player and again after each
// failure, so that its start does not take time of a clock.
type program struct {
	clientProtocol
	name    string
	command command
	ready   chan struct{} // closed when the start has succeeded or failed
	running *process      // nil if the start failed
	err     error         // of the start
	abandon context.CancelFunc
}

// newProgram starts the program of the spec.
func newProgram(a *player.Args, speak func(command) clientProtocol) (player.Player, error) {
	c, err := parseCommand(a.Text("command", ""))
	if err != nil {
		return nil, err
	}
	p := &program{clientProtocol: speak(c), name: a.Spec().Text, command: c}
	p.begin()
	<-p.ready
	if p.running == nil {
		return nil, &player.ResourceError{Err: p.err}
	}
	return p, nil
}

// begin starts the program in the background.
func (p *program) begin() {
	ctx, cancel := context.WithTimeoutCause(context.Background(), startLimit,
		fmt.Errorf("the program is not ready within %v", startLimit))
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
		if err := p.handshake(ctx, started); err != nil {
			started.end()
			p.err = contextCause(ctx, err)
			return
		}
		p.running = started
	}()
}

func (p *program) Name() string { return p.name }

// ClockUnit implements [player.ClockUnit].
func (p *program) ClockUnit() time.Duration {
	if s, ok := p.clientProtocol.(interface{ clockUnit() time.Duration }); ok {
		return s.clockUnit()
	}
	return time.Nanosecond
}

// Prepare implements [player.Preparer]. If the program fails, it is started again.
func (p *program) Prepare(c player.Clock) {
	<-p.ready
	if p.running == nil {
		return // Choose reports it
	}
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	detach := context.AfterFunc(ctx, p.running.end)
	p.running.said.empty()
	err := p.prepare(ctx, p.running, c)
	if !detach() || err != nil {
		p.running.end()
		p.begin()
	}
}

func (p *program) Choose(ctx context.Context, g *record.Game, c player.Clock) (player.Choice, error) {
	return p.Think(ctx, g, c, func(player.Choice) {})
}

// Think returns the choice of the program. After an error, and when ctx ends, the program is killed with its child
// processes and started again, because not every program can be interrupted.
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
		return player.Choice{}, fmt.Errorf("the program cannot be started again: %w", err)
	}
	choice, alive, err := p.request(limited, g, c, progress)
	if !alive {
		p.running.end()
		p.begin()
	}
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return choice, err
}

// request requests a choice from the running program. alive is false if the program must be ended: after an error, and
// if ctx has ended.
func (p *program) request(ctx context.Context, g *record.Game, c player.Clock, progress func(player.Choice)) (
	choice player.Choice, alive bool, err error,
) {
	detach := context.AfterFunc(ctx, p.running.end) // unblocks a send to a program that does not read
	p.running.said.empty()
	choice, err = p.choose(ctx, p.running, g, c, progress)
	if err == nil {
		err = g.Position().Check(choice.Move)
	}
	if err != nil {
		choice = player.Choice{}
	}
	alive = detach() && err == nil
	return choice, alive, contextCause(ctx, err)
}

// contextCause returns the cause of the end of ctx if it has ended, and otherwise err.
func contextCause(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// limit returns the time limit of an answer.
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
		p.running.quit(p.quitCommand(), quitLimit)
	}
	return nil
}

// answer reads lines until want returns true for one.
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
