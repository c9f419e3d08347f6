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

// output writes analysed games.
type output struct {
	*verb.Env

	asJSON, brief bool
	page          string // name of the HTML file; empty means none
	marks         analysis.Marks
	clearFleet    func() // removes the progress of a cluster; nil without one
}

// analyze evaluates the games of all files. It shows each game when it is done, and a summary of several at the end.
func (o *output) analyze(ctx context.Context, run *analysis.Run, files []string) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // also unblocks reads of standard input
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
	run.OnGame = func(d *analysis.Game) error {
		progress.Clear()
		if o.clearFleet != nil {
			o.clearFleet()
		}
		judged.Add(1)
		return report.Game(d)
	}
	givenUp := 0
	run.OnBad = func(err error) {
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
	_, left, fault := report.Close(err == nil && judged.Load() > 0)
	if left > 0 {
		o.Log("%s: %s only counted in the summary", o.page, lang.Count(left, "game", "games"))
	}
	if err = errors.Join(err, fault); err != nil {
		return err
	}
	if givenUp > 0 {
		return terminal.Failure("games that no worker could analyse: %d; 'kaeshi cluster failures JOB' lists them",
			givenUp)
	}
	return faults.Verdict("games")
}

// remarked logs the remarks on how games were read, and passes the entries on.
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
