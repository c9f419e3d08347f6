// Package cluster implements kaeshi hub, kaeshi worker and kaeshi cluster, which distribute work over many machines.
package cluster

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Command returns kaeshi cluster with its subcommands.
func Command(env *verb.Env) *cobra.Command {
	c := env.Command("cluster", "cluster", verb.OnlyVerbs)
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(
		listCommand(env, "status", status), listCommand(env, "jobs", jobs), listCommand(env, "workers", workers),
		changeCommand(env, "pause", "JOB", (*cluster.Client).Pause, findJob),
		changeCommand(env, "resume", "JOB", (*cluster.Client).Resume, findJob),
		changeCommand(env, "cancel", "JOB", (*cluster.Client).Cancel, findJob),
		changeCommand(env, "drain", "WORKER", (*cluster.Client).DrainWorker, findWorker),
		failuresCommand(env),
	)
	return c
}

// connected makes a command run with a connection to the cluster.
func connected(
	env *verb.Env, c *cobra.Command, run func(ctx context.Context, c *cluster.Client, args []string) error,
) *cobra.Command {
	named := flags.AddCluster(c, env.Words, "cluster", "flag.cluster")
	c.RunE = func(c *cobra.Command, args []string) error {
		if !named.Named() {
			return terminal.Usage("no cluster given; want --cluster 'kaeshi://…' or KAESHI_CLUSTER " +
				"with the address that 'kaeshi hub' prints")
		}
		client, err := named.Dial(c.Context(), "kaeshi cluster", env.LogText)
		if err != nil {
			return err
		}
		defer client.Close()
		return run(c.Context(), client, args)
	}
	return c
}

// listCommand returns a command that prints lines.
func listCommand(
	env *verb.Env, name string, lines func(context.Context, *cluster.Client) ([]fmt.Stringer, error),
) *cobra.Command {
	c := env.Command("cluster."+name, name, verb.Args(0, 0, ""))
	asJSON := c.Flags().Bool("json", false, env.Words["flag.json"])
	return connected(env, c, func(ctx context.Context, client *cluster.Client, _ []string) error {
		list, err := lines(ctx, client)
		if err != nil {
			return err
		}
		return showAll(env, list, *asJSON)
	})
}

func showAll(env *verb.Env, list []fmt.Stringer, asJSON bool) error {
	for _, line := range list {
		if err := env.Show(line, asJSON); err != nil {
			return err
		}
	}
	return nil
}

// changeCommand returns a command that changes a job or a worker.
func changeCommand(
	env *verb.Env, name, argument string, change func(*cluster.Client, context.Context, string) error,
	find func(context.Context, *cluster.Client, string) (string, error),
) *cobra.Command {
	c := env.Command("cluster."+name, name+" "+argument,
		verb.Args(1, 1, "one "+strings.ToLower(argument)))
	return connected(env, c, func(ctx context.Context, client *cluster.Client, args []string) error {
		id, err := find(ctx, client, args[0])
		if err != nil {
			return err
		}
		return change(client, ctx, id)
	})
}

func failuresCommand(env *verb.Env) *cobra.Command {
	c := env.Command("cluster.failures", "failures JOB", verb.Args(1, 1, "one job"))
	asJSON := c.Flags().Bool("json", false, env.Words["flag.json"])
	return connected(env, c, func(ctx context.Context, client *cluster.Client, args []string) error {
		id, err := findJob(ctx, client, args[0])
		if err != nil {
			return err
		}
		letters, err := client.DeadLetters(ctx, id)
		if err != nil {
			return err
		}
		list := make([]fmt.Stringer, len(letters))
		for i, letter := range letters {
			list[i] = failureLine{"kaeshi/cluster-failure/1", id, letter}
		}
		return showAll(env, list, *asJSON)
	})
}

// findJob returns the ID of the only job whose ID begins with start.
func findJob(ctx context.Context, c *cluster.Client, start string) (string, error) {
	list, err := c.Jobs(ctx)
	var ids []string
	for _, j := range list {
		ids = append(ids, j.ID)
	}
	return complete(ids, start, "job", "kaeshi cluster jobs", err)
}

// findWorker returns the ID of the only worker whose ID begins with start.
func findWorker(ctx context.Context, c *cluster.Client, start string) (string, error) {
	list, err := c.Workers(ctx)
	var ids []string
	for _, w := range list {
		ids = append(ids, w.ID)
	}
	return complete(ids, start, "worker", "kaeshi cluster workers", err)
}

// complete returns the only ID that begins with start. It fails if there is none or more than one, and if err is not
// nil.
func complete(ids []string, start, what, lister string, err error) (string, error) {
	if err != nil {
		return "", err
	}
	var found []string
	for _, id := range ids {
		if strings.HasPrefix(id, start) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("no %s begins with %q; '%s' lists them", what, start, lister)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%d %ss begin with %q; give more of the ID", len(found), what, start)
}

func count(n int, what string) string { return lang.Count(n, what, what+"s") }
