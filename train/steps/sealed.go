package steps

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

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/newfile"
)

// A sealed file consists of its kind, a fingerprint of its settings and inputs (32 bytes), the contents, and the
// SHA-256 of all of these. It is written under a temporary name and renamed when it is complete.

// Kind is the first eight letters of a sealed file. They name its format and end with the version.
type Kind string

// Fingerprint identifies the settings and inputs that determine the output of a step.
type Fingerprint [sha256.Size]byte

// FingerprintOf returns the hash of the parts, encoded as JSON. It fails if a part has no JSON encoding.
func FingerprintOf(parts ...any) (Fingerprint, error) {
	text, err := json.Marshal(parts)
	return sha256.Sum256(text), err
}

func seal(k Kind, f Fingerprint, contents []byte) []byte {
	file := append([]byte(k), f[:]...)
	file = append(file, contents...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}

// unseal returns the contents and the fingerprint of a sealed file.
func unseal(k Kind, file []byte) (contents []byte, f Fingerprint, err error) {
	head := len(k) + len(f)
	switch {
	case !bytes.HasPrefix(file, []byte(k)):
		return nil, f, fmt.Errorf("the file does not start with %q", k)
	case len(file) < head+sha256.Size:
		return nil, f, fmt.Errorf("the file is truncated after %d bytes", len(file))
	}
	end := len(file) - sha256.Size
	if sum := sha256.Sum256(file[:end]); !bytes.Equal(sum[:], file[end:]) {
		return nil, f, errors.New("wrong checksum; the file is damaged")
	}
	copy(f[:], file[len(k):])
	return file[head:end], f, nil
}

// WriteSealed writes a sealed file and its folder. It either completes or leaves an earlier file as it was.
func WriteSealed(path string, k Kind, f Fingerprint, contents []byte) error {
	return WriteWhole(path, seal(k, f, contents))
}

// ReadSealed reads a sealed file of any fingerprint. It fails if the file is of another kind or damaged.
func ReadSealed(path string, k Kind) (contents []byte, f Fingerprint, err error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, f, err
	}
	if contents, f, err = unseal(k, file); err != nil {
		return nil, f, fmt.Errorf("%s: %w", path, err)
	}
	return contents, f, nil
}

// ReadOwn reads a file that an earlier run of the same step may have made. It returns false if there is none, and fails
// if the file has another fingerprint.
func ReadOwn(path string, k Kind, own Fingerprint) (contents []byte, ok bool, err error) {
	contents, f, err := ReadSealed(path, k)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case f != own:
		return nil, false, fmt.Errorf("%s was made with other settings or from other data (%.8s, not %.8s); "+
			"choose another folder, or remove it", path, hex.EncodeToString(f[:]), hex.EncodeToString(own[:]))
	}
	return contents, true, nil
}

// WriteWhole writes a file and its folder. It either completes or leaves an earlier file as it was, even if the machine
// fails.
func WriteWhole(path string, contents []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := disk.CreateTemp(dir, "."+filepath.Base(path)+"-*")
	if err != nil {
		return newfile.Named(err, path)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the first error is returned
			err = newfile.Named(err, path)
		}
	}()
	_, err = f.Write(contents)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	return newfile.Rename(f.Name(), path)
}
