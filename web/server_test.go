package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/player"
)

func TestNewChecksOptions(t *testing.T) {
	if _, err := New(Options{}); err == nil {
		t.Error("no players: no error")
	}
}

func TestHealth(t *testing.T) {
	if got := string(serve(t).ask(http.StatusOK, "GET", "/healthz", "")); strings.TrimSpace(got) != `{"status":"ok"}` {
		t.Error(got)
	}
}

func TestPlayers(t *testing.T) {
	s := serve(t)
	list := read[playerList](s, "GET", apiPath+"players", "")
	if list.Schema != "kaeshi/players/1" || len(list.Players) != 10+21+2+4+6+8 {
		t.Errorf("%d players of %s", len(list.Players), list.Schema)
	}
	names := map[string]bool{}
	for _, info := range list.Players {
		made, err := realPlayers().New(info.Spec)
		if err != nil {
			t.Errorf("%s is offered but does not exist: %v", info.Spec, err)
			continue
		}
		_ = made.Close()
		if info.Name.EN == "" || info.Name.JA == "" || names[info.Name.EN] || names[info.Name.JA] || !slices.Contains(info.Sizes, 8) {
			t.Errorf("%+v", info)
		}
		names[info.Name.EN], names[info.Name.JA] = true, true
		if info.Deterministic {
			repeats(t, s, info)
		}
	}
}

// repeats checks that a quick player that is called deterministic is.
func repeats(t *testing.T, s *site, info PlayerInfo) {
	t.Helper()
	if spec, _ := player.ParseSpec(info.Spec); !isLight(spec) {
		return
	}
	body := moveBody(6, "c2", info.Spec)
	if a, b := read[player.Answer](s, "POST", movePath, body), read[player.Answer](s, "POST", movePath, body); a.Move != b.Move {
		t.Errorf("%s plays %s and %s", info.Spec, a.Move, b.Move)
	}
}

func TestUnknownPaths(t *testing.T) {
	s := serve(t)
	for path, status := range map[string]int{
		"/nothing": 404, "/index.htm": 404, "/assets/": 404, "/assets/none-12345678.js": 404, "/../etc/passwd": 404, "/.gitkeep": 404,
	} {
		if response, _ := s.do(s.request(t.Context(), "GET", path, "")); response.StatusCode != status {
			t.Errorf("GET %s: %s", path, response.Status)
		}
	}
	s.wantProblem(http.StatusNotFound, "GET", apiPath+"nothing", "", "/api/v1/nothing", openAPIPath)
	s.wantProblem(http.StatusNotFound, "GET", "/api/", "")
	s.wantProblem(http.StatusNotFound, "POST", apiPath+"nothing", "{}")
	s.wantProblem(http.StatusMethodNotAllowed, "POST", gamePath, "{}", "POST", "GET, HEAD")
	s.wantProblem(http.StatusMethodNotAllowed, "GET", movePath, "", "GET", "POST")
	response, answer := s.do(s.request(t.Context(), "PUT", recordPath, "{}"))
	s.checkProblem(response, answer, http.StatusMethodNotAllowed)
	if allow := response.Header.Get("Allow"); allow != "GET, DELETE, HEAD" {
		t.Errorf("Allow: %s", allow)
	}
}

func TestHeaders(t *testing.T) {
	s := serve(t)
	for _, path := range []string{"/", "/healthz", gamePath, apiPath + "nothing", thinkPath + "?player=random", openAPIPath} {
		response, _ := s.do(s.request(t.Context(), "GET", path, ""))
		h := response.Header
		policy := h.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'self'") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(strings.Replace(policy, "script-src 'self' 'wasm-unsafe-eval';", "", 1), "unsafe") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", path, h)
		}
		if kept := h.Get("Cache-Control"); path != "/" && kept != "no-store" {
			t.Errorf("%s: Cache-Control %q", path, kept)
		}
	}
}

func TestOtherSitesAreRefused(t *testing.T) {
	s := serve(t)
	send := func(method, path, body string, header ...string) (*http.Response, []byte) {
		r := s.request(t.Context(), method, path, body)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		return s.do(r)
	}
	for _, header := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://elsewhere.example"}} {
		for _, c := range [][3]string{{"POST", movePath, moveBody(8, "", "random")}, {"DELETE", recordPath, ""}, {"POST", gamesPath, gameBody("game-0001", 4, nil)}} {
			response, answer := send(c[0], c[1], c[2], header...)
			s.checkProblem(response, answer, http.StatusForbidden, "another site")
		}
	}
	for _, path := range []string{thinkPath + "?player=random", gamePath, apiPath + "learn/tree?depth=1"} {
		response, answer := send("GET", path, "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image")
		s.checkProblem(response, answer, http.StatusForbidden, "another site")
	}
	response, answer := send("GET", thinkPath+"?player=random", "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document")
	s.checkProblem(response, answer, http.StatusForbidden, "another site")
	for _, header := range [][]string{{"Sec-Fetch-Site", "same-origin"}, {"Origin", s.url}, {}} {
		if response, answer := send("POST", movePath, moveBody(8, "", "random"), header...); response.StatusCode != http.StatusOK {
			t.Errorf("%v: %s %s", header, response.Status, answer)
		}
	}
	// A link from elsewhere may lead here.
	for _, path := range []string{"/", gamePath, openAPIPath} {
		if response, _ := send("GET", path, "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"); response.StatusCode != http.StatusOK {
			t.Errorf("link: %s", response.Status)
		}
	}
}

