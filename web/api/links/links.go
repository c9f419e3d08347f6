// Package links implements the HTTP API of games of two people over the network. The links of a game contain keys: the
// holder of a key moves for one side, and everybody with the id of the game may watch it. These operations need no
// other token, except the creation of games.
package links

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/online"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/work"
)

const (
	gamePath  = api.OnlinePath + "/{id}"
	codePath  = api.Path + "qr"
	bodyBytes = 2 << 10 // maximum size of a body
	// Limits of the event streams of a server, and of one client for each of its requests.
	streams, streamsPerShare = 1000, 4
)

// Options configures the operations.
type Options struct {
	Games     *online.Games
	PerClient int // concurrent requests of one client; it may have four times as many event streams
	Logger    *slog.Logger
}

// links holds the state of the operations.
type links struct {
	games   *online.Games
	streams *work.Queue
	log     *slog.Logger
}

// Add registers the operations.
func Add(a huma.API, o Options) {
	l := links{o.Games, work.NewQueue(streams, 0, work.Share{Places: streamsPerShare * o.PerClient}), o.Logger}
	create := api.Operation(http.MethodPost, api.OnlinePath, "create-online-game",
		"Create a game of two people over the network", http.StatusServiceUnavailable)
	create.DefaultStatus = http.StatusCreated
	create.MaxBodyBytes = bodyBytes
	create.Description = "The answer contains two keys, which are not stored. The creator moves with the first one, " +
		"and the guest with the second one. The game begins when the guest joins. Games are deleted after a day " +
		"without a guest, or a week without an action."
	huma.Register(a, create, l.create)
	show := api.Operation(http.MethodGet, gamePath, "online-game", "Get a game of two people", http.StatusForbidden,
		http.StatusNotFound)
	huma.Register(a, show, l.show)
	act := api.Operation(http.MethodPost, gamePath+"/actions", "act-online", "Move or act in a game of two people",
		http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusServiceUnavailable)
	act.MaxBodyBytes = bodyBytes
	act.Description = "The action is stored before the answer is sent. A repeated move or join has no effect. The " +
		"opponent answers a request for a take-back or a rematch with agree or decline; a move declines it."
	huma.Register(a, act, l.act)
	watch := api.Operation(http.MethodGet, gamePath+"/events", "watch-online",
		"Follow a game of two people (event stream)", http.StatusForbidden, http.StatusNotFound,
		http.StatusServiceUnavailable)
	watch.Description = "Server-Sent Events with JSON data. `state` has the document of GET /online/{id}. It is sent " +
		"at once and after each change, so a client that reconnects needs no earlier events."
	watch.Responses = api.StateEvents[onlineGame](a, "id: 12\nevent: state\ndata: {\"phase\":\"playing\",…}\n\n")
	huma.Register(a, watch, l.watch)
	l.addPictures(a)
}

// LinkedGame is the path parameter of a game with the key of a player.
type LinkedGame struct {
	ID  string `path:"id" maxLength:"32"`
	Key string `header:"Kaeshi-Key" maxLength:"64" doc:"the key of a player; without it, the client is a viewer"`
}

// newOnlineGame is the body of POST /online.
type newOnlineGame struct {
	api.GameInput
	Clock  string `json:"clock,omitempty" maxLength:"40" default:"none" doc:"time control" example:"5m+3s"`
	Colour string `json:"colour,omitempty" enum:"black,white,random" default:"random" doc:"side of the creator"`
	Name   string `json:"name,omitempty" maxLength:"100" doc:"name of the creator; cut to 24 characters"`
}

type createdOnlineGame struct {
	Schema   string     `json:"schema" example:"kaeshi/created-online-game/1"`
	ID       string     `json:"id" doc:"with it, everybody may watch the game"`
	Key      string     `json:"key" doc:"secret of the creator"`
	GuestKey string     `json:"guest_key" doc:"secret of the guest"`
	Game     onlineGame `json:"game"`
}

