package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/web"
)

// serving is what the flags of serve say.
type serving struct {
	address, database          string
	noBrowser, remote, verbose bool
	maxThink                   time.Duration
}

func (p *program) serveCommand() *cobra.Command {
	var s serving
	c := &cobra.Command{Use: "serve", Short: p.words["serve.short"], Long: p.words["serve.long"], Args: between(0, 0, "")}
	c.Flags().StringVar(&s.address, "addr", firstAddress, p.words["serve.addr"])
	c.Flags().StringVar(&s.database, "db", "", p.words["serve.db"])
	c.Flags().DurationVar(&s.maxThink, "max-think", 20*time.Second, p.words["serve.max-think"])
	c.Flags().BoolVar(&s.noBrowser, "no-browser", false, p.words["serve.no-browser"])
	c.Flags().BoolVar(&s.remote, "allow-remote", false, p.words["serve.allow-remote"])
	c.Flags().BoolVarP(&s.verbose, "verbose", "v", false, p.words["serve.verbose"])
	c.RunE = func(c *cobra.Command, _ []string) error { return p.serve(c.Context(), s, c.Flags().Changed("addr")) }
	return c
}

// serve answers requests until ctx ends, which is how it always ends when nothing is wrong.
func (p *program) serve(ctx context.Context, s serving, chosen bool) (err error) {
	l, err := s.listen(ctx, chosen)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }() // the server has done so, unless there came none
	games, err := p.openStore(ctx, s.database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, games.Close()) }()
	server, err := web.New(web.Options{Players: makers().New, Store: games, MaxThink: s.maxThink, Logger: p.logger(s.verbose)})
	if err != nil {
		return err
	}
	fmt.Fprintln(p.out, addressOf(l))
	if !s.noBrowser && p.hasScreen() {
		p.openBrowser(ctx, addressOf(l))
	}
	if err := server.Serve(ctx, l); err != nil {
		return err
	}
	return ctx.Err()
}
