package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/store"
)

// findFlags holds the flags of find.
type findFlags struct {
	database, years, position string
	question                  store.GameQuery
	color, result             *flags.Choice
	board                     flags.Board
	asJSON                    bool
}

// addFindFlags adds the flags that select games.
func (p *program) addFindFlags(c *cobra.Command) *findFlags {
	f := &findFlags{
		board: flags.AddBoard(c, p.Words), color: flags.NewChoice("", "black", "white"),
		result: flags.NewChoice("", string(store.BlackWon), string(store.WhiteWon), string(store.Drawn),
			string(store.PlayerWon), string(store.PlayerLost)),
	}
	c.Flags().StringArrayVar(&f.question.Players, "player", nil, p.Words["find.player"])
	c.Flags().Var(f.color, "as", p.Words["find.as"])
	c.Flags().Var(f.result, "result", p.Words["find.result"])
	c.Flags().StringVar(&f.question.Event, "tournament", "", p.Words["find.tournament"])
	c.Flags().StringVar(&f.years, "year", "", p.Words["find.year"])
	c.Flags().StringVar(&f.position, "position", "", p.Words["find.position"])
	c.Flags().StringVar(&f.database, "db", "", p.Words["import.db"])
	flags.Complete(c, "as", f.color)
	flags.Complete(c, "result", f.result)
	return f
}

func (p *program) findCommand() *cobra.Command {
	c := p.Command("find", "find", verb.Args(0, 0, ""))
	f := p.addFindFlags(c)
	c.Flags().IntVarP(&f.question.Limit, "limit", "n", 10, p.Words["find.limit"])
	c.Flags().IntVar(&f.question.Offset, "offset", 0, p.Words["find.offset"])
	c.Flags().BoolVar(&f.asJSON, "json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		q, names, err := f.query(c.Flags().Changed("position"))
		if err != nil {
			return err
		}
		games, err := p.ReadStore(c.Context(), f.database)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, games.Close()) }()
		found, err := explorer.Explore(c.Context(), games, q, names)
		if err != nil {
			return err
		}
		return p.Show(findings{found, names.In(p.Language), p.Words}, f.asJSON)
	}
	return c
}

// query returns the query that the flags describe and, with a position, the names of its opening.
func (f *findFlags) query(withPosition bool) (q store.GameQuery, names opening.Names, err error) {
	q = f.question
	if len(q.Players) > 2 {
		return q, names, terminal.Usage("--player is given %d times, expected one or two", len(q.Players))
	}
	q.Color, q.Outcome = f.color.Value, store.Outcome(f.result.Value)
	if len(q.Players) == 0 && (q.Color != "" || q.Outcome == store.PlayerWon || q.Outcome == store.PlayerLost) {
		return q, names, terminal.Usage("--as, --result won and --result lost need --player")
	}
	if q.FromYear, q.ToYear, err = parseYears(f.years); err != nil || !withPosition {
		return q, names, err
	}
	start, err := f.board.Position()
	if err != nil {
		return q, names, err
	}
	g, err := files.Text(start, f.position)
	if err == nil {
		err = g.Position().Validate()
	}
	if err != nil {
		return q, names, terminal.Illegal("--position: %w", err)
	}
	at := g.Position()
	if err := f.board.Check(at); err != nil {
		return q, names, err
	}
	q.Position = &at
	if len(g.Moves) == 0 {
		return q, opening.At(at), nil
	}
	return q, opening.Find(g.Start, g.Moves), nil
}

// parseYears parses "1995-1999", "1995", "1995-" or "-1999". A limit that is missing is 0.
func parseYears(text string) (from, to int, err error) {
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	from, ok1 := parseYear(first)
	to, ok2 := parseYear(last)
	if !ok1 || !ok2 || to > 0 && from > to || isRange && from == 0 && to == 0 {
		return 0, 0, terminal.Usage("--year %q is not a year (want a year, or a range such as 1995-1999)", text)
	}
	return from, to, nil
}

func parseYear(text string) (year int, ok bool) {
	if text == "" {
		return 0, true
	}
	n, err := strconv.ParseUint(text, 10, 15)
	return int(n), err == nil && n > 0
}
