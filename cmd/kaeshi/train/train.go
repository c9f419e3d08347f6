// Package train implements kaeshi train. It has one command for each step of training an evaluation.
package train

import (
	"context"
	"errors"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/train"
	"github.com/kaeshi/kaeshi/train/steps"
)

// Command returns kaeshi train with its subcommands.
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

// refuseSettings returns run with the exit status of a usage error for wrong settings of a step.
func refuseSettings(run func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		err := run(c, args)
		if bad := (*steps.SettingsError)(nil); errors.As(err, &bad) {
			return terminal.Usage("%w", err)
		}
		return err
	}
}

// trainFlags holds the flags of all steps.
type trainFlags struct {
	env     *verb.Env
	dir     string
	data    []string
	threads int
	cluster *flags.Cluster // nil: the step runs on this machine
}

func addTraining(env *verb.Env, c *cobra.Command) *trainFlags {
	t := &trainFlags{env: env}
	c.Args, c.ValidArgsFunction = verb.Args(0, 0, ""), cobra.NoFileCompletions
	c.Flags().StringVar(&t.dir, "dir", "training", env.Words["train.dir"])
	c.Flags().IntVarP(&t.threads, "threads", "t", runtime.GOMAXPROCS(0), env.Words["train.threads"])
	flags.AtLeast(c, 1, "threads")
	return t
}

// addData adds the flag --data.
func (t *trainFlags) addData(c *cobra.Command) {
	c.Flags().StringSliceVar(&t.data, "data", nil, t.env.Words["train.data"])
}

// from returns the folders of --data, or the folder of --dir if there are none.
func (t *trainFlags) from() []string {
	if len(t.data) == 0 {
		return []string{t.dir}
	}
	return t.data
}

// runWithWeights adds the required flag --weights to a command that runs a step.
func (t *trainFlags) runWithWeights(c *cobra.Command, step func(context.Context, train.Run, string) error) {
	weights := c.Flags().String("weights", "", t.env.Words["train.weights.required"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		return t.start(c, func(run train.Run) error {
			if *weights == "" {
				return terminal.Usage("--weights: want a file of weights, such as one that train all makes")
			}
			return step(c.Context(), run, *weights)
		})
	}
}

// addCluster adds the flags of a cluster to the command of a step whose parts other machines can compute.
func (t *trainFlags) addCluster(c *cobra.Command) {
	t.cluster = flags.AddCluster(c, t.env.Words, "cluster", "flag.cluster").AddVerify(c, t.env.Words)
	flags.Yields(c, "cluster", "threads")
}

// start calls step with the settings of a run, which uses the cluster if one is named.
func (t *trainFlags) start(c *cobra.Command, step func(train.Run) error) error {
	run := t.run(c)
	if t.cluster == nil {
		return step(run)
	}
	if _, err := t.cluster.Verify(); err != nil {
		return err
	}
	if !t.cluster.Named() {
		return step(run)
	}
	if flags.OnCommandLine(c, "threads") {
		return terminal.Usage("--threads cannot be used with --cluster, where one thread computes each part; " +
			"set --threads of 'kaeshi worker' instead")
	}
	o, clearLine, err := t.env.UseCluster(c.Context(), t.cluster, "train "+c.Name())
	if err != nil {
		return err
	}
	defer o.Client.Close()
	defer clearLine()
	show := run.Progress
	run.Progress = func(step string, done, total int) {
		clearLine()
		show(step, done, total)
	}
	run.Remote = units.Train(o)
	return step(run)
}

// run returns the settings of a run for the command that was called.
func (t *trainFlags) run(c *cobra.Command) train.Run {
	return train.Run{Run: steps.Run{
		Threads: t.threads, Command: verb.CommandLine(c, nil), Commit: commitOf(c.Context(), t.env.Build),
		Progress: progress(t.env),
	}}
}
