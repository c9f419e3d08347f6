package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/search"
)

// solveOnCluster solves the positions of a file on a cluster. It reads the whole file first.
func (p *program) solveOnCluster(
	c *cobra.Command, named *flags.Cluster, in io.Reader, run *problems.Run, engine search.Options,
) (sum problems.Total, err error) {
	if flags.OnCommandLine(c, "threads") && c.Flags().Lookup("proof").Value.String() == "" {
		return sum, terminal.Usage("--threads: a cluster solves each position with one thread; --threads of " +
			"'kaeshi worker' sets the number of positions that a machine solves in parallel")
	}
	o, _, err := p.UseCluster(c.Context(), named, "solve")
	if err != nil {
		return sum, err
	}
	defer o.Client.Close()
	file, err := io.ReadAll(in)
	if err != nil {
		return sum, err
	}
	o.VerifyThreads = flags.Checkers(engine.HashBytes)
	progress := terminal.NewProgress(p.Err, nil)
	o.Progress = func(done cluster.Progress) { progress.Show(verb.ClusterLine(done)) }
	defer progress.Clear()
	solved := run.Solved
	run.Solved = func(s problems.Solution) error {
		progress.Clear()
		return solved(s)
	}
	return units.Solve(c.Context(), o, run, engine, file)
}
