package hub

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/kaeshi/kaeshi/internal/disk"
)

// TestWriteFaults lets each call with which the token and the certificate are written fail in turn. The next start must
// succeed.
func TestWriteFaults(t *testing.T) {
	for name, read := range map[string]func(path string) error{
		"token":           func(path string) error { _, err := readToken(path); return err },
		"certificate.pem": func(path string) error { _, err := readCertificate(path); return err },
	} {
		for number := 1; ; number++ {
			path, calls := filepath.Join(t.TempDir(), name), 0
			restore := disk.SetFault(func(disk.Call) error {
				if calls++; calls == number {
					return errors.New("the test disk is full")
				}
				return nil
			})
			err := read(path)
			restore()
			if calls < number {
				break // all calls have failed
			}
			if err == nil {
				t.Errorf("%s: call %d: no error, want one", name, number)
			}
			if err := read(path); err != nil {
				t.Errorf("%s: the start after a failure of call %d: %v", name, number, err)
			}
			if _, err := os.Stat(path + ".part"); err == nil {
				t.Errorf("%s: call %d: the temporary file is left", name, number)
			}
		}
	}
}
