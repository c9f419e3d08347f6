package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// usage prints the usage of a command in the chosen language. The text of cobra has English words for the types and
// the defaults of flags.
func (p *program) usage(c *cobra.Command) error {
	var lines []string
	section := func(key string, content ...string) {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(append(lines, p.Words[key]), content...)
	}
	var calls []string
	if c.Runnable() {
		calls = append(calls, "  "+p.useLine(c))
	}
	sub := c.CommandPath() + " " + p.Words["usage.command"]
	if c.HasAvailableSubCommands() {
		calls = append(calls, "  "+sub)
	}
	section("usage.usage", calls...)
	if c.HasExample() {
		section("usage.examples", c.Example)
	}
	if c.HasAvailableSubCommands() {
		section("usage.commands", commandLines(c)...)
	}
	if c.HasAvailableLocalFlags() {
		section("usage.flags", p.flagLines(c.LocalFlags())...)
	}
	if c.HasAvailableInheritedFlags() {
		section("usage.global", p.flagLines(c.InheritedFlags())...)
	}
	if c.HasAvailableSubCommands() {
		lines = append(lines, "", fmt.Sprintf(p.Words["usage.more"], sub+" --help"))
	}
	_, err := fmt.Fprintln(c.OutOrStderr(), strings.Join(lines, "\n"))
	return err
}

var argumentName = regexp.MustCompile(`\b[A-Z]{2,}\b`)

// useLine returns the command line of c with the names of its arguments in the chosen language.
func (p *program) useLine(c *cobra.Command) string {
	line := argumentName.ReplaceAllStringFunc(c.UseLine(), func(name string) string {
		return p.Words["argument."+name]
	})
	return strings.Replace(line, "[flags]", p.Words["usage.options"], 1)
}

// commandLines lists the subcommands with their short help.
func commandLines(c *cobra.Command) []string {
	var names, texts []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			names, texts = append(names, "  "+sub.Name()), append(texts, sub.Short)
		}
	}
	return beside(names, texts, 1)
}

// flagLines lists flags with the names of their values, their help and their defaults.
func (p *program) flagLines(set *pflag.FlagSet) []string {
	var names, texts []string
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, text := pflag.UnquoteUsage(f)
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		if value != "" {
			name += " " + p.valueName(value)
		}
		if !slices.Contains([]string{"", "0", "0s", "false", "[]", "<nil>"}, f.DefValue) {
			text += " " + fmt.Sprintf(p.Words["usage.default"], f.DefValue)
		}
		names, texts = append(names, name), append(texts, text)
	})
	return beside(names, texts, 3)
}

// valueName returns the name of the value of a flag. pflag returns a Go type if the help of the flag has no name.
func (p *program) valueName(value string) string {
	switch value {
	case "int", "uint", "float":
		return p.Words["usage.number"]
	case "size":
		return p.Words["usage.size"]
	case "duration":
		return p.Words["usage.duration"]
	case "string":
		return p.Words["usage.text"]
	case "strings", "ints":
		return p.Words["usage.list"]
	}
	return value
}

// beside returns lines with a name, a gap of at least the given width and a text. The texts are aligned.
func beside(names, texts []string, gap int) (lines []string) {
	widest := 0
	for _, name := range names {
		widest = max(widest, terminal.Columns(name))
	}
	for i, name := range names {
		lines = append(lines, name+strings.Repeat(" ", widest-terminal.Columns(name)+gap)+texts[i])
	}
	return lines
}
