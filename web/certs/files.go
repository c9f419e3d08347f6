// Package certs provides the TLS certificates of a server: from files, which are read again when they change, and from
// a certificate authority by the ACME protocol (RFC 8555).
package certs

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// checkInterval is the interval at which the files are examined for changes, at most.
const checkInterval = time.Second

// Files is a certificate in files. It is safe for concurrent use.
type Files struct {
	certificate, key string // paths
	log              *slog.Logger

	mu      sync.Mutex
	pair    *tls.Certificate
	stamps  [2]stamp  // of the files when they were read
	checked time.Time // when the files were last examined
}

// stamp identifies a version of a file.
type stamp struct {
	changed time.Time
	size    int64
}

// OpenFiles reads a certificate chain and its private key from PEM files. The error says what is wrong with them.
func OpenFiles(certificate, key string, log *slog.Logger) (*Files, error) {
	f := &Files{certificate: certificate, key: key, log: log, checked: time.Now()}
	var err error
	if f.stamps, err = f.stat(); err != nil {
		return nil, err
	}
	f.pair, err = f.read()
	return f, err
}

// Config returns the TLS configuration of a server with the certificate.
func (f *Files) Config() *tls.Config {
	return &tls.Config{GetCertificate: f.get, MinVersion: tls.VersionTLS12}
}

func (f *Files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); now.Sub(f.checked) >= checkInterval {
		f.checked = now
		f.refresh()
	}
	return f.pair, nil
}

// Reload reads the files, even if they seem unchanged. After an error the previous certificate stays in use.
func (f *Files) Reload() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.checked, f.stamps = time.Now(), [2]stamp{}
	f.refresh()
}

// refresh reads the files if they have changed. After an error the previous certificate stays in use until the files
// change again. The caller holds mu.
func (f *Files) refresh() {
	stamps, err := f.stat()
	if err == nil && stamps == f.stamps {
		return
	}
	var pair *tls.Certificate
	if err == nil {
		f.stamps = stamps
		pair, err = f.read()
	}
	if err != nil {
		f.log.Error("TLS certificate not read again; the previous one stays in use", "err", err)
		return
	}
	f.pair = pair
	f.log.Info("TLS certificate read again", "file", f.certificate, "until", pair.Leaf.NotAfter)
}

func (f *Files) stat() (stamps [2]stamp, err error) {
	for i, path := range []string{f.certificate, f.key} {
		info, err := os.Stat(path)
		if err != nil {
			return stamps, err
		}
		stamps[i] = stamp{info.ModTime(), info.Size()}
	}
	return stamps, nil
}

// read reads the files. The pair must match and be valid now.
func (f *Files) read() (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(f.certificate, f.key)
	if err == nil && pair.Leaf == nil {
		err = errors.New("no certificate")
	}
	if err != nil {
		return nil, fmt.Errorf("certificate %s with key %s: %w (want PEM files of a certificate chain and its key)",
			f.certificate, f.key, err)
	}
	if now := time.Now(); now.After(pair.Leaf.NotAfter) || now.Before(pair.Leaf.NotBefore) {
		return nil, fmt.Errorf("certificate %s is valid from %s to %s, not now", f.certificate,
			pair.Leaf.NotBefore.Format(time.DateOnly), pair.Leaf.NotAfter.Format(time.DateOnly))
	}
	return &pair, nil
}

// NameIn returns the first name or address that the certificate in a PEM file is for. For a wildcard it returns one of
// its names.
func NameIn(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return "", fmt.Errorf("%s: want a certificate in PEM", path)
	}
	leaf, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	switch {
	case len(leaf.DNSNames) > 0:
		return strings.Replace(leaf.DNSNames[0], "*", "kaeshi", 1), nil
	case len(leaf.IPAddresses) > 0:
		return leaf.IPAddresses[0].String(), nil
	}
	return "", fmt.Errorf("%s: the certificate is for no name", path)
}
