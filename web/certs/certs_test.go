package certs

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// authority is a local certificate authority.
type authority struct {
	testing.TB

	root *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t testing.TB) *authority {
	t.Helper()
	a := &authority{TB: t, key: newKey(t)}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority of a test"}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}
	a.root = a.sign(template, template, a.key.Public())
	return a
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (a *authority) sign(template, parent *x509.Certificate, key crypto.PublicKey) *x509.Certificate {
	a.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key, a.key)
	if err != nil {
		a.Fatal(err)
	}
	signed, err := x509.ParseCertificate(der)
	if err != nil {
		a.Fatal(err)
	}
	return signed
}

// issue returns a certificate for names that is valid from a time until another.
func (a *authority) issue(
	serial int64, key crypto.PublicKey, from, until time.Time, names ...string,
) *x509.Certificate {
	a.Helper()
	return a.sign(&x509.Certificate{
		SerialNumber: big.NewInt(serial), DNSNames: names, NotBefore: from, NotAfter: until,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, a.root, key)
}

// pool returns the trust of a client in the authority.
func (a *authority) pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.root)
	return pool
}

func chain(list ...*x509.Certificate) []byte {
	var text bytes.Buffer
	for _, c := range list {
		_ = pem.Encode(&text, &pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})
	}
	return text.Bytes()
}

// files are the files of a certificate under test.
type files struct {
	*authority

	certificate, key string
	writes           time.Duration
}

func newFiles(a *authority) *files {
	folder := a.TempDir()
	return &files{
		authority: a, certificate: filepath.Join(folder, "chain.pem"), key: filepath.Join(folder, "key.pem"),
	}
}

// write writes a file. Its time of change differs from that of all earlier versions.
func (f *files) write(path string, text []byte) {
	f.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		f.Fatal(err)
	}
	f.writes += time.Second
	at := time.Unix(1_000_000_000, 0).Add(f.writes)
	if err := os.Chtimes(path, at, at); err != nil {
		f.Fatal(err)
	}
}

