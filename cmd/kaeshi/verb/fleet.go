package verb

import (
	"context"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
)

// UseCluster connects to a cluster that does the work of a command. The caller must close the client of the result.
func (e *Env) UseCluster(
	ctx context.Context, dial func(ctx context.Context, name string) (*cluster.Client, error), title string,
) (o units.Options, err error) {
	if o.Identity, err = units.Identify(ctx, e.Build.Version); err != nil {
		return o, err
	}
	o.Title, o.Log = title, func(text string) { e.Log("%s", text) }
	o.Client, err = dial(ctx, "kaeshi "+title)
	return o, err
}
