package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/search"
)

// clusterFlags holds the flags for solving on a cluster.
type clusterFlags struct {
	*flags.Cluster

	verify flags.Share // of the positions that this machine solves a second time
}

func (p *program) addClusterFlags(c *cobra.Command) *clusterFlags {
	f := &clusterFlags{Cluster: flags.AddCluster(c, p.Words, "cluster", "flag.cluster")}
	c.Flags().Var(&f.verify, "verify", p.Words["solve.verify"])
	c.Flags().Lookup("verify").DefValue = "" // none
	return f
}

func (f *clusterFlags) check() error {
	if f.verify > 0 && !f.Named() {
		return terminal.Usage("--verify requires --cluster: this machine checks the results of workers")
	}
	return nil
}

// solveOnCluster solves the positions of a file on a cluster. It reads the whole file first.
func (p *program) solveOnCluster(
	c *cobra.Command, named *clusterFlags, in io.Reader, run *problems.Run, engine search.Options,
) (sum problems.Total, err error) {
	if flags.OnCommandLine(c, "threads") && c.Flags().Lookup("proof").Value.String() == "" {
		return sum, terminal.Usage("--threads: a cluster solves each position with one thread; --threads of " +
			"'kaeshi worker' sets the number of positions that a machine solves in parallel")
	}
	o, err := p.UseCluster(c.Context(), named.Dial, "solve")
	if err != nil {
		return sum, err
	}
	defer o.Client.Close()
	file, err := io.ReadAll(in)
	if err != nil {
		return sum, err
	}
	o.Verify, o.VerifyThreads = float64(named.verify), checkers(engine.HashBytes)
	progress := terminal.NewProgress(p.Err, nil)
	o.Progress = func(done cluster.Progress) { progress.Show(clusterLine(done)) }
	defer progress.Clear()
	solved := run.Solved
	run.Solved = func(s problems.Solution) error {
		progress.Clear()
		return solved(s)
	}
	return units.Solve(c.Context(), o, run, engine, file)
}

// checkers returns the number of positions that this machine can check in parallel with tables of the given size.
func checkers(hash int) int {
	n := runtime.GOMAXPROCS(0)
	for n > 1 {
		if all := flags.ByteSize(n) * flags.ByteSize(hash); all.Fits() == nil {
			break
		}
		n--
	}
	return n
}

// clusterLine returns the progress of a job as a line.
func clusterLine(p cluster.Progress) string {
	return fmt.Sprintf("%d of %d done, %.1f/s", p.Done+p.Failed, p.Submitted, p.PerSecond)
}