// writePair writes a new certificate with a serial number, which is valid for two hours until a time, and its key.
func (f *files) writePair(serial int64, until time.Time) {
	f.Helper()
	key := newKey(f)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		f.Fatal(err)
	}
	f.write(f.certificate, chain(f.issue(serial, key.Public(), until.Add(-2*time.Hour), until, domain), f.root))
	f.write(f.key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// TestFilesAreReadAgain checks that a server uses new certificates while it runs, and keeps the previous one while the
// files are damaged, do not match, or are missing.
func TestFilesAreReadAgain(t *testing.T) {
	f := newFiles(newAuthority(t))
	valid := time.Now().Add(time.Hour)
	f.writePair(10, valid)
	synctest.Test(t, func(t *testing.T) {
		// The clock of the bubble starts in the year 2000, before the certificates are valid.
		time.Sleep(time.Until(valid.Add(-time.Hour)))
		log := &bytes.Buffer{}
		opened, err := OpenFiles(f.certificate, f.key, slog.New(slog.NewTextHandler(log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		want := func(when string, serial int64, logged string) {
			t.Helper()
			time.Sleep(checkInterval)
			pair, err := opened.Config().GetCertificate(&tls.ClientHelloInfo{})
			if err != nil {
				t.Fatal(err)
			}
			if got := pair.Leaf.SerialNumber.Int64(); got != serial {
				t.Errorf("%s: certificate %d, want %d", when, got, serial)
			}
			if text := log.String(); !strings.Contains(text, logged) || (logged == "") != (text == "") {
				t.Errorf("%s: log %q, want %q", when, text, logged)
			}
			log.Reset()
		}
		want("at first", 10, "")
		f.writePair(11, valid)
		want("after a renewal", 11, "read again")
		want("without a change", 11, "")
		key, err := os.ReadFile(f.key)
		if err != nil {
			t.Fatal(err)
		}
		f.write(f.key, key[:20])
		want("with a damaged key", 11, "stays in use")
		want("with a damaged key, later", 11, "")
		f.write(f.key, key)
		want("with the key again", 11, "read again")
		f.writePair(12, valid.Add(-90*time.Minute))
		want("after an expired certificate", 11, "not now")
		if err := os.Remove(f.certificate); err != nil {
			t.Fatal(err)
		}
		want("without the file", 11, "stays in use")
		f.writePair(13, valid)
		want("after another renewal", 13, "read again")
	})
}

// TestReload checks that Reload uses new files at once, and keeps the previous certificate if they are damaged.
func TestReload(t *testing.T) {
	f := newFiles(newAuthority(t))
	valid := time.Now().Add(time.Hour)
	f.writePair(10, valid)
	synctest.Test(t, func(t *testing.T) { // no time passes
		time.Sleep(time.Until(valid.Add(-time.Hour)))
		log := &bytes.Buffer{}
		opened, err := OpenFiles(f.certificate, f.key, slog.New(slog.NewTextHandler(log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, change := range []func(){
			func() { f.writePair(11, valid) }, opened.Reload,
			func() { f.write(f.key, []byte("damaged")) }, opened.Reload,
		} {
			change()
			pair, err := opened.get(nil)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, pair.Leaf.SerialNumber.Int64())
		}
		if diff := cmp.Diff([]int64{10, 11, 11, 11}, got); diff != "" {
			t.Errorf("certificates in use (-want +got):\n%s", diff)
		}
		if n := strings.Count(log.String(), "stays in use"); n != 1 {
			t.Errorf("log %q, want one failure", log)
		}
	})
}

func TestNameIn(t *testing.T) {
	f := newFiles(newAuthority(t))
	key := newKey(t)
	for want, names := range map[string][]string{
		"a.example.org": {"a.example.org", "b.example.org"}, "kaeshi.example.org": {"*.example.org"},
	} {
		f.write(f.certificate, chain(f.issue(1, key.Public(), time.Now(), time.Now(), names...), f.root))
		if got, err := NameIn(f.certificate); got != want || err != nil {
			t.Errorf("%v: name %q, error %v; want %q", names, got, err, want)
		}
	}
	f.write(f.certificate, chain(f.root))
	if _, err := NameIn(f.certificate); err == nil || !strings.Contains(err.Error(), "for no name") {
		t.Errorf("error %v, want that the certificate is for no name", err)
	}
}

// TestFaultyFiles checks the errors of files that a server cannot use.
func TestFaultyFiles(t *testing.T) {
	a := newAuthority(t)
	valid := time.Now().Add(time.Hour)
	other := newFiles(a)
	other.writePair(2, valid)
	for name, c := range map[string]struct {
		change func(f *files)
		want   string
	}{
		"missing":  {func(f *files) { _ = os.Remove(f.key) }, "key.pem"},
		"no PEM":   {func(f *files) { f.write(f.certificate, []byte("hello")) }, "want PEM files"},
		"mismatch": {func(f *files) { f.key = other.key }, "does not match"},
		"expired":  {func(f *files) { f.writePair(3, time.Now().Add(-time.Minute)) }, "not now"},
		"future":   {func(f *files) { f.writePair(4, time.Now().Add(3*time.Hour)) }, "not now"},
	} {
		f := newFiles(a)
		f.writePair(1, valid)
		c.change(f)
		if _, err := OpenFiles(f.certificate, f.key, discard()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// TestServe checks that clients that trust the authority connect with HTTP/2, and that others do not.
func TestServe(t *testing.T) {
	f := newFiles(newAuthority(t))
	f.writePair(10, time.Now().Add(time.Hour))
	opened, err := OpenFiles(f.certificate, f.key, discard())
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.TLS, server.EnableHTTP2 = opened.Config(), true
	server.StartTLS()
	defer server.Close()
	for name, c := range map[string]struct {
		trust *tls.Config
		proto string
	}{
		"trusting":     {&tls.Config{RootCAs: f.pool(), ServerName: domain}, "HTTP/2.0"},
		"other name":   {&tls.Config{RootCAs: f.pool(), ServerName: "elsewhere.test"}, ""},
		"not trusting": {&tls.Config{RootCAs: x509.NewCertPool(), ServerName: domain}, ""},
		"old TLS":      {&tls.Config{RootCAs: f.pool(), ServerName: domain, MaxVersion: tls.VersionTLS11}, ""},
	} {
		transport := &http.Transport{TLSClientConfig: c.trust, ForceAttemptHTTP2: true}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		proto := ""
		if response, err := (&http.Client{Transport: transport}).Do(r); err == nil {
			proto = response.Proto
			_ = response.Body.Close()
		}
		transport.CloseIdleConnections()
		if proto != c.proto {
			t.Errorf("%s client: protocol %q, want %q", name, proto, c.proto)
		}
	}
}

func TestRedirect(t *testing.T) {
	domains := []string{"othello.example.org", "play.example.org"}
	for _, c := range []struct {
		method, address, port string
		domains               []string
		status                int
		location              string
	}{
		{"GET", "http://othello.example.org/a?game=1", "443", domains, 301, "https://othello.example.org/a?game=1"},
		{"HEAD", "http://play.example.org:80/", "443", domains, 301, "https://play.example.org/"},
		{"GET", "http://evil.example/x", "443", domains, 301, "https://othello.example.org/x"},
		{"GET", "http://192.0.2.1:8080/", "8443", nil, 301, "https://192.0.2.1:8443/"},
		{"GET", "http://[2001:db8::1]/", "8443", nil, 301, "https://[2001:db8::1]:8443/"},
		{"GET", "http://[2001:db8::1]/", "443", nil, 301, "https://[2001:db8::1]/"},
		{"POST", "http://othello.example.org/", "443", domains, 400, ""},
	} {
		w := httptest.NewRecorder()
		Redirect(c.port, c.domains...).ServeHTTP(w, httptest.NewRequest(c.method, c.address, http.NoBody))
		if got := w.Header().Get("Location"); w.Code != c.status || got != c.location {
			t.Errorf("%s %s: status %d to %q, want %d to %q", c.method, c.address, w.Code, got, c.status, c.location)
		}
	}
}

func TestDomains(t *testing.T) {
	for domain, good := range map[string]bool{
		"othello.example.org": true, "xn--eckwd4c7c.example": true, "localhost": false, "192.0.2.1": false,
		"2001:db8::1": false, "*.example.org": false, "Example.org": false, "example.org:443": false, "": false,
		"example.org.": false, "https://example.org": false,
	} {
		_, err := NewACME(ACMEOptions{Domains: []string{domain}, Folder: t.TempDir(), Logger: discard()})
		if (err == nil) != good {
			t.Errorf("domain %q: error %v, want accepted %t", domain, err, good)
		}
	}
}

// listen returns a listener on a free port of this machine.
func listen(t testing.TB) net.Listener {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}
