package flags

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Cluster holds the flags that choose a cluster.
type Cluster struct {
	flag    string // the name of the flag with the address
	options cluster.Options
	silence time.Duration
}

// AddCluster adds the flags to a command. The flag with the address has the given name and the help text with the key
// help.
func AddCluster(c *cobra.Command, words map[string]string, name, help string) *Cluster {
	f := &Cluster{flag: name}
	c.Flags().StringVar(&f.options.Address, name, "", words[help])
	c.Flags().StringVar(&f.options.Creds, "creds", "", words["cluster.creds"])
	c.Flags().StringVar(&f.options.TLSCA, "tls-ca", "", words["cluster.tls-ca"])
	c.Flags().IntVar(&f.options.Replicas, "replicas", 1, words["cluster.replicas"])
	Between(c, 1, 5, "replicas")
	c.Flags().DurationVar(&f.silence, "silence", cluster.UsualSilence, words["cluster.silence"])
	Between(c, float64(time.Second), float64(time.Hour), "silence")
	return f
}

// Named reports whether the flags choose a cluster.
func (f *Cluster) Named() bool { return f.options.Address != "" }

// Dial connects to the cluster. The name identifies the client in the lists of the server.
func (f *Cluster) Dial(ctx context.Context, name string) (*cluster.Client, error) {
	if _, err := cluster.ParseAddress(f.options.Address); err != nil {
		return nil, terminal.Usage("--%s: %w", f.flag, err)
	}
	o := f.options
	o.Name, o.Timing = name, cluster.TimingFor(f.silence)
	return cluster.Dial(ctx, o)
}
