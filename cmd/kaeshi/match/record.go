package match

import (
	"context"
	"fmt"
	"slices"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/store"
)

// recordFile is the file of --out. The zero value writes nothing.
type recordFile struct {
	env   *verb.Env
	name  string
	games *files.Appender
	fault error // the first error; nothing is written after it
}

// checkRecord returns an error if games cannot be appended to a file with the extension of name.
func checkRecord(name string) error {
	switch format, named := files.FormatOf(name); {
	case name == "":
	case !named:
		return terminal.Usage("--out %s: unknown format; want an extension such as .pgn, .ggf or .json", name)
	case format == files.WTHOR:
		return terminal.Usage("--out %s: games cannot be appended to a WTHOR database; "+
			"use kaeshi export after the tournament", name)
	}
	return nil
}

// openRecord opens the file with the given name, or returns the zero value if name is empty.
func openRecord(env *verb.Env, name string) (r recordFile, err error) {
	if name == "" {
		return r, nil
	}
	r.env, r.name = env, name
	r.games, err = files.Append(name)
	return r, err
}

// catchUp adds the finished games of a resumed tournament that the file lacks, in the order in which they ended: all of
// them if the file is new, and otherwise those that a killed run stored in the database only.
func (r *recordFile) catchUp(ctx context.Context, from *store.Store, event *match.Event) error {
	if r.games == nil {
		return nil
	}
	played, err := from.TournamentGames(ctx, event.ID, 0)
	if err != nil {
		return err
	}
	slices.SortStableFunc(played, func(a, b store.TournamentGame) int { return a.Ended.Compare(b.Ended) })
	games := make([]*record.Game, len(played))
	for i, g := range played {
		if games[i], err = event.Record(g); err != nil {
			return fmt.Errorf("game %d of tournament %d: %w", g.Number, event.ID, err)
		}
	}
	if games, err = r.games.Missing(games); err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	for _, g := range games {
		if err := r.games.Add(g); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return nil
}

// add adds a finished game. It keeps and logs the first error.
func (r *recordFile) add(event *match.Event, g store.TournamentGame) {
	if r.games == nil || r.fault != nil {
		return
	}
	game, err := event.Record(g)
	if err == nil {
		err = r.games.Add(game)
	}
	if err != nil {
		r.fault = fmt.Errorf("%s: game %d of tournament %d: %w; the database has all games, and kaeshi export "+
			"writes them to a file", r.name, g.Number, event.ID, err)
		r.env.Log("%v", r.fault)
	}
}

// close completes the file and logs the data that its format cannot hold. It returns the first error.
func (r *recordFile) close() error {
	if r.games == nil {
		return nil
	}
	lost, err := r.games.Close()
	for _, loss := range lost {
		r.env.Log("%s", loss)
	}
	if r.fault != nil {
		return terminal.Failure("%s is incomplete", r.name)
	}
	return err
}
