package main

import (
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) cassioCommand() *cobra.Command {
	c := p.Command("cassio", "cassio", verb.Args(0, 0, ""))
	c.RunE = func(c *cobra.Command, _ []string) error {
		engine := search.New(search.Options{Threads: runtime.GOMAXPROCS(0)})
		server := protocol.Cassio{Name: "Kaeshi", Version: p.Build.Version, Search: engine}
		return server.Serve(c.Context(), io.NopCloser(p.Dialogue(c.Context())), p.Out)
	}
	return c
}
