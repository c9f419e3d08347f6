package web

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/store"
)

// lookAgain is when to look at a job although nobody has told that it changed: another program may work on it.
const lookAgain = 2 * time.Second

func (s *Server) watchJob(ctx context.Context, in *JobID) (*huma.StreamResponse, error) {
	if _, err := s.clerk.kept.Job(ctx, in.ID); err != nil {
		return nil, s.jobFault(ctx, in.ID, err)
	}
	turn, err := s.gallery.seats.join(clientOf(ctx))
	if err != nil {
		return nil, asProblem(errCrowded)
	}
	w := watched{clerk: s.clerk, id: in.ID, seen: map[int]bool{}}
	return events(turn.leave, w.streamTo), nil
}

// watched is a job that a client watches.
type watched struct {
	clerk *clerk
	id    string
	seen  map[int]bool // the plies that the client has been told of
	state job          // what it has been told
}

// streamTo sends what changes until the job is finished or gone, the client leaves or the server closes.
func (w *watched) streamTo(ctx context.Context, out *stream) {
	ctx, cancel := context.WithCancel(ctx)
	defer context.AfterFunc(w.clerk.closing, cancel)()
	var pings sync.WaitGroup
	pings.Go(func() { out.ping(ctx) })
	defer pings.Wait()
	defer cancel()
	ticks := time.NewTicker(lookAgain)
	defer ticks.Stop()
	for {
		changed := w.clerk.changed()
		ended, err := w.send(ctx, out)
		if err != nil && ctx.Err() == nil {
			w.clerk.log.ErrorContext(ctx, "watching a job", "id", w.id, "err", err)
		}
		if ended || err != nil {
			return // a client whose job has not ended comes back
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-ticks.C:
		}
	}
}

// send tells what is new; ended says that no more will come.
func (w *watched) send(ctx context.Context, out *stream) (ended bool, err error) {
	row, err := w.clerk.kept.Job(ctx, w.id)
	if err != nil {
		return false, err
	}
	now, err := w.clerk.full(ctx, row)
	if err != nil {
		return false, err
	}
	first := w.state.ID == ""
	if !first {
		err = w.moves(out, now.Result.Moves)
	}
	for _, m := range now.Result.Moves {
		w.seen[m.Ply] = true
	}
	was := w.state
	w.state = now
	switch {
	case err != nil:
		return false, err
	case first:
		err = out.send("state", now)
	case was.State != now.State || was.Queue != now.Queue:
		now.Result = nil
		err = out.send("state", now)
	}
	if err == nil && !store.JobState(w.state.State).Open() {
		return true, out.send("done", w.state)
	}
	return false, err
}

// moves sends the moves that the client has not been told of, the last of the game first, as they were judged.
func (w *watched) moves(out *stream, moves []analysis.Move) error {
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
