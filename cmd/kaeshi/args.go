package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// guardPositions keeps one-line positions that begin with an empty square, "---OX…", from being taken for flags: a blank in front
// changes nothing about a position.
func guardPositions(args []string) []string {
	guarded := make([]string, len(args))
	for i, arg := range args {
		if beginsEmpty(arg) {
			arg = " " + arg
		}
		guarded[i] = arg
	}
	return guarded
}

// beginsEmpty tells a position, whose first cells are cells, from a flag, which has a name.
func beginsEmpty(arg string) bool {
	const telling = 8
	return strings.HasPrefix(arg, "-") && len(arg) >= telling && strings.Trim(arg[:telling], "-.XxOo*BbWw") == ""
}

// between checks the number of a verb's arguments and names them.
func between(low, high int, names string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) >= low && len(args) <= high:
			return nil
		case high == 0:
			return fmt.Errorf("%s takes no argument, but %q is given; write %s", c.CommandPath(), args[0], c.UseLine())
		}
		return fmt.Errorf("%s takes %s, but %d arguments are given; write %s", c.CommandPath(), names, len(args), c.UseLine())
	}
}
