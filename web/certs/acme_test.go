package certs

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/acme"
)

const domain = "kaeshi.test"

// acmeServer is a certificate authority with the parts of RFC 8555 that a client needs: nonces, signed requests, one
// account, and orders of one domain with one kind of challenge, which it checks.
type acmeServer struct {
	*authority
	*httptest.Server

	kind    string // of the challenge
	refuses bool   // every challenge fails

	mu      sync.Mutex
	secure  string // address of the server under test for HTTPS
	plain   string // address of the server under test for HTTP
	nonces  map[string]bool
	account *ecdsa.PublicKey
	orders  int
	state   string // of the current authorization
	issued  []byte // the current certificate chain
}

func newACMEServer(a *authority, kind string) *acmeServer {
	s := &acmeServer{authority: a, kind: kind, nonces: map[string]bool{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /directory", func(w http.ResponseWriter, _ *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.answer(w, http.StatusOK, map[string]string{
			"newNonce": s.URL + "/nonce", "newAccount": s.URL + "/account", "newOrder": s.URL + "/order",
		})
	})
	mux.HandleFunc("HEAD /nonce", func(w http.ResponseWriter, _ *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.answer(w, http.StatusOK, nil)
	})
	for path, handle := range map[string]func(http.ResponseWriter, []byte) error{
		"/account": s.register, "/order": s.order, "/order/1": s.showOrder, "/authz/1": s.authorization,
		"/challenge/1": s.challenge, "/finalize/1": s.finalize, "/certificate/1": s.certificate,
	} {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			defer s.mu.Unlock()
			payload, err := s.open(r)
			if err == nil {
				err = handle(w, payload)
			}
			if err != nil {
				s.answer(w, http.StatusBadRequest, map[string]string{
					"type": "urn:ietf:params:acme:error:malformed", "detail": err.Error(),
				})
			}
		})
	}
	s.Server = httptest.NewServer(mux)
	s.Cleanup(s.Close)
	return s
}

// answer sends a document with a new nonce. The caller holds mu.
func (s *acmeServer) answer(w http.ResponseWriter, status int, document any) {
	nonce := rand.Text()
	s.nonces[nonce] = true
	w.Header().Set("Replay-Nonce", nonce)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if document != nil {
		_ = json.NewEncoder(w).Encode(document)
	}
}

func (s *acmeServer) answerAt(w http.ResponseWriter, path string, document any) {
	w.Header().Set("Location", s.URL+path)
	s.answer(w, http.StatusCreated, document)
}

// open returns the content of a signed request. It checks the nonce, the address and the signature.
func (s *acmeServer) open(r *http.Request) ([]byte, error) {
	var signed struct{ Protected, Payload, Signature string }
	if err := json.NewDecoder(r.Body).Decode(&signed); err != nil {
		return nil, err
	}
	var header struct {
		Alg, Kid, Nonce, URL string
		JWK                  struct{ X, Y string }
	}
	if err := json.Unmarshal(decoded(signed.Protected), &header); err != nil {
		return nil, err
	}
	if !s.nonces[header.Nonce] || header.URL != s.URL+r.URL.Path {
		return nil, fmt.Errorf("nonce %q for %s", header.Nonce, header.URL)
	}
	delete(s.nonces, header.Nonce)
	key := s.account
	if r.URL.Path == "/account" {
		point := slices.Concat([]byte{4}, decoded(header.JWK.X), decoded(header.JWK.Y)) // uncompressed
		var err error
		if key, err = ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point); err != nil {
			return nil, err
		}
		s.account = key
	} else if header.Kid != s.URL+"/account/1" {
		return nil, fmt.Errorf("account %q", header.Kid)
	}
	sum := sha256.Sum256([]byte(signed.Protected + "." + signed.Payload))
	signature := decoded(signed.Signature)
	if len(signature) != 64 || !ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(signature[:32]),
		new(big.Int).SetBytes(signature[32:])) {
		return nil, errors.New("wrong signature")
	}
	return decoded(signed.Payload), nil
}

func decoded(text string) []byte {
	b, _ := base64.RawURLEncoding.DecodeString(text)
	return b
}

