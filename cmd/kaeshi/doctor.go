package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/serve"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/diskfree"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/store"
)

func (p *program) doctorCommand() *cobra.Command {
	c := p.Command("doctor", "doctor", verb.Args(0, 0, ""))
	database := c.Flags().String("db", "", p.Words["import.db"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		path, err := p.NewDatabase(*database)
		if err != nil {
			return err
		}
		watch := p.Watch(c.Context(), func(time.Duration) string { return "checking the database" })
		defer watch.Stop()
		report := diagnosis{Schema: "kaeshi/doctor/1", Checks: p.examine(c.Context(), path)}
		watch.Stop()
		if c.Context().Err() != nil {
			return c.Context().Err()
		}
		report.Faults = report.count(stateFault)
		if err := p.Show(report, *asJSON); err != nil {
			return err
		}
		if report.Faults > 0 {
			return terminal.Failure("%s found: %s", lang.Count(report.Faults, "fault", "faults"), report.firstFault())
		}
		return nil
	}
	return c
}

// diagnosis is the JSON document of the command doctor.
type diagnosis struct {
	Schema string    `json:"schema"`
	Faults int       `json:"faults"`
	Checks []finding `json:"checks"`
}

// finding is the result of a check.
type finding struct {
	Check  string `json:"check"`
	State  string `json:"state"` // ok, note or fault
	Found  string `json:"found"`
	Advice string `json:"advice,omitempty"`
}

// The states of a check.
const (
	stateSound  = "ok"
	stateNotice = "note"
	stateFault  = "fault"
)

func (d diagnosis) count(state string) (n int) {
	for _, f := range d.Checks {
		if f.State == state {
			n++
		}
	}
	return n
}

// firstFault returns what the first faulty check found. Without faults it is empty.
func (d diagnosis) firstFault() string {
	for _, f := range d.Checks {
		if f.State == stateFault {
			return f.Found
		}
	}
	return ""
}

func (d diagnosis) String() string {
	var b strings.Builder
	for _, f := range d.Checks {
		fmt.Fprintf(&b, "%-5s  %-9s  %s\n", f.State, f.Check, f.Found)
		if f.Advice != "" {
			fmt.Fprintf(&b, "%18s%s\n", "", f.Advice)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// examine runs all checks, those that need no database first.
func (p *program) examine(ctx context.Context, path string) []finding {
	return slices.Concat(
		[]finding{
			{"program", stateSound, p.Build.String(), ""},
			{"processor", stateSound, lang.Count(runtime.GOMAXPROCS(0), "thread", "threads"), ""},
			checkWeights(),
			checkBook(),
		},
		p.checkEnvironment(),
		[]finding{checkDisk(path), checkDatabase(ctx, path)},
		checkRemains(path),
		[]finding{checkPort(ctx)},
	)
}

const reinstall = "Install the program again: its file is damaged."

func checkWeights() finding {
	w, err := eval.Learned()
	if err != nil {
		return finding{"weights", stateFault, err.Error(), reinstall}
	}
	return finding{"weights", stateSound, "evaluation " + w.Checksum(), ""}
}

func checkBook() finding {
	b, ok, err := book.Shipped()
	switch {
	case err != nil:
		return finding{"book", stateFault, err.Error(), reinstall}
	case !ok:
		return finding{"book", stateNotice, "this program was built without a book", ""}
	}
	return finding{"book", stateSound, lang.Count(b.Len(), "position", "positions"), ""}
}

// checkEnvironment lists the variables that set flags. It does not show their values, since one may be a secret.
func (p *program) checkEnvironment() []finding {
	var names []string
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "KAESHI_") && p.Has(name) {
			names = append(names, name)
		}
	}
	if names == nil {
		return nil
	}
	slices.Sort(names)
	return []finding{{"settings", stateNotice, "set in the environment: " + strings.Join(names, ", "), ""}}
}

// checkDisk reports the free space where the database is or will be.
func checkDisk(path string) finding {
	const little, almostNone = 1 << 30, 100 << 20
	folder := filepath.Dir(path)
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(folder); err == nil {
			break
		}
		folder = filepath.Dir(folder)
	}
	n, err := diskfree.Bytes(folder)
	f := finding{"disk", stateSound, fmt.Sprintf("%s free in %s", humanize.IBytes(n), folder), ""}
	switch {
	case errors.Is(err, diskfree.ErrUnknown):
		return finding{"disk", stateNotice, err.Error(), ""}
	case err != nil:
		return finding{"disk", stateFault, err.Error(), ""}
	case n < almostNone:
		f.State, f.Advice = stateFault, "Free some space, or move the database to another disk."
	case n < little:
		f.State, f.Advice = stateNotice, "A large import may need more."
	}
	return f
}

func checkDatabase(ctx context.Context, path string) finding {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return finding{"database", stateNotice, "none at " + path, "kaeshi serve and kaeshi import create it."}
	}
	c, err := store.Check(ctx, path)
	if err != nil {
		return finding{
			"database", stateFault, err.Error(),
			"If it is damaged, kaeshi restore BACKUP replaces it and keeps the damaged file.",
		}
	}
	f := finding{
		"database", stateSound, fmt.Sprintf("%s: %s, %s", path, contents(c), humanize.IBytes(uint64(c.Bytes))), "",
	}
	switch file, err := os.OpenFile(path, os.O_RDWR, 0); {
	case err != nil:
		f.State, f.Advice = stateNotice, "It cannot be written: "+err.Error()+"."
	default:
		_ = file.Close() // nothing was written
		if c.OpenJobs > 0 {
			f.State = stateNotice
			f.Advice = lang.Count(c.OpenJobs, "review is", "reviews are") + " unfinished; kaeshi serve continues."
		}
	}
	return f
}

// checkRemains reports files that interrupted and earlier commands have left beside the database.
func checkRemains(path string) (found []finding) {
	const part, kept = ".part", ".before-*"
	for pattern, what := range map[string][2]string{
		part: {"left by an interrupted kaeshi restore", "Delete it, unless the command is still running."},
		kept: {"kept by kaeshi restore", "Delete it when it is no longer needed."},
	} {
		files, err := filepath.Glob(escapeGlob(path) + pattern)
		if err != nil {
			continue // the pattern is valid
		}
		for _, file := range files {
			if info, err := os.Stat(file); err == nil {
				size := humanize.IBytes(uint64(info.Size()))
				found = append(found, finding{"files", stateNotice, file + ", " + size + ", " + what[0], what[1]})
			}
		}
	}
	slices.SortFunc(found, func(a, b finding) int { return strings.Compare(a.Found, b.Found) })
	return found
}

// escapeGlob returns a pattern that matches the path itself.
func escapeGlob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}

// checkPort reports whether the first port of kaeshi serve is free. A port in use is no fault, because the server takes
// the next free one.
func checkPort(ctx context.Context) finding {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", serve.FirstAddress)
	if err == nil {
		_ = l.Close() // nothing was accepted
		return finding{"server", stateSound, serve.FirstAddress + " is free", ""}
	}
	if serve.Answers(ctx, "http://"+serve.FirstAddress+"/healthz", nil) == nil {
		return finding{"server", stateSound, "a server answers at http://" + serve.FirstAddress, ""}
	}
	return finding{
		"server", stateNotice, fmt.Sprintf("%s: %v", serve.FirstAddress, err),
		"kaeshi serve takes the next free port; --addr selects one.",
	}
}
