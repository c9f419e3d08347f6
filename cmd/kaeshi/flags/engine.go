package flags

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/search"
)

// Engine holds the flags that configure an engine.
type Engine struct {
	Hash ByteSize

	threads int
	without string
}

// MaxThreads is the largest number of threads of an engine.
const MaxThreads = 1024

const usualHash = 512 << 20 // bytes

// AddEngine adds the flags to a command.
func AddEngine(c *cobra.Command, words map[string]string) *Engine {
	f := &Engine{Hash: usualHash}
	c.Flags().IntVar(&f.threads, "threads", runtime.GOMAXPROCS(0), words["flag.threads"])
	Between(c, 1, MaxThreads, "threads")
	c.Flags().Var(&f.Hash, "hash", words["flag.hash"])
	c.Flags().StringVar(&f.without, "without", "", words["flag.without"])
	return f
}

// Options returns the engine options that the flags set.
func (f *Engine) Options() (o search.Options, err error) {
	if err := f.Hash.Fits(); err != nil {
		return o, err
	}
	o = search.Options{HashBytes: int(f.Hash), Threads: f.threads}
	if o.Without, err = search.ParseHeuristics(f.without); err != nil {
		return o, terminal.Usage("--without: %w", err)
	}
	return o, nil
}