// onlineGame is the state of a game.
type onlineGame struct {
	Schema  string         `json:"schema" example:"kaeshi/online-game/1"`
	ID      string         `json:"id"`
	Events  int            `json:"events" doc:"number of stored events; never decreases"`
	Phase   string         `json:"phase" enum:"waiting,playing,over" doc:"waiting: the guest has not joined"`
	Role    string         `json:"role" enum:"creator,guest,viewer" doc:"of the client, by its key"`
	You     string         `json:"you,omitempty" enum:"black,white" doc:"side of the client; absent for viewers"`
	Creator string         `json:"creator" enum:"black,white" doc:"side of the creator"`
	Round   int            `json:"round" doc:"from 1; a rematch is the next round with swapped colours"`
	Names   sides[string]  `json:"names" doc:"of the players; may be empty"`
	Points  sides[float64] `json:"points" doc:"of the finished rounds: 1 for a win, 0.5 for a draw"`
	Here    sides[bool]    `json:"here" doc:"the player has an open event stream"`
	Viewers int            `json:"viewers" doc:"number of event streams of others"`
	Clock   string         `json:"clock" doc:"time control" example:"5m+3s"`
	Given   int            `json:"given" doc:"number of plies of the opening"`
	Took    []int64        `json:"took" nullable:"false" doc:"milliseconds for each ply after the opening"`
	Spent   int64          `json:"spent" doc:"milliseconds spent on the current move"`
	Running bool           `json:"running" doc:"the clock of the side to move runs; the first move of a side is free"`
	Request *playerRequest `json:"request,omitempty" doc:"waits for the answer of the opponent"`
	Ended   string         `json:"ended,omitempty" enum:"time,resigned" doc:"how the round ended, if not by the rules"`
	Loser   string         `json:"loser,omitempty" enum:"black,white" doc:"with ended"`
	Mixed   bool           `json:"mixed" doc:"a move was taken back in this round"`
	Game    api.GameState  `json:"game" doc:"the position by the rules alone"`
}

// sides holds a value for each side.
type sides[T any] struct {
	Black T `json:"black"`
	White T `json:"white"`
}

type playerRequest struct {
	Kind string `json:"kind" enum:"take-back,rematch"`
	By   string `json:"by" enum:"black,white"`
}

type reply[T any] struct{ Body T }

func (l links) create(ctx context.Context, in *struct{ Body newOnlineGame }) (*reply[createdOnlineGame], error) {
	g, err := in.Body.Parse()
	if err != nil {
		return nil, err
	}
	setup := online.Setup{Start: g.Start, Opening: g.Moves, Colour: colourOf(in.Body.Colour)}
	if setup.Control, err = online.ParseControl(in.Body.Clock); err != nil {
		return nil, api.Problem(http.StatusUnprocessableEntity, err.Error())
	}
	id, keys, err := l.games.Create(ctx, setup, in.Body.Name)
	if err != nil {
		return nil, l.problem(ctx, err)
	}
	v, err := l.games.View(id)
	if err != nil {
		return nil, l.problem(ctx, err)
	}
	return &reply[createdOnlineGame]{createdOnlineGame{
		"kaeshi/created-online-game/1", id, keys[online.Creator], keys[online.Guest], shown(v, online.Creator),
	}}, nil
}

// colourOf returns the colour of the creator, drawn by lot for "random".
func colourOf(text string) othello.Color {
	switch text {
	case "black":
		return othello.Black
	case "white":
		return othello.White
	}
	var b [1]byte
	_, _ = rand.Read(b[:]) // never fails
	return othello.Color(b[0] & 1)
}

func (l links) show(ctx context.Context, in *LinkedGame) (*reply[onlineGame], error) {
	person, err := l.games.PersonOf(in.ID, in.Key)
	if err != nil {
		return nil, l.problem(ctx, err)
	}
	v, err := l.games.View(in.ID)
	if err != nil {
		return nil, l.problem(ctx, err)
	}
	return &reply[onlineGame]{shown(v, person)}, nil
}

// onlineAction is the body of POST /online/{id}/actions.
type onlineAction struct {
	Action string `json:"action" enum:"join,move,resign,take-back,rematch,agree,decline"`
	Ply    int    `json:"ply,omitempty" minimum:"0" maximum:"200" doc:"of a move: the number of plies before it"`
	Move   string `json:"move,omitempty" maxLength:"2" doc:"of a move: the square" example:"f5"`
	Name   string `json:"name,omitempty" maxLength:"100" doc:"of the guest who joins; cut to 24 characters"`
}

func (l links) act(ctx context.Context, in *struct {
	LinkedGame

	Body onlineAction
},
) (*reply[onlineGame], error) {
	v, err := l.games.Do(ctx, in.ID, in.Key, online.Action{
		Kind: online.Kind(in.Body.Action), Ply: in.Body.Ply, Move: in.Body.Move, Name: in.Body.Name,
	})
	if err != nil {
		return nil, l.problem(ctx, err)
	}
	person, err := l.games.PersonOf(in.ID, in.Key)
	if err != nil {
		return nil, l.problem(ctx, err)
	}
	return &reply[onlineGame]{shown(v, person)}, nil
}

