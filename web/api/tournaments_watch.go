package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/web/work"
)

// ended is the data of the event "end".
type ended struct{}

type watchQuery struct {
	TournamentID

	Seen string `header:"Last-Event-ID" maxLength:"200" doc:"id of the last event that the client received"`
}

func (a *API) addTournamentWatch(api huma.API) {
	watch := operation(http.MethodGet, tournamentPath+watchSuffix, "tournament-watch",
		"Watch a tournament (event stream)", http.StatusNotFound, http.StatusServiceUnavailable)
	watch.Description = "Server-Sent Events with JSON data. `state` has the document of GET /tournaments/{id} and " +
		"`boards` that of GET /tournaments/{id}/boards. Both are sent at once and after each change; with " +
		"Last-Event-ID, only after a change since that event. The last event is `end`, when the tournament has ended."
	watch.Responses = eventResponses(api, "id: 12-200-running/0a1b2c3d\nevent: boards\ndata: {\"boards\":[…]}\n\n",
		kind[match.TournamentState]("state"), kind[match.BoardList]("boards"), kind[ended]("end"))
	huma.Register(api, watch, a.watchTournament)
}

func (a *API) watchTournament(ctx context.Context, in *watchQuery) (*huma.StreamResponse, error) {
	if _, err := a.live.Tournament(in.ID).View(ctx); err != nil {
		return nil, a.tournamentFault(ctx, err)
	}
	if a.scheduler.Closing().Err() != nil {
		return nil, problemOf(work.ErrClosing)
	}
	ticket, err := a.scheduler.Watchers.Join(clientOf(ctx))
	switch {
	case errors.Is(err, work.ErrBusy):
		return nil, tooManyViewers()
	case err != nil:
		return nil, problemOf(err)
	}
	state, boards, _ := strings.Cut(in.Seen, "/")
	return events(ticket.Leave, func(ctx context.Context, out *stream) {
		a.sendTournament(ctx, out, in.ID, state, boards)
	}), nil
}

// sendTournament sends the changes of a tournament until it ends, the client disconnects or the server closes. state
// and boards are the ids of the documents that the client has.
func (a *API) sendTournament(ctx context.Context, out *stream, id int64, state, boards string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(a.scheduler.Closing(), cancel)()
	ticks := time.NewTicker(match.RefreshTime)
	defer ticks.Stop()
	for {
		now, err := a.live.Tournament(id).View(ctx)
		if err != nil {
			if ctx.Err() == nil {
				a.log.ErrorContext(ctx, "watching a tournament", "id", id, "err", err)
			}
			return // the client reconnects
		}
		if now.StateID != state {
			err = out.sendAt(now.StateID+"/"+boards, "state", now.StateText)
			state = now.StateID
		}
		if now.BoardsID != boards && err == nil {
			err = out.sendAt(state+"/"+now.BoardsID, "boards", now.BoardsText)
			boards = now.BoardsID
		}
		if now.State.State == match.StateFinished && err == nil {
			_ = out.send("end", ended{}) // the client may have left
			return
		}
		if err != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}
