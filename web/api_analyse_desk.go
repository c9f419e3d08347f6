package web

import (
	"context"
	"runtime"
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
	longestLook = 10 * time.Minute // of one search
	studyBytes  = 64 << 20         // the table of a search
)

// analysisKeeper is where what was found about positions is kept: a [store.Store].
type analysisKeeper interface {
	Analysis(ctx context.Context, key []byte) (store.Analysis, error)
	KeepAnalysis(ctx context.Context, key []byte, a store.Analysis) error
}

// desk is what analyses of positions have in common: the studies that know something, and what is kept.
type desk struct {
	*thinker

	kept    analysisKeeper                      // what was found; nil: nothing is kept
	weights func() (checksum string, err error) // of all studies
	threads int                                 // of all searches together

	mu   sync.Mutex
	idle []idleStudy // the one that has idled longest comes first
}

// idleStudy is a study that still knows what it found for a position.
type idleStudy struct {
	*analysis.Study

	threads  int
	position othello.Position
}

// learnedSum returns the checksum of the weights embedded in the program, by which studies and jobs judge.
func learnedSum() (string, error) {
	w, err := eval.Learned()
	return w.Checksum(), err
}

func newDesk(o Options, t *thinker) *desk {
	return &desk{thinker: t, kept: analysesOf(o), weights: learnedSum, threads: min(o.Thinking, max(runtime.GOMAXPROCS(0), 1))}
}

// study is one that knows the position, or any of the right number of threads: all of them for a search that is alone, one otherwise.
func (d *desk) study(p othello.Position) idleStudy {
	threads := d.threads
	if working, waiting := d.analyses.load(); working+waiting > 1 {
		threads = 1
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	key, _ := p.Canonical()
	at := slices.IndexFunc(d.idle, func(s idleStudy) bool { return s.position == key && s.threads == threads })
	if at < 0 && len(d.idle) >= d.analyses.atOnce {
		at = slices.IndexFunc(d.idle, func(s idleStudy) bool { return s.threads == threads })
	}
	if at >= 0 {
		s := d.idle[at]
		d.idle = slices.Delete(d.idle, at, at+1)
		s.position = key
		return s
	}
	s := analysis.NewStudy(search.Options{HashBytes: studyBytes, Threads: threads})
	return idleStudy{s, threads, key}
}

// openBook is the book that comes with the program, nil where there is none.
func (d *desk) openBook() *book.Book {
	b, _, err := book.Shipped()
	if err != nil {
		d.log.Error("opening book", "err", err)
	}
	return b
}

// part keeps a study for whoever comes next.
func (d *desk) part(s idleStudy) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.idle = append(d.idle, s)
	d.idle = slices.Delete(d.idle, 0, max(len(d.idle)-d.analyses.atOnce, 0))
}

// recall is what is kept of a position; it has no lines when that is nothing, or only what other weights think.
func (d *desk) recall(ctx context.Context, p othello.Position) (h analysis.Hint) {
	if d.kept == nil {
		return h
	}
	weights, err := d.weights()
	if err != nil {
		return h // the search that follows reports it
	}
	known, err := d.kept.Analysis(ctx, analysis.KeyOf(p))
	if err == nil && known.Found != "" {
		h, err = analysis.Recall(p, known.Found)
	}
	if err != nil && ctx.Err() == nil { // who has left is no error
		d.log.ErrorContext(ctx, "recalling an analysis", "position", p.String(), "err", err)
	}
	if known.Weights != weights && !h.Proven() {
		return analysis.Hint{}
	}
	return h
}

// keep stores what was found, unless more is known.
func (d *desk) keep(p othello.Position, h analysis.Hint) {
	if d.kept == nil || len(h.Lines) == 0 || h.Lines[0].Book {
		return
	}
	ctx := context.Background() // when the client has left it is kept all the same
	if h.Better(d.recall(ctx, p)) <= 0 {
		return
	}
	weights, err := d.weights()
	var text string
	if err == nil {
		text, err = h.Known()
	}
	if err == nil {
		err = d.kept.KeepAnalysis(ctx, analysis.KeyOf(p), store.Analysis{Found: text, Weights: weights})
	}
	if err != nil {
		d.log.Error("keeping an analysis", "position", p.String(), "err", err)
	}
}
