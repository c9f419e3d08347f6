package main

import (
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/train"
)

func (p *program) trainCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "train", Short: p.words["train.short"], Long: p.words["train.long"], Example: p.words["train.example"],
		Args: between(0, 0, ""), RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.trainAllCommand(language), p.trainGamesCommand(), p.trainLabelCommand(), p.trainFitCommand(),
		p.trainPackCommand(), p.trainNetworkCommand(), p.trainOutcomesCommand(), p.trainLeavesCommand(), p.trainTuneCommand(), p.trainEvenCommand(), p.trainReportCommand(language), p.trainProbCutCommand(language))
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
	c.Args, c.ValidArgsFunction = between(0, 0, ""), cobra.NoFileCompletions
	c.Flags().StringVar(&t.dir, "dir", "training", p.words["train.dir"])
	c.Flags().IntVarP(&t.threads, "threads", "t", runtime.GOMAXPROCS(0), p.words["train.threads"])
	return t
}

// addData asks which games are used besides.
func (t *training) addData(c *cobra.Command) {
	c.Flags().StringSliceVar(&t.data, "data", nil, t.program.words["train.data"])
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
		return train.Run{}, usage("--threads %d: expected 1 or more", t.threads)
	}
	command := []string{c.CommandPath()}
	visitChanged(c, func(name, value string) { command = append(command, "--"+name+"="+value) })
	return train.Run{Threads: t.threads, Command: strings.Join(command, " "), Commit: commitOf(c.Context(), readBuild()), Progress: t.program.trainProgress()}, nil
}
