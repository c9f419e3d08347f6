package main

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
)

const (
	firstAddress        = "127.0.0.1:8080"
	firstPort, lastPort = 8080, 8099
)

// listen opens the address; when it was not the user who chose it, the next free port will do.
func (s *serving) listen(ctx context.Context, chosen bool) (net.Listener, error) {
	address, err := s.where()
	if err != nil {
		return nil, err
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	for port := firstPort + 1; err != nil && !chosen && port <= lastPort; port++ {
		l, err = config.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot serve at %s: %w; choose another address with --addr, such as --addr 127.0.0.1:9000", address, err)
	}
	return l, nil
}

// where is the address, which must be one of this machine alone unless clients must know a token.
func (s *serving) where() (string, error) {
	host, port, err := net.SplitHostPort(s.address)
	switch {
	case err != nil:
		return "", usage("--addr %s: expected HOST:PORT, such as %s", s.address, firstAddress)
	case host == "localhost" || host == "" && s.token == "":
		return net.JoinHostPort("127.0.0.1", port), nil // whatever a name server makes of localhost
	case s.token != "":
		return s.address, nil
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.IsLoopback() {
		return "", usage("--addr %s: others could reach this address and need not know a token; "+
			"choose an address of this machine alone, such as %s, or add --token-file FILE or set %s", s.address, firstAddress, tokenVariable)
	}
	return s.address, nil
}

// addressOf is where a browser on this machine finds the listener.
func addressOf(l net.Listener) string {
	a, err := netip.ParseAddrPort(l.Addr().String())
	if err == nil && a.Addr().IsUnspecified() {
		return fmt.Sprintf("http://127.0.0.1:%d", a.Port())
	}
	return "http://" + l.Addr().String()
}
