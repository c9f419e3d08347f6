package main

import (
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) cassioCommand() *cobra.Command {
	c := &cobra.Command{Use: "cassio", Short: p.words["cassio.short"], Long: p.words["cassio.long"], Args: between(0, 0, "")}
	c.RunE = func(c *cobra.Command, _ []string) error {
		server := protocol.Cassio{Name: "Kaeshi", Version: readBuild().Version, Search: search.New(search.Options{Threads: runtime.GOMAXPROCS(0)})}
		return server.Serve(c.Context(), io.NopCloser(p.stdin(c.Context())), p.out)
	}
	return c
}
