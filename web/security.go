package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/analysis"
)

// contentPolicy lets the page load nothing but what this server sends, and lets no other page frame it. The engine in the browser is WebAssembly, which
// needs an allowance of its own; scripts from texts stay forbidden. Pictures that this engine draws, or the server, come as blobs. A report that this engine writes opens as a blob
// too and is under the page's policy: of all styles in texts, that of reports is allowed.
var contentPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' " + reportStyle() +
	"; img-src 'self' blob:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"

// reportStyle is the style of reports as policies name it.
func reportStyle() string {
	sum := sha256.Sum256([]byte(analysis.PageStyle()))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// cookieName is that of the cookie which proves that a browser's user has logged in.
const cookieName = "kaeshi"

// secureHeaders says on every answer what a browser may do with it. What the API says is not to be kept.
func secureHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if isAPI(r.URL.Path) {
			h.Set("Cache-Control", "no-store")
		}
		next.ServeHTTP(w, r)
	})
}

func isAPI(path string) bool {
	return strings.HasPrefix(path, "/api/") || path == "/healthz" || path == "/readyz" || path == "/metrics"
}

// isStream reports whether an answer is a stream of events.
func isStream(path string) bool {
	return strings.HasPrefix(path, thinkPath) || strings.HasPrefix(path, apiPath+"analyse") ||
		strings.HasPrefix(path, tournamentsPath) && strings.HasSuffix(path, watchSuffix) || strings.HasPrefix(path, jobsPath) && strings.HasSuffix(path, "/events")
}

// sameOrigin refuses what a page from elsewhere makes a browser ask: anything that changes something, and whatever the API computes, which costs
// processor time and places though it changes nothing. A link may lead from elsewhere to what the API shows, but to no stream. Programs that are no browsers are not concerned.
func sameOrigin(next http.Handler) http.Handler {
	refuse := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, http.StatusForbidden, "a page from another site asked for this: use Kaeshi's own page, or a program that is no browser")
	})
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(refuse)
	protected := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		foreign := slices.Contains([]string{"cross-site", "same-site"}, r.Header.Get("Sec-Fetch-Site"))
		isLink := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
		if foreign && (isStream(r.URL.Path) || strings.HasPrefix(r.URL.Path, "/api/") && !isLink) {
			refuse(w, r)
			return
		}
		protected.ServeHTTP(w, r)
	})
}

// checkHost answers only to names of this machine and those given.
func checkHost(next http.Handler, names []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isOwnHost(r.Host, names) {
			writeProblem(w, http.StatusMisdirectedRequest, fmt.Sprintf(
				"host %q: this server listens on its own machine alone; use localhost or a loopback address", clip(r.Host)))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isOwnHost(host string, names []string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	if ip := net.ParseIP(strings.Trim(name, "[]")); ip != nil {
		return ip.IsLoopback()
	}
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}
