package work

import (
	"context"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/store"
)

const (
	studyBytes = 64 << 20        // size of the transposition table of an analysis
	keepStudy  = 5 * time.Minute // time after which an idle study is dropped with its table
)

// AnalysisStore stores results of analyses. [store.Store] implements it.
type AnalysisStore interface {
	Analysis(ctx context.Context, key []byte) (store.Analysis, error)
	KeepAnalysis(ctx context.Context, key []byte, a store.Analysis) error
}

// Analyses analyses positions and stores the results. It keeps the transposition tables of recent searches, so that a
// repeated request continues an earlier search.
type Analyses struct {
	scheduler *Scheduler
	store     AnalysisStore                       // nil: results are not stored
	weights   func() (checksum string, err error) // checksum of the evaluation weights
	threads   int                                 // number of threads of a search that runs alone

	mu       sync.Mutex
	idle     []idleStudy // least recently used first
	sweeping bool        // a timer will call sweep
}

// idleStudy is a study with the tables of its last search.
type idleStudy struct {
	*analysis.Study

	threads  int
	position othello.Position // canonical form
	since    time.Time        // end of its last search
}

// NewAnalyses returns an Analyses that uses the queue of the scheduler. kept may be nil.
func NewAnalyses(s *Scheduler, kept AnalysisStore) *Analyses {
	a := &Analyses{
		scheduler: s, store: kept, weights: learnedChecksum,
		threads: min(s.options.Thinking, max(runtime.GOMAXPROCS(0), 1)),
	}
	context.AfterFunc(s.closing, func() { a.drop(time.Now()) })
	return a
}

// learnedChecksum returns the checksum of the built-in evaluation weights, which analyses and jobs use.
func learnedChecksum() (string, error) {
	w, err := eval.Learned()
	if err != nil {
		return "", err
	}
	return w.Checksum(), nil
}

// getStudy returns a study for a search of p, preferably the one that searched p last. The study has all threads if no
// other search runs or waits, and one thread otherwise.
func (a *Analyses) getStudy(p othello.Position) idleStudy {
	queue, threads := a.scheduler.Analyses, a.threads
	if working, waiting := queue.Load(); working+waiting > 1 {
		threads = 1
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	key, _ := p.Canonical()
	at := slices.IndexFunc(a.idle, func(s idleStudy) bool { return s.position == key && s.threads == threads })
	if at < 0 && len(a.idle) >= queue.atOnce {
		at = slices.IndexFunc(a.idle, func(s idleStudy) bool { return s.threads == threads })
	}
	if at >= 0 {
		s := a.idle[at]
		a.idle = slices.Delete(a.idle, at, at+1)
		s.position = key
		return s
	}
	s := analysis.NewStudy(search.Options{HashBytes: studyBytes, Threads: threads})
	return idleStudy{Study: s, threads: threads, position: key}
}

// putStudy returns a study for reuse.
func (a *Analyses) putStudy(s idleStudy) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.scheduler.closing.Err() != nil {
		return
	}
	s.since = time.Now()
	a.idle = append(a.idle, s)
	a.idle = slices.Delete(a.idle, 0, max(len(a.idle)-a.scheduler.Analyses.atOnce, 0))
	if !a.sweeping {
		a.sweeping = true
		time.AfterFunc(keepStudy, a.sweep)
	}
}

// sweep drops the studies that have been idle for keepStudy, and schedules the next call if others are left.
func (a *Analyses) sweep() {
	now := time.Now()
	dropped, next := a.drop(now.Add(-keepStudy))
	if dropped {
		giveBack()
	}
	if !next.IsZero() {
		time.AfterFunc(next.Add(keepStudy).Sub(now), a.sweep)
	}
}

// drop drops the studies that have been idle since a time or longer, and reports whether there were any. next is since
// when the next study has been idle; it is zero if none is left.
func (a *Analyses) drop(since time.Time) (dropped bool, next time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := 0
	for n < len(a.idle) && !a.idle[n].since.After(since) {
		n++
	}
	a.idle = slices.Delete(a.idle, 0, n)
	if a.sweeping = len(a.idle) > 0; a.sweeping {
		next = a.idle[0].since
	}
	return n > 0, next
}

// giveBack collects garbage and returns free memory to the operating system. Otherwise an idle server would keep the
// memory of closed players and dropped tables for minutes. In a browser, memory cannot be returned.
func giveBack() {
	if runtime.GOOS != "js" {
		debug.FreeOSMemory()
	}
}

// openingBook returns the built-in opening book, or nil without one.
func (a *Analyses) openingBook() *book.Book {
	b, _, err := book.Shipped()
	if err != nil {
		a.scheduler.options.Logger.Error("opening book", "err", err)
	}
	return b
}

// stored returns the stored result of a position. It has no lines if nothing is stored, or if the stored result is
// unproven and has other weights.
func (a *Analyses) stored(ctx context.Context, p othello.Position) (h analysis.Hint) {
	if a.store == nil {
		return h
	}
	known, err := a.store.Analysis(ctx, analysis.KeyOf(p))
	if err == nil && known.Found != "" {
		h, err = analysis.DecodeHint(p, known.Found)
	}
	if err != nil && ctx.Err() == nil { // not because the client left
		a.scheduler.options.Logger.ErrorContext(ctx, "recalling an analysis", "position", p.String(), "err", err)
	}
	weights, err := a.weights()
	if err != nil {
		return analysis.Hint{} // the search that follows reports it
	}
	if known.Weights != weights && !h.Proven() {
		return analysis.Hint{}
	}
	return h
}

// storeResult stores a result unless a better one is stored, even if the client has left.
func (a *Analyses) storeResult(p othello.Position, h analysis.Hint) {
	if a.store == nil || len(h.Lines) == 0 || h.Lines[0].Book {
		return
	}
	ctx := context.Background()
	if h.Better(a.stored(ctx, p)) <= 0 {
		return
	}
	weights, err := a.weights()
	var text string
	if err == nil {
		text, err = h.Encode()
	}
	if err == nil {
		err = a.store.KeepAnalysis(ctx, analysis.KeyOf(p), store.Analysis{Found: text, Weights: weights})
	}
	if err != nil {
		a.scheduler.options.Logger.Error("storing an analysis", "position", p.String(), "err", err)
	}
}