func (s *acmeServer) register(w http.ResponseWriter, _ []byte) error {
	s.answerAt(w, "/account/1", map[string]string{"status": "valid"})
	return nil
}

func (s *acmeServer) order(w http.ResponseWriter, payload []byte) error {
	if !bytes.Contains(payload, []byte(domain)) {
		return fmt.Errorf("order %s", payload)
	}
	s.orders++
	s.state, s.issued = "pending", nil
	s.answerAt(w, "/order/1", s.orderDocument())
	return nil
}

func (s *acmeServer) orderDocument() map[string]any {
	status := map[string]string{"pending": "pending", "valid": "ready", "invalid": "invalid"}[s.state]
	document := map[string]any{
		"authorizations": []string{s.URL + "/authz/1"}, "finalize": s.URL + "/finalize/1",
		"identifiers": []map[string]string{{"type": "dns", "value": domain}},
	}
	if s.issued != nil {
		status, document["certificate"] = "valid", s.URL+"/certificate/1"
	}
	document["status"] = status
	return document
}

func (s *acmeServer) showOrder(w http.ResponseWriter, _ []byte) error {
	s.answer(w, http.StatusOK, s.orderDocument())
	return nil
}

const challengeToken = "a-token-of-the-authority"

func (s *acmeServer) challengeDocument() map[string]string {
	return map[string]string{
		"type": s.kind, "url": s.URL + "/challenge/1", "token": challengeToken, "status": s.state,
	}
}

func (s *acmeServer) authorization(w http.ResponseWriter, _ []byte) error {
	s.answer(w, http.StatusOK, map[string]any{
		"status": s.state, "identifier": map[string]string{"type": "dns", "value": domain},
		"challenges": []map[string]string{s.challengeDocument()},
	})
	return nil
}

func (s *acmeServer) challenge(w http.ResponseWriter, _ []byte) error {
	thumbprint, err := acme.JWKThumbprint(s.account)
	if err != nil {
		return err
	}
	check := s.checkTLS
	if s.kind == "http-01" {
		check = s.checkHTTP
	}
	s.state = "valid"
	if err := check(challengeToken + "." + thumbprint); err != nil || s.refuses {
		s.state = "invalid"
	}
	s.answer(w, http.StatusOK, s.challengeDocument())
	return nil
}

// checkTLS checks the challenge tls-alpn-01 (RFC 8737).
func (s *acmeServer) checkTLS(authorization string) error {
	state, err := s.dial(&tls.Config{ // the certificate of a challenge is self-signed
		ServerName: domain, NextProtos: []string{acme.ALPNProto}, InsecureSkipVerify: true,
	})
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(authorization))
	want, err := asn1.Marshal(sum[:])
	if err != nil {
		return err
	}
	for _, e := range state.PeerCertificates[0].Extensions {
		if e.Id.Equal(asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 31}) && bytes.Equal(e.Value, want) {
			return nil
		}
	}
	return errors.New("the certificate lacks the extension")
}

// dial connects to the server under test and returns the state of the connection.
func (s *acmeServer) dial(config *tls.Config) (tls.ConnectionState, error) {
	c, err := (&tls.Dialer{Config: config}).DialContext(s.Context(), "tcp", s.secure)
	if err != nil {
		return tls.ConnectionState{}, err
	}
	defer c.Close()
	return c.(*tls.Conn).ConnectionState(), nil
}

// checkHTTP checks the challenge http-01.
func (s *acmeServer) checkHTTP(authorization string) error {
	address := "http://" + s.plain + "/.well-known/acme-challenge/" + challengeToken
	r, err := http.NewRequestWithContext(s.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	r.Host = domain
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != authorization {
		return fmt.Errorf("body %q, error %w", body, err)
	}
	return nil
}

func (s *acmeServer) finalize(w http.ResponseWriter, payload []byte) error {
	if s.state != "valid" {
		return errors.New("the order is not ready")
	}
	var request struct{ CSR string }
	if err := json.Unmarshal(payload, &request); err != nil {
		return err
	}
	csr, err := x509.ParseCertificateRequest(decoded(request.CSR))
	if err != nil {
		return err
	}
	leaf := s.issue(int64(100+s.orders), csr.PublicKey, time.Now().Add(-time.Hour), time.Now().AddDate(0, 0, 90),
		csr.DNSNames...)
	s.issued = chain(leaf, s.root)
	s.answer(w, http.StatusOK, s.orderDocument())
	return nil
}

func (s *acmeServer) certificate(w http.ResponseWriter, _ []byte) error {
	w.Header().Set("Content-Type", "application/pem-certificate-chain")
	_, err := w.Write(s.issued)
	return err
}

func (s *acmeServer) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.orders
}

