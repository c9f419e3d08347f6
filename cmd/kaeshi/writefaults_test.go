package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/store"
)

// writing is a command that writes files. It runs in a folder with the files GAMES, ENDINGS, POSITION and games.db.
type writing struct {
	prepare []string // commands that make earlier versions of the files
	command string
	left    []string // further files that a failed run may leave, such as journals
	// read returns the content of a file without what differs between runs, after checking it. Nil means all bytes.
	read func(t *testing.T, path string) string
	grow bool // the file grows in steps, so that a failed run may leave any of them
}

// writings returns a command for each writer of files.
func writings() []writing {
	return []writing{
		{command: "convert GAMES out.ggf --force"},
		{prepare: []string{"convert ENDINGS out.sgf"}, command: "convert GAMES out.sgf --force"},
		{command: "convert GAMES out.wtb --force"},
		{prepare: []string{"convert GAMES out.json"}, command: "export out.json --db games.db --force"},
		{command: "backup copy.db --db games.db --force", read: databaseContents},
		{
			prepare: []string{"backup copy.db --db games.db", "import more.txt --db games.db"},
			command: "restore copy.db --db games.db", read: databaseContents,
		},
		{command: "match greedy random --games 2 --seed 2 --db :memory: --plot . --force"},
		{command: "analyze GAMES --level 1 --journal out.journal --json", read: countLines, grow: true},
		{
			prepare: []string{"analyze more.txt --level 1 --html out.html"},
			command: "analyze GAMES --level 1 --html out.html --force", read: countLines,
		},
		{command: "solve ENDINGS --journal out.journal --json", read: countLines, grow: true},
		{
			command: "prove POSITION --out out.kproof", left: []string{"out.kproof.journal"},
			read: func(*testing.T, string) string { return "a certificate" },
		},
		{
			command: "book grow out.book --level 1 --positions 2", left: []string{"out.book.journal"},
			read: wholeBook, grow: true,
		},
		{command: "train games --count 4 --shard 2 --depth 1 --dir ."},
	}
}

// databaseContents returns what a database holds, after a check.
func databaseContents(t *testing.T, path string) string {
	t.Helper()
	c, err := store.Check(t.Context(), path)
	if err != nil {
		t.Error(err)
	}
	return fmt.Sprint(c.Imported, " games")
}

func countLines(t *testing.T, path string) string {
	t.Helper()
	return fmt.Sprint(strings.Count(contentOf(t, path), "\n"))
}

func contentOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// wholeBook checks that a book can be read. The number of its positions grows with each run.
func wholeBook(t *testing.T, path string) string {
	t.Helper()
	_, err := book.Load(path)
	if err != nil {
		t.Error(err)
	}
	return "a book"
}

// runIn runs a command in a folder and returns its status and messages.
func runIn(t *testing.T, folder, command string) (status int, errs string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	t.Chdir(folder)
	var stderr bytes.Buffer
	variables := map[string]string{"XDG_DATA_HOME": folder, "KAESHI_HASH": "1MB", "KAESHI_THREADS": "1"}
	p := &program{Env: &verb.Env{
		In: os.Stdin, Out: &terminal.Output{Writer: &bytes.Buffer{}}, Err: &stderr,
		Getenv: func(name string) string { return variables[name] },
	}}
	return p.run(ctx, strings.Fields(command)), stderr.String()
}

// namesBelow returns the regular files below a folder, without those that SQLite makes while a database is open.
func namesBelow(t *testing.T, folder string) (names []string) {
	t.Helper()
	for _, name := range namesIn(t, folder) {
		info, err := os.Stat(filepath.Join(folder, name))
		made := strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-shm")
		if err == nil && info.Mode().IsRegular() && !made {
			names = append(names, name)
		}
	}
	return names
}

// trial is the state of the tests of a command.
type trial struct {
	writing

	before string            // folder before the command
	old    map[string]string // contents of the files that the command changes, if they exist before
	want   map[string]string // contents after it
	calls  int               // of package disk
}

func (w writing) content(t *testing.T, path string) string {
	t.Helper()
	if w.read == nil {
		return contentOf(t, path)
	}
	return w.read(t, path)
}

