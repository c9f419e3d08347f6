package main

import (
	"bytes"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aead.dev/minisign"
)

// keyFile returns the path of a file with a new key without a password, and the public key.
func keyFile(t *testing.T) (path string, public minisign.PublicKey) {
	t.Helper()
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	text, err := private.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "release.key")
	write(t, path, string(text))
	return path, public
}

// signed returns the checksums of two files, their signature if there is a key, and what is printed.
func signed(t *testing.T, key string) (sums, signature []byte, printed string) {
	t.Helper()
	var out bytes.Buffer
	r := release{out: t.TempDir(), stdout: &out, key: key, stamp: stamp{"v1.2.3", strings.Repeat("0", 40), noon()}}
	for _, name := range []string{"b.zip", "a.zip"} {
		if err := r.write(name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	private, err := r.readKey()
	if err == nil {
		err = r.sign(private)
	}
	if err != nil {
		t.Fatal(err)
	}
	if sums, err = os.ReadFile(filepath.Join(r.out, sumsName)); err != nil {
		t.Fatal(err)
	}
	signature, err = os.ReadFile(filepath.Join(r.out, sumsName+".minisig"))
	if (err == nil) != (key != "") {
		t.Errorf("key %q: signature %q, error %v", key, signature, err)
	}
	return sums, signature, out.String()
}

// TestSign checks that the signature of the checksums verifies and is the same each time, and that the output has the
// public key.
func TestSign(t *testing.T) {
	key, public := keyFile(t)
	sums, first, printed := signed(t, key)
	if !minisign.Verify(public, sums, first) || minisign.Verify(public, append(sums, 'x'), first) {
		t.Error("the signature does not verify the checksums, or verifies others")
	}
	if !strings.Contains(printed, "-P "+public.String()) {
		t.Errorf("output %q, want it to contain the public key %s", printed, public)
	}
	if _, second, _ := signed(t, key); !bytes.Equal(first, second) {
		t.Errorf("the second signature %q differs from %q", second, first)
	}
	if _, _, printed := signed(t, ""); !strings.Contains(printed, "SHA256SUMS is not signed") {
		t.Errorf("output without a key %q, want a line about the signature", printed)
	}
}

// TestKeyFaults checks the errors of files that are not keys.
func TestKeyFaults(t *testing.T) {
	folder := t.TempDir()
	other := filepath.Join(folder, "other")
	write(t, other, "untrusted comment: no key\n")
	for _, path := range []string{other, filepath.Join(folder, "missing")} {
		r := release{key: path}
		if _, err := r.readKey(); err == nil || !strings.Contains(err.Error(), path+": ") {
			t.Errorf("key %s: error %v, want one with the path", path, err)
		}
	}
}
