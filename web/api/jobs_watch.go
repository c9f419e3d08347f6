package api

import (
	"context"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/store"
)

// pollTime is the interval at which a watched job is read again, as another program may work on it.
const pollTime = 2 * time.Second

func (a *API) watchJob(ctx context.Context, in *JobID) (*huma.StreamResponse, error) {
	if _, err := a.jobs.Job(ctx, in.ID); err != nil {
		return nil, a.jobFault(ctx, in.ID, err)
	}
	ticket, err := a.scheduler.Watchers.Join(clientOf(ctx))
	if err != nil {
		return nil, tooManyViewers()
	}
	w := watchedJob{api: a, id: in.ID, seen: map[int]bool{}}
	return events(ticket.Leave, w.follow), nil
}

// watchedJob is an event stream of a job.
type watchedJob struct {
	api  *API
	id   string
	seen map[int]bool // plies of the moves that were sent
	last job          // the last state that was sent
}

// follow sends the changes of the job until the job ends or is deleted, the client disconnects or the server closes.
func (w *watchedJob) follow(ctx context.Context, out *stream) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.api.scheduler.Closing(), cancel)()
	ticks := time.NewTicker(pollTime)
	defer ticks.Stop()
	for {
		changed := w.api.jobs.Changed()
		ended, err := w.send(ctx, out)
		if err != nil && ctx.Err() == nil {
			w.api.log.ErrorContext(ctx, "watching a job", "id", w.id, "err", err)
		}
		if ended || err != nil {
			return // the client reconnects unless the job has ended
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-ticks.C:
		}
	}
}

// send sends the changes since the last call. ended reports that the stream is complete.
func (w *watchedJob) send(ctx context.Context, out *stream) (ended bool, err error) {
	row, err := w.api.jobs.Job(ctx, w.id)
	if err != nil {
		return false, err
	}
	now, err := w.api.fullJob(ctx, row)
	if err != nil {
		return false, err
	}
	first := w.last.ID == ""
	if !first {
		err = w.moves(out, now.Result.Moves)
	}
	for _, m := range now.Result.Moves {
		w.seen[m.Ply] = true
	}
	was := w.last
	w.last = now
	switch {
	case err != nil:
		return false, err
	case first:
		err = out.send("state", now)
	case was.State != now.State || was.Queue != now.Queue:
		now.Result = nil
		err = out.send("state", now)
	}
	if err == nil && !store.JobState(w.last.State).Open() {
		return true, out.send("done", w.last)
	}
	return false, err
}

// moves sends the moves that were not sent yet. Jobs judge the moves of a game from the last to the first, so they are
// sent in that order.
func (w *watchedJob) moves(out *stream, moves []analysis.Move) error {
	for _, m := range slices.Backward(moves) {
		if w.seen[m.Ply] {
			continue
		}
		if err := out.send("move", m); err != nil {
			return err
		}
	}
	return nil
}
