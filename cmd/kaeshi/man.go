package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (p *program) manCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "man [VERB…]", Short: p.words["man.short"], Long: p.words["man.long"], Example: p.words["man.example"],
	}
	folder := c.Flags().StringP("out", "o", "", p.words["man.out"])
	c.RunE = func(c *cobra.Command, args []string) error {
		root := c.Root()
		root.DisableAutoGenTag = true // the page says its date at the foot
		forAnyMachine(root)
		page, rest, err := root.Find(args)
		switch {
		case err != nil:
			return usage("%w", err)
		case len(rest) > 0:
			return usage("%w", unknownVerb(page, rest[0]))
		case *folder == "":
			return doc.GenMan(page, header(), p.out)
		}
		if err := os.MkdirAll(*folder, 0o755); err != nil {
			return err
		}
		return doc.GenManTree(page, header(), *folder)
	}
	return c
}

// forAnyMachine takes from the defaults what is this machine's: the pages are read on others.
func forAnyMachine(c *cobra.Command) {
	if f := c.Flags().Lookup("threads"); f != nil {
		f.DefValue = "CORES"
	}
	for _, verb := range c.Commands() {
		forAnyMachine(verb)
	}
}

// header dates the pages by the commit, so that the same source gives the same pages.
func header() *doc.GenManHeader {
	b := readBuild()
	h := &doc.GenManHeader{Section: "1", Source: "Kaeshi " + b.Version, Manual: "Kaeshi"}
	if made, err := time.Parse(time.RFC3339, b.Time); err == nil {
		h.Date = &made
	}
	return h
}
