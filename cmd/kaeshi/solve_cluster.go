package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/search"
)

// solveOnCluster solves the positions of a file on a cluster. It reads the file to its end before it begins.
func (p *program) solveOnCluster(
	c *cobra.Command, named *flags.Cluster, in io.Reader, run *problems.Run, engine search.Options,
) (sum problems.Total, err error) {
	if flags.OnCommandLine(c, "threads") && c.Flags().Lookup("proof").Value.String() == "" {
		return sum, terminal.Usage("--threads: on a cluster one thread solves a position, and --threads of " +
			"'kaeshi worker' sets how many positions a machine solves at a time")
	}
	o, err := p.Fleet(c.Context(), named.Dial, "solve")
	if err != nil {
		return sum, err
	}
	defer o.Client.Close()
	file, err := io.ReadAll(in)
	if err != nil {
		return sum, err
	}
	progress := terminal.NewProgress(p.Err, nil)
	o.Progress = func(done cluster.Progress) { progress.Show(fleetLine(done)) }
	defer progress.Clear()
	solved := run.Solved
	run.Solved = func(s problems.Solution) error {
		progress.Clear()
		return solved(s)
	}
	return units.Solve(c.Context(), o, run, engine, file)
}

// fleetLine says how far a job has come.
func fleetLine(p cluster.Progress) string {
	return fmt.Sprintf("%d of %d done, %.1f/s", p.Done+p.Failed, p.Submitted, p.PerSecond)
}
