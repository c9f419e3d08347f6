package edge

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/web/api"
)

const (
	sessionTime = 30 * 24 * time.Hour
	// Limits of wrong tokens from one client: burst and rate.
	wrongAtOnce, wrongPerSecond = 10, 0.1
)

// authenticator requires a token from clients. Programs send it with each request. Browsers send it once and receive a
// cookie with an expiry time and its MAC under the token. The server stores no sessions, and changing the token
// invalidates all of them.
type authenticator struct {
	token   string
	proxied bool
	wrong   *rates
	next    http.Handler
}

// guard returns a handler that limits rates and, if there is a token, requires it.
func (e *Edge) guard(next http.Handler) http.Handler {
	next = e.limitRate(next)
	if e.options.Token == "" {
		return next
	}
	return &authenticator{e.options.Token, e.options.Proxied, newRates(wrongPerSecond, wrongAtOnce), next}
}

// isOpen reports whether a path needs no token: health checks, the files of the page other than index.html, and games
// of two people. The former contain no private data, and browsers request some of them without cookies. The latter
// check the keys of their links. Only the creation of a game, whose path has no id, needs the token.
func isOpen(path string) bool {
	switch path {
	case "/", "/index.html", "/metrics":
		return false
	}
	return !strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, api.OnlinePath+"/")
}

// ServeHTTP passes on authenticated requests and open paths. It refuses others or sends the login page.
func (a *authenticator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	client, now := clientOf(r), time.Now()
	sent, isProgram := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case isProgram && !a.wrong.allows(client, now):
		a.tooMany(w)
	case isProgram && a.matches(sent), isOpen(r.URL.Path), !isProgram && a.hasSession(r, now):
		a.next.ServeHTTP(w, r)
	case isProgram:
		a.wrong.take(client, now)
		a.refuse(w, "wrong token in the header Authorization")
	case !strings.HasPrefix(r.URL.Path, "/api/") && r.URL.Path != "/metrics":
		api.ReadBody(http.HandlerFunc(
			func(w http.ResponseWriter, r *http.Request) { a.logIn(w, r, client, now) })).ServeHTTP(w, r)
	default:
		a.refuse(w, "this server requires a token; log in on its page or send Authorization: Bearer TOKEN")
	}
}

func (a *authenticator) refuse(w http.ResponseWriter, why string) {
	w.Header().Set("WWW-Authenticate", `Bearer realm="kaeshi"`)
	api.WriteProblem(w, http.StatusUnauthorized, why)
}

func (a *authenticator) tooMany(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "10")
	api.WriteProblem(w, http.StatusTooManyRequests, "too many wrong tokens from this client; try again later")
}

// logIn sends the login page, or checks the token of its form. The form is sent to the address of the page, so that
// links to positions work after the login.
func (a *authenticator) logIn(w http.ResponseWriter, r *http.Request, client string, now time.Time) {
	switch {
	case r.Method != http.MethodPost:
		showLogin(w, r, http.StatusUnauthorized, "")
	case !a.wrong.allows(client, now):
		showLogin(w, r, http.StatusTooManyRequests, "many")
	case !a.matches(r.PostFormValue("token")):
		a.wrong.take(client, now)
		showLogin(w, r, http.StatusUnauthorized, "wrong")
	default:
		http.SetCookie(w, &http.Cookie{ //nolint:gosec // G124: Secure depends on the connection
			Name: api.CookieName, Value: a.session(now.Add(sessionTime)), Path: "/", MaxAge: int(sessionTime.Seconds()),
			HttpOnly: true, SameSite: http.SameSiteLaxMode,
			Secure: isSecure(r, a.proxied),
		})
		// The browser keeps the fragment.
		http.Redirect(w, r, (&url.URL{Path: "/", RawQuery: r.URL.RawQuery}).String(), http.StatusSeeOther)
	}
}

// isSecure reports whether the client uses TLS, possibly up to a proxy.
func isSecure(r *http.Request, proxied bool) bool {
	return r.TLS != nil || proxied && r.Header.Get("X-Forwarded-Proto") == "https"
}

// matches reports whether sent is the token. It compares hashes in constant time, which hides the length as well.
func (a *authenticator) matches(sent string) bool {
	got, want := sha256.Sum256([]byte(sent)), sha256.Sum256([]byte(a.token))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// session returns the value of a cookie that expires at end.
func (a *authenticator) session(end time.Time) string {
	until := strconv.FormatInt(end.Unix(), 10)
	return until + "." + a.sign(until)
}

func (a *authenticator) sign(until string) string {
	mac := hmac.New(sha256.New, []byte(a.token))
	_, _ = mac.Write([]byte("kaeshi session " + until)) // a hash returns no error
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (a *authenticator) hasSession(r *http.Request, now time.Time) bool {
	cookie, err := r.Cookie(api.CookieName)
	if err != nil {
		return false
	}
	until, signature, _ := strings.Cut(cookie.Value, ".")
	end, err := strconv.ParseInt(until, 10, 64)
	return err == nil && now.Unix() < end && hmac.Equal([]byte(signature), []byte(a.sign(until)))
}
