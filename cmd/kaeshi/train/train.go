// Package train holds the verbs of kaeshi train, one for each step of making the weights of the evaluation.
package train

import (
	"context"
	"errors"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/train"
	"github.com/kaeshi/kaeshi/train/steps"
)

// Command returns the verb train with its own verbs.
func Command(env *verb.Env) *cobra.Command {
	c := env.Command("train", "train", verb.OnlyVerbs)
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	steps := []*cobra.Command{
		allCommand(env), gamesCommand(env), labelCommand(env), fitCommand(env), packCommand(env), networkCommand(env),
		outcomesCommand(env), leavesCommand(env), tuneCommand(env), evenCommand(env), reportCommand(env),
		probCutCommand(env), labCommand(env),
	}
	for _, step := range steps {
		step.RunE = refuseSettings(step.RunE)
	}
	c.AddCommand(steps...)
	return c
}

// refuseSettings gives errors in the settings of a step the status of a usage error.
func refuseSettings(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		err := run(c, args)
		if bad := (*steps.SettingsError)(nil); errors.As(err, &bad) {
			return terminal.Usage("%w", err)
		}
		return err
	}
}

// training is what all steps of a training ask for.
type training struct {
	env     *verb.Env
	dir     string
	data    []string
	threads int
}

func addTraining(env *verb.Env, c *cobra.Command) *training {
	t := &training{env: env}
	c.Args, c.ValidArgsFunction = verb.Args(0, 0, ""), cobra.NoFileCompletions
	c.Flags().StringVar(&t.dir, "dir", "training", env.Words["train.dir"])
	c.Flags().IntVarP(&t.threads, "threads", "t", runtime.GOMAXPROCS(0), env.Words["train.threads"])
	flags.AtLeast(c, 1, "threads")
	return t
}

// addData asks which games are used besides.
func (t *training) addData(c *cobra.Command) {
	c.Flags().StringSliceVar(&t.data, "data", nil, t.env.Words["train.data"])
}

// from is the folders whose games are used.
func (t *training) from() []string {
	if len(t.data) == 0 {
		return []string{t.dir}
	}
	return t.data
}

// runWithWeights adds the flag --weights to a command and makes it run a step that needs them.
func (t *training) runWithWeights(c *cobra.Command, step func(context.Context, train.Run, string) error) {
	weights := c.Flags().String("weights", "", t.env.Words["train.weights.required"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *weights == "" {
			return terminal.Usage("--weights: expected a file of weights; train all makes one")
		}
		return step(c.Context(), t.run(c), *weights)
	}
}

// run is how the steps run, for the verb that was called.
func (t *training) run(c *cobra.Command) train.Run {
	return train.Run{Run: steps.Run{
		Threads: t.threads, Command: verb.CommandLine(c, nil), Commit: commitOf(c.Context(), t.env.Build),
		Progress: progress(t.env),
	}}
}
