package certs

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// ACMEOptions configures an [ACME]. Domains and Folder are required.
type ACMEOptions struct {
	Domains []string // host names that the certificates are for
	Folder  string   // where the account and the certificates are kept, for this user only
	// Directory is the URL of the certificate authority. Empty means Let's Encrypt.
	Directory string
	Client    *http.Client // for requests to the authority; nil means [http.DefaultClient]
	Logger    *slog.Logger
}

// ACME obtains certificates from a certificate authority when they are first needed, and renews them. Using it accepts
// the terms of service of the authority.
type ACME struct {
	manager *autocert.Manager
	domains []string
	log     *slog.Logger
}

// NewACME returns an ACME. The error reports a domain for which no authority issues certificates this way.
func NewACME(o ACMEOptions) (*ACME, error) {
	for _, domain := range o.Domains {
		if err := checkDomain(domain); err != nil {
			return nil, err
		}
	}
	a := &ACME{domains: o.Domains, log: o.Logger}
	a.manager = &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(o.Folder),
		HostPolicy: autocert.HostWhitelist(o.Domains...),
		Client:     &acme.Client{DirectoryURL: o.Directory, HTTPClient: o.Client, UserAgent: "kaeshi"},
	}
	if o.Directory == "" {
		a.manager.Client.DirectoryURL = autocert.DefaultACMEDirectory
	}
	return a, nil
}

func checkDomain(domain string) error {
	switch {
	case net.ParseIP(domain) != nil:
		return fmt.Errorf("%q is an address (want a domain such as othello.example.org)", domain)
	case strings.Trim(domain, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "", !strings.Contains(domain, "."),
		strings.HasPrefix(domain, "."), strings.HasSuffix(domain, "."):
		return fmt.Errorf("%q is not a public domain in lower case (want one such as othello.example.org)", domain)
	}
	return nil
}

// Config returns the TLS configuration of a server with the certificates. It answers the challenge tls-alpn-01 of the
// authority.
func (a *ACME) Config() *tls.Config {
	c := a.manager.TLSConfig()
	c.GetCertificate, c.MinVersion = a.get, tls.VersionTLS12
	return c
}

// get returns the certificate for the host that a client names. Failures for other hosts than the domains are not
// logged, because any client can cause them.
func (a *ACME) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	certificate, err := a.manager.GetCertificate(hello)
	if err != nil && slices.Contains(a.domains, hello.ServerName) {
		a.log.Error("no TLS certificate", "domain", hello.ServerName, "err", err)
	}
	return certificate, err
}

// Handler returns a handler of plain HTTP requests that answers the challenge http-01 of the authority and passes other
// requests to next.
func (a *ACME) Handler(next http.Handler) http.Handler { return a.manager.HTTPHandler(next) }

// Redirect returns a handler that redirects requests to the same path on HTTPS at a port. With domains, requests for
// other hosts are redirected to the first one. Requests that may contain data are refused, because their data has
// already been sent without encryption.
func Redirect(port string, domains ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "use HTTPS", http.StatusBadRequest)
			return
		}
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		host = strings.Trim(host, "[]")
		if len(domains) > 0 && !slices.Contains(domains, host) {
			host = domains[0]
		}
		target := *r.URL
		if target.Scheme, target.Host = "https", net.JoinHostPort(host, port); port == "443" {
			target.Host = strings.TrimSuffix(target.Host, ":443")
		}
		w.Header().Set("Connection", "close") // the next request goes to another port
		//nolint:gosec // G710: without domains the host is the one that the client itself addressed
		http.Redirect(w, r, target.String(), http.StatusMovedPermanently)
	})
}
