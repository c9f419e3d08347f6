package eval_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/kaeshi/kaeshi/eval"
)

// TestProvenance checks that the weights files have the checksums of their manifests and can be read on every platform.
func TestProvenance(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long for a short run")
	}
	for file, manifest := range map[string]string{
		"weights.bin": "provenance/even-6.json",
		"light.bin":   "provenance/light.json",
	} {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(manifest)
		if err != nil {
			t.Fatal(err)
		}
		var made struct {
			Files []struct {
				SHA256 string `json:"sha256"`
			} `json:"files"`
		}
		if err := json.Unmarshal(text, &made); err != nil || len(made.Files) != 1 {
			t.Fatalf("%s: %d files, error %v", manifest, len(made.Files), err)
		}
		sum := sha256.Sum256(content)
		if got := hex.EncodeToString(sum[:]); got != made.Files[0].SHA256 {
			t.Errorf("%s has the checksum %s, want %s, that in %s", file, got, made.Files[0].SHA256, manifest)
		}
		w, err := eval.Load(bytes.NewReader(content))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if got := w.Checksum(); got != made.Files[0].SHA256 {
			t.Errorf("%s: Checksum() = %s, want %s, that in %s", file, got, made.Files[0].SHA256, manifest)
		}
	}
}
