package analyze

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// watcher shows on a terminal how far the games have come.
type watcher struct {
	out  io.Writer
	text *analysis.Text
	on   bool

	mu    sync.Mutex
	told  int
	shown time.Time
}

func (o *outlet) watch(run *analysis.Run) (*watcher, error) {
	text, err := analysis.NewText(o.Err, o.language, false)
	w := &watcher{out: o.Err, text: text}
	if f, ok := o.Err.(*os.File); !ok || !terminal.Is(f) {
		return w, err
	}
	w.on = true
	run.Progress = w.move
	return w, err
}

// tell counts a game that was shown.
func (w *watcher) tell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told++
}

// move is told of each move that is judged, and shows some.
func (w *watcher) move(e analysis.Entry, done, of int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.shown) < 100*time.Millisecond {
		return
	}
	w.shown = time.Now()
	fmt.Fprintf(w.out, "\r%s\033[K", w.text.Judging(w.told, e, done, of))
}

// wipe takes the line away.
func (w *watcher) wipe() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.on {
		fmt.Fprint(w.out, "\r\033[K")
	}
}
