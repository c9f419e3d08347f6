package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/match"
)

// addTournamentFlags gives the flags that describe a tournament; what they and the arguments say is read by the function returned. With
// --file, what is given beside it is stronger.
func (p *program) addTournamentFlags(c *cobra.Command) func(players []string) (match.Tournament, error) {
	f, given, format := c.Flags(), match.Tournament{}, &choice{match.Formats()[0], match.Formats()}
	file := f.String("file", "", p.words["match.file"])
	f.Var(format, "format", p.words["match.format"])
	completeChoices(c, "format", format)
	f.StringVar(&given.Name, "name", "", p.words["match.name"])
	f.IntVarP(&given.Games, "games", "n", 0, p.words["match.games"])
	f.IntVar(&given.Rounds, "rounds", 0, p.words["match.rounds"])
	f.StringVar(&given.Openings, "openings", "", p.words["match.openings"])
	f.StringVar(&given.Time, "time", "", p.words["match.time"])
	f.StringVar(&given.Margin, "margin", "", p.words["match.margin"])
	f.IntVar(&given.Concurrency, "concurrency", 0, p.words["match.concurrency"])
	f.StringVar(&given.SPRT, "sprt", "", p.words["match.sprt"])
	f.StringVar(&given.Adjudicate, "adjudicate", "", p.words["match.adjudicate"])
	f.Uint64Var(&given.Seed, "seed", 0, p.words["match.seed"])
	return func(players []string) (match.Tournament, error) {
		given.Players, given.Format = players, match.Format(format.value)
		if *file == "" {
			return given, nil
		}
		in, err := os.Open(*file)
		if err != nil {
			return given, err
		}
		defer func() { _ = in.Close() }() // it was only read
		described, err := match.Read(in)
		if err != nil {
			return given, usage("%s: %w", *file, err)
		}
		return given.Over(described, f.Changed), nil
	}
}
