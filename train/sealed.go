package train

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A sealed file is eight letters that say what it is, the fingerprint of what it was made from (32 bytes), the contents, and the SHA-256
// of all before. It is written beside its place and put there whole.

// kind is the eight letters of a file.
type kind string

// The kinds, with their version at the end.
const (
	gamesFile  kind = "kaeshig2"
	labelFile  kind = "kaeshil1"
	phaseFile  kind = "kaeship1"
	judgedFile kind = "kaeshij1"
	passFile   kind = "kaeshin1"
)

// fingerprint names the settings and inputs that determine what a step makes.
type fingerprint [sha256.Size]byte

// fingerprintOf hashes the parts as JSON.
func fingerprintOf(parts ...any) (fingerprint, error) {
	text, err := json.Marshal(parts)
	return sha256.Sum256(text), err
}

func seal(k kind, f fingerprint, contents []byte) []byte {
	file := append([]byte(k), f[:]...)
	file = append(file, contents...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}

// unseal is the contents of a file and what they were made from.
func unseal(k kind, file []byte) (contents []byte, f fingerprint, err error) {
	head := len(k) + len(f)
	switch {
	case !bytes.HasPrefix(file, []byte(k)):
		return nil, f, fmt.Errorf("the file does not begin with %q", k)
	case len(file) < head+sha256.Size:
		return nil, f, fmt.Errorf("the file is cut off after %d bytes", len(file))
	}
	end := len(file) - sha256.Size
	if sum := sha256.Sum256(file[:end]); !bytes.Equal(sum[:], file[end:]) {
		return nil, f, errors.New("the checksum is wrong: the file is damaged")
	}
	copy(f[:], file[len(k):])
	return file[head:end], f, nil
}

// writeSealed puts a sealed file in its place.
func writeSealed(path string, k kind, f fingerprint, contents []byte) error {
	return writeWhole(path, seal(k, f, contents))
}

// readSealed reads a file of any fingerprint.
func readSealed(path string, k kind) (contents []byte, f fingerprint, err error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, f, err
	}
	if contents, f, err = unseal(k, file); err != nil {
		return nil, f, fmt.Errorf("%s: %w", path, err)
	}
	return contents, f, nil
}

// readOwn reads a file that an earlier run of this step may have made; ok is false when there is none. A file that was made from something else is an error.
func readOwn(path string, k kind, own fingerprint) (contents []byte, ok bool, err error) {
	contents, f, err := readSealed(path, k)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case f != own:
		return nil, false, fmt.Errorf("%s was made with other settings or from other data (%.8s, not %.8s): choose another folder, or remove it",
			path, hex.EncodeToString(f[:]), hex.EncodeToString(own[:]))
	}
	return contents, true, nil
}

// writeWhole writes a file so that it is there whole or not at all, whatever happens, and makes its folder.
func writeWhole(path string, contents []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the error that led here says more
		}
	}()
	_, err = f.Write(contents)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir makes a new name last. Where folders cannot be synced the system keeps them by itself.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync() // not on Windows
	return d.Close()
}
