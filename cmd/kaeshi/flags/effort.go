package flags

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/search"
)

// UsualLines is the default number of best moves to report.
const UsualLines = 5

// Effort holds the flags that limit the search of a position.
type Effort struct {
	command      *cobra.Command
	level, depth int
	time         time.Duration
}

// AddEffort adds the flags to a command.
func AddEffort(c *cobra.Command, words map[string]string) *Effort {
	f := &Effort{command: c}
	c.Flags().IntVarP(&f.level, "level", "l", search.DefaultLevel, words["effort.level"])
	c.Flags().IntVar(&f.depth, "depth", 0, words["effort.depth"])
	Between(c, 0, search.MaxLevel, "level")
	Between(c, 1, analysis.MaxDepth, "depth")
	Alternatives(c, "level", "depth")
	return f
}

// AddTimedEffort adds a time limit as well, for commands whose result may depend on the machine.
func AddTimedEffort(c *cobra.Command, words map[string]string, description string) *Effort {
	f := AddEffort(c, words)
	c.Flags().DurationVar(&f.time, "time", 0, description)
	AtLeast(c, 1, "time")
	Alternatives(c, "level", "depth", "time")
	return f
}

// Effort returns the limit that the flags set. [Check] ensures that at most one of them is given.
func (f *Effort) Effort() (e analysis.Effort, err error) {
	switch {
	case f.given("depth"):
		e, err = analysis.ToDepth(f.depth)
	case f.given("time"):
		e, err = analysis.ForTime(f.time)
	default:
		e, err = analysis.AtLevel(f.level)
	}
	if err != nil {
		return e, terminal.Usage("--%w", err)
	}
	return e, nil
}

func (f *Effort) given(flag string) bool { return f.command.Flags().Changed(flag) }
