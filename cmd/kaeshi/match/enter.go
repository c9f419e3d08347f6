package match

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

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
