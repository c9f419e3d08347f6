package main

import (
	"time"

	"github.com/spf13/cobra"
)

// serving is what the flags of serve say.
type serving struct {
	address, database, tokenFile string
	noBrowser, verbose, proxied  bool
	maxThink                     time.Duration
	perClient, rate              int
	log                          choice
	token                        string // what clients must know; empty: nothing
}

func (p *program) serveCommand() *cobra.Command {
	s := serving{log: choice{"text", []string{"text", "json"}}}
	c := &cobra.Command{Use: "serve", Short: p.words["serve.short"], Long: p.words["serve.long"], Args: between(0, 0, "")}
	f := c.Flags()
	f.StringVar(&s.address, "addr", firstAddress, p.words["serve.addr"])
	f.StringVar(&s.database, "db", "", p.words["serve.db"])
	f.DurationVar(&s.maxThink, "max-think", 20*time.Second, p.words["serve.max-think"])
	f.IntVar(&s.perClient, "per-client", 6, p.words["serve.per-client"])
	f.IntVar(&s.rate, "rate", 100, p.words["serve.rate"])
	f.StringVar(&s.tokenFile, "token-file", "", p.words["serve.token-file"])
	f.BoolVar(&s.proxied, "behind-proxy", false, p.words["serve.behind-proxy"])
	f.BoolVar(&s.noBrowser, "no-browser", false, p.words["serve.no-browser"])
	f.BoolVarP(&s.verbose, "verbose", "v", false, p.words["serve.verbose"])
	f.Var(&s.log, "log", p.words["serve.log"])
	c.RunE = func(c *cobra.Command, _ []string) error { return p.serve(c.Context(), s, f.Changed("addr")) }
	return c
}

// checked is the error of a number that bounds nothing.
func (s *serving) checked() error {
	switch {
	case s.maxThink <= 0:
		return usage("--max-think %v: expected more than 0s", s.maxThink)
	case s.perClient < 1:
		return usage("--per-client %d: expected 1 or more", s.perClient)
	case s.rate < 1:
		return usage("--rate %d: expected 1 or more", s.rate)
	}
	return nil
}
