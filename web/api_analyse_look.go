package web

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

const (
	beat     = 500 * time.Millisecond // between two events without news but the nodes
	eventGap = 80 * time.Millisecond  // at least, between two events of a search
	keepGap  = 2 * time.Second        // between two times that a search is written down while it runs
)

// Why a search ended before it had looked as far as was asked.
var (
	errTurn = errors.New("it has had its turn and others wait")
	errLong = errors.New("a search may not take longer")
	errLeft = errors.New("the client has left")
)

// look is the analysis of a position for a client.
type look struct {
	desk     *desk
	turn     *turn
	position othello.Position
	limits   search.Limits
	lines    int
	fresh    bool
	book     bool // the opening book is looked into first

	state analysed      // what the client has been told, or will be next
	best  analysis.Hint // the best founded of what is known

	// Of the turns before this one.
	spent  time.Duration
	before uint64 // nodes
}

// streamTo sends what is known, waits for its turn, searches, and sends what it finds until the search or the client has ended.
func (l *look) streamTo(ctx context.Context, out *stream) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(l.desk.closing, func() { cancel(errClosing) })()
	if l.recall(ctx) {
		l.state.Ended = "complete"
		_ = out.send("done", l.state) // the client may have left
		return
	}
	if l.state.Stored {
		_ = out.send("progress", l.state)
	}
	var pings sync.WaitGroup
	quiet, hush := context.WithCancel(ctx)
	pings.Go(func() { out.ping(quiet) })
	defer pings.Wait()
	defer hush()
	ctx, stop := context.WithTimeoutCause(ctx, longestLook, errLong)
	defer stop()
	for {
		if err := l.wait(ctx, out); err != nil {
			l.end(out, err)
			return
		}
		if cause := l.search(ctx, out); !errors.Is(cause, errTurn) || !l.turn.again() {
			l.end(out, cause)
			return
		}
	}
}

// recall looks what is stored; done reports that this is as much as was asked for.
func (l *look) recall(ctx context.Context) (done bool) {
	if l.position.Over() {
		score := float64(l.position.Score())
		l.state.Score, l.state.Exact, l.state.Selectivity = &score, true, 100
		return true
	}
	if l.fresh {
		return false
	}
	if l.best = l.desk.recall(ctx, l.position); len(l.best.Lines) == 0 {
		return false
	}
	l.state.Stored = true
	l.state.tell(l.best)
	return l.best.Fulfils(l.position, l.limits, l.lines)
}

// wait tells the client its place in the queue until it has its turn.
func (l *look) wait(ctx context.Context, out *stream) error {
	err := l.turn.enter(ctx, func(place int) {
		l.state.Queue = place
		_ = out.send("progress", l.state) // that the client has left, ctx says
	})
	l.state.Queue = 0
	return err
}

// end tells the client what came out, and why it is the end.
func (l *look) end(out *stream, cause error) {
	l.state.Ended = "complete"
	switch {
	case errors.Is(cause, errClosing):
		if told, ok := errors.AsType[*huma.ErrorModel](asProblem(cause)); ok {
			_ = out.send("problem", told) // the client may have left
		}
		return
	case cause != nil, l.limits.Time > 0 && !l.best.Fulfils(l.position, l.limits, l.lines):
		l.state.Ended = "time"
	}
	_ = out.send("done", l.state)
}

// search looks on while the client listens. The error is why it ended before it had looked as far as was asked.
func (l *look) search(ctx context.Context, out *stream) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	study := l.desk.study(l.position)
	study.Book = nil
	if l.book {
		study.Book = l.desk.openBook()
	}
	defer l.desk.part(study)
	limits := l.limits
	limits.Poll = l.desk.rush.standBack
	if limits.Time > 0 {
		limits.Time = max(limits.Time-l.spent, 1)
	}
	began, news, ended := time.Now(), make(chan analysis.Hint, 1), make(chan analysis.Hint, 1)
	go func() {
		h, _ := study.Look(ctx, l.position, limits, l.lines, func(h analysis.Hint) { replace(news, h) }) // why it ended, ctx says
		ended <- h
	}()
	l.follow(out, study, news, ended, cancel, began)
	l.spent += time.Since(began)
	l.before = l.state.Nodes
	l.keep()
	return context.Cause(ctx)
}

