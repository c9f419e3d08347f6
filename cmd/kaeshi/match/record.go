package match

import (
	"context"
	"fmt"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/store"
)

// recordFile is the file that the finished games are added to. The zero value is none.
type recordFile struct {
	env   *verb.Env
	name  string
	games *files.Appender
	fault error // the first, after which nothing is written
}

// openRecord opens the file of that name; none when it is empty.
func openRecord(env *verb.Env, name string) (r recordFile, err error) {
	if name == "" {
		return r, nil
	}
	switch format, named := files.FormatOf(name); {
	case !named:
		return r, terminal.Usage("--out %s: the name tells no format: want an end such as .pgn, .ggf or .json", name)
	case format == files.WTHOR:
		return r, terminal.Usage("--out %s: a WTHOR base is not written game by game: "+
			"write it with kaeshi export when the tournament is over", name)
	}
	r.env, r.name = env, name
	r.games, err = files.Append(name)
	return r, err
}

// catchUp adds the games of a tournament that is resumed, if the file is new.
func (r *recordFile) catchUp(ctx context.Context, from *store.Store, event *match.Event) error {
	if r.games == nil || !r.games.Fresh {
		return nil
	}
	played, err := from.TournamentGames(ctx, event.ID, 0)
	for _, g := range played {
		r.add(event, g)
	}
	return err
}

// add adds a finished game.
func (r *recordFile) add(event *match.Event, g store.TournamentGame) {
	if r.games == nil || r.fault != nil {
		return
	}
	game, err := event.Record(g)
	if err == nil {
		err = r.games.Add(game)
	}
	if err != nil {
		r.fault = fmt.Errorf("%s: game %d of tournament %d: %w; the games are in the database: "+
			"kaeshi export writes them", r.name, g.Number, event.ID, err)
		r.env.Log("%v", r.fault)
	}
}

// close ends the file and logs what its format has no place for. It returns the first error.
func (r *recordFile) close() error {
	if r.games == nil {
		return nil
	}
	lost, err := r.games.Close()
	for _, loss := range lost {
		r.env.Log("%s", loss)
	}
	if r.fault != nil {
		return terminal.Failure("%s is not complete", r.name)
	}
	return err
}
