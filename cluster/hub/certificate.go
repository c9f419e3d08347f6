package hub

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"time"

	"github.com/kaeshi/kaeshi/internal/newfile"
)

// readCertificate reads the certificate and key of the folder, or makes them. Clients identify the certificate by
// its fingerprint, so its names and dates do not matter.
func readCertificate(path string) (tls.Certificate, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = newCertificate(); err == nil {
			err = newfile.WriteBytes(path, 0o600, text)
		}
	}
	if err != nil {
		return tls.Certificate{}, err
	}
	certificate, err := tls.X509KeyPair(text, text)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("%s: %w; remove the file to get a new certificate", path, err)
	}
	return certificate, nil
}

func newCertificate() ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "kaeshi hub"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})...), nil
}

// fingerprint is the SHA-256 of a certificate.
func fingerprint(c tls.Certificate) [32]byte { return sha256.Sum256(c.Certificate[0]) }
