// Package flags holds the flags that several commands of kaeshi share, and the types of their values.
package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Choice is a flag value that is one of a list of words.
type Choice struct {
	Value  string
	values []string
}

// NewChoice returns a choice among values. The first argument is the default, which need not be one of them.
func NewChoice(value string, values ...string) *Choice { return &Choice{value, values} }

func (c *Choice) String() string { return c.Value }

// Type returns the placeholder of the value in help.
func (c *Choice) Type() string { return strings.Join(c.values, "|") }

// Set chooses a word. It returns an error if the word is not among the values.
func (c *Choice) Set(text string) error {
	if !slices.Contains(c.values, text) {
		return fmt.Errorf("expected %s", strings.Join(c.values, " or "))
	}
	c.Value = text
	return nil
}

// Variable returns the name of the environment variable of a flag.
func Variable(flag string) string {
	return "KAESHI_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Annotations of flags.
const (
	alternatives = "kaeshi_alternatives" // names of the flags that exclude this one
	stronger     = "kaeshi_stronger"     // names of the flags that override the environment variable of this one
	// set by the environment or a file: its name in error messages and, if that differs, as a source
	inherited = "kaeshi_inherited"
)

// Alternatives declares flags that exclude each other. A flag on the command line overrides the environment variables
// of flags that it excludes. [Check] refuses two such flags on the command line.
func Alternatives(c *cobra.Command, names ...string) {
	for _, name := range names {
		annotate(c.Flags().Lookup(name), alternatives, names...)
	}
}

// Yields declares flags that cannot be used with another, or change its meaning. On the command line they override its
// environment variable.
func Yields(c *cobra.Command, name string, to ...string) {
	annotate(c.Flags().Lookup(name), stronger, to...)
}

func annotate(f *pflag.Flag, key string, values ...string) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[key] = append(f.Annotations[key], values...)
}

// OnCommandLine reports whether a flag was given on the command line. It is false for a flag set by the environment or
// a file.
func OnCommandLine(c *cobra.Command, name string) bool {
	f := c.Flags().Lookup(name)
	return f != nil && f.Changed && f.Annotations[inherited] == nil
}

// overriddenIn returns the function that reports whether a flag, or another that overrides it, is set now.
func overriddenIn(set *pflag.FlagSet) func(*pflag.Flag) bool {
	given := map[string]bool{}
	set.Visit(func(f *pflag.Flag) { given[f.Name] = true })
	return func(f *pflag.Flag) bool {
		others := slices.Concat(f.Annotations[alternatives], f.Annotations[stronger])
		return given[f.Name] || slices.ContainsFunc(others, func(name string) bool { return given[name] })
	}
}

// ReadEnvironment sets flags from their environment variables, unless they or flags that override them were given. It
// skips lang, as the language is chosen before the flags are parsed.
func ReadEnvironment(set *pflag.FlagSet, getenv func(string) string) (err error) {
	overridden := overriddenIn(set)
	set.VisitAll(func(f *pflag.Flag) {
		value := getenv(Variable(f.Name))
		if err != nil || value == "" || overridden(f) || f.Name == "help" || f.Name == "lang" {
			return
		}
		if fault := set.Set(f.Name, value); fault != nil {
			err = terminal.Usage("environment variable %s=%s: %s", Variable(f.Name), value, expectation(f, fault))
		}
		annotate(f, inherited, Variable(f.Name))
	})
	return err
}
