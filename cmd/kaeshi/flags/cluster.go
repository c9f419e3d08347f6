package flags

import (
	"context"
	"runtime"
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
	verify  Share // of the units that this machine runs too
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

// AddVerify adds the flag for the verification of results.
func (f *Cluster) AddVerify(c *cobra.Command, words map[string]string) *Cluster {
	c.Flags().Var(&f.verify, "verify", words["cluster.verify"])
	c.Flags().Lookup("verify").DefValue = "" // none
	return f
}

// Verify returns the share of the units that this machine runs too. It fails if no cluster is chosen.
func (f *Cluster) Verify() (share float64, err error) {
	if f.verify > 0 && !f.Named() {
		return 0, terminal.Usage("--verify requires --cluster: this machine checks the results of workers")
	}
	return float64(f.verify), nil
}

// Named reports whether the flags choose a cluster.
func (f *Cluster) Named() bool { return f.options.Address != "" }

// Dial connects to the cluster. The name identifies the client in the lists of the server. log reports when the cluster
// does not answer.
func (f *Cluster) Dial(ctx context.Context, name string, log func(string)) (*cluster.Client, error) {
	if _, err := cluster.ParseAddress(f.options.Address); err != nil {
		return nil, terminal.Usage("--%s: %w", f.flag, err)
	}
	o := f.options
	o.Name, o.Timing, o.Log = name, cluster.TimingFor(f.silence), log
	return cluster.Dial(ctx, o)
}

// Checkers returns the number of units that this machine can check in parallel with tables of the given size.
func Checkers(hash int) int {
	n := runtime.GOMAXPROCS(0)
	for n > 1 {
		if all := ByteSize(n) * ByteSize(hash); all.Fits() == nil {
			break
		}
		n--
	}
	return n
}
