package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "train", Short: p.Words["train.short"], Long: p.Words["train.long"], Example: p.Words["train.example"],
		Args: verb.Args(0, 0, ""), RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.trainAllCommand(), p.trainGamesCommand(), p.trainLabelCommand(), p.trainFitCommand(),
		p.trainPackCommand(), p.trainNetworkCommand(), p.trainOutcomesCommand(), p.trainLeavesCommand(), p.trainTuneCommand(), p.trainEvenCommand(), p.trainReportCommand(), p.trainProbCutCommand())
	return c
}

// training is what all steps of a training ask for.
type training struct {
	program *program
	dir     string
	data    []string
	threads int
}

func (p *program) addTraining(c *cobra.Command) *training {
	t := &training{program: p}
	c.Args, c.ValidArgsFunction = verb.Args(0, 0, ""), cobra.NoFileCompletions
	c.Flags().StringVar(&t.dir, "dir", "training", p.Words["train.dir"])
	c.Flags().IntVarP(&t.threads, "threads", "t", runtime.GOMAXPROCS(0), p.Words["train.threads"])
	return t
}

// addData asks which games are used besides.
func (t *training) addData(c *cobra.Command) {
	c.Flags().StringSliceVar(&t.data, "data", nil, t.program.Words["train.data"])
}

// from is the folders whose games are used.
func (t *training) from() []string {
	if len(t.data) == 0 {
		return []string{t.dir}
	}
	return t.data
}

// run is how the steps run, for the verb that was called.
func (t *training) run(c *cobra.Command) (train.Run, error) {
	if t.threads < 1 {
		return train.Run{}, terminal.Usage("--threads %d: expected 1 or more", t.threads)
	}
	return train.Run{Threads: t.threads, Command: verb.CommandLine(c, nil), Commit: commitOf(c.Context(), t.program.Build), Progress: t.program.trainProgress()}, nil
}
