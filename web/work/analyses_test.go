package work

import (
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kaeshi/kaeshi/othello"
)

// TestIdleStudiesAreDropped checks that the tables of analyses are kept for some minutes after their last use, and not
// after the scheduler is closed.
func TestIdleStudiesAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewScheduler(Options{Thinking: 2, Logger: slog.New(slog.DiscardHandler)})
		a := NewAnalyses(s, nil)
		want := func(when string, studies int) {
			t.Helper()
			synctest.Wait()
			a.mu.Lock()
			defer a.mu.Unlock()
			if len(a.idle) != studies {
				t.Errorf("%s: %d idle studies, want %d", when, len(a.idle), studies)
			}
		}
		start := othello.Start(othello.Size8, othello.Usual)
		first, second := a.getStudy(start), a.getStudy(start.Play(start.Moves()[0]))
		a.putStudy(first)
		time.Sleep(keepStudy / 2)
		a.putStudy(second)
		want("in use", 2)
		time.Sleep(keepStudy / 2)
		want("after the time of the first", 1)
		again := a.getStudy(start.Play(start.Moves()[0]))
		if again.Study != second.Study {
			t.Error("the study that is kept is not used again")
		}
		time.Sleep(keepStudy / 2)
		want("while it is in use", 0)
		a.putStudy(again)
		time.Sleep(keepStudy - time.Second)
		want("shortly before its time", 1)
		time.Sleep(time.Second)
		want("after its time", 0)
		a.putStudy(first)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		want("after the end", 0)
		a.putStudy(second)
		want("put after the end", 0)
	})
}
