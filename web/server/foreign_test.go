package server

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/web/api"
)

// foreignRequests returns the headers that browsers send when a page of another site causes a request, by cause.
func foreignRequests() map[string]http.Header {
	sec := func(site, mode, dest string) http.Header {
		return http.Header{"Sec-Fetch-Site": {site}, "Sec-Fetch-Mode": {mode}, "Sec-Fetch-Dest": {dest}}
	}
	withOrigin := sec("cross-site", "cors", "empty")
	withOrigin.Set("Origin", "https://elsewhere.example")
	return map[string]http.Header{
		"a link":                         sec("cross-site", "navigate", "document"),
		"a link on the same domain":      sec("same-site", "navigate", "document"),
		"a frame":                        sec("cross-site", "navigate", "iframe"),
		"an image":                       sec("cross-site", "no-cors", "image"),
		"a script":                       sec("cross-site", "no-cors", "script"),
		"fetch":                          withOrigin,
		"fetch over plain HTTP":          {"Origin": {"http://elsewhere.example"}},
		"fetch from a file":              {"Origin": {"null"}},
		"a link over plain HTTP":         {"Referer": {"http://elsewhere.example/page"}},
		"a link with an invalid referer": {"Referer": {"http://%zz"}},
	}
}

// linkable returns the routes to whose responses other sites may link, and the requests that follow such links.
func linkable() (routes, requests []string) {
	return []string{gamePath, api.DocumentPath},
		[]string{
			"a link", "a link on the same domain", "fetch over plain HTTP", "fetch from a file",
			"a link over plain HTTP", "a link with an invalid referer",
		}
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// TestOtherSitesReachNoRoute sends requests of other sites to all operations of the OpenAPI document and to the other
// paths that the server computes. All but links to linkable responses are refused, so that a new operation is refused
// unless it is listed here.
func TestOtherSitesReachNoRoute(t *testing.T) {
	s := serve(t)
	routes, requests := linkable()
	for _, route := range s.routesOfAPI() {
		method, path, _ := strings.Cut(route, " ")
		for cause, header := range foreignRequests() {
			r := s.Request(t.Context(), method, parameter.ReplaceAllString(path, "1"), "")
			r.Header = header.Clone()
			response, answer := s.Do(r)
			if slices.Contains(routes, path) && slices.Contains(requests, cause) {
				if response.StatusCode != http.StatusOK {
					t.Errorf("%s by %s: status %s, want 200: %s", route, cause, response.Status, answer)
				}
				continue
			}
			if response.StatusCode != http.StatusForbidden {
				t.Errorf("%s by %s: status %s, want 403: %s", route, cause, response.Status, answer)
			}
		}
	}
}

// routesOfAPI returns all routes that the server computes, as methods and paths. Those of the OpenAPI document with GET
// accept HEAD too.
func (s *site) routesOfAPI() []string {
	s.Helper()
	var document struct {
		Paths map[string]map[string]any
	}
	if err := json.Unmarshal(s.Send(http.StatusOK, "GET", api.DocumentPath, ""), &document); err != nil {
		s.Fatal(err)
	}
	routes := []string{"GET " + api.DocumentPath, "GET " + api.Path + "docs", "GET /metrics"}
	for path, methods := range document.Paths {
		for method := range methods {
			routes = append(routes, strings.ToUpper(method)+" "+path)
			if method == "get" {
				routes = append(routes, "HEAD "+path)
			}
		}
	}
	slices.Sort(routes)
	return routes
}

// TestRoutesOfAPI checks that the list of routes has those of each part of the API.
func TestRoutesOfAPI(t *testing.T) {
	routes := serve(t).routesOfAPI()
	want := []string{
		"DELETE /api/v1/record", "GET /api/v1/learn/compare", "GET /healthz", "GET /readyz", "HEAD /api/v1/analyse",
		"POST /api/v1/move", "POST /api/v1/online",
	}
	var got []string
	for _, route := range want {
		if slices.Contains(routes, route) {
			got = append(got, route)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("routes (-want +got):\n%s", diff)
	}
}
