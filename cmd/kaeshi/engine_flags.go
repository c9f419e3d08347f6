package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/search"
)

// engineFlags are the flags that say how an engine is built.
type engineFlags struct {
	threads int
	hash    byteSize
	without string
}

const (
	mostThreads = 1024
	usualHash   = 512 << 20
)

// engineFlags adds them to a verb.
func (p *program) engineFlags(c *cobra.Command) *engineFlags {
	f := &engineFlags{hash: usualHash}
	c.Flags().IntVar(&f.threads, "threads", runtime.GOMAXPROCS(0), p.words["flag.threads"])
	c.Flags().Var(&f.hash, "hash", p.words["flag.hash"])
	c.Flags().StringVar(&f.without, "without", "", p.words["flag.without"])
	return f
}

// options is what they say, or why it cannot be.
func (f *engineFlags) options() (o search.Options, err error) {
	if f.threads < 1 || f.threads > mostThreads {
		return o, usage("--threads %d: expected a number from 1 to %d", f.threads, mostThreads)
	}
	if err := f.hash.fits(); err != nil {
		return o, err
	}
	o = search.Options{HashBytes: int(f.hash), Threads: f.threads}
	if o.Without, err = search.ParseHeuristics(f.without); err != nil {
		return o, usage("--without: %w", err)
	}
	return o, nil
}
