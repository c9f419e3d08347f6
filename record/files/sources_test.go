package files_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/record/files"
)

// tree writes files to a temporary folder and returns the folder.
func tree(t *testing.T, content map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range content {
		writeFile(t, filepath.Join(root, name), []byte(text))
	}
	return root
}

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// entry is a file of an archive.
type entry struct{ name, text string }

func zipped(t *testing.T, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.Create(e.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(e.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// listing describes the sources: for each its name relative to root, the moves of its games, and its errors.
func listing(in files.Inputs, root string) (list []string) {
	short := func(text string) string { return strings.ReplaceAll(text, root+string(filepath.Separator), "") }
	for source := range in.Sources() {
		parts := []string{short(filepath.ToSlash(source.Name)) + ":"}
		for g, err := range source.Games {
			if err != nil {
				parts = append(parts, "<"+short(err.Error())+">")
				continue
			}
			parts = append(parts, g.Transcript())
		}
		list = append(list, strings.Join(parts, " "))
	}
	return list
}

func TestSourcesOfAFolder(t *testing.T) {
	inside := zipped(t, entry{"in.txt", "f5f6\n"}, entry{"__MACOSX/in.txt", "x"}, entry{".hidden", "x"},
		entry{"sub/", ""})
	root := tree(t, map[string]string{
		"b.txt": "f5d6\n", "a.sgf": oneSGF, "sub/c.pgn": onePGN, "sub/d.zip": inside, ".git/x": "x", ".DS_Store": "x",
		"notes.md": "\x01\x02", "z/empty.txt": "",
	})
	if err := os.Symlink(filepath.Join(root, "sub"), filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"a.sgf: f5d6", "b.txt: f5d6",
		"link: <link: not a regular file; pass linked folders as arguments, because links are not followed>",
		`notes.md: <notes.md: unknown format that begins with "\x01\x02"; want one of transcript, obf, ggf, sgf, ` +
			`wthor, pgn, json>`,
		"sub/c.pgn: f5d6", "sub/d.zip/in.txt: f5f6", "z/empty.txt: <z/empty.txt: the file is empty>",
	}
	if diff := cmp.Diff(want, listing(files.Inputs{Paths: []string{root}}, root)); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	moves := tree(t, map[string]string{"x": "f5d6", "y": "f5f6"})
	if diff := cmp.Diff([]string{"x: f5d6", "y: f5f6"}, listing(files.Inputs{
		Paths: []string{moves}, As: files.Transcript,
	}, moves)); diff != "" {
		t.Errorf("sources in a given format (-want +got):\n%s", diff)
	}
}

// TestSourcesOfABase checks that the lists of a base are found among the arguments, in its folder, and in its archive.
func TestSourcesOfABase(t *testing.T) {
	wtb, jou, trn := string(readFile(t, "../wthor/testdata/KAESHI.wtb")), string(readFile(t,
		"../wthor/testdata/KAESHI.JOU")), string(readFile(t, "../wthor/testdata/KAESHI.TRN"))
	root := tree(t, map[string]string{
		"one/A.wtb": wtb, "one/B.wtb": wtb, "one/X.JOU": jou, "one/X.TRN": trn,
		"two/A.wtb": wtb, "lists/Y.jou": jou, "lists/Y.trn": trn, "three/X.JOU": jou,
		"a.zip": zipped(t, entry{"base/A.wtb", wtb}, entry{"base/X.JOU", jou}, entry{"base/X.TRN", trn}),
		"b.zip": zipped(t, entry{"A.wtb", wtb}),
	})
	at := func(names ...string) files.Inputs {
		var in files.Inputs
		for _, name := range names {
			in.Paths = append(in.Paths, filepath.Join(root, name))
		}
		return in
	}
	for _, c := range []struct {
		in    files.Inputs
		games int
		named bool
	}{
		{at("one"), 48, true},
		{at("one/A.wtb", "one/B.wtb", "one/X.JOU", "one/X.TRN"), 48, true},
		{at("two"), 24, false},
		{at("two", "lists/Y.jou", "lists/Y.trn"), 24, true},
		{at("a.zip"), 24, true},
		{at("b.zip"), 24, false},
		{at("b.zip", "lists/Y.jou", "lists/Y.trn"), 24, true},
	} {
		games, named, faults := 0, 0, []string(nil)
		for source := range c.in.Sources() {
			for g, err := range source.Games {
				if err != nil {
					faults = append(faults, err.Error())
					continue
				}
				games++
				if g.Black != "" && g.Event != "" {
					named++
				}
			}
		}
		got := fmt.Sprint(games, named > games/2, faults)
		if diff := cmp.Diff(fmt.Sprint(c.games, c.named, []string(nil)), got); diff != "" {
			t.Errorf("%v: games, names, faults (-want +got):\n%s", c.in.Paths, diff)
		}
	}
	want := []string{"X.JOU: <X.JOU: a list of players contains no games; pass the .wtb file>"}
	three := filepath.Join(root, "three")
	if diff := cmp.Diff(want, listing(files.Inputs{Paths: []string{three}}, three)); diff != "" {
		t.Errorf("lists without a base (-want +got):\n%s", diff)
	}
	alone := files.Inputs{Paths: []string{filepath.Join(three, "X.JOU")}}
	if diff := cmp.Diff(want, listing(alone, three)); diff != "" {
		t.Errorf("a list alone (-want +got):\n%s", diff)
	}
}

// TestSourcesOfBadArchives checks the errors of archives and the limit on unpacked bytes.
func TestSourcesOfBadArchives(t *testing.T) {
	good := zipped(t, entry{"a.txt", "f5d6\n"})
	many := make([]entry, 10_001)
	for i := range many {
		many[i].name = fmt.Sprint(i)
	}
	encrypted := []byte(zipped(t, entry{"a.txt", "f5d6\n"}))
	encrypted[6] |= 1
	encrypted[bytes.Index(encrypted, []byte("PK\x01\x02"))+8] |= 1
	damaged := strings.Replace(good, "PK\x01\x02", "PK\x01\x03", 1)
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"good.zip", good, []string{"good.zip/a.txt: f5d6"}},
		{"empty.zip", zipped(t), []string{"empty.zip: <empty.zip: the archive contains no files>"}},
		{"many.zip", zipped(t, many...), []string{
			"many.zip: <many.zip: too many files in the archive: 10001, want at most 10000>",
		}},
		{"cut.zip", good[:40], []string{"cut.zip: <cut.zip: zip: not a valid zip file>"}},
		{"damaged.zip", damaged, []string{"damaged.zip: <damaged.zip: zip: not a valid zip file>"}},
		{"locked.zip", string(encrypted), []string{
			"locked.zip/a.txt: <locked.zip/a.txt: encrypted file; unpack the archive first>",
		}},
		{"nested.zip", zipped(t, entry{"in.zip", good}), []string{
			"nested.zip/in.zip: <nested.zip/in.zip: a zip archive: pass it by file name, and unpack nested archives",
		}},
		{"bomb.zip", zipped(t, entry{"a.txt", "f5d6\n"}, entry{"b.txt", "f5f6\n" + strings.Repeat("x", 20_000)},
			entry{"c.txt", "f5d6\n"}), []string{
			"bomb.zip/a.txt: f5d6",
			"bomb.zip/b.txt: f5f6 <bomb.zip/b.txt: line 2: ",
			"bomb.zip/c.txt: <bomb.zip/c.txt: archive bomb.zip unpacks to more than 10000 bytes; unpack it first>",
		}},
	} {
		root := tree(t, map[string]string{c.name: c.content})
		in := files.Inputs{Paths: []string{filepath.Join(root, c.name)}}.Unpacking(10_000)
		got := listing(in, root)
		for i := range min(len(got), len(c.want)) {
			got[i] = got[i][:min(len(got[i]), len(c.want[i]))]
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	if _, err := files.Sniff([]byte(good), ""); err == nil || !strings.Contains(err.Error(), "a zip archive") {
		t.Errorf("archive on standard input: error %v, want one with %q", err, "a zip archive")
	}
}

// TestConvertAFolder checks that the output is not read as an input if it is in the input folder.
func TestConvertAFolder(t *testing.T) {
	root := tree(t, map[string]string{"a.txt": "f5d6\n", "b.txt": "f5f6\n", "all.json": oneJSON})
	var faults []string
	c := conversion(t, &faults)
	out := filepath.Join(root, "all.json")
	done, err := c.Files(t.Context(), []string{root}, out)
	if err != nil || faults != nil {
		t.Errorf("error %v, errors of files %q; want none", err, faults)
	}
	if diff := cmp.Diff(files.Converted{Games: 2}, done); diff != "" {
		t.Errorf("converted (-want +got):\n%s", diff)
	}
	if n := bytes.Count(readFile(t, out), []byte("\n")); n != 2 {
		t.Errorf("%d games are written, want 2", n)
	}
}
