package match

import (
	"time"

	"github.com/kaeshi/kaeshi/match"
)

// count moves the bar on, and once a second what stands beside it.
func (w *watcher) count(event *match.Event, played, total int) {
	w.bar.ChangeMax(total)
	if time.Since(w.counted) > time.Second {
		w.counted = time.Now()
		w.bar.Describe(event.Standings().String())
	}
	_ = w.bar.Set(played) // a terminal that has gone away is noticed elsewhere
}

// tell shows the table above the bar, or a line where there is none.
func (w *watcher) tell(event *match.Event) {
	s := event.Standings()
	if w.bar == nil {
		w.env.Log("%d of %d games: %v", s.Played, s.Total, s)
		return
	}
	_ = w.bar.Clear()
	_ = s.Brief(w.env.Err, w.japanese)
	_ = w.bar.RenderBlank()
}
