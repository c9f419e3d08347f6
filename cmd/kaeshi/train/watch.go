package train

import (
	"fmt"
	"os"
	"time"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// progress tells on standard error how far a step is and how long it will take: at a terminal in a line that is written over, else now and then.
func progress(env *verb.Env) func(step string, done, total int) {
	f, ok := env.Err.(*os.File)
	terminal := ok && terminal.Is(f)
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
			fmt.Fprintf(env.Err, "\r%s\033[K", line)
		case terminal:
			fmt.Fprintf(env.Err, "\r%s\033[K\n", line)
		default:
			env.Log("%s", line)
		}
	}
}
