package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aead.dev/minisign"
)

// passwordVariable holds the password of the key, as other users can read command lines.
const passwordVariable = "MINISIGN_PASSWORD"

// readKey returns the key that signs the checksums, or nil if the release is not signed.
func (r *release) readKey() (*minisign.PrivateKey, error) {
	if r.key == "" {
		return nil, nil //nolint:nilnil // the key is optional
	}
	text, err := os.ReadFile(r.key)
	if err != nil {
		return nil, fmt.Errorf("-key: %w", err)
	}
	var key minisign.PrivateKey
	if minisign.IsEncrypted(text) {
		key, err = minisign.DecryptKey(os.Getenv(passwordVariable), text)
	} else {
		err = key.UnmarshalText(text)
	}
	if err != nil {
		return nil, fmt.Errorf("-key %s: %w (want a secret key of minisign, and its password in %s)", r.key, err,
			passwordVariable)
	}
	return &key, nil
}

// sign writes the sorted list of checksums and, if there is a key, its signature in the format of minisign.
func (r *release) sign(key *minisign.PrivateKey) error {
	slices.SortFunc(r.sums, func(a, b string) int { return strings.Compare(a[2*sha256.Size:], b[2*sha256.Size:]) })
	sums := []byte(strings.Join(r.sums, ""))
	if err := os.WriteFile(filepath.Join(r.out, sumsName), sums, 0o644); err != nil {
		return err
	}
	if key == nil {
		fmt.Fprintf(r.stdout, "%s is not signed (want a key of minisign in KEY)\n", sumsName)
		return nil
	}
	comment := fmt.Sprintf("timestamp:%d\tfile:%s\tkaeshi %s", r.stamp.made.Unix(), sumsName, r.stamp.version)
	signature := minisign.SignWithComments(*key, sums, comment, "signature of the checksums of Kaeshi "+r.stamp.version)
	if err := os.WriteFile(filepath.Join(r.out, sumsName+".minisig"), signature, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(r.stdout, "signed; to verify: minisign -Vm %s -P %s\n", sumsName, key.Public())
	return nil
}
