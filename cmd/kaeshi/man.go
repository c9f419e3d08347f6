package main

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func (p *program) manCommand() *cobra.Command {
	c := p.Command("man", "man [COMMAND…]", nil)
	folder := c.Flags().StringP("out", "o", "", p.Words["man.out"])
	isNew := p.AddForce(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		root := c.Root()
		root.DisableAutoGenTag = true // the footer has the date
		forAnyMachine(root)
		page, rest, err := root.Find(args)
		switch {
		case err != nil:
			return terminal.Usage("%w", err)
		case len(rest) > 0:
			return terminal.Usage("%w", verb.Unknown(page, rest[0]))
		case *folder == "":
			return doc.GenMan(page, p.header(), p.Out)
		}
		if err := isNew(pageFiles(page, *folder)...); err != nil {
			return err
		}
		if err := os.MkdirAll(*folder, 0o755); err != nil {
			return err
		}
		return doc.GenManTree(page, p.header(), *folder)
	}
	return c
}

// pageFiles returns the files that doc.GenManTree writes.
func pageFiles(c *cobra.Command, folder string) []string {
	list := []string{filepath.Join(folder, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			list = append(list, pageFiles(sub, folder)...)
		}
	}
	return list
}

// forAnyMachine removes the number of this machine's cores from the defaults, as the pages are read on other machines.
func forAnyMachine(c *cobra.Command) {
	if f := c.Flags().Lookup("threads"); f != nil {
		f.DefValue = "CORES"
	}
	for _, sub := range c.Commands() {
		forAnyMachine(sub)
	}
}

// header returns the header of the pages. Its date is that of the commit, so the same source gives the same pages.
func (p *program) header() *doc.GenManHeader {
	b := p.Build
	h := &doc.GenManHeader{Section: "1", Source: "Kaeshi " + b.Version, Manual: "Kaeshi"}
	if made, err := time.Parse(time.RFC3339, b.Time); err == nil {
		h.Date = &made
	}
	return h
}
