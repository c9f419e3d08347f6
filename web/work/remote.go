package work

import (
	"context"
	"errors"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// Remote judges moves of jobs on other machines.
type Remote interface {
	// Judge judges the moves of a review that are not known. It calls judged with each of them, in any order but not
	// concurrently, and ends with its error. An error that is [ErrJobCancelled] ends the job. After [ErrJobPaused],
	// Judge is called again when other jobs have run. After any other error, this machine judges the remaining moves.
	// If ctx ends with the cause [ErrJobCancelled], the work is dropped. Otherwise it is continued after the next start
	// of the program.
	Judge(ctx context.Context, r Review, judged func(JudgedMove) error) error
}

// Review is a job for a [Remote].
type Review struct {
	Job    store.Job
	Game   *record.Game
	Effort analysis.Effort
	Known  map[int]bool // plies that are judged, from 1
	// OthersWait reports whether other jobs are open. Judge then ends with [ErrJobPaused] if the job is paused.
	OthersWait func() bool
}

// judgeRemotely lets other machines judge the moves of a review that are not known, and adds them to the known ones. It
// returns an error only if the job ends with it. This machine judges the moves that are not known then.
func (j *Jobs) judgeRemotely(ctx context.Context, r Review) error {
	remote := j.scheduler.options.Remote
	if remote == nil || len(r.Known) == len(r.Game.Moves) {
		return nil
	}
	var unstored error
	judged := map[int]bool{}
	err := remote.Judge(ctx, r, func(m JudgedMove) error {
		if unstored = j.keep(ctx, r.Job, m); unstored == nil {
			judged[m.Ply] = true
		}
		return unstored
	})
	for ply := range judged {
		r.Known[ply] = true
	}
	switch {
	case unstored != nil, ctx.Err() != nil, errors.Is(err, ErrJobCancelled), errors.Is(err, ErrJobPaused):
		return errors.Join(unstored, err)
	case err != nil:
		j.log.Warn("this machine judges the remaining moves of a job", "id", r.Job.ID,
			"moves", len(r.Game.Moves)-len(r.Known), "reason", err)
	}
	return nil
}
