package analyze

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/record/paste"
)

// output is where judged games are written.
type output struct {
	*verb.Env

	asJSON, brief bool
	page          string // a file; empty: none
	marks         analysis.Marks
}

// analyze judges the games of all files and shows each as soon as it is judged, then what they come to.
func (o *output) analyze(ctx context.Context, run *analysis.Run, files []string) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // also lets go of standard input
	if len(files) == 0 {
		files = []string{"-"}
	}
	settings := analysis.ReportSettings{JSON: o.asJSON, Brief: o.brief, Page: o.page, Marks: o.marks}
	report, err := analysis.NewReport(o.Out, o.Language, settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, report.Abandon()) }()
	text := analysis.NewText(o.Err, o.Language, false)
	progress, judged, faults := terminal.NewProgress(o.Err, nil), atomic.Int64{}, verb.Faults{}
	if progress.Live() {
		run.Progress = func(e analysis.Entry, done, of int) {
			progress.Show(text.Judging(int(judged.Load()), e, done, of))
		}
	}
	run.Told = func(d *analysis.Game) error {
		progress.Clear()
		judged.Add(1)
		return report.Game(d)
	}
	givenUp := 0
	run.Bad = func(err error) {
		progress.Clear()
		o.Fault(err, o.asJSON)
		if unjudged := (*analysis.UnjudgedError)(nil); errors.As(err, &unjudged) {
			givenUp++
		} else {
			faults.Add(err)
		}
		report.Damaged()
	}
	err = run.Games(ctx, o.remarked(analysis.Files(files, o.StdinIfNamed(ctx, files))))
	progress.Clear()
	_, left, fault := report.Close(err == nil)
	if left > 0 {
		o.Log("%s: in the sums alone: %s", o.page, lang.Count(left, "game", "games"))
	}
	if err = errors.Join(err, fault); err != nil {
		return err
	}
	if givenUp > 0 {
		return terminal.Failure("games that no worker could judge: %d; 'kaeshi cluster failures JOB' shows why",
			givenUp)
	}
	return faults.Verdict("games")
}

// remarked reports what was concluded of games because their text does not say it.
func (o *output) remarked(entries iter.Seq[analysis.Entry]) iter.Seq[analysis.Entry] {
	return func(yield func(analysis.Entry) bool) {
		for e := range entries {
			if e.Err == nil {
				for _, remark := range paste.Remarks(e.Game) {
					o.Log("game %d: %s", e.Number, remark.In(o.Language))
				}
			}
			if !yield(e) {
				return
			}
		}
	}
}
