package book

import (
	"fmt"
	"os"
	"time"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// watch tells on standard error how a book grows: at a terminal in a line that is written over, else now and then, and at the end.
func watch(env *verb.Env) func(line string, last bool) {
	f, ok := env.Err.(*os.File)
	terminal, often, told := ok && terminal.Is(f), 30*time.Second, time.Now()
	if terminal {
		often = 200 * time.Millisecond
	}
	return func(line string, last bool) {
		switch {
		case !last && time.Since(told) < often:
			return
		case terminal && !last:
			fmt.Fprintf(env.Err, "\r%s\033[K", line)
		case terminal:
			fmt.Fprintf(env.Err, "\r%s\033[K\n", line)
		default:
			env.Log("%s", line)
		}
		told = time.Now()
	}
}
