package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/problems"
)

func (p *program) accuracyCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "accuracy FILE.obf|-", Short: p.words["accuracy.short"], Long: p.words["accuracy.long"], Example: p.words["accuracy.example"],
		Args: between(1, 1, "one file, or - for standard input"),
	}
	spec := c.Flags().StringP("player", "p", "kaeshi", p.words["accuracy.player"])
	completePlayers(c, localMakers(), "player")
	details := c.Flags().Bool("details", false, p.words["accuracy.details"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		player, err := newPlayer(localMakers(), "player", *spec)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, player.Close()) }()
		in, err := p.open(c.Context(), args)
		if err != nil {
			return err
		}
		defer func() { _ = in.Close() }() // it was only read
		w := &accuracyWatch{program: p}
		trial := problems.Trial{Ask: w.ask(player), Began: w.begin, Bad: func(err error) { w.wipe(); p.log("%v", err) }}
		trial.Judged = func(g problems.Guess) error {
			w.wipe()
			if !*details {
				return nil
			}
			return p.show(g, *asJSON)
		}
		sum, err := trial.File(c.Context(), in)
		if w.wipe(); err != nil && sum.Positions == 0 {
			return err
		}
		return cmp.Or(errors.Join(err, p.show(sum, *asJSON)), judged(sum))
	}
	return c
}

// judged is nil when every line was a position and there was one to judge by.
func judged(a problems.Accuracy) error {
	switch {
	case a.Bad() > 0:
		return &exit{exitIllegal, fmt.Errorf("no positions: %d lines", a.Bad())}
	case a.Positions == 0:
		return errors.New("no position of the file states a score: there is nothing to judge by")
	}
	return nil
}
