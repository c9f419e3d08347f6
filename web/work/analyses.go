package work

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/store"
)

// studyBytes is the size of the transposition table of an analysis.
const studyBytes = 64 << 20

// AnalysisStore keeps results of analyses: a [store.Store].
type AnalysisStore interface {
	Analysis(ctx context.Context, key []byte) (store.Analysis, error)
	KeepAnalysis(ctx context.Context, key []byte, a store.Analysis) error
}

// Analyses analyses positions. It keeps the tables of recent searches, so that a client that asks again continues where
// its search ended, and stores what was found.
type Analyses struct {
	scheduler *Scheduler
	store     AnalysisStore                       // nil: results are not stored
	weights   func() (checksum string, err error) // of the evaluation of all studies
	threads   int                                 // of all searches together

	mu   sync.Mutex
	idle []idleStudy // least recently used first
}

// idleStudy is a study that holds what it found for a position.
type idleStudy struct {
	*analysis.Study

	threads  int
	position othello.Position // in its canonical symmetry
}

// NewAnalyses returns analyses that use the queue of a scheduler. kept may be nil.
func NewAnalyses(s *Scheduler, kept AnalysisStore) *Analyses {
	return &Analyses{
		scheduler: s, store: kept, weights: learnedChecksum,
		threads: min(s.options.Thinking, max(runtime.GOMAXPROCS(0), 1)),
	}
}

// learnedChecksum returns the checksum of the weights that come with the program, by which analyses and jobs judge.
func learnedChecksum() (string, error) {
	w, err := eval.Learned()
	if err != nil {
		return "", err
	}
	return w.Checksum(), nil
}

// take returns a study that holds results for the position, or any with the right number of threads: all of them for a
// search that runs alone, and one otherwise.
func (a *Analyses) take(p othello.Position) idleStudy {
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
	return idleStudy{s, threads, key}
}

// give keeps a study for the next analysis.
func (a *Analyses) give(s idleStudy) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.idle = append(a.idle, s)
	a.idle = slices.Delete(a.idle, 0, max(len(a.idle)-a.scheduler.Analyses.atOnce, 0))
}

// openingBook returns the book that comes with the program, nil if there is none.
func (a *Analyses) openingBook() *book.Book {
	b, _, err := book.Shipped()
	if err != nil {
		a.scheduler.options.Logger.Error("opening book", "err", err)
	}
	return b
}

// recall returns the stored result of a position. It has no lines when nothing is stored, or only an unproved result of
// other weights.
func (a *Analyses) recall(ctx context.Context, p othello.Position) (h analysis.Hint) {
	if a.store == nil {
		return h
	}
	known, err := a.store.Analysis(ctx, analysis.KeyOf(p))
	if err == nil && known.Found != "" {
		h, err = analysis.Recall(p, known.Found)
	}
	if err != nil && ctx.Err() == nil { // a client that left is no error
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

// keep stores a result, unless a better one is stored. It does so even if the client has left.
func (a *Analyses) keep(p othello.Position, h analysis.Hint) {
	if a.store == nil || len(h.Lines) == 0 || h.Lines[0].Book {
		return
	}
	ctx := context.Background()
	if h.Better(a.recall(ctx, p)) <= 0 {
		return
	}
	weights, err := a.weights()
	var text string
	if err == nil {
		text, err = h.Known()
	}
	if err == nil {
		err = a.store.KeepAnalysis(ctx, analysis.KeyOf(p), store.Analysis{Found: text, Weights: weights})
	}
	if err != nil {
		a.scheduler.options.Logger.Error("storing an analysis", "position", p.String(), "err", err)
	}
}
