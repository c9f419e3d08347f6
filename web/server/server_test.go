package server

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/web/api"
)

func TestNewChecksOptions(t *testing.T) {
	if _, err := New(Options{}); err == nil {
		t.Error("New succeeded without Players, want an error")
	}
}

func TestHealth(t *testing.T) {
	if got := string(serve(t).Send(http.StatusOK, "GET", "/healthz", "")); strings.TrimSpace(got) != `{"status":"ok"}` {
		t.Errorf("health %s, want the status ok", got)
	}
}

func TestUnknownPaths(t *testing.T) {
	s := serve(t)
	for path, status := range map[string]int{
		"/nothing": 404, "/index.htm": 404, "/assets/": 404, "/assets/none-12345678.js": 404, "/../etc/passwd": 404,
		"/.gitkeep": 404,
	} {
		if response, _ := s.Do(s.Request(t.Context(), "GET", path, "")); response.StatusCode != status {
			t.Errorf("GET %s: status %s, want %d", path, response.Status, status)
		}
	}
	s.WantProblem(http.StatusNotFound, "GET", api.Path+"nothing", "", "/api/v1/nothing", api.DocumentPath)
	s.WantProblem(http.StatusNotFound, "GET", "/api/", "")
	s.WantProblem(http.StatusNotFound, "POST", api.Path+"nothing", "{}")
	s.WantProblem(http.StatusMethodNotAllowed, "POST", gamePath, "{}", "POST", "GET, HEAD")
	s.WantProblem(http.StatusMethodNotAllowed, "GET", movePath, "", "GET", "POST")
	response, answer := s.Do(s.Request(t.Context(), "PUT", recordPath, "{}"))
	s.CheckProblem(response, answer, http.StatusMethodNotAllowed)
	if allow := response.Header.Get("Allow"); allow != "GET, DELETE, HEAD" {
		t.Errorf("header Allow: %s, want GET, DELETE, HEAD", allow)
	}
}

func TestHeaders(t *testing.T) {
	s := serve(t)
	for _, path := range []string{
		"/", "/healthz", gamePath, api.Path + "nothing", thinkPath + "?player=random",
		api.DocumentPath,
	} {
		response, _ := s.Do(s.Request(t.Context(), "GET", path, ""))
		h := response.Header
		policy := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: Content-Security-Policy %q does not contain %s", path, policy, want)
			}
		}
		rest := strings.Replace(policy, "script-src 'self' 'wasm-unsafe-eval';", "", 1)
		if strings.Contains(rest, "unsafe") {
			t.Errorf("%s: Content-Security-Policy %q contains another unsafe source", path, policy)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: header %v, want nosniff and no-referrer", path, h)
		}
		if kept := h.Get("Cache-Control"); path != "/" && kept != "no-store" {
			t.Errorf("%s: Cache-Control %q, want no-store", path, kept)
		}
	}
}

func TestCrossSiteRequestsAreRefused(t *testing.T) {
	s := serve(t)
	send := func(method, path, body string, header ...string) (*http.Response, []byte) {
		r := s.Request(t.Context(), method, path, body)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		return s.Do(r)
	}
	for _, header := range [][]string{
		{"Sec-Fetch-Site", "cross-site"},
		{"Sec-Fetch-Site", "same-site"},
		{"Origin", "https://elsewhere.example"},
	} {
		for _, c := range [][3]string{
			{"POST", movePath, moveBody(8, "", "random")},
			{"DELETE", recordPath, ""},
			{"POST", gamesPath, `{"id":"game-0001"}`},
		} {
			response, answer := send(c[0], c[1], c[2], header...)
			s.CheckProblem(response, answer, http.StatusForbidden, "cross-site")
		}
	}
	for _, header := range [][]string{{"Sec-Fetch-Site", "same-origin"}, {"Origin", s.URL}, {}} {
		if response, answer := send("POST", movePath, moveBody(8, "", "random"), header...); response.StatusCode !=
			http.StatusOK {
			t.Errorf("%v: status %s, want 200; body %s", header, response.Status, answer)
		}
	}
	// Other sites may link to pages that neither search nor show stored data.
	for _, path := range []string{"/", gamePath, api.DocumentPath} {
		if response, _ := send("GET", path, "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate",
			"Sec-Fetch-Dest", "document"); response.StatusCode != http.StatusOK {
			t.Errorf("link to %s: status %s, want 200", path, response.Status)
		}
	}
}

