package flags

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Cluster holds the flags that name a cluster.
type Cluster struct {
	flag    string // that holds the address
	options cluster.Options
}

// AddCluster adds them to a verb. The first one has the name and the help that the verb gives it.
func AddCluster(c *cobra.Command, words map[string]string, name, help string) *Cluster {
	f := &Cluster{flag: name}
	c.Flags().StringVar(&f.options.Address, name, "", words[help])
	c.Flags().StringVar(&f.options.Creds, "creds", "", words["cluster.creds"])
	c.Flags().StringVar(&f.options.TLSCA, "tls-ca", "", words["cluster.tls-ca"])
	c.Flags().IntVar(&f.options.Replicas, "replicas", 1, words["cluster.replicas"])
	Between(c, 1, 5, "replicas")
	return f
}

// Named reports whether the flags name a cluster.
func (f *Cluster) Named() bool { return f.options.Address != "" }

// Dial connects to the cluster. The name is for the lists of its server.
func (f *Cluster) Dial(ctx context.Context, name string) (*cluster.Client, error) {
	if _, err := cluster.ParseAddress(f.options.Address); err != nil {
		return nil, terminal.Usage("--%s: %w", f.flag, err)
	}
	o := f.options
	o.Name = name
	return cluster.Dial(ctx, o)
}
