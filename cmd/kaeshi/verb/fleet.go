package verb

import (
	"context"
	"fmt"
	"runtime"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Fleet holds the flags that choose a cluster.
type Fleet interface {
	Dial(ctx context.Context, name string, log func(string)) (*cluster.Client, error)
	Verify() (share float64, err error) // of the work that this machine repeats
}

// UseCluster connects to the cluster that does the work of a command. The caller must close the client of the result.
// Progress is shown while results are verified, because the command reports none until then. The function clearLine
// removes it.
func (e *Env) UseCluster(
	ctx context.Context, named Fleet, title string,
) (o units.Options, clearLine func(), err error) {
	if o.Verify, err = named.Verify(); err != nil {
		return o, nil, err
	}
	if o.Identity, err = units.Identify(ctx, e.Build.Version); err != nil {
		return o, nil, err
	}
	o.Title, o.Log, o.VerifyThreads = title, e.LogText, runtime.GOMAXPROCS(0)
	progress := terminal.NewProgress(e.Err, nil)
	if o.Verify > 0 {
		o.Progress = func(p cluster.Progress) { progress.Show(ClusterLine(p)) }
	}
	o.Client, err = named.Dial(ctx, "kaeshi "+title, e.LogText)
	return o, progress.Clear, err
}

// ClusterLine returns the progress of a job as a line.
func ClusterLine(p cluster.Progress) string {
	return fmt.Sprintf("%d of %d done, %.1f/s", p.Done+p.Failed, p.Submitted, p.PerSecond)
}
