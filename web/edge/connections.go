package edge

import (
	"net"
	"sync"
)

// counts limits how many of something each client has at the same time.
type counts struct {
	most int // for each client

	mu  sync.Mutex
	now map[string]int
}

func newCounts(most int) *counts { return &counts{most: most, now: map[string]int{}} }

// enter counts one more and returns true, unless the client has the maximum. The caller must then call leave.
func (c *counts) enter(client string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now[client] >= c.most {
		return false
	}
	c.now[client]++
	return true
}

func (c *counts) leave(client string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now[client]--; c.now[client] == 0 {
		delete(c.now, client)
	}
}

// LimitConnections returns a listener that closes a new connection at once if its client has the maximum of open
// connections. Behind a proxy it returns l, because the proxy is the only client that connects.
func (e *Edge) LimitConnections(l net.Listener) net.Listener {
	if e.options.Proxied {
		return l
	}
	return &limitedListener{l, newCounts(e.options.Connections), e.meter}
}

// limitedListener is a listener with a limit of open connections for each client.
type limitedListener struct {
	net.Listener

	open  *counts
	meter *meter
}

// Accept returns the next connection of a client that has fewer than the maximum.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		client := networkOf(hostOf(c.RemoteAddr().String()))
		if l.open.enter(client) {
			return &countedConnection{c, sync.OnceFunc(func() { l.open.leave(client) })}, nil
		}
		l.meter.refuse("connections")
		_ = c.Close() // the client is not served, so its end does not matter
	}
}

// countedConnection is a connection that counts until it is closed.
type countedConnection struct {
	net.Conn

	leave func()
}

// Close closes the connection.
func (c *countedConnection) Close() error {
	c.leave()
	return c.Conn.Close()
}

// CloseWrite closes the direction to the client. After it, net/http waits before it closes a connection whose client
// still sends, so that the client receives the whole response.
func (c *countedConnection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
