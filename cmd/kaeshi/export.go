package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/store"
)

// The kinds of games in a database.
const (
	importedGames   = "imported"
	tournamentGames = "tournaments"
	playedGames     = "played"
)

func (p *program) exportCommand() *cobra.Command {
	c := p.Command("export", "export OUT", verb.Args(1, 1, "an output file (- is standard output)"))
	f := p.addFindFlags(c)
	only := flags.NewChoice("", importedGames, tournamentGames, playedGames)
	c.Flags().Var(only, "only", p.Words["export.only"])
	id := c.Flags().Int("id", 0, p.Words["export.id"])
	flags.AtLeast(c, 1, "id")
	to := flags.NewChoice("", files.FormatNames()...)
	c.Flags().Var(to, "to", p.Words["convert.to"])
	isNew := p.AddForce(c)
	flags.Complete(c, "only", only)
	flags.Complete(c, "to", to)
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		into := files.Conversion{Out: p.Document(), Created: time.Now()}
		if into.To, err = outputFormat(to.Value, args[0]); err != nil {
			return err
		}
		if err := isNew(into.To.Files(args[0])...); err != nil {
			return err
		}
		switch others := only.Value == importedGames || only.Value == playedGames; {
		case *id == 0 || !others:
		case !flags.OnCommandLine(c, "id"):
			*id = 0
		case !flags.OnCommandLine(c, "only"):
			only.Value = tournamentGames
		default:
			return terminal.Usage("--id selects a tournament and cannot be used with --only %s", only.Value)
		}
		q, _, err := f.query(c.Flags().Changed("position"))
		if err != nil {
			return err
		}
		games, err := p.ReadStore(c.Context(), f.database)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, games.Close()) }()
		e := exportRun{program: p, from: games, question: q, only: only.Value, tournament: int64(*id)}
		return e.save(c.Context(), into, args[0])
	}
	return c
}

// outputFormat returns the format given by --to or, if the flag is empty, by the name of the output. It is an error to
// write WTHOR to standard output.
func outputFormat(flag, out string) (files.Format, error) {
	format, named := files.FormatOf(out)
	if flag != "" {
		format, _ = files.ParseFormat(flag) // the flag accepts only valid names
	}
	switch {
	case flag == "" && !named:
		return 0, terminal.Usage("the format of %q is unknown; set it by --to (want one of %s)",
			out, strings.Join(files.FormatNames(), ", "))
	case out == "-" && format == files.WTHOR:
		return 0, terminal.Usage("a WTHOR base consists of three files; the output must be the name of a .wtb file")
	}
	return format, nil
}

// exportRun is a run of the command export.
type exportRun struct {
	*program

	from       *store.Store
	question   store.GameQuery
	only       string // the kind of games; empty means all
	tournament int64  // the number of the only tournament; 0 means all
}

// save writes the selected games to a file or to standard output.
func (e *exportRun) save(ctx context.Context, into files.Conversion, out string) error {
	progress := terminal.NewProgress(e.Err, nil)
	count, shown := 0, progress.Live() && !e.OnScreen(out)
	done, err := into.Save(out, func(yield func(*record.Game, error) bool) {
		for g, err := range e.games(ctx) {
			if err == nil {
				count++
			}
			if count%1024 == 1 && shown {
				progress.Show(lang.Count(count, "game", "games"))
			}
			if !yield(g, err) {
				return
			}
		}
		if count == 0 {
			yield(nil, errNothingFound)
		}
	})
	progress.Clear()
	if err != nil {
		return err
	}
	return e.reportLost(done)
}

var errNothingFound = errors.New("no game in the database matches; nothing was written")

// games yields the selected games: imported games in the order in which they were stored, tournament games in the order
// of the schedules, then games played against the server.
func (e *exportRun) games(ctx context.Context) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		kinds := []struct {
			name  string
			games func(context.Context) iter.Seq2[*record.Game, error]
		}{{importedGames, e.imported}, {tournamentGames, e.tournaments}, {playedGames, e.played}}
		for _, kind := range kinds {
			wanted := e.only == "" || e.only == kind.name
			if !wanted || e.tournament != 0 && kind.name != tournamentGames {
				continue
			}
			for g, err := range kind.games(ctx) {
				if ctx.Err() != nil {
					err = ctx.Err()
				}
				if !yield(g, err) || err != nil {
					return
				}
			}
		}
	}
}

func (e *exportRun) imported(ctx context.Context) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		numbers, err := e.from.ArchivedNumbers(ctx, e.question)
		if err != nil {
			yield(nil, err)
			return
		}
		for a, err := range e.from.ArchivedGames(ctx, numbers) {
			if !yield(a.Game, err) {
				return
			}
		}
	}
}

func (e *exportRun) tournaments(ctx context.Context) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		ids := []int64{e.tournament}
		if e.tournament == 0 {
			rows, err := e.from.AllTournaments(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			ids = ids[:0]
			for _, row := range rows {
				ids = append(ids, row.ID)
			}
		}
		for _, id := range ids {
			for g, err := range e.tournamentGames(ctx, id) {
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

func (e *exportRun) tournamentGames(ctx context.Context, id int64) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		event, err := match.Open(ctx, e.from, id)
		if errors.Is(err, store.ErrNotFound) {
			err = fmt.Errorf("no tournament %d in the database", id)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		rows, err := e.from.TournamentGames(ctx, id, 0)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, row := range rows {
			g, err := event.Record(row)
			if err != nil {
				err = fmt.Errorf("game %d of tournament %d: %w", row.Number, id, err)
			}
			if err == nil && !e.question.Matches(g) {
				continue
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// played yields the games played against the server, oldest first.
func (e *exportRun) played(ctx context.Context) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		const page = 200
		var all []store.Game
		for before := (time.Time{}); ; before = all[len(all)-1].Played {
			rows, err := e.from.Games(ctx, before, page)
			if err != nil {
				yield(nil, err)
				return
			}
			all = append(all, rows...)
			if len(rows) < page {
				break
			}
		}
		for _, row := range slices.Backward(all) {
			g, err := playedGame(row)
			if err == nil && !e.question.Matches(g) {
				continue
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// playedGame returns a game played against the server as a record.
func playedGame(row store.Game) (*record.Game, error) {
	start, err := playedStart(row)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", row.ID, err)
	}
	g, err := transcript.Parse(start, row.Moves)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", row.ID, err)
	}
	g.Black, g.White, g.Date = row.Black, row.White, row.Played.Format("2006-01-02T15:04:05Z")
	g.Result = record.Result{Known: true, ScoreBlack: row.ScoreBlack}
	switch row.Ended {
	case store.EndedByTime:
		g.Result.Reason = record.OutOfTime
	case store.EndedByResigning:
		g.Result.Reason = record.Resigned
	}
	return g, nil
}

func playedStart(row store.Game) (othello.Position, error) {
	if row.Position != "" {
		return othello.Parse(row.Position)
	}
	size, err := othello.ParseSize(row.Size)
	if err != nil {
		return othello.Position{}, err
	}
	setup, err := othello.ParseSetup(row.Start)
	return othello.Start(size, setup), err
}
