package train

import (
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// progress returns a function that shows the progress of a step and the time left on standard error.
func progress(env *verb.Env) func(step string, done, total int) {
	var line *terminal.Progress
	var current string
	var pace terminal.Pace
	return func(step string, done, total int) {
		if step != current {
			current, pace, line = step, terminal.NewPace(done), env.Progress()
		}
		text := pace.Line(step, done, total)
		if done < total {
			line.Show(text)
		} else {
			line.End(text)
		}
	}
}
