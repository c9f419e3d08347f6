// Package match implements kaeshi match, which runs tournaments and prints their standings.
package match

import (
	"errors"
	"math"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
)

// Command returns kaeshi match.
func Command(env *verb.Env) *cobra.Command {
	c := env.Command("match", "match [SPEC SPEC…]", verb.Args(0, math.MaxInt, "players"))
	describe := tournamentFlags(env, c)
	database := c.Flags().String("db", "", env.Words["match.db"])
	resume := c.Flags().Bool("resume", false, env.Words["match.resume"])
	var out output
	c.Flags().BoolVar(&out.asJSON, "json", false, env.Words["flag.json"])
	c.Flags().StringVar(&out.plots, "plot", "", env.Words["match.plot"])
	c.Flags().StringVarP(&out.record, "out", "o", "", env.Words["match.out"])
	named := flags.AddCluster(c, env.Words, "cluster", "flag.cluster").AddVerify(c, env.Words)
	isNew := env.AddForce(c)
	table := flags.NewChoice("text", "text", "markdown")
	c.Flags().Var(table, "table", env.Words["match.table"])
	flags.Complete(c, "table", table)
	c.RunE = func(c *cobra.Command, specs []string) (err error) {
		described, err := describe(specs)
		if err != nil {
			return err
		}
		if out.plots != "" {
			if err := isNew(match.PlotFiles(out.plots)...); err != nil {
				return err
			}
		}
		if err := checkRecord(out.record); err != nil {
			return err
		}
		out.env, out.markdown, out.database = env, table.Value == "markdown", *database
		known := warnOfClocks(env, described.Time)
		if err := checkVerification(named, described); err != nil {
			return err
		}
		if named.Named() {
			known = units.Players().New
			if out.fleet, out.clearFleet, err = env.UseCluster(c.Context(), named, "match"); err != nil {
				return err
			}
			defer out.fleet.Client.Close()
		}
		entered, err := check(c.Context(), described, known, *resume)
		if err != nil {
			return err
		}
		open := env.OpenStore
		if *resume {
			open = env.ExistingStore
		}
		games, err := open(c.Context(), *database)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, games.Close()) }()
		if out.games, err = openRecord(env, out.record); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, out.games.close()) }()
		event, err := entered.enter(c.Context(), games)
		if err != nil {
			return err
		}
		if err := out.games.catchUp(c.Context(), games, event); err != nil {
			return err
		}
		return out.play(c.Context(), event)
	}
	return c
}

// checkVerification returns a usage error if the games of a tournament are to be verified and cannot be. Other errors
// of the tournament are found later.
func checkVerification(named *flags.Cluster, t match.Tournament) error {
	share, err := named.Verify()
	if err == nil && share > 0 {
		return refuseVerification(units.CheckVerifiable(t))
	}
	return err
}

// refuseVerification turns the error for games that cannot be verified into a usage error.
func refuseVerification(err error) error {
	if refused := (*units.UnverifiableError)(nil); errors.As(err, &refused) {
		return terminal.Usage("--verify: %w", refused)
	}
	return err
}