func TestHosts(t *testing.T) {
	s := serve(t, func(o *Options) { o.Hosts = []string{"kaeshi.home"} })
	for host, good := range map[string]bool{
		"localhost": true, "LOCALHOST:8080": true, "localhost.": true, "kaeshi.localhost:80": true, "127.0.0.1": true,
		"127.8.9.10:1": true,
		"[::1]":        true, "[::1]:8080": true, "kaeshi.home": true, "Kaeshi.Home:8080": true,
		"elsewhere.example": false, "elsewhere.example:8080": false, "10.0.0.1": false,
		"localhost.elsewhere.example": false,
		"notlocalhost":                false, "[2001:db8::1]:80": false, "127.0.0.1.elsewhere.example": false,
	} {
		r := s.Request(t.Context(), "GET", "/healthz", "")
		r.Host = host
		response, answer := s.Do(r)
		if good && response.StatusCode != http.StatusOK {
			t.Errorf("host %s: status %s, want 200", host, response.Status)
		}
		if !good {
			s.CheckProblem(response, answer, http.StatusMisdirectedRequest, "localhost")
		}
	}
}

// TestOtherHosts checks that a server on a public address, or with a token, accepts any host name.
func TestOtherHosts(t *testing.T) {
	for _, c := range []struct {
		ip     net.IP
		token  string
		status int
	}{
		{net.IPv4(127, 0, 0, 1), "", http.StatusMisdirectedRequest},
		{net.IPv4(127, 0, 0, 1), token, http.StatusOK},
		{net.IPv6loopback, "", http.StatusMisdirectedRequest},
		{net.IPv4zero, "", http.StatusOK},
	} {
		s := serve(t, func(o *Options) { o.Token = c.token })
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "http://elsewhere.example/healthz", nil)
		s.server.handlerFor(&net.TCPAddr{IP: c.ip, Port: 80}).ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%v with token %q: status %d, want %d", c.ip, c.token, w.Code, c.status)
		}
	}
}

// raw sends text without changes and returns the first line of the response.
func (s *site) raw(text string) string {
	s.Helper()
	c, err := (&net.Dialer{}).DialContext(s.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		s.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * time.Minute))
	_, _ = io.WriteString(c, text)
	line, _ := bufio.NewReader(c).ReadString('\n')
	return line
}

func TestRawRequests(t *testing.T) {
	s := serve(t)
	for name, c := range map[string]struct{ text, want string }{
		"no HTTP": {"hello\r\n\r\n", "400"},
		"large head": {
			"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 100<<10) + "\r\n\r\n",
			"431",
		},
		"no host": {"GET /healthz HTTP/1.0\r\n\r\n", "421"},
		"large chunks": {"POST /api/v1/move HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: " +
			"chunked\r\n\r\n20000\r\n" + strings.Repeat(" ", 0x20000) + "\r\n0\r\n\r\n", "413"},
		"bad escape":      {"GET /api/v1/game?moves=%zz HTTP/1.0\r\nHost: localhost\r\n\r\n", ""},
		"semicolon":       {"GET /api/v1/game?moves=f5;size=4 HTTP/1.0\r\nHost: localhost\r\n\r\n", ""},
		"same name twice": {"GET /api/v1/game?size=4&size=6 HTTP/1.0\r\nHost: localhost\r\n\r\n", "200"},
	} {
		line := s.raw(c.text)
		if line == "" || !strings.Contains(line, c.want) {
			t.Errorf("%s: status line %q, want status %s", name, line, c.want)
		}
		if strings.Contains(line, " 500") {
			t.Errorf("%s: status line %q, want a status below 500", name, line)
		}
	}
	s.Send(http.StatusOK, "GET", "/healthz", "")
}

func TestServeClosedListener(t *testing.T) {
	s := serve(t)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if err := s.server.Serve(context.Background(), l); err == nil {
		t.Error("Serve succeeded with a closed listener, want an error")
	}
}
