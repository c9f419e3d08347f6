package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/player"
)

// effortFlags say how far positions are searched.
type effortFlags struct {
	command      *cobra.Command
	level, depth int
	time         time.Duration
}

// effortFlags adds them to a verb.
func (p *program) effortFlags(c *cobra.Command) *effortFlags {
	f := &effortFlags{command: c}
	c.Flags().IntVarP(&f.level, "level", "l", player.DefaultLevel, p.words["effort.level"])
	c.Flags().IntVar(&f.depth, "depth", 0, p.words["effort.depth"])
	return f
}

// withTime adds a limit of time, for verbs whose answer may depend on the machine.
func (f *effortFlags) withTime(description string) *effortFlags {
	f.command.Flags().DurationVar(&f.time, "time", 0, description)
	return f
}

// effort is what they say, or why it cannot be.
func (f *effortFlags) effort() (e analysis.Effort, err error) {
	level, depth, timed := f.given("level"), f.given("depth"), f.given("time")
	switch {
	case level && depth || level && timed || depth && timed:
		return e, usage("--level, --depth and --time are three ways to say how far to search: give one of them")
	case depth:
		e, err = analysis.ToDepth(f.depth)
	case timed:
		e, err = analysis.ForTime(f.time)
	default:
		e, err = analysis.AtLevel(f.level)
	}
	if err != nil {
		return e, usage("--%w", err)
	}
	return e, nil
}

func (f *effortFlags) given(flag string) bool { return f.command.Flags().Changed(flag) }
