package edge

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
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
func (e *Edge) secureHeaders(next http.Handler) http.Handler {
	policy := contentPolicy()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if e.options.Strict && r.TLS != nil {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
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
// requests to the API, whatever its operations cost. Links of other sites may lead to the page and to the responses of
// [api.IsLinkable]. Clients other than browsers are not affected.
func sameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { refuseForeign(w) }))
	protected := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isAPI(r.URL.Path) && isForeign(r) && !isLink(r) {
			refuseForeign(w)
			return
		}
		protected.ServeHTTP(w, r)
	})
}

// isForeign reports whether a page of another site caused the request. Browsers send Sec-Fetch-Site over TLS, and to
// this machine. Otherwise Origin and Referer may name the other site. The page of this server sends no Referer.
func isForeign(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "cross-site" || site == "same-site"
	}
	return isOther(r, "Origin") || isOther(r, "Referer")
}

// isOther reports whether a header of the request holds the address of another host.
func isOther(r *http.Request, header string) bool {
	address := r.Header.Get(header)
	if address == "" {
		return false
	}
	from, err := url.Parse(address)
	return err != nil || !strings.EqualFold(from.Host, r.Host)
}

// isLink reports whether the request follows a link to a response that other sites may link to. Without
// Sec-Fetch-Mode, a link looks like any other request.
func isLink(r *http.Request) bool {
	if !api.IsLinkable(r.URL.Path) {
		return false
	}
	mode := r.Header.Get("Sec-Fetch-Mode")
	return mode == "" || mode == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// Local returns a handler for a loopback address. It passes on requests for this machine that no page of another site
// causes.
func Local(next http.Handler) http.Handler {
	return CheckHost(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isForeign(r) {
			refuseForeign(w)
			return
		}
		next.ServeHTTP(w, r)
	}), nil)
}

func refuseForeign(w http.ResponseWriter) {
	api.WriteProblem(w, http.StatusForbidden,
		"cross-site request refused; use Kaeshi's own page or a client other than a browser")
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