// keep stores what is known, unless it leaves moves out of account.
func (l *look) keep() {
	if l.limits.Only == 0 {
		l.desk.keep(l.position, l.best)
	}
}

// replace puts the latest news where the reader has not taken the one before.
func replace(news chan analysis.Hint, h analysis.Hint) {
	select {
	case <-news:
	default:
	}
	news <- h
}

// follow sends the news of a search until it has ended, which it sees to when the client has left and when others have waited long enough.
func (l *look) follow(out *stream, study idleStudy, news, ended <-chan analysis.Hint, cancel context.CancelCauseFunc, began time.Time) {
	beats := time.NewTicker(beat)
	defer beats.Stop()
	kept := began
	for {
		select {
		case h := <-ended:
			l.take(h)
			return
		case h := <-news:
			l.take(h)
			if time.Since(kept) > keepGap {
				l.keep()
				kept = time.Now()
			}
		case <-beats.C:
			l.count(study.Nodes(), time.Since(began))
		}
		if out.send("progress", l.state) != nil {
			cancel(errLeft)
		} else if time.Since(began) > fairTime && l.turn.behind() > 0 {
			cancel(errTurn)
		}
		time.Sleep(eventGap)
	}
}

// take puts in the place of what is known what is founded at least as well.
func (l *look) take(h analysis.Hint) {
	if len(h.Lines) > 0 && h.Better(l.best) >= 0 {
		l.best, l.state.Stored = h, false
		l.state.tell(h)
	}
	l.count(h.Nodes, time.Duration(h.Seconds*float64(time.Second)))
}

// count adds up the nodes and the time of this turn and of those before.
func (l *look) count(nodes uint64, took time.Duration) {
	took += l.spent
	l.state.Nodes = max(l.before+nodes, l.state.Nodes)
	l.state.Seconds = took.Round(time.Microsecond).Seconds()
	if took > 0 {
		l.state.NPS = uint64(float64(l.state.Nodes) / took.Seconds())
	}
}

// analyse lets another player tell what it thinks of the position.
func (s *seat) analyse(ctx context.Context, out *stream, g *record.Game) {
	ctx, cancel := context.WithCancel(ctx)
	var pings sync.WaitGroup
	pings.Go(func() { out.ping(ctx) })
	defer pings.Wait()
	defer cancel()
	state := newAnalysed(g, g.Position())
	state.Player = s.spec.Text
	answer, err := s.choose(ctx, g, func(a player.Answer) {
		state.hear(a)
		if out.send("progress", state) != nil {
			cancel()
		}
	})
	if err == nil {
		state.hear(answer)
		state.Ended = "complete"
		_ = out.send("done", state) // the client may have left
	} else if told, ok := errors.AsType[*huma.ErrorModel](err); ok {
		_ = out.send("problem", told)
	}
}

// hear takes over what a player answered.
func (a *analysed) hear(answer player.Answer) {
	m := analysedMove{Move: answer.Move, Score: answer.Score, Depth: answer.Depth, Selectivity: answer.Selectivity, Exact: answer.Exact, PV: answer.PV}
	switch {
	case answer.Book:
		m.Source = "book"
	case answer.Exact:
		m.Source = "exact"
	case answer.Depth >= a.Empties && answer.Score != nil:
		m.Source = "selective"
	case answer.Depth > 0:
		m.Source = "depth"
	default:
		m.Source = "player"
	}
	if m.PV == nil {
		m.PV = []string{m.Move}
	}
	a.Moves, a.Score = []analysedMove{m}, m.Score
	a.Depth, a.Selectivity, a.Exact = m.Depth, m.Selectivity, m.Exact
	a.Nodes, a.Seconds = answer.Nodes, answer.Seconds
	if a.Seconds > 0 {
		a.NPS = uint64(float64(a.Nodes) / a.Seconds)
	}
}
