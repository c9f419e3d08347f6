package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// choice is the value of a flag that has a few.
type choice struct {
	value  string
	values []string
}

func (c *choice) String() string { return c.value }

func (c *choice) Type() string { return strings.Join(c.values, "|") }

func (c *choice) Set(text string) error {
	if !slices.Contains(c.values, text) {
		return fmt.Errorf("expected %s", strings.Join(c.values, " or "))
	}
	c.value = text
	return nil
}

// variable is the name of the environment variable that stands for a flag.
func variable(flag string) string {
	return "KAESHI_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// readEnvironment sets the flags that were not given from their variables; the language has been chosen before.
func (p *program) readEnvironment(flags *pflag.FlagSet) (err error) {
	flags.VisitAll(func(f *pflag.Flag) {
		value := p.env(variable(f.Name))
		if err != nil || value == "" || f.Changed || f.Name == "help" || f.Name == "lang" {
			return
		}
		if fault := flags.Set(f.Name, value); fault != nil {
			err = fmt.Errorf("environment variable %s=%s: %w", variable(f.Name), value, fault)
		}
	})
	return err
}

// explainFlag adds which flags there are to an error about one.
func explainFlag(c *cobra.Command, err error) error {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return fmt.Errorf("%w; flags of %s are %s", err, c.CommandPath(), strings.Join(names, ", "))
}