// serve starts a server with certificates of the authority, which are kept in a folder, and returns its log.
func (s *acmeServer) serve(folder string) *logText {
	s.Helper()
	log := &logText{}
	a, err := NewACME(ACMEOptions{
		Domains: []string{domain}, Folder: folder, Directory: s.URL + "/directory", Client: s.Client(),
		Logger: slog.New(slog.NewTextHandler(log, nil)),
	})
	if err != nil {
		s.Fatal(err)
	}
	encrypted, plain := listen(s), listen(s)
	s.mu.Lock()
	s.secure, s.plain = encrypted.Addr().String(), plain.Addr().String()
	s.mu.Unlock()
	serveACME(s, a, encrypted, plain)
	return log
}

// serveACME starts a server with certificates by ACME, and its redirects, which end with the test.
func serveACME(t testing.TB, a *ACME, encrypted, plain net.Listener) {
	t.Helper()
	site := &http.Server{
		Handler: http.NotFoundHandler(), TLSConfig: a.Config(), ReadHeaderTimeout: time.Minute,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
	redirecting := &http.Server{Handler: a.Handler(Redirect("443", domain)), ReadHeaderTimeout: time.Minute}
	var running sync.WaitGroup
	running.Go(func() { _ = site.ServeTLS(encrypted, "", "") })
	running.Go(func() { _ = redirecting.Serve(plain) })
	t.Cleanup(func() {
		_, _ = site.Close(), redirecting.Close()
		running.Wait()
	})
}

type logText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logText) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// connect returns the serial number of the certificate that the server under test has for a name, if a client that
// trusts the authority accepts it.
func (s *acmeServer) connect(name string) (int64, error) {
	state, err := s.dial(&tls.Config{RootCAs: s.pool(), ServerName: name, MinVersion: tls.VersionTLS12})
	if err != nil {
		return 0, err
	}
	return state.PeerCertificates[0].SerialNumber.Int64(), nil
}

// TestACME obtains a certificate with each kind of challenge, and uses it again after a restart.
func TestACME(t *testing.T) {
	for _, kind := range []string{"tls-alpn-01", "http-01"} {
		t.Run(kind, func(t *testing.T) {
			s, folder := newACMEServer(newAuthority(t), kind), t.TempDir()
			for _, when := range []string{"at first", "after a restart"} {
				log := s.serve(folder)
				for range 2 {
					if serial, err := s.connect(domain); serial != 101 || err != nil {
						t.Errorf("%s: certificate %d, error %v; want the first one. Log: %s", when, serial, err, log)
					}
				}
				if _, err := s.connect("elsewhere.test"); err == nil {
					t.Errorf("%s: a client of another host is served", when)
				}
				if text := log.String(); text != "" {
					t.Errorf("%s: log %s, want nothing", when, text)
				}
			}
			if n := s.count(); n != 1 {
				t.Errorf("%d orders, want 1", n)
			}
		})
	}
}

// TestACMERefusal checks that the refusal of the authority is logged and ends the handshake.
func TestACMERefusal(t *testing.T) {
	s := newACMEServer(newAuthority(t), "tls-alpn-01")
	s.refuses = true
	log := s.serve(t.TempDir())
	if _, err := s.connect(domain); err == nil {
		t.Error("a client is served without a certificate")
	}
	if text := log.String(); !strings.Contains(text, "no TLS certificate") || !strings.Contains(text, domain) {
		t.Errorf("log %q, want the domain without a certificate", text)
	}
}
