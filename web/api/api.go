// Package api implements the HTTP API under /api/v1. It passes requests on to package work and to the database, and
// returns results as JSON documents. Errors are problem documents (RFC 9457). The server and the engine in the browser
// run the same handlers.
package api

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/puzzles"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/work"
)

// Paths that other packages refer to.
const (
	// Path is the prefix of the paths of all operations except those that monitor a server.
	Path = "/api/v1/"
	// DocumentPath is the path of the OpenAPI document.
	DocumentPath = Path + "openapi.json"
	// OnlinePath is the prefix of the paths of games of two people over the network.
	OnlinePath = Path + "online"
	// ImportPath is the path of imports of games, whose bodies may have [ImportBytes].
	ImportPath = Path + "database/import"
	// CookieName is the name of the session cookie.
	CookieName = "kaeshi"
)

const thinkPath = Path + "think"

// Options configures an [API].
type Options struct {
	Scheduler *work.Scheduler
	Analyses  *work.Analyses
	Jobs      *work.Jobs
	Players   []player.Listing // the answer to GET /players
	MaxMake   time.Duration    // time limit for making puzzles of imported games
	Device    bool             // the engine runs in a browser, with the light weights
	Logger    *slog.Logger
}

// API holds the state of the operations. [New] registers their handlers with a mux.
type API struct {
	scheduler *work.Scheduler
	analyses  *work.Analyses
	jobs      *work.Jobs
	players   []player.Listing
	maxMake   time.Duration
	device    bool
	log       *slog.Logger

	mux  *http.ServeMux
	huma huma.API

	// Set by AddStored.
	store  *store.Store
	live   *match.Live
	proofs *work.Proofs // set by AddProofs

	machines Machines // set by AddMachines; nil: none
	// makePuzzles makes puzzles of imported games; nil without a database.
	makePuzzles func(context.Context, puzzles.Choice) ([]puzzles.Puzzle, error)
}

// New registers the operations that need no database with the mux. [API.Finish] completes the API.
func New(mux *http.ServeMux, o Options) *API {
	a := &API{
		scheduler: o.Scheduler, analyses: o.Analyses, jobs: o.Jobs, players: o.Players, maxMake: o.MaxMake,
		device: o.Device,
		log:    o.Logger, mux: mux, huma: humago.New(mux, apiConfig()),
	}
	for _, add := range []func(huma.API){
		a.addHealth, a.addGame, a.addMoves, a.addPlayers, a.addLearn, a.addAnalyse, a.addWhy, a.addOpen, a.addExport,
		a.addOpenings,
		a.addDiagram, a.addPuzzles, a.addJobs,
	} {
		add(a.huma)
	}
	return a
}

// AddStored registers the operations that need a database.
func (a *API) AddStored(s *store.Store) {
	a.store, a.live, a.makePuzzles = s, match.NewLive(s), a.puzzlesOfGames
	for _, add := range []func(huma.API){
		a.addGames, a.addRecord, a.addTicTacToeGames, a.addTournaments, a.addRatings, a.addReady,
	} {
		add(a.huma)
	}
}

// Document returns the description of all registered operations.
func (a *API) Document() *huma.OpenAPI { return a.huma.OpenAPI() }

// Finish registers the OpenAPI document and the handler of unknown paths and methods.
func (a *API) Finish() error {
	document, err := a.Document().MarshalJSON()
	if err != nil {
		return fmt.Errorf("OpenAPI document: %w", err)
	}
	a.mux.HandleFunc("GET "+DocumentPath, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		_, _ = w.Write(document) // the client may have left
	})
	a.mux.Handle("/api/", noOperation(a.mux))
	return nil
}

