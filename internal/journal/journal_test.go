package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type settings struct {
	Depth int `json:"depth"`
}

type result struct {
	Name string `json:"name"`
}

func (s settings) differ(found settings) []string {
	if found == s {
		return nil
	}
	return []string{fmt.Sprintf("depth %d (want %d)", found.Depth, s.Depth)}
}

// reopen opens a journal and returns the names in it.
func reopen(path string, s settings) (j *Journal, names []string, err error) {
	j, err = Open(path,
		Format[settings]{Schema: "test/1", Heading: s, Differ: s.differ, Read: func(_ Line, text []byte) error {
			var r result
			if json.Unmarshal(text, &r) != nil || r.Name == "" {
				return errors.New("expected a result")
			}
			names = append(names, r.Name)
			return nil
		}})
	return j, names, err
}

// write writes names to a journal and returns its content.
func write(t *testing.T, path string, names ...string) string {
	t.Helper()
	j, _, err := reopen(path, settings{3})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		place, err := j.Append(result{name})
		if err != nil {
			t.Fatal(err)
		}
		var back result
		if err := j.Read(place, &back); err != nil || back.Name != name {
			t.Errorf("%q is read back, want %q; error %v", back.Name, name, err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestContent(t *testing.T) {
	got := write(t, filepath.Join(t.TempDir(), "journal"), "a", "b")
	want := `{"schema":"test/1","depth":3}` + "\n" + `{"name":"a"}` + "\n" + `{"name":"b"}` + "\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("content (-want +got):\n%s", diff)
	}
}

// TestTruncatedTail checks that a journal that was cut off at any byte continues after its last complete line.
func TestTruncatedTail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	all := []string{"a", "b", "c"}
	whole := write(t, path, all...)
	for at := range len(whole) + 1 {
		if err := os.WriteFile(path, []byte(whole[:at]), 0o600); err != nil {
			t.Fatal(err)
		}
		kept := max(strings.Count(whole[:at], "\n")-1, 0)
		if got := write(t, path, all[kept:]...); got != whole {
			t.Errorf("cut off after %d bytes and continued: content %q, want %q", at, got, whole)
		}
		j, names, err := reopen(path, settings{3})
		if diff := cmp.Diff(all, names); err != nil || diff != "" {
			t.Errorf("cut off after %d bytes and continued: error %v, names (-want +got):\n%s", at, err, diff)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRefusals checks the errors of refused files, and that these files are not changed.
func TestRefusals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	whole := write(t, path, "a")
	for _, c := range []struct {
		content string
		depth   int
		want    string
	}{
		{whole, 4, "line 1: the journal was made with other settings: depth 3 (want 4); choose another file or use " +
			"its settings"},
		{"my notes", 3, "line 1: not a journal of this command; choose a new file name"},
		{"my notes\n", 3, "line 1: not a journal of this command; choose a new file name"},
		{`{"schema":"test/2"}` + "\n", 3, "line 1: not a journal of this command; choose a new file name"},
		{whole + "{}\n" + whole, 3, "line 3: expected a result"},
	} {
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := reopen(path, settings{c.depth})
		if want := "journal " + path + ": " + c.want; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if text, err := os.ReadFile(path); string(text) != c.content {
			t.Errorf("the refused file was changed to %q, error %v", text, err)
		}
	}
}

func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, _, err := reopen(path, settings{3})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if _, _, err := reopen(path, settings{3}); err == nil || !strings.Contains(err.Error(), "locked by another run") {
		t.Errorf("opened twice: error %v, want one with %q", err, "locked by another run")
	}
}

// TestEmptyIsRemoved checks that Close removes a new journal without results and no other.
func TestEmptyIsRemoved(t *testing.T) {
	for _, c := range []struct {
		name      string
		exists    bool
		results   int
		remaining bool
	}{
		{"new", false, 0, false},
		{"new with a result", false, 1, true},
		{"an empty file", true, 0, true},
		{"an empty file and a result", true, 1, true},
	} {
		path := filepath.Join(t.TempDir(), "journal")
		if c.exists {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // the second run opens the file that the first run left, if any
			j, err := Open(path, Format[settings]{
				Schema: "x", Differ: func(settings) []string { return nil },
				Read: func(Line, []byte) error { return nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			for range c.results {
				if _, err := j.Append(result{"x"}); err != nil {
					t.Fatal(err)
				}
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(path); (err == nil) != c.remaining {
				t.Errorf("%s: after Close: error %v, want a file: %t", c.name, err, c.remaining)
			}
		}
	}
}
