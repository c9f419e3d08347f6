package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// visitChanged gives the flags that were set on the command line or by the environment.
func visitChanged(c *cobra.Command, visit func(name, value string)) {
	c.Flags().Visit(func(f *pflag.Flag) { visit(f.Name, f.Value.String()) })
}

// trainProgress tells on standard error how far a step is and how long it will take: at a terminal in a line that is written over, else now and then.
func (p *program) trainProgress() func(step string, done, total int) {
	f, ok := p.err.(*os.File)
	terminal := ok && isTerminal(f)
	often := 30 * time.Second
	if terminal {
		often = 200 * time.Millisecond
	}
	var current string
	var began, told time.Time
	first := 0
	return func(step string, done, total int) {
		if step != current {
			current, began, told, first = step, time.Now(), time.Now(), done
		}
		if time.Since(told) < often && done < total {
			return
		}
		told = time.Now()
		line := fmt.Sprintf("%s %d/%d", step, done, total)
		if done > first && done < total {
			left := time.Since(began) / time.Duration(done-first) * time.Duration(total-done)
			line += ", " + left.Round(time.Second).String() + " left"
		}
		switch {
		case terminal && done < total:
			fmt.Fprintf(p.err, "\r%s\033[K", line)
		case terminal:
			fmt.Fprintf(p.err, "\r%s\033[K\n", line)
		default:
			p.log("%s", line)
		}
	}
}
