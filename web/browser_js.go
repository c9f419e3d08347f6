package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/puzzles"
	"github.com/kaeshi/kaeshi/store"
)

// In a browser, where cmd/wasm runs the same handlers for the page that is open there, some parts are not needed or not possible.

// addAssets adds nothing: the service worker keeps the page.
func addAssets(*http.ServeMux) error { return nil }

// compress leaves the answers as they are: they stay within the machine.
func compress(next http.Handler) (http.Handler, error) { return next, nil }

// onDevice says that the engine is that of a browser, with the light weights.
const onDevice = true

// jobsOf keeps the jobs for as long as the worker lives.
func jobsOf(Options) jobKeeper { return store.NewJobsInMemory() }

// analysesOf keeps nothing of what is found about positions: the studies that are at hand know it.
func analysesOf(Options) analysisKeeper { return nil }

// puzzlesOfGames are none: imported games are in a database.
func (*Server) puzzlesOfGames(context.Context, puzzles.Choice) ([]puzzles.Puzzle, error) {
	return nil, errNoGames()
}

// addKept adds nothing: there is no database. The page keeps finished games until it reaches a server.
func (*Server) addKept(huma.API) {}

// front is nothing: no network stands before the routes, and the only client is the page.
type front struct{}

func newFront(*Server) front { return front{} }

func (*Server) observe(next http.Handler) http.Handler { return next }

func (*Server) guard(next http.Handler) (http.Handler, error) { return next, nil }

// addPlain adds nothing: whoever reads about the API has a server.
func (*Server) addPlain(*http.ServeMux) error { return nil }

// addReference adds nothing either.
func addReference(*http.ServeMux, *huma.OpenAPI) error { return nil }
