// Package hub is the server of a cluster: a NATS server with JetStream in this process, with a token and a certificate
// that it makes itself.
package hub

import (
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/internal/filelock"
	"github.com/kaeshi/kaeshi/internal/newfile"
)

// Options configures a hub.
type Options struct {
	Dir     string // holds the queue, the token and the certificate; created if missing
	Listen  string // host and port; empty: only clients of this process connect
	MaxDisk int64  // bytes of queue and results; 0: three quarters of the free space
}

// Hub is a running server.
type Hub struct {
	server      *server.Server
	lock        *os.File
	token       string
	fingerprint [32]byte
	listen      bool
}

const (
	readyTime  = 30 * time.Second
	maxPayload = 8 << 20 // bytes
)

// Start starts a hub. It refuses a folder that another hub uses. A hub that listens requires TLS and the token, on a
// loopback address too.
func Start(o Options) (_ *Hub, err error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	h := &Hub{listen: o.Listen != ""}
	if h.lock, err = os.OpenFile(filepath.Join(o.Dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.lock.Close())
		}
	}()
	if err := filelock.Lock(h.lock); err != nil {
		return nil, fmt.Errorf("%s: another hub uses this folder (%w); stop it or choose another folder", o.Dir, err)
	}
	options, err := h.options(o)
	if err != nil {
		return nil, err
	}
	if h.server, err = server.NewServer(options); err != nil {
		return nil, err
	}
	h.server.Start()
	if !h.server.ReadyForConnections(readyTime) {
		h.server.Shutdown()
		return nil, fmt.Errorf("hub: not ready after %s; check that the address %s is free", readyTime, o.Listen)
	}
	return h, nil
}

func (h *Hub) options(o Options) (*server.Options, error) {
	options := &server.Options{
		ServerName: "kaeshi", DontListen: !h.listen, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: o.Dir, SyncAlways: true, JetStreamMaxStore: o.MaxDisk, MaxPayload: maxPayload,
	}
	if !h.listen {
		return options, nil
	}
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("address %q: want HOST:PORT or :PORT", o.Listen)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("address %q: %q is not a port", o.Listen, port)
	}
	// The server would report an address in use to its log alone.
	probe, err := net.Listen("tcp", o.Listen) //nolint:noctx // it ends at once
	if err != nil {
		return nil, err
	}
	if err := probe.Close(); err != nil {
		return nil, err
	}
	options.Host, options.Port = host, int(number)
	if number == 0 {
		options.Port = server.RANDOM_PORT
	}
	if h.token, err = readToken(filepath.Join(o.Dir, "token")); err != nil {
		return nil, err
	}
	certificate, err := readCertificate(filepath.Join(o.Dir, "certificate.pem"))
	if err != nil {
		return nil, err
	}
	h.fingerprint = fingerprint(certificate)
	options.Authorization = h.token
	options.TLS, options.TLSHandshakeFirst = true, true
	options.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS13}
	options.TLSTimeout, options.AuthTimeout = 10, 15 // seconds; slow links and busy machines exist
	return options, nil
}

// Server returns a connection for clients of this process, without a network.
func (h *Hub) Server() *server.Server { return h.server }

// Addr returns the address on which the hub listens, or "" if it does not listen.
func (h *Hub) Addr() string {
	if !h.listen {
		return ""
	}
	return h.server.Addr().String()
}

// Join returns the join line with which programs on other machines connect to the hub by the name or address host; if
// host is empty, by an address of this machine.
func (h *Hub) Join(host string) string {
	bound, port, err := net.SplitHostPort(h.Addr())
	if err != nil {
		return ""
	}
	if host == "" {
		host = bound
		if ip := net.ParseIP(bound); ip == nil || ip.IsUnspecified() {
			host = ownAddress()
		}
	}
	return cluster.JoinLine(net.JoinHostPort(host, port), h.token, h.fingerprint)
}

// ownAddress returns an address by which other machines may reach this one.
func ownAddress() string {
	addresses, err := net.InterfaceAddrs()
	if err == nil {
		for _, a := range addresses {
			if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
				return n.IP.String()
			}
		}
	}
	return "localhost"
}

// Close stops the server. Queue and results stay in the folder.
func (h *Hub) Close() error {
	h.server.Shutdown()
	h.server.WaitForShutdown()
	return h.lock.Close()
}

// readToken reads the token of the folder, or makes one.
func readToken(path string) (string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		text = []byte(rand.Text() + "\n")
		err = newfile.WriteBytes(path, 0o600, text)
	}
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < 16 {
		return "", fmt.Errorf("%s: the token has %d bytes; want 16 or more. Remove the file to get a new one", path,
			len(token))
	}
	return token, nil
}
