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
	// Wrong tokens that one client may send: so many at once, and so many a second.
	wrongAtOnce, wrongPerSecond = 10, 0.1
)

// authenticator admits clients that know the token. Programs send it with each request; browsers send it once and get a
// cookie. The cookie holds its expiry and a MAC of that under the token: the server stores no sessions, and a new token
// ends them all.
type authenticator struct {
	token   string
	proxied bool
	wrong   *rates
	next    http.Handler
	login   loginPage
}

// guard requires the token, if there is one.
func (e *Edge) guard(next http.Handler) (http.Handler, error) {
	next = e.bounded(next)
	if e.options.Token == "" {
		return next, nil
	}
	login, err := newLoginPage()
	return &authenticator{e.options.Token, e.options.Proxied, newRates(wrongPerSecond, wrongAtOnce), next, login}, err
}

// isOpen reports whether a path is answered without a token: health checks, the login page and the files of the page,
// which contain no private data. Browsers fetch some of these files without cookies.
func isOpen(path string) bool {
	switch path {
	case "/", "/index.html", "/metrics":
		return false
	}
	return !strings.HasPrefix(path, "/api/")
}

// ServeHTTP passes on requests with the token or the cookie, and asks others for the token.
func (a *authenticator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	client, now := clientOf(r), time.Now()
	told, isProgram := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case isProgram && !a.wrong.may(client, now):
		a.tooMany(w)
	case isProgram && a.knows(told), isOpen(r.URL.Path), !isProgram && a.hasSession(r, now):
		a.next.ServeHTTP(w, r)
	case isProgram:
		a.wrong.take(client, now)
		a.refuse(w, "the token in Authorization is not the one of this server")
	case !strings.HasPrefix(r.URL.Path, "/api/") && r.URL.Path != "/metrics":
		api.ReadBody(http.HandlerFunc(
			func(w http.ResponseWriter, r *http.Request) { a.welcome(w, r, client, now) })).ServeHTTP(w, r)
	default:
		a.refuse(w, "this server asks for its token: log in on its page, or send it as Authorization: Bearer TOKEN")
	}
}

func (a *authenticator) refuse(w http.ResponseWriter, why string) {
	w.Header().Set("WWW-Authenticate", `Bearer realm="kaeshi"`)
	api.WriteProblem(w, http.StatusUnauthorized, why)
}

func (a *authenticator) tooMany(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "10")
	api.WriteProblem(w, http.StatusTooManyRequests, "too many wrong tokens came from here: try again later")
}

// welcome shows the login page, or checks the token that was entered there. The form is sent to the address of the
// page, so that links to positions work after the login.
func (a *authenticator) welcome(w http.ResponseWriter, r *http.Request, client string, now time.Time) {
	switch {
	case r.Method != http.MethodPost:
		a.login.show(w, r, http.StatusUnauthorized, "")
	case !a.wrong.may(client, now):
		a.login.show(w, r, http.StatusTooManyRequests, "many")
	case !a.knows(r.PostFormValue("token")):
		a.wrong.take(client, now)
		a.login.show(w, r, http.StatusUnauthorized, "wrong")
	default:
		http.SetCookie(w, &http.Cookie{ //nolint:gosec // G124: Secure is known when it runs; without TLS a cookie with it would not come back
			Name: api.CookieName, Value: a.session(now.Add(sessionTime)), Path: "/", MaxAge: int(sessionTime.Seconds()),
			HttpOnly: true, SameSite: http.SameSiteLaxMode,
			Secure: r.TLS != nil || a.proxied && r.Header.Get("X-Forwarded-Proto") == "https",
		})
		// the browser adds its fragment
		http.Redirect(w, r, (&url.URL{Path: "/", RawQuery: r.URL.RawQuery}).String(), http.StatusSeeOther)
	}
}

// knows compares in constant time, which hides the length of the token as well.
func (a *authenticator) knows(told string) bool {
	sent, own := sha256.Sum256([]byte(told)), sha256.Sum256([]byte(a.token))
	return subtle.ConstantTimeCompare(sent[:], own[:]) == 1
}

// session returns the value of a cookie that expires at the end.
func (a *authenticator) session(end time.Time) string {
	until := strconv.FormatInt(end.Unix(), 10)
	return until + "." + a.seal(until)
}

func (a *authenticator) seal(until string) string {
	mac := hmac.New(sha256.New, []byte(a.token))
	_, _ = mac.Write([]byte("kaeshi session " + until)) // a hash takes everything
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (a *authenticator) hasSession(r *http.Request, now time.Time) bool {
	cookie, err := r.Cookie(api.CookieName)
	if err != nil {
		return false
	}
	until, seal, _ := strings.Cut(cookie.Value, ".")
	end, err := strconv.ParseInt(until, 10, 64)
	return err == nil && now.Unix() < end && hmac.Equal([]byte(seal), []byte(a.seal(until)))
}
