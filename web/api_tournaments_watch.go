package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

type watchQuestion struct {
	TournamentID

	Seen string `header:"Last-Event-ID" maxLength:"200" doc:"the last event that came, after a connection broke"`
}

func (s *Server) addTournamentWatch(api huma.API) {
	watch := operation(http.MethodGet, tournamentPath+watchSuffix, "tournament-watch", "A tournament as a stream of events that shows it grow",
		http.StatusNotFound, http.StatusServiceUnavailable)
	watch.Description = "Server-Sent Events with JSON data: `state`, as GET /tournaments/{id} tells it, and `boards`, as GET /tournaments/{id}/boards, both at once " +
		"and whenever they change, and one `end` when the tournament has ended. With Last-Event-ID only what has changed since is sent."
	watch.Responses = map[string]*huma.Response{"200": {Description: "Events", Content: map[string]*huma.MediaType{
		"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}, Example: "id: 12-200-running/0a1b2c3d\nevent: boards\ndata: {\"boards\":[…]}\n\n"},
	}}}
	huma.Register(api, watch, s.watchTournament)
}

func (s *Server) watchTournament(ctx context.Context, in *watchQuestion) (*huma.StreamResponse, error) {
	if _, err := s.gallery.scoreboard(in.ID).look(ctx); err != nil {
		return nil, s.tournamentFault(ctx, err)
	}
	if s.gallery.closing.Err() != nil {
		return nil, asProblem(errClosing)
	}
	seat, err := s.gallery.seats.join(clientOf(ctx))
	switch {
	case errors.Is(err, errBusy):
		return nil, asProblem(errCrowded)
	case err != nil:
		return nil, asProblem(err)
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		defer seat.leave()
		r, w := humago.Unwrap(c)
		if r.Method != http.MethodHead {
			state, boards, _ := strings.Cut(in.Seen, "/")
			s.gallery.streamTo(r.Context(), newStream(w), in.ID, state, boards)
		}
	}}, nil
}

// streamTo sends what changes in a tournament until it ends, the client leaves or the server closes. state and boards are the ids of what
// the client has.
func (g *gallery) streamTo(ctx context.Context, out *stream, id int64, state, boards string) {
	ctx, cancel := context.WithCancel(ctx)
	defer context.AfterFunc(g.closing, cancel)()
	var pings sync.WaitGroup
	pings.Go(func() { out.ping(ctx) })
	defer pings.Wait()
	defer cancel()
	ticks := time.NewTicker(lookTime)
	defer ticks.Stop()
	for {
		now, err := g.scoreboard(id).look(ctx)
		if err != nil {
			if ctx.Err() == nil {
				g.log.ErrorContext(ctx, "watching a tournament", "id", id, "err", err)
			}
			return // the client comes back
		}
		if now.stateID != state {
			err = out.sendAt(now.stateID+"/"+boards, "state", now.stateText)
			state = now.stateID
		}
		if now.boardsID != boards && err == nil {
			err = out.sendAt(state+"/"+now.boardsID, "boards", now.boardsText)
			boards = now.boardsID
		}
		if now.state.State == stateFinished && err == nil {
			_ = out.send("end", struct{}{}) // the client may have left
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
