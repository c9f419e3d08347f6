package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                "module example.com/m\n\ngo 1.26\n",
		"plain/p.go":            "package plain\n",
		"kill/k.go":             "package kill\n\nimport \"syscall\"\n\nvar _ = syscall.Kill\n",
		"typed/t.go":            "package typed\n",
		"typed/t_windows.go":    "package typed\n\nvar x int = \"\"\n",
		"tested/t.go":           "package tested\n",
		"tested/t_test.go":      "package tested\n\nvar x int = \"\"\n",
		"bodiless/b.go":         "package bodiless\n\nfunc F()\n",
		"bodiless/f_amd64.s":    "TEXT \u00b7F(SB), 4, $0\n\tRET\n",
		"importing/i.go":        "package importing\n\nimport \"example.com/m/typed\"\n\nvar _ = typed.X\n",
		"importing/unused.go":   "package importing\n\nimport \"example.com/m/plain\"\n",
		"syntax/s_darwin.go":    "package syntax\n\nfunc {\n",
		"syntax/s.go":           "package syntax\n",
		"missing/m.go":          "package missing\n\nimport _ \"example.com/m/none\"\n",
		"excluded/e_windows.go": "package excluded\n\nvar x int = \"\"\n",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		system, packages string
		want             string // part of the error
	}{
		{"linux/amd64", "./plain ./kill ./typed ./syntax ./bodiless", ""},
		{"js/wasm", "./plain ./kill", ""},
		{"windows/amd64", "./kill", "undefined: syscall.Kill"},
		{"windows/amd64", "./typed", "t_windows.go:3"},
		{"windows/amd64", "./excluded", "e_windows.go:3"},
		{"linux/arm64", "./typed", ""},
		{"linux/arm64", "./tested", "t_test.go:3"},
		{"linux/arm64", "./bodiless", "F has no body"},
		{"linux/arm64", "./importing", "undefined: typed.X"},
		{"linux/arm64", "./importing", "imported and not used"},
		{"darwin/arm64", "./syntax", "s_darwin.go:3"},
		{"linux/arm64", "./missing", "example.com/m/none"},
		{"linux/arm64", "./absent", "absent"},
	}
	for _, c := range tests {
		goos, goarch, _ := strings.Cut(c.system, "/")
		n, err := check(dir, goos, goarch, strings.Fields(c.packages)...)
		if c.want == "" {
			if want := len(strings.Fields(c.packages)); err != nil || n != want {
				t.Errorf("%s %s: %d packages, want %d; error %v", c.system, c.packages, n, want, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %q", c.system, c.packages, err, c.want)
		}
	}
}
