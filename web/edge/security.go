package edge

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/work"
)

// contentPolicy lets the page load only what this server sends, and lets no other page frame it. The engine in the
// browser is WebAssembly, which needs an allowance of its own; inline scripts are forbidden. Pictures come as blobs. A
// report that the engine in the browser writes opens as a blob under the page's policy, so the style of reports is
// allowed.
func contentPolicy() string {
	return "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' " + api.ReportStyle() +
		"; img-src 'self' blob:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"
}

// secureHeaders sets the security headers of every answer. Answers of the API are not cached.
func secureHeaders(next http.Handler) http.Handler {
	policy := contentPolicy()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
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

// sameOrigin refuses requests that a page of another site makes a browser send: those that change something, and all of
// the API, which costs processor time. A link may lead from elsewhere to an answer of the API, but to no stream.
// Programs that are no browsers are not concerned.
func sameOrigin(next http.Handler) http.Handler {
	refuse := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		api.WriteProblem(w, http.StatusForbidden,
			"a page from another site asked for this: use Kaeshi's own page, or a program that is no browser")
	})
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(refuse)
	protected := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		foreign := slices.Contains([]string{"cross-site", "same-site"}, r.Header.Get("Sec-Fetch-Site"))
		isLink := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
		if foreign && (api.IsStream(r.URL.Path) || strings.HasPrefix(r.URL.Path, "/api/") && !isLink) {
			refuse(w, r)
			return
		}
		protected.ServeHTTP(w, r)
	})
}

// CheckHost refuses requests whose host is neither this machine nor one of the names.
func CheckHost(next http.Handler, names []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isOwnHost(r.Host, names) {
			api.WriteProblem(w, http.StatusMisdirectedRequest, fmt.Sprintf(
				"host %q: this server listens on its own machine alone; use localhost or a loopback address",
				work.Clip(r.Host)))
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
