package match

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

// enter is the tournament described, new or as it was left.
func enter(env *verb.Env, ctx context.Context, games *store.Store, t match.Tournament, resume bool) (*match.Event, error) {
	if err := t.Check(players.Local().New); err != nil && (!resume || len(t.Players) > 0) {
		return nil, terminal.Usage("%w", err)
	}
	if !resume {
		return match.Start(ctx, games, t, players.Local().New)
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
