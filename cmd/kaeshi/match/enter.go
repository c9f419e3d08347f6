package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
)

// warnOfClocks makes the players that users of the command line may name. Those that cannot be told of times shorter
// than a second are reported when the games have a clock.
func warnOfClocks(env *verb.Env, clock string) match.Make {
	control, err := player.ParseControl(clock)
	timed := err == nil && (control.Base > 0 || control.Move > 0)
	return func(spec string) (player.Player, error) {
		p, err := players.Local().New(spec)
		if told, ok := p.(player.ClockUnit); ok && err == nil && timed && told.ClockUnit() >= time.Second {
			env.Log("%s counts whole seconds: it is not told of fractions, and of nothing in its last second; "+
				"limit short games by the program's own options", spec)
		}
		return p, err
	}
}

// enter returns the tournament described, new or as it was left. The players of the description are made once to check
// them.
func enter(
	ctx context.Context, games *store.Store, t match.Tournament, known match.Make, resume bool,
) (*match.Event, error) {
	if !resume {
		event, err := match.Start(ctx, games, t, known)
		if refused := (*match.Unplayable)(nil); errors.As(err, &refused) {
			err = players.Refused(err)
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
		err = fmt.Errorf("%w: leave out --resume to begin it, or name another database with --db PATH", err)
	}
	if err != nil {
		return nil, err
	}
	return match.Resume(ctx, games, id)
}