func TestHosts(t *testing.T) {
	s := serve(t, func(o *Options) { o.Hosts = []string{"kaeshi.home"} })
	for host, good := range map[string]bool{
		"localhost": true, "LOCALHOST:8080": true, "localhost.": true, "kaeshi.localhost:80": true, "127.0.0.1": true, "127.8.9.10:1": true,
		"[::1]": true, "[::1]:8080": true, "kaeshi.home": true, "Kaeshi.Home:8080": true,
		"elsewhere.example": false, "elsewhere.example:8080": false, "10.0.0.1": false, "localhost.elsewhere.example": false,
		"notlocalhost": false, "[2001:db8::1]:80": false, "127.0.0.1.elsewhere.example": false,
	} {
		r := s.request(t.Context(), "GET", "/healthz", "")
		r.Host = host
		response, answer := s.do(r)
		if good && response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", host, response.Status)
		}
		if !good {
			s.checkProblem(response, answer, http.StatusMisdirectedRequest, "localhost")
		}
	}
}

// A server for others is addressed by names that it cannot know.
func TestHostsOfAPublicAddress(t *testing.T) {
	s := serve(t)
	h := s.server.handlerFor(&net.TCPAddr{IP: net.IPv4zero, Port: 80})
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "http://elsewhere.example/healthz", nil)
	h.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Errorf("status %d", w.Code)
	}
}

// raw sends bytes as they are and reads the first line of the answer.
func (s *site) raw(text string) string {
	s.Helper()
	c, err := (&net.Dialer{}).DialContext(s.Context(), "tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	_, _ = io.WriteString(c, text)
	line, _ := bufio.NewReader(c).ReadString('\n')
	return line
}

func TestRawRequests(t *testing.T) {
	s := serve(t)
	for name, c := range map[string]struct{ text, want string }{
		"no HTTP":         {"hello\r\n\r\n", "400"},
		"large head":      {"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 100<<10) + "\r\n\r\n", "431"},
		"no host":         {"GET /healthz HTTP/1.0\r\n\r\n", "421"},
		"large chunks":    {"POST /api/v1/move HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n20000\r\n" + strings.Repeat(" ", 0x20000) + "\r\n0\r\n\r\n", "413"},
		"bad escape":      {"GET /api/v1/game?moves=%zz HTTP/1.0\r\nHost: localhost\r\n\r\n", ""},
		"semicolon":       {"GET /api/v1/game?moves=f5;size=4 HTTP/1.0\r\nHost: localhost\r\n\r\n", ""},
		"same name twice": {"GET /api/v1/game?size=4&size=6 HTTP/1.0\r\nHost: localhost\r\n\r\n", "200"},
	} {
		if line := s.raw(c.text); !strings.Contains(line, c.want) || strings.Contains(line, " 500") || line == "" {
			t.Errorf("%s: %q", name, line)
		}
	}
	s.ask(http.StatusOK, "GET", "/healthz", "")
}

// The time to send a body does not shorten the time to think.
func TestBodyDeadlineEndsWithTheBody(t *testing.T) {
	h := readBody(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s", body)
	}))
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	h.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader("text")))
	if w.Body.String() != "text" || len(w.read) != 2 || w.read[0].IsZero() || !w.read[1].IsZero() {
		t.Errorf("%q with deadlines %v", w.Body, w.read)
	}
}

type deadlines struct {
	*httptest.ResponseRecorder
	read []time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.read = append(d.read, t)
	return nil
}

func TestBodyBreaksOff(t *testing.T) {
	h := readBody(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("half a body was passed on") }))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/", io.MultiReader(strings.NewReader("{"), failingReader{})))
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "broke off") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestRecoverPanics(t *testing.T) {
	log := &strings.Builder{}
	logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	mux := http.NewServeMux()
	mux.HandleFunc("/before", func(http.ResponseWriter, *http.Request) { panic("too soon") })
	mux.HandleFunc("/after", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half an ans")
		panic("too late")
	})
	h := logAccess(recoverPanics(mux, logger), logger)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/before", nil))
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "its log says why") || strings.Contains(w.Body.String(), "too soon") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	func() {
		defer func() {
			if got := recover(); got != http.ErrAbortHandler { //nolint:errorlint // the very value, as net/http compares it
				t.Errorf("the answer was not broken off: %v", got)
			}
		}()
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/after", nil))
	}()
	for _, want := range []string{"too soon", "too late", "status=500", "path=/before"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not say %q", want)
		}
	}
}

func TestServeTellsWhenItCannot(t *testing.T) {
	s := serve(t)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if err := s.server.Serve(context.Background(), l); err == nil {
		t.Error("no error for a closed listener")
	}
}
