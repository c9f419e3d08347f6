package main

import (
	"embed"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func (p *program) versionCommand() *cobra.Command {
	c := &cobra.Command{Use: "version", Short: p.Words["version.short"], Long: p.Words["version.long"], Args: verb.Args(0, 0, "")}
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	licenses := c.Flags().Bool("licenses", false, p.Words["version.licenses"])
	c.RunE = func(*cobra.Command, []string) error {
		switch {
		case *licenses && *asJSON:
			return terminal.Usage("--licenses is text: leave out --json")
		case *licenses:
			return p.showNotices(p.Language)
		}
		return p.Show(p.Build, *asJSON)
	}
	return c
}

// notices are what en.txt or ja.txt says about whose work the program is, and in licenses.txt the licences of all that is linked in and of
// what the page is built from. notices_test.go collects them, and holds them equal to what go.mod says.
//
//go:embed notices
var notices embed.FS

// showNotices prints the notice in a language, then the licences as their authors wrote them.
func (p *program) showNotices(language string) error {
	for _, name := range []string{language, "licenses"} {
		text, err := notices.ReadFile("notices/" + name + ".txt")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(p.Out, "%s", text); err != nil {
			return err
		}
	}
	return nil
}

// stamp is what the linker is told by make dist: the version, the commit and its time, with blanks between. Nothing else writes it; without it
// the build's own notes must do.
var stamp string