// newTrial runs the command without a fault.
func newTrial(t *testing.T, w writing, template string) *trial {
	t.Helper()
	r := &trial{writing: w, before: t.TempDir(), old: map[string]string{}, want: map[string]string{}}
	run := func(folder, command string) {
		if status, errs := runIn(t, folder, command); status != 0 {
			t.Fatalf("kaeshi %s: status %d\n%s", command, status, errs)
		}
	}
	copyFolder(t, r.before, template)
	for _, command := range w.prepare {
		run(r.before, command)
	}
	after := t.TempDir()
	copyFolder(t, after, r.before)
	restore := disk.SetFault(func(disk.Call) error {
		r.calls++
		return nil
	})
	run(after, w.command)
	restore()
	for _, name := range namesBelow(t, after) {
		path := filepath.Join(r.before, name)
		_, err := os.Stat(path)
		same := err == nil && contentOf(t, path) == contentOf(t, filepath.Join(after, name))
		if same || slices.Contains(w.left, name[1:]) {
			continue
		}
		if strings.Contains(name, ".before-") {
			continue // a copy that kaeshi restore keeps
		}
		r.want[name] = w.content(t, filepath.Join(after, name))
		if err == nil {
			r.old[name] = w.content(t, path)
		}
	}
	if len(r.want) == 0 || r.calls == 0 {
		t.Fatalf("the command writes %d files with %d calls", len(r.want), r.calls)
	}
	return r
}

func copyFolder(t *testing.T, to, from string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// fail runs the command while one of its calls fails, and those after it if the fault lasts. Then it runs it again.
func (r *trial) fail(t *testing.T, number int, lasting bool) {
	t.Helper()
	folder := t.TempDir()
	copyFolder(t, folder, r.before)
	calls, failed := 0, disk.Call{}
	restore := disk.SetFault(func(c disk.Call) error {
		if calls++; calls != number && (calls < number || !lasting) {
			return nil
		}
		if calls == number {
			failed = c
		}
		return errors.New("the test disk is full")
	})
	status, errs := runIn(t, folder, r.command)
	restore()
	place := fmt.Sprintf("call %d (%s), lasting %t", number, failed.Name, lasting)
	r.check(t, folder, place, status == 0)
	if named := r.named(errs); status != 0 && (status != 1 || !named) {
		t.Errorf("%s: status %d and messages\n%swant 1 and the name of a file", place, status, errs)
	}
	if status, errs := runIn(t, folder, r.command); status != 0 {
		t.Errorf("%s: the next run, %s: status %d\n%s", place, r.command, status, errs)
	}
	r.check(t, folder, place+", the next run", true)
}

// named reports whether messages contain the name of a file that the command writes.
func (r *trial) named(messages string) bool {
	for _, name := range append(slices.Collect(maps.Keys(r.want)), r.left...) {
		base := filepath.Base(name)
		stem := strings.TrimSuffix(base, filepath.Ext(base))
		if strings.Contains(messages, base) || strings.Contains(messages, stem) {
			return true
		}
	}
	return false
}

// check checks that each file is complete, in its earlier or its new version, and that there are no further files. With
// done, all files must have the new version.
func (r *trial) check(t *testing.T, folder, place string, done bool) {
	t.Helper()
	known := append(namesBelow(t, r.before), r.left...)
	for _, name := range namesBelow(t, folder) {
		want, written := r.want[name]
		switch {
		case !written && (slices.Contains(known, name) || slices.Contains(known, name[1:])):
			continue
		case !written && !strings.Contains(name, ".before-"):
			t.Errorf("%s: the file %s is left", place, name)
			continue
		case !written:
			continue
		}
		got := r.content(t, filepath.Join(folder, name))
		if old, existed := r.old[name]; !done && (r.grow || existed && got == old) {
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s is neither in its earlier nor in its new version (-new +got):\n%.2000s", place, name, diff)
		}
	}
	for name := range r.want {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil && done {
			t.Errorf("%s: %v", place, err)
		}
	}
}

// TestWriteFaults lets each call with which a command writes its files fail in turn, once and lastingly. Earlier files
// must stay whole or be replaced by whole ones, the error must name the file, and the next run must succeed.
func TestWriteFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("runs several hundred commands")
	}
	template := t.TempDir()
	for name, text := range map[string]string{
		"GAMES": "f5d6c3d3c4f4f6f3e6e7\nf5f6e6f4g5e7\n", "more.txt": "c4c3d3c5\n",
		"ENDINGS":  strings.Repeat(ending+"\n", 2),
		"POSITION": ending + "\n",
	} {
		if err := os.WriteFile(filepath.Join(template, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if status, errs := runIn(t, template, "import GAMES --db games.db"); status != 0 {
		t.Fatal(errs)
	}
	for _, w := range writings() {
		t.Run(strings.ReplaceAll(w.command, " ", "_"), func(t *testing.T) {
			r := newTrial(t, w, template)
			for number := range r.calls {
				r.fail(t, number+1, false)
				r.fail(t, number+1, true)
			}
		})
	}
}
