package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/kaeshi/kaeshi/web"
)

// serve answers requests until ctx ends, which is how it always ends when nothing is wrong.
func (p *program) serve(ctx context.Context, s serving, chosen bool) (err error) {
	if err := s.checked(); err != nil {
		return err
	}
	if s.token, err = p.token(s.tokenFile); err != nil {
		return err
	}
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
	cores := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(web.Processors(cores))
	server, err := web.New(web.Options{
		Players: makers().New, Store: games, MaxThink: s.maxThink, Thinking: cores, PerClient: s.perClient, Rate: s.rate,
		Token: s.token, Proxied: s.proxied, Logger: p.logger(s.verbose, s.log.value == "json"),
	})
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
