package server

import (
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/webtest"
)

const token = "a token of some length"

func withToken(o *Options) { o.Token = token }

// bearing sends a request with a bearer token.
func (s *site) bearing(method, path, body, token string) (*http.Response, []byte) {
	s.Helper()
	r := s.Request(s.Context(), method, path, body)
	r.Header.Set("Authorization", "Bearer "+token)
	return s.Do(r)
}

func TestShortTokensAreRefused(t *testing.T) {
	if _, err := New(Options{Players: webtest.Players().New, Token: "elevenbytes"}); err == nil {
		t.Error("New succeeded with a short token, want an error")
	}
}

// TestTokenIsRequired checks that only public paths are available without the token.
func TestTokenIsRequired(t *testing.T) {
	s := serve(t, withToken)
	for _, c := range [][3]string{
		{"GET", gamePath, ""},
		{"POST", movePath, moveBody(8, "", "random")},
		{"GET", thinkPath + "?player=random", ""},
		{"GET", gamesPath, ""},
		{"DELETE", recordPath, ""},
		{"GET", api.DocumentPath, ""},
		{"GET", api.Path + "nothing", ""},
		{"GET", "/metrics", ""},
		{"GET", gamePath + "?token=" + url.QueryEscape(token), ""},
	} {
		response, answer := s.Do(s.Request(t.Context(), c[0], c[1], c[2]))
		s.CheckProblem(response, answer, http.StatusUnauthorized, "token")
		if !strings.HasPrefix(response.Header.Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("%s: the header WWW-Authenticate is missing", c[1])
		}
	}
	for _, path := range []string{"/healthz", "/readyz", "/plain.css"} {
		s.Send(http.StatusOK, "GET", path, "")
	}
	if page := string(s.Send(http.StatusUnauthorized, "GET", "/", "")); !strings.Contains(page, `type="password"`) {
		t.Errorf("the page has no form for the token: %s", page)
	}
}

func TestBearerToken(t *testing.T) {
	s := serve(t, withToken)
	if response, answer := s.bearing("POST", movePath, moveBody(8, "", "random"), token); response.StatusCode !=
		http.StatusOK {
		t.Errorf("status %s, want 200: %s", response.Status, answer)
	}
	for _, wrong := range []string{token + "x", token[1:], "Bearer " + token} {
		response, answer := s.bearing("GET", gamePath, "", wrong)
		s.CheckProblem(response, answer, http.StatusUnauthorized, "wrong token")
	}
}

// TestWrongTokensAreLimited checks that a client that sent many wrong tokens is refused even with the right one, and
// that other clients are not affected.
func TestWrongTokensAreLimited(t *testing.T) {
	s := serve(t, withToken, func(o *Options) { o.Proxied = true })
	send := func(client, token string) (*http.Response, []byte) {
		r := s.Request(t.Context(), "GET", gamePath, "")
		r.Header.Set("X-Forwarded-For", "192.0.2.1, "+client)
		r.Header.Set("Authorization", "Bearer "+token)
		return s.Do(r)
	}
	for range 10 {
		response, answer := send("198.51.100.7", "nonsense nonsense")
		s.CheckProblem(response, answer, http.StatusUnauthorized)
	}
	response, answer := send("198.51.100.7", token)
	s.CheckProblem(response, answer, http.StatusTooManyRequests, "wrong tokens")
	if response.Header.Get("Retry-After") == "" {
		t.Error("the header Retry-After is missing")
	}
	if response, _ := send("198.51.100.8", token); response.StatusCode != http.StatusOK {
		t.Errorf("other client: status %s, want 200", response.Status)
	}
}

// logIn submits the form of the login page.
func (s *site) logIn(token, language string, header ...string) (*http.Response, string) {
	s.Helper()
	r := s.Request(s.Context(), "POST", "/", url.Values{"username": {"kaeshi"}, "token": {token}}.Encode())
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Language", language)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, page := s.Do(r)
	return response, string(page)
}

func TestBrowsersLogIn(t *testing.T) {
	log := &webtest.Text{}
	s := serve(t, withToken, func(o *Options) {
		o.Logger = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Client.Jar = jar
	for language, words := range map[string]string{
		"ja,en;q=0.5": "このサーバーのトークンではありません",
		"fr":          "not the token of this server",
	} {
		response, page := s.logIn("wrong", language)
		webtest.Same(t, language+": status", http.StatusUnauthorized, response.StatusCode)
		webtest.Same(t, language+": cookies", []*http.Cookie{}, response.Cookies())
		if !strings.Contains(page, words) {
			t.Errorf("%s: the page does not contain %q: %s", language, words, page)
		}
	}
	response, page := s.logIn(token, "en")
	if response.StatusCode != http.StatusOK || strings.Contains(page, "password") {
		t.Fatalf("login: status %s, want 200 and the page: %s", response.Status, page)
	}
	s.Send(http.StatusOK, "POST", movePath, moveBody(8, "", "random"))
	s.Send(http.StatusOK, "GET", "/metrics", "")
	here, _ := url.Parse(s.URL)
	cookie := jar.Cookies(here)[0]
	for what, text := range map[string]string{"the cookie": cookie.Value, "the log": log.String()} {
		if strings.Contains(text, token) {
			t.Errorf("%s contains the token", what)
		}
	}
	if strings.Contains(log.String(), cookie.Value) {
		t.Error("the log contains the cookie")
	}
	_, seal, _ := strings.Cut(cookie.Value, ".")
	for _, bad := range []string{"", ".", "99999999999.", "99999999999." + seal, cookie.Value + "A"} {
		jar.SetCookies(here, []*http.Cookie{{Name: api.CookieName, Value: bad}})
		s.Send(http.StatusUnauthorized, "GET", gamePath, "")
	}
}

// TestCookie checks that the cookie is hidden from scripts and other sites and secure behind a proxy with TLS, and that
// pages of other sites cannot log in.
func TestCookie(t *testing.T) {
	s := serve(t, withToken, func(o *Options) { o.Proxied = true })
	s.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for scheme, secure := range map[string]bool{"https": true, "http": false} {
		response, _ := s.logIn(token, "en", "X-Forwarded-Proto", scheme)
		c := response.Cookies()[0]
		webtest.Same(t, scheme+": status", http.StatusSeeOther, response.StatusCode)
		webtest.Same(t, scheme+": place", "/", response.Header.Get("Location"))
		want := *c
		want.HttpOnly, want.SameSite, want.Secure, want.Path = true, http.SameSiteLaxMode, secure, "/"
		webtest.Same(t, scheme+": cookie", want, *c)
	}
	if response, _ := s.logIn(token, "en", "Sec-Fetch-Site", "cross-site"); response.StatusCode !=
		http.StatusForbidden || len(response.Cookies()) > 0 {
		t.Errorf("cross-site login: status %s, want 403 and no cookie", response.Status)
	}
	if response, _ := s.logIn(strings.Repeat("x", 100<<10), "en"); response.StatusCode !=
		http.StatusRequestEntityTooLarge {
		t.Errorf("long token: status %s, want 413", response.Status)
	}
	for range 10 {
		s.logIn("wrong", "en")
	}
	if response, page := s.logIn(token, "en"); response.StatusCode != http.StatusTooManyRequests ||
		!strings.Contains(page, "Too many") {
		t.Errorf("login after ten wrong tokens: status %s, want 429", response.Status)
	}
}
