package server

import (
	"context"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kaeshi/kaeshi/web/webtest"
)

// pipes is a listener of connections inside the program. Their deadlines follow the clock of a synctest bubble.
type pipes struct {
	connections chan net.Conn
	closed      chan struct{}
	close       func()
}

func newPipes() *pipes {
	p := &pipes{connections: make(chan net.Conn), closed: make(chan struct{})}
	p.close = sync.OnceFunc(func() { close(p.closed) })
	return p
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.connections:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.close()
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// dial returns the client's end of a new connection.
func (p *pipes) dial() net.Conn {
	client, server := net.Pipe()
	p.connections <- fromLoopback{server}
	return client
}

type fromLoopback struct{ net.Conn }

func (fromLoopback) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// dribble sends the parts of a body at intervals, the last one again and again, until the server closes the
// connection. It returns the response, and the time until the end of the connection.
func dribble(c net.Conn, head string, every time.Duration, parts ...string) (answer string, took time.Duration) {
	began := time.Now()
	var sending sync.WaitGroup
	sending.Go(func() {
		_, err := io.WriteString(c, head)
		for i := 0; err == nil; i++ {
			_, err = io.WriteString(c, parts[min(i, len(parts)-1)])
			time.Sleep(every)
		}
	})
	text, _ := io.ReadAll(c) // whether the connection ends with an error does not matter
	took = time.Since(began)
	_ = c.Close()
	sending.Wait()
	return string(text), took
}

// TestDribblingBodies checks that a body that arrives too slowly ends the connection after seconds, whether the server
// reads the body or refuses the request without reading it, and that a slow but steady body is served.
func TestDribblingBodies(t *testing.T) {
	const length = "Content-Length: 65536\r\n\r\n"
	const move = "POST /api/v1/move HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
	body := moveBody(8, "", "random")
	for name, c := range map[string]struct {
		head   string
		every  time.Duration
		parts  []string
		token  string
		status string
		within time.Duration
	}{
		"one byte per second": {
			head: move + "Host: localhost\r\n" + length, every: time.Second, parts: []string{" "}, status: "400",
			within: 6 * time.Second,
		},
		"one KiB per second": {
			head: move + "Host: localhost\r\n" + length, every: time.Second,
			parts: []string{strings.Repeat(" ", 1<<10)}, status: "400", within: 8 * time.Second,
		},
		"no byte": {
			head: move + "Host: localhost\r\n" + length, every: time.Hour, parts: []string{""}, status: "400",
			within: 6 * time.Second,
		},
		"chunks": {
			head:  move + "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
			every: time.Second, parts: []string{"1\r\n \r\n"}, status: "400", within: 6 * time.Second,
		},
		"too large": {
			head: move + "Host: localhost\r\nContent-Length: 100000\r\n\r\n", every: time.Second,
			parts: []string{strings.Repeat(" ", 70<<10), " "}, status: "413", within: 4 * time.Second,
		},
		"other host": {
			head:  strings.Replace(move, "Connection: close\r\n", "", 1) + "Host: elsewhere.example\r\n" + length,
			every: time.Second, parts: []string{" "}, status: "421", within: 6 * time.Second,
		},
		"without the token": {
			head:  strings.Replace(move, "Connection: close\r\n", "", 1) + "Host: localhost\r\n" + length,
			every: time.Second, parts: []string{" "}, token: token, status: "401", within: 6 * time.Second,
		},
		"login": {
			head:  "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n" + length,
			every: time.Second, parts: []string{"x"}, token: token, status: "400", within: 6 * time.Second,
		},
		"8 KiB per second": {
			head: move + "Host: localhost\r\nContent-Length: 57344\r\n\r\n", every: time.Second,
			parts: []string{body + strings.Repeat(" ", 8<<10-len(body)), strings.Repeat(" ", 8<<10)}, status: "200",
			within: 9 * time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				listener := newPipes()
				defer serveOn(t, listener, func(o *Options) { o.Token = c.token })()
				answer, took := dribble(listener.dial(), c.head, c.every, c.parts...)
				if line, _, _ := strings.Cut(answer, "\r\n"); !strings.Contains(line, c.status) {
					t.Errorf("response %q, want status %s", line, c.status)
				}
				if took > c.within {
					t.Errorf("the connection was open for %v, want at most %v", took, c.within)
				}
			})
		})
	}
}

// serveOn starts a server without a database and returns a function that stops it.
func serveOn(t *testing.T, l net.Listener, change ...func(*Options)) (stop func()) {
	t.Helper()
	o := Options{Players: webtest.Players().New, Logger: slog.New(slog.DiscardHandler)}
	for _, f := range change {
		f(&o)
	}
	server, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	}
}
