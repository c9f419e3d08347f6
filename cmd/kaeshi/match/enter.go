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

// enter returns the tournament of a description, a new one or, with resume, a stored one. It makes the players of the
// description once to check them.
func enter(
	ctx context.Context, games *store.Store, t match.Tournament, known match.Make, resume bool,
) (*match.Event, error) {
	if !resume {
		event, err := match.Start(ctx, games, t, known)
		if refused := (*match.Unplayable)(nil); errors.As(err, &refused) {
			err = players.Refused(err)
		}
		if invalid := (*match.OpeningsError)(nil); errors.As(err, &invalid) {
			err = terminal.Illegal("%w", err)
		}
		return event, err
	}
	if len(t.Players) > 0 {
		if err := t.Check(known); err != nil {
			return nil, players.Refused(err)
		}
	}
	id, err := match.Find(ctx, games, t)
	if errors.Is(err, match.ErrNothingToResume) {
		err = fmt.Errorf("%w; omit --resume to start it, or choose another database with --db PATH", err)
	}
	if err != nil {
		return nil, err
	}
	return match.Resume(ctx, games, id)
}