func apiConfig() huma.Config {
	c := huma.DefaultConfig("Kaeshi", "1.0.0")
	c.Info.Description = "Othello on 4×4, 6×6 and 8×8 boards: games, computer players, analysis and tournaments. " +
		"Squares are a1 (top left) to h8. A position is one line: the cells from a1 row by row (X black, O white, " +
		"- empty), a space and the side to move. Scores are in discs."
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", "" // the document is served by Finish
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {
			Type: "http", Scheme: "bearer",
			Description: "the token of the server, if it was started with one",
		},
		"cookie": {
			Type: "apiKey", In: "cookie", Name: CookieName,
			Description: "the session cookie that a browser receives at login",
		},
	}
	c.Security = []map[string][]string{{}, {"token": {}}, {"cookie": {}}}
	c.CreateHooks = nil // no $schema fields: documents have a field schema
	c.RejectUnknownQueryParameters = true
	c.Transformers = []huma.Transformer{validation{c.Components.Schemas}.transform}
	return c
}

// Huma returns the registry of operations, to which other packages add theirs before Finish.
func (a *API) Huma() huma.API { return a.huma }

// Operation describes an operation of another package and the statuses of its problems.
func Operation(method, path, id, summary string, problems ...int) huma.Operation {
	return operation(method, path, id, summary, problems...)
}

// operation describes an operation and the statuses of its problems.
func operation(method, path, id, summary string, problems ...int) huma.Operation {
	problems = append(problems, http.StatusUnprocessableEntity)
	if strings.HasPrefix(path, Path) {
		problems = append(problems, http.StatusUnauthorized, http.StatusTooManyRequests)
	}
	return huma.Operation{
		Method: method, Path: path, OperationID: id, Summary: summary,
		Errors: problems,
		// ReadBody has read the body. A deadline set here would stay on the connection and cancel longer requests.
		BodyReadTimeout: -1,
		MaxBodyBytes:    maxBodyBytes,
	}
}

// reply is a JSON response.
type reply[T any] struct{ Body T }

// noOperation answers requests for unknown paths with 404, and for unsupported methods with 405.
func noOperation(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
			other := &http.Request{Method: method, URL: r.URL, Host: r.Host}
			if _, pattern := mux.Handler(other); pattern != "/api/" {
				allowed = append(allowed, method)
			}
		}
		if len(allowed) == 0 {
			WriteProblem(w, http.StatusNotFound,
				fmt.Sprintf("unknown path %q; %s lists the operations", work.Clip(r.URL.Path), DocumentPath))
			return
		}
		if slices.Contains(allowed, http.MethodGet) {
			allowed = append(allowed, http.MethodHead)
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		WriteProblem(w, http.StatusMethodNotAllowed,
			fmt.Sprintf("method %s is not allowed on %s (want %s)", work.Clip(r.Method), work.Clip(r.URL.Path),
				strings.Join(allowed, ", ")))
	})
}

type health struct {
	Status string `json:"status" enum:"ok"`
}

func (a *API) addHealth(api huma.API) {
	huma.Register(api, operation(http.MethodGet, "/healthz", "health", "Liveness check"),
		func(context.Context, *struct{}) (*reply[health], error) {
			return &reply[health]{health{"ok"}}, nil
		})
}

type readiness struct {
	Status string `json:"status" enum:"ready"`
}

// readyLimit is the time limit of the readiness check. It is shorter than that of common health checks.
const readyLimit = 2 * time.Second

// addReady registers the readiness check. A server is not ready while it shuts down, when its database fails, and while
// the database cannot be written.
func (a *API) addReady(api huma.API) {
	huma.Register(api, operation(http.MethodGet, "/readyz", "ready", "Readiness check",
		http.StatusServiceUnavailable),
		func(ctx context.Context, _ *struct{}) (*reply[readiness], error) {
			if a.scheduler.Closing().Err() != nil {
				return nil, problemOf(work.ErrClosing)
			}
			checking, cancel := context.WithTimeout(ctx, readyLimit)
			defer cancel()
			_, err := a.store.Games(checking, time.Time{}, 1)
			if err == nil {
				err = a.store.Writable(checking)
			}
			if err != nil {
				a.log.ErrorContext(ctx, "store", "err", err)
				return nil, retry(http.StatusServiceUnavailable, "the database cannot be written; see the server's log")
			}
			return &reply[readiness]{readiness{"ready"}}, nil
		})
}
