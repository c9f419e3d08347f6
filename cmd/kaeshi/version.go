package main

import "github.com/spf13/cobra"

func (p *program) versionCommand(language string) *cobra.Command {
	c := &cobra.Command{Use: "version", Short: p.words["version.short"], Long: p.words["version.long"], Args: between(0, 0, "")}
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	licenses := c.Flags().Bool("licenses", false, p.words["version.licenses"])
	c.RunE = func(*cobra.Command, []string) error {
		switch {
		case *licenses && *asJSON:
			return usage("--licenses is text: leave out --json")
		case *licenses:
			return p.showNotices(language)
		}
		return p.show(readBuild(), *asJSON)
	}
	return c
}
