//go:build !js

package web

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
)

const (
	sessionTime = 30 * 24 * time.Hour
	// Wrong tokens that one client may send: so many at once, and so many a second.
	wrongAtOnce, wrongPerSecond = 10, 0.1
)

// doorkeeper lets in who knows the token: programs send it with each request, browsers once, for a cookie that proves that they did. The cookie
// holds its end and a MAC of that under the token: nothing is kept here, and a new token ends all sessions.
type doorkeeper struct {
	token   string
	proxied bool
	wrong   *rates
	next    http.Handler
	login   loginPage
}

// guard asks for the token, where there is one.
func (s *Server) guard(next http.Handler) (http.Handler, error) {
	next = s.bounded(next)
	if s.options.Token == "" {
		return next, nil
	}
	login, err := newLoginPage()
	return &doorkeeper{s.options.Token, s.options.Proxied, newRates(wrongPerSecond, wrongAtOnce), next, login}, err
}

// isOpen reports whether a path is answered to everyone: what tells that the server lives, what the login page looks like, and the files of the page, which
// hold nothing of anyone's; browsers fetch some of those without cookies.
func isOpen(path string) bool {
	switch path {
	case "/", "/index.html", "/metrics":
		return false
	}
	return !strings.HasPrefix(path, "/api/")
}

// ServeHTTP answers a request that brings the token or the cookie, and asks for the token otherwise.
func (d *doorkeeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	client, now := clientOf(r.Context()), time.Now()
	told, isProgram := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case isProgram && !d.wrong.may(client, now):
		d.tooMany(w)
	case isProgram && d.knows(told), isOpen(r.URL.Path), !isProgram && d.hasSession(r, now):
		d.next.ServeHTTP(w, r)
	case isProgram:
		d.wrong.take(client, now)
		d.refuse(w, "the token in Authorization is not the one of this server")
	case !strings.HasPrefix(r.URL.Path, "/api/") && r.URL.Path != "/metrics":
		readBody(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { d.welcome(w, r, client, now) })).ServeHTTP(w, r)
	default:
		d.refuse(w, "this server asks for its token: log in on its page, or send it as Authorization: Bearer TOKEN")
	}
}

func (d *doorkeeper) refuse(w http.ResponseWriter, why string) {
	w.Header().Set("WWW-Authenticate", `Bearer realm="kaeshi"`)
	writeProblem(w, http.StatusUnauthorized, why)
}

func (d *doorkeeper) tooMany(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "10")
	writeProblem(w, http.StatusTooManyRequests, "too many wrong tokens came from here: try again later")
}

// welcome shows the login page, or takes what was entered there. The form is sent to the page's own address, so that a link to a position leads there.
func (d *doorkeeper) welcome(w http.ResponseWriter, r *http.Request, client string, now time.Time) {
	switch {
	case r.Method != http.MethodPost:
		d.login.show(w, r, http.StatusUnauthorized, "")
	case !d.wrong.may(client, now):
		d.login.show(w, r, http.StatusTooManyRequests, "many")
	case !d.knows(r.PostFormValue("token")):
		d.wrong.take(client, now)
		d.login.show(w, r, http.StatusUnauthorized, "wrong")
	default:
		http.SetCookie(w, &http.Cookie{ //nolint:gosec // G124: Secure is known when it runs; without TLS a cookie with it would not come back
			Name: cookieName, Value: d.session(now.Add(sessionTime)), Path: "/", MaxAge: int(sessionTime.Seconds()),
			HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil || d.proxied && r.Header.Get("X-Forwarded-Proto") == "https",
		})
		http.Redirect(w, r, (&url.URL{Path: "/", RawQuery: r.URL.RawQuery}).String(), http.StatusSeeOther) // the browser adds its fragment
	}
}

// knows compares in a time that tells nothing, not even the token's length.
func (d *doorkeeper) knows(told string) bool {
	a, b := sha256.Sum256([]byte(told)), sha256.Sum256([]byte(d.token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// session is a cookie's value that holds until then.
func (d *doorkeeper) session(end time.Time) string {
	until := strconv.FormatInt(end.Unix(), 10)
	return until + "." + d.seal(until)
}

func (d *doorkeeper) seal(until string) string {
	mac := hmac.New(sha256.New, []byte(d.token))
	_, _ = mac.Write([]byte("kaeshi session " + until)) // a hash takes everything
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (d *doorkeeper) hasSession(r *http.Request, now time.Time) bool {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return false
	}
	until, seal, _ := strings.Cut(cookie.Value, ".")
	end, err := strconv.ParseInt(until, 10, 64)
	return err == nil && now.Unix() < end && hmac.Equal([]byte(seal), []byte(d.seal(until)))
}
