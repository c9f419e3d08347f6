//go:build slow

package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/web/webtest"
)

// TestPebble obtains a certificate from Pebble, the ACME server of Let's Encrypt for tests, and uses it again after a
// restart. tools/go.mod pins Pebble.
func TestPebble(t *testing.T) {
	const public = "othello.example.org"
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	encrypted, plain := listen(t), listen(t)
	p := startPebble(ctx, t, encrypted, plain)
	log, folder := &logText{}, t.TempDir()
	open := func() *ACME {
		a, err := NewACME(ACMEOptions{
			Domains: []string{public}, Folder: folder, Directory: "https://" + p.address + "/dir", Client: p.client,
			Logger: slog.New(slog.NewTextHandler(log, nil)),
		})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	again := listen(t)
	serveACME(t, open(), encrypted, plain)
	var serials []string
	connect := func(l net.Listener) {
		t.Helper()
		dialer := &tls.Dialer{Config: &tls.Config{RootCAs: p.roots(ctx, t), ServerName: public}}
		c, err := dialer.DialContext(ctx, "tcp", l.Addr().String())
		if err != nil {
			t.Fatalf("%v; log: %s", err, log)
		}
		defer c.Close()
		serials = append(serials, c.(*tls.Conn).ConnectionState().PeerCertificates[0].SerialNumber.String())
	}
	connect(encrypted)
	connect(encrypted)
	serveACME(t, open(), again, listen(t)) // another process with the same folder
	connect(again)
	for _, serial := range serials {
		if serial != serials[0] {
			t.Errorf("certificates %v, want the same one", serials)
		}
	}
	if text := log.String(); text != "" {
		t.Errorf("log %s, want nothing", text)
	}
}

// pebble is a running Pebble.
type pebble struct {
	address, management string
	client              *http.Client // trusts its server
}

// startPebble starts Pebble and a DNS server, for which all names are this machine. Pebble connects to the ports of the
// listeners.
func startPebble(ctx context.Context, t *testing.T, encrypted, plain net.Listener) *pebble {
	t.Helper()
	bin := t.TempDir()
	const module = "github.com/letsencrypt/pebble/v2"
	goCommand(ctx, t, "build", "-o", bin, module+"/cmd/pebble", module+"/cmd/pebble-challtestsrv")
	source := strings.TrimSpace(goCommand(ctx, t, "list", "-m", "-f", "{{.Dir}}", module))
	folder, trusted := filepath.Join(source, "test", "certs"), x509.NewCertPool()
	text, err := os.ReadFile(filepath.Join(folder, "pebble.minica.pem"))
	if err != nil || !trusted.AppendCertsFromPEM(text) {
		t.Fatalf("the authority of Pebble: error %v", err)
	}
	p := &pebble{address: freeAddress(t), management: freeAddress(t), client: &http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted, ServerName: "localhost"}},
	}}
	t.Cleanup(p.client.CloseIdleConnections)
	port := func(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": p.address, "managementListenAddress": p.management,
		"certificate": filepath.Join(folder, "localhost", "cert.pem"),
		"privateKey":  filepath.Join(folder, "localhost", "key.pem"),
		"httpPort":    port(plain), "tlsPort": port(encrypted),
	}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(bin, "config.json")
	if err := os.WriteFile(file, config, 0o600); err != nil {
		t.Fatal(err)
	}
	dns := freeAddress(t)
	background(ctx, t, filepath.Join(bin, "pebble-challtestsrv"), "-dnsserver", dns, "-defaultIPv6", "", "-http01", "",
		"-https01", "", "-tlsalpn01", "", "-doh", "", "-management", freeAddress(t))
	background(ctx, t, filepath.Join(bin, "pebble"), "-config", file, "-dnsserver", dns)
	webtest.Eventually(t, "Pebble to start", func() bool {
		_, err := p.get(ctx, "https://"+p.address+"/dir")
		return err == nil
	})
	return p
}

// roots returns the trust in the certificates that Pebble issues.
func (p *pebble) roots(ctx context.Context, t *testing.T) *x509.CertPool {
	t.Helper()
	pool := x509.NewCertPool()
	text, err := p.get(ctx, "https://"+p.management+"/roots/0")
	if err != nil || !pool.AppendCertsFromPEM(text) {
		t.Fatalf("the root of Pebble: error %v", err)
	}
	return pool
}

func (p *pebble) get(ctx context.Context, url string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := p.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}

// goCommand runs the go command in the module of the tools and returns its output.
func goCommand(ctx context.Context, t *testing.T, args ...string) string {
	t.Helper()
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = filepath.Join("..", "..", "tools")
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go %v: %v: %s", args, err, errs.String())
	}
	return string(out)
}

// background starts a program that ends with the test.
func background(ctx context.Context, t *testing.T, program string, args ...string) {
	t.Helper()
	c := exec.CommandContext(ctx, program, args...)
	c.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait() // it was killed
	})
}

// freeAddress returns an address of this machine that was free a moment ago.
func freeAddress(t *testing.T) string {
	t.Helper()
	l := listen(t)
	defer l.Close()
	return l.Addr().String()
}
