package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// warnOfClocks returns a function that makes the players of the command line. If the games have a clock, the function
// logs a warning for players that receive times in whole seconds.
func warnOfClocks(env *verb.Env, clock string) match.Make {
	control, err := player.ParseControl(clock)
	timed := err == nil && (control.Base > 0 || control.Move > 0)
	return func(spec string) (player.Player, error) {
		p, err := players.Local().New(spec)
		if clock, ok := p.(player.ClockUnit); ok && err == nil && timed && clock.ClockUnit() >= time.Second {
			env.Log("%s receives times in whole seconds, and 0 in its last second; "+
				"limit short games with the program's own options", spec)
		}
		return p, err
	}
}

// entry is a checked tournament: a new one or, with resume, one to look up in the database.
type entry struct {
	described match.Tournament
	new       *match.Prepared // nil with resume
}

// check checks a description before any file is created. It makes the players of the description once.
func check(ctx context.Context, t match.Tournament, known match.Make, resume bool) (e entry, err error) {
	e.described = t
	switch {
	case !resume:
		e.new, err = match.Prepare(ctx, t, known)
		if refused := (*match.Unplayable)(nil); errors.As(err, &refused) {
			err = players.Refused(err)
		}
		if invalid := (*match.OpeningsError)(nil); errors.As(err, &invalid) {
			err = terminal.Illegal("%w", err)
		}
	case len(t.Players) > 0:
		if err := t.Check(known); err != nil {
			return e, players.Refused(err)
		}
	}
	return e, err
}

// enter starts a new tournament, or returns the stored one.
func (e entry) enter(ctx context.Context, games *store.Store) (*match.Event, error) {
	if e.new != nil {
		return e.new.Start(ctx, games)
	}
	id, err := match.Find(ctx, games, e.described)
	if errors.Is(err, match.ErrNothingToResume) {
		err = fmt.Errorf("%w; omit --resume to start it, or choose another database with --db PATH", err)
	}
	if err != nil {
		return nil, err
	}
	return match.Resume(ctx, games, id)
}
