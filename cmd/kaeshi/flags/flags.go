// Package flags holds the flags that several verbs of kaeshi have, and the types of their values.
package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// ReadEnvironment sets the flags that were not given from their variables. The flag lang is left alone: the language has
// been chosen before.
func ReadEnvironment(set *pflag.FlagSet, getenv func(string) string) (err error) {
	set.VisitAll(func(f *pflag.Flag) {
		value := getenv(variable(f.Name))
		if err != nil || value == "" || f.Changed || f.Name == "help" || f.Name == "lang" {
			return
		}
		if fault := set.Set(f.Name, value); fault != nil {
			err = fmt.Errorf("environment variable %s=%s: %w", variable(f.Name), value, fault)
		}
	})
	return err
}

// Explain adds the flags that exist to an error about one.
func Explain(c *cobra.Command, err error) error {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return fmt.Errorf("%w; flags of %s are %s", err, c.CommandPath(), strings.Join(names, ", "))
}
