package match

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
)

// tournamentFlags adds the flags that describe a tournament. The function that it returns makes the description from
// the flags and the players. Flags and players override the file of --file.
func tournamentFlags(env *verb.Env, c *cobra.Command) func(players []string) (match.Tournament, error) {
	f, given, format := c.Flags(), match.Tournament{}, flags.NewChoice(match.Formats()[0], match.Formats()...)
	file := f.String("file", "", env.Words["match.file"])
	f.Var(format, "format", env.Words["match.format"])
	flags.Complete(c, "format", format)
	f.StringVar(&given.Name, "name", "", env.Words["match.name"])
	f.IntVarP(&given.Games, "games", "n", 0, env.Words["match.games"])
	f.IntVar(&given.Rounds, "rounds", 0, env.Words["match.rounds"])
	f.StringVar(&given.Openings, "openings", "", env.Words["match.openings"])
	f.StringVar(&given.Time, "time", "", env.Words["match.time"])
	f.StringVar(&given.Margin, "margin", "", env.Words["match.margin"])
	f.IntVar(&given.Concurrency, "concurrency", 0, env.Words["match.concurrency"])
	f.StringVar(&given.SPRT, "sprt", "", env.Words["match.sprt"])
	f.StringVar(&given.Adjudicate, "adjudicate", "", env.Words["match.adjudicate"])
	f.Uint64Var(&given.Seed, "seed", 0, env.Words["match.seed"])
	flags.AtLeast(c, 1, "games", "rounds", "concurrency")
	return func(players []string) (match.Tournament, error) {
		given.Players, given.Format = players, match.Format(format.Value)
		if !flags.OnCommandLine(c, "rounds") && *file == "" && given.Format != match.Swiss {
			given.Rounds = 0 // KAESHI_ROUNDS is for Swiss tournaments
		}
		if *file == "" {
			return given, nil
		}
		in, err := os.Open(*file)
		if err != nil {
			return given, err
		}
		defer func() { _ = in.Close() }() // it was only read
		if info, err := in.Stat(); err == nil && info.IsDir() {
			return given, terminal.Failure("%s: it is a folder (want a file)", *file)
		}
		described, err := match.Read(in)
		if err != nil {
			return given, terminal.Usage("%s: %w", *file, err)
		}
		return given.Over(described, func(flag string) bool { // --file on the command line overrides variables
			return flags.OnCommandLine(c, flag) || f.Changed(flag) && !flags.OnCommandLine(c, "file")
		}), nil
	}
}
