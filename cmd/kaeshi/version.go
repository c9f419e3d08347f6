package main

import (
	"embed"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
)

func (p *program) versionCommand() *cobra.Command {
	c := p.Command("version", "version", verb.Args(0, 0, ""))
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	licenses := c.Flags().Bool("licenses", false, p.Words["version.licenses"])
	flags.Alternatives(c, "json", "licenses")
	c.RunE = func(*cobra.Command, []string) error {
		if *licenses {
			return p.showNotices(p.Language)
		}
		return p.Show(p.Build, *asJSON)
	}
	return c
}

// notices holds the authors of the program in en.txt and ja.txt, and the licences of everything that is linked in or
// that the page is built from in licenses.txt. notices_test.go collects them and compares them with go.mod.
//
//go:embed notices
var notices embed.FS

// showNotices prints the notice in a language, then the licences in their original wording.
func (p *program) showNotices(l lang.Lang) error {
	for _, name := range []string{string(l), "licenses"} {
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

// stamp is "VERSION COMMIT TIME", set by the linker in make dist. It is empty in other builds; see verb.ReadBuild.
var stamp string
