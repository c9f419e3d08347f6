package files_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/record/files"
)

// contents describes the sources of files in memory, as [listing] does.
func contents(list []files.Content, unpacked int64) (lines []string) {
	for source := range files.Contents(list, unpacked) {
		parts := []string{source.Name + ":"}
		for g, err := range source.Games {
			if err != nil {
				parts = append(parts, "<"+err.Error()+">")
				continue
			}
			parts = append(parts, strings.TrimSpace(g.Black+" "+g.Transcript()))
		}
		lines = append(lines, strings.Join(parts, " "))
	}
	return lines
}

// TestContents checks files in memory: text, archives, and lists of names that belong to a base.
func TestContents(t *testing.T) {
	base := map[string]string{}
	for _, suffix := range []string{"wtb", "JOU", "TRN"} {
		data, err := os.ReadFile("../wthor/testdata/KAESHI." + suffix)
		if err != nil {
			t.Fatal(err)
		}
		base[suffix] = string(data)
	}
	list := func(entries ...string) (l []files.Content) {
		for i := 0; i < len(entries); i += 2 {
			l = append(l, files.Content{Name: entries[i], Data: []byte(entries[i+1])})
		}
		return l
	}
	inside := zipped(t, entry{"a/KAESHI.wtb", base["wtb"]}, entry{"a/x.JOU", base["JOU"]}, entry{"b.txt", "f5d6"})
	for name, c := range map[string]struct {
		list []files.Content
		want []string
	}{
		"two files": {list("a.txt", "f5d6", "a.txt", "f5f6"), []string{"a.txt: f5d6", "a.txt: f5f6"}},
		"a list alone": {
			list("x.jou", base["JOU"]),
			[]string{"x.jou: <x.jou: a list of players contains no games; pass the .wtb file>"},
		},
		"a damaged archive": {
			list("x.zip", "PK\x03\x04 and so on"),
			[]string{"x.zip: <x.zip: zip: not a valid zip file>"},
		},
	} {
		if diff := cmp.Diff(c.want, contents(c.list, 1<<20)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
	alone := contents(list("K.wtb", base["wtb"]), 1)
	beside := contents(list("K.wtb", base["wtb"], "z.jou", base["JOU"]), 1)
	archived := contents(list("x.zip", inside), 1<<20)
	if len(archived) != 2 || archived[0] != strings.Replace(beside[0], "K.wtb", "x.zip/a/KAESHI.wtb", 1) {
		t.Errorf("in an archive %q, as files %q; want the same games with names", archived, beside)
	}
	if alone[0] == beside[0] {
		t.Errorf("the list of players has no effect: %q", alone)
	}
	limited := contents(list("x.zip", inside), 100)
	if !strings.Contains(limited[0], "unpacks to more than 100 bytes") {
		t.Errorf("an archive that is too large: %q, want an error", limited)
	}
}
