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

// contentPolicy returns the Content-Security-Policy of the page. It permits resources of this server only, and no
// framing. The exceptions are 'wasm-unsafe-eval' for the WebAssembly engine, blobs for pictures, and the style sheet of
// reports, as a report that the engine in the browser writes opens as a blob under this policy.
func contentPolicy() string {
	return "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' " + api.ReportStyle() +
		"; img-src 'self' blob:; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"
}

// secureHeaders returns a handler that sets the security headers of every response and disables caching of API
// responses.
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

// sameOrigin returns a handler that refuses cross-site requests of browsers: all requests that change state, and all
// requests to the API, which cost processor time. Links of other sites may lead to the page and to the responses of
// [api.IsLinkable]. Clients other than browsers are not affected.
func sameOrigin(next http.Handler) http.Handler {
	refuse := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		api.WriteProblem(w, http.StatusForbidden,
			"cross-site request refused; use Kaeshi's own page or a client other than a browser")
	})
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(refuse)
	protected := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		foreign := slices.Contains([]string{"cross-site", "same-site"}, r.Header.Get("Sec-Fetch-Site"))
		isLink := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" &&
			api.IsLinkable(r.URL.Path)
		if foreign && strings.HasPrefix(r.URL.Path, "/api/") && !isLink {
			refuse(w, r)
			return
		}
		protected.ServeHTTP(w, r)
	})
}

// CheckHost returns a handler that refuses requests whose host is neither a loopback name or address nor one of names.
func CheckHost(next http.Handler, names []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isOwnHost(r.Host, names) {
			api.WriteProblem(w, http.StatusMisdirectedRequest, fmt.Sprintf(
				"host %q: this server accepts local requests only (want localhost or a loopback address)",
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