func (l links) watch(ctx context.Context, in *LinkedGame) (*huma.StreamResponse, error) {
	ticket, err := l.streams.Join(api.CallerOf(ctx).Client)
	switch {
	case errors.Is(err, work.ErrClientLimit):
		return nil, api.Retry(http.StatusTooManyRequests, "too many event streams of this client are open")
	case err != nil:
		return nil, api.Retry(http.StatusServiceUnavailable, "too many event streams are open; try again in a moment")
	}
	watch, err := l.games.Watch(in.ID, in.Key)
	if err != nil {
		ticket.Leave()
		return nil, l.problem(ctx, err)
	}
	leave := func() {
		watch.Close()
		ticket.Leave()
	}
	return api.Events(leave, func(ctx context.Context, send func(id, event string, data json.RawMessage) error) {
		for {
			v := watch.View()
			data, err := json.Marshal(shown(v, watch.Person()))
			if err == nil {
				err = send(strconv.Itoa(v.Events), "state", data)
			}
			if err != nil {
				return
			}
			select {
			case <-ctx.Done():
				return
			case _, open := <-watch.Changed:
				if !open {
					return // the client reconnects
				}
			}
		}
	}), nil
}

// problem returns the problem document for an error of package online.
func (l links) problem(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, online.ErrNotFound):
		return api.Problem(http.StatusNotFound, "there is no game with this id; games are deleted when they are idle")
	case errors.Is(err, online.ErrKey):
		return api.Problem(http.StatusForbidden, err.Error())
	case errors.Is(err, online.ErrInvalid):
		return api.Problem(http.StatusUnprocessableEntity, err.Error())
	case errors.Is(err, online.ErrRate):
		return api.Retry(http.StatusTooManyRequests, err.Error())
	}
	for _, busy := range []error{online.ErrFull, online.ErrViewers, online.ErrClosed} {
		if errors.Is(err, busy) {
			return api.Retry(http.StatusServiceUnavailable, err.Error())
		}
	}
	if errors.Is(err, store.ErrBusy) || errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrDisk) {
		l.log.ErrorContext(ctx, "online game", "err", err)
		return api.Retry(http.StatusServiceUnavailable, "the database cannot be written; try again in a moment")
	}
	for _, conflict := range []error{
		online.ErrWaiting, online.ErrJoined, online.ErrOver, online.ErrPlaying, online.ErrTurn, online.ErrTime,
		online.ErrNoMove, online.ErrRequest, online.ErrNoAnswer, online.ErrLong, online.ErrChanged, store.ErrConflict,
	} {
		if errors.Is(err, conflict) {
			return api.Problem(http.StatusConflict, conflict.Error())
		}
	}
	l.log.ErrorContext(ctx, "online game", "err", err)
	return api.Problem(http.StatusInternalServerError, "the database failed; see the server's log")
}

// shown returns the document of a game for a client.
func shown(v online.View, person online.Person) onlineGame {
	creator := v.Colours[online.Creator]
	g := record.Game{Start: v.Setup.Start, Moves: v.Moves}
	start := ""
	if setup, ok := othello.SetupOf(g.Start); ok {
		start = setup.String()
	}
	d := onlineGame{
		Schema: "kaeshi/online-game/1", ID: v.ID, Events: v.Events, Phase: phaseOf(v), Role: "viewer",
		Creator: creator.String(), Round: v.Round,
		Names:  inSides(creator, v.Names),
		Points: inSides(creator, [2]float64{float64(v.Points[0]) / 2, float64(v.Points[1]) / 2}),
		Here:   inSides(creator, v.Here), Viewers: v.Viewers, Clock: v.Setup.Control.String(), Given: v.Given,
		Took: make([]int64, len(v.Took)), Spent: v.Spent.Milliseconds(), Running: v.Running, Mixed: v.Mixed,
		Game: api.StateOf(&g, start),
	}
	for i, took := range v.Took {
		d.Took[i] = took.Milliseconds()
	}
	if person != online.Viewer {
		d.Role, d.You = []string{"creator", "guest"}[person], v.Colours[person].String()
	}
	if v.Request != nil {
		d.Request = &playerRequest{string(v.Request.Kind), v.Colours[v.Request.By].String()}
	}
	if v.End != nil && v.End.How != "" {
		d.Ended, d.Loser = v.End.How, othello.Black.String()
		if v.End.ScoreBlack > 0 {
			d.Loser = othello.White.String()
		}
	}
	return d
}

func phaseOf(v online.View) string {
	switch {
	case !v.Joined:
		return "waiting"
	case v.End != nil:
		return "over"
	}
	return "playing"
}

// inSides arranges values of the creator and the guest by their colours.
func inSides[T any](creator othello.Color, values [2]T) sides[T] {
	if creator == othello.Black {
		return sides[T]{values[0], values[1]}
	}
	return sides[T]{values[1], values[0]}
}
