package files_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/record/files"
)

func conversion(t *testing.T, faults *[]string) files.Conversion {
	t.Helper()
	return files.Conversion{
		Out: &bytes.Buffer{}, Fault: func(err error) { *faults = append(*faults, err.Error()) },
		Created: time.Unix(1_795_000_000, 0),
	}
}

// TestConvertKeepsWTHOR checks that converting a base to WTHOR reproduces all three files.
func TestConvertKeepsWTHOR(t *testing.T) {
	var faults []string
	out := filepath.Join(t.TempDir(), "copy.wtb")
	done, err := conversion(t, &faults).Files(t.Context(), []string{"../wthor/testdata/KAESHI.wtb"}, out)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files.Converted{Games: 24}, done); diff != "" {
		t.Fatalf("converted (-want +got):\n%s", diff)
	}
	if faults != nil {
		t.Fatalf("errors %q, want none", faults)
	}
	for name, from := range map[string]string{
		"copy.wtb": "KAESHI.wtb", "copy.jou": "KAESHI.JOU",
		"copy.trn": "KAESHI.TRN",
	} {
		want := readFile(t, "../wthor/testdata/"+from)
		if got, err := os.ReadFile(filepath.Join(filepath.Dir(out), name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the original, or error %v", name, err)
		}
	}
}

// TestConvertStops checks that a cancelled conversion leaves no files and keeps the old output.
func TestConvertStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var faults []string
	c := conversion(t, &faults)
	c.In = strings.NewReader("f5d6\nf5\na1\nf5f6\n")
	c.From = files.Transcript
	c.Fault = func(error) { stop() }
	out := filepath.Join(t.TempDir(), "out.sgf")
	if err := os.WriteFile(out, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	if done, err := c.Files(ctx, []string{"-"}, out); !errors.Is(err, context.Canceled) || done.Games != 2 {
		t.Errorf("%d games, want 2; error %v, want context.Canceled", done.Games, err)
	}
	left, err := os.ReadDir(filepath.Dir(out))
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 1 {
		t.Errorf("%d files are left, want 1: %v", len(left), left)
	}
	if text := readFile(t, out); string(text) != "before" {
		t.Errorf("the output is %q, want the old one", text)
	}
}

func TestConvertToALink(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "real.sgf"), filepath.Join(folder, "link.txt")
	if err := os.WriteFile(file, []byte("(;GM[2];B[f5])"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	var faults []string
	if _, err := conversion(t, &faults).Files(t.Context(), []string{file}, link); err != nil || faults != nil {
		t.Fatalf("error %v, errors of games %q", err, faults)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "f5\n" {
		t.Errorf("the target of the link is %q, want \"f5\\n\"; error %v", text, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the output is not a link; error %v", err)
	}
}

func TestConvertFrom(t *testing.T) {
	var faults []string
	c := conversion(t, &faults)
	c.From, c.To = files.PGN, files.JSON
	name := filepath.Join(t.TempDir(), "moves")
	if err := os.WriteFile(name, []byte("1. f5 {why} d6 *"), 0o600); err != nil {
		t.Fatal(err)
	}
	done, err := c.Files(t.Context(), []string{name}, "-")
	if err != nil {
		t.Fatal(err)
	}
	if done.Games != 1 {
		t.Errorf("%d games, want 1", done.Games)
	}
	if text := c.Out.(*bytes.Buffer).String(); !strings.Contains(text, `{"move":"f5","comment":"why"}`) {
		t.Errorf("%s, want f5 with its comment", text)
	}
	c.To = files.WTHOR
	if _, err := c.Files(t.Context(), []string{name}, "-"); err == nil {
		t.Error("WTHOR is written to standard output, want an error")
	}
	c.To = 0
	if _, err := c.Files(t.Context(), []string{name}, "x.y"); err == nil || !strings.Contains(err.Error(),
		`file name "x.y": no format has this suffix`) {
		t.Errorf("output with an unknown suffix: error %v, want one about it", err)
	}
}
