package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const (
	apiPath     = "/api/v1/"
	openAPIPath = apiPath + "openapi.json"
	thinkPath   = apiPath + "think"
)

// addAPI registers every operation, the document that describes them, and the answer to what is none.
func (s *Server) addAPI(mux *http.ServeMux) error {
	api := humago.New(mux, apiConfig())
	s.addHealth(api)
	s.addGame(api)
	s.addMoves(api)
	s.addPlayers(api)
	s.addLearn(api)
	s.addAnalyse(api)
	s.addWhy(api)
	s.addOpen(api)
	s.addExport(api)
	s.addOpenings(api)
	s.addDiagram(api)
	s.addPuzzles(api)
	s.addJobs(api)
	if s.options.Store != nil {
		s.addKept(api)
	}
	document, err := api.OpenAPI().MarshalJSON()
	if err != nil {
		return fmt.Errorf("OpenAPI document: %w", err)
	}
	mux.HandleFunc("GET "+openAPIPath, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		_, _ = w.Write(document) // the client may have left
	})
	if err := addReference(mux, api.OpenAPI()); err != nil {
		return err
	}
	mux.Handle("/api/", noOperation(mux))
	return nil
}

func apiConfig() huma.Config {
	c := huma.DefaultConfig("Kaeshi", "1.0.0")
	c.Info.Description = "Games of Othello on 4×4, 6×6 and 8×8, and players that choose moves. Squares are a1 (top left) to h8; " +
		"positions are one line of cells from a1, X black, O white, - empty, then the side to move; scores are in discs."
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", "" // the document is served by addAPI
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token":  {Type: "http", Scheme: "bearer", Description: "the token that the server was started with, if it was"},
		"cookie": {Type: "apiKey", In: "cookie", Name: cookieName, Description: "what a browser gets for the token"},
	}
	c.Security = []map[string][]string{{}, {"token": {}}, {"cookie": {}}}
	c.CreateHooks = nil // no $schema fields: documents carry a schema of their own
	c.RejectUnknownQueryParameters = true
	c.Transformers = []huma.Transformer{findings{c.Components.Schemas}.transform}
	return c
}

// operation describes one operation and the problems it may answer with.
func operation(method, path, id, summary string, problems ...int) huma.Operation {
	problems = append(problems, http.StatusUnprocessableEntity)
	if strings.HasPrefix(path, apiPath) {
		problems = append(problems, http.StatusUnauthorized, http.StatusTooManyRequests)
	}
	return huma.Operation{
		Method: method, Path: path, OperationID: id, Summary: summary,
		Errors: problems,
		// readBody has read the body. A time limit here would stay on the connection and cancel what takes longer.
		BodyReadTimeout: -1,
		MaxBodyBytes:    maxBodyBytes,
	}
}

// reply is a JSON answer.
type reply[T any] struct{ Body T }

type health struct {
	Status string `json:"status" enum:"ok"`
}

func (s *Server) addHealth(api huma.API) {
	huma.Register(api, operation(http.MethodGet, "/healthz", "health", "Whether the server answers"),
		func(context.Context, *struct{}) (*reply[health], error) {
			return &reply[health]{health{"ok"}}, nil
		})
}

// noOperation tells an unknown path from a method that a known path does not have.
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
			writeProblem(w, http.StatusNotFound, fmt.Sprintf("there is no %q: %s lists what there is", clip(r.URL.Path), openAPIPath))
			return
		}
		if slices.Contains(allowed, http.MethodGet) {
			allowed = append(allowed, http.MethodHead)
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		writeProblem(w, http.StatusMethodNotAllowed,
			fmt.Sprintf("%s is not possible on %s: it takes %s", clip(r.Method), clip(r.URL.Path), strings.Join(allowed, ", ")))
	})
}
