package server

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// listenLocally returns a listener on a free port of this machine.
func listenLocally(t *testing.T) net.Listener {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestTLS checks that a server with a certificate responds to HTTPS only, that its cookies are secure, and that
// its responses require HTTPS from then on.
func TestTLS(t *testing.T) {
	example := httptest.NewTLSServer(http.NotFoundHandler()) // has a certificate, and a client that accepts it
	defer example.Close()
	client := example.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	l := listenLocally(t)
	config := &tls.Config{Certificates: example.TLS.Certificates, MinVersion: tls.VersionTLS12}
	defer serveOn(t, l, func(o *Options) { o.TLS, o.Token, o.Strict = config, token, true })()
	defer client.CloseIdleConnections()
	send := func(method, scheme, body string) (*http.Response, string) {
		t.Helper()
		address := scheme + "://" + l.Addr().String() + "/"
		r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response, string(text)
	}
	response, _ := send("POST", "https", url.Values{"token": {token}}.Encode())
	if cookies := response.Cookies(); len(cookies) != 1 || !cookies[0].Secure {
		t.Errorf("status %s with cookies %v, want a secure one", response.Status, cookies)
	}
	if strict := response.Header.Get("Strict-Transport-Security"); strict != "max-age=31536000" {
		t.Errorf("Strict-Transport-Security %q, want a year", strict)
	}
	if response, text := send("GET", "http", ""); response.StatusCode != http.StatusBadRequest ||
		!strings.Contains(text, "HTTPS") {
		t.Errorf("plain HTTP: status %s, body %s; want 400 with a reason", response.Status, text)
	}
}

// TestServePlain checks that the server for plain HTTP responds with its handler, and ends with its context.
func TestServePlain(t *testing.T) {
	s := serve(t)
	l := listenLocally(t)
	ctx, cancel := context.WithCancel(t.Context())
	to := http.RedirectHandler("https://othello.example.org/", http.StatusMovedPermanently)
	ended := make(chan error, 1)
	go func() { ended <- s.server.ServePlain(ctx, l, to) }()
	client := &http.Client{
		Transport:     &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String()+"/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if to := response.Header.Get("Location"); to != "https://othello.example.org/" {
		t.Errorf("status %s to %q, want a redirect", response.Status, to)
	}
	client.CloseIdleConnections()
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("ServePlain: %v", err)
	}
}
