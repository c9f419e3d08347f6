// Package flags holds the flags that several verbs of kaeshi have, and the types of their values.
package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Choice is the value of a flag that is one of a few words.
type Choice struct {
	Value  string
	values []string
}

// NewChoice is a choice among values. The first argument is the default, which may be none of them.
func NewChoice(value string, values ...string) *Choice { return &Choice{value, values} }

func (c *Choice) String() string { return c.Value }

// Type is what help shows for the value.
func (c *Choice) Type() string { return strings.Join(c.values, "|") }

// Set chooses a word. It returns an error for a word that is not among the values.
func (c *Choice) Set(text string) error {
	if !slices.Contains(c.values, text) {
		return fmt.Errorf("expected %s", strings.Join(c.values, " or "))
	}
	c.Value = text
	return nil
}

// variable is the name of the environment variable that stands for a flag.
func variable(flag string) string {
	return "KAESHI_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Annotations of flags.
const (
	alternatives = "kaeshi_alternatives" // the names of flags that exclude the flag
	inherited    = "kaeshi_environment"  // the flag was set by its environment variable
)

// Alternatives says that at most one of the flags can be given. A variable in the environment yields to a flag on the
// command line that excludes its own; [Check] refuses two flags on the command line.
func Alternatives(c *cobra.Command, names ...string) {
	for _, name := range names {
		annotate(c.Flags().Lookup(name), alternatives, names...)
	}
}

func annotate(f *pflag.Flag, key string, values ...string) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[key] = append(f.Annotations[key], values...)
}

// OnCommandLine reports whether a flag was given on the command line, rather than by a variable or not at all.
func OnCommandLine(c *cobra.Command, name string) bool {
	f := c.Flags().Lookup(name)
	return f != nil && f.Changed && f.Annotations[inherited] == nil
}

// ReadEnvironment sets the flags that were not given from their variables, unless an alternative of theirs was given.
// The flag lang is left alone: the language has been chosen before.
func ReadEnvironment(set *pflag.FlagSet, getenv func(string) string) (err error) {
	given := map[string]bool{}
	set.Visit(func(f *pflag.Flag) { given[f.Name] = true })
	set.VisitAll(func(f *pflag.Flag) {
		value := getenv(variable(f.Name))
		if err != nil || value == "" || f.Changed || f.Name == "help" || f.Name == "lang" {
			return
		}
		if slices.ContainsFunc(f.Annotations[alternatives], func(name string) bool { return given[name] }) {
			return
		}
		if fault := set.Set(f.Name, value); fault != nil {
			err = terminal.Usage("environment variable %s=%s: %s", variable(f.Name), value, expectation(f, fault))
		}
		annotate(f, inherited, "true")
	})
	return err
}
