package main

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/store"
)

var (
	rounds = flag.Int("rounds", 0, "rounds of TestFaults, TestKillsAtRandom and TestFullDisks for each kind of work "+
		"(0: their usual number), as in -args -rounds 25")
	seed = flag.Uint64("seed", 1, "seed of the faults of these tests")
)

// roundsOr returns the number of rounds of the command line, or the usual number.
func roundsOr(usual int) int { return cmp.Or(*rounds, usual) }

// crashWork is a kind of work that a fault ends. Its files are in the folder of a lab.
type crashWork struct {
	name    string
	prepare func(l *crashLab)                  // makes the files before the work
	args    func(l *crashLab) []string         // arguments of the program that does the work
	input   func(l *crashLab) string           // its standard input; nil: none
	drive   func(l *crashLab, address string)  // sends requests to the program, a server, until it ends; may be nil
	begun   func(l *crashLab, out string) bool // reports that the work has begun and has not ended
	check   func(l *crashLab)                  // checks that nothing that was acknowledged is lost
	finish  func(l *crashLab)                  // does the rest of the work and checks the result
}

// crashLab is the state of a round.
type crashLab struct {
	*testing.T

	dir    string
	random *rand.Rand
	out    string // output of the run that the fault ended

	mu    sync.Mutex
	games []string       // ids of the games that a server has acknowledged
	done  map[string]int // judged moves that a server has reported, by job
	whole bool           // the last job that was reported has ended
}

func newCrashLab(t *testing.T, dir string, round int) *crashLab {
	t.Helper()
	return &crashLab{T: t, dir: dir, random: rand.New(rand.NewPCG(*seed, uint64(round))), done: map[string]int{}}
}

// path returns the path of a file.
func (l *crashLab) path(name string) string { return filepath.Join(l.dir, name) }

// write writes a file and returns its path.
func (l *crashLab) write(name, text string) string {
	l.Helper()
	if err := os.WriteFile(l.path(name), []byte(text), 0o600); err != nil {
		l.Fatal(err)
	}
	return l.path(name)
}

// exists reports whether a file exists.
func (l *crashLab) exists(name string) bool {
	_, err := os.Stat(l.path(name))
	return err == nil
}

// begun reports whether a file exists and is not empty.
func (l *crashLab) begun(name string) bool {
	info, err := os.Stat(l.path(name))
	return err == nil && info.Size() > 0
}

// must runs the program to its end without a fault.
func (l *crashLab) must(input string, args ...string) string {
	l.Helper()
	command := kaeshi(l.Context(), args...)
	command.Stdin = strings.NewReader(input)
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		l.Fatalf("kaeshi %v: %v\n%s", args, err, &errs)
	}
	return string(out)
}

// contents checks a database and returns its contents, without the size of the file.
func (l *crashLab) contents(name string) store.Contents {
	l.Helper()
	c, err := store.Check(l.Context(), l.path(name))
	if err != nil {
		l.Fatal(err)
	}
	c.Bytes = 0
	return c
}

// count returns the number that a query returns, or 0 if it fails, as while the database is being made.
func (l *crashLab) count(name, query string) (n int) {
	db, err := sql.Open("sqlite", "file:"+l.path(name)+"?mode=ro")
	if err != nil {
		l.Fatal(err)
	}
	defer db.Close()
	_ = db.QueryRowContext(l.Context(), query).Scan(&n)
	return n
}

// crashText is output that is read while it is written.
type crashText struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (s *crashText) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.Write(b)
}

func (s *crashText) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.String()
}

// crashRun is a run of the program.
type crashRun struct {
	*exec.Cmd

	out, errs crashText
	driver    sync.WaitGroup
	ended     chan struct{} // closed when the program has ended
	err       error         // of Wait, after ended
}

// begin begins the work. With hold, standard input stays open.
func (l *crashLab) begin(w crashWork, hold bool, prefix ...string) *crashRun {
	l.Helper()
	p := &crashRun{Cmd: kaeshi(l.Context(), w.args(l)...), ended: make(chan struct{})}
	if len(prefix) > 0 {
		p.Cmd = exec.CommandContext(l.Context(), prefix[0], append(prefix[1:], p.Args...)...)
		p.Env = append(os.Environ(), "LANG=C.UTF-8")
	}
	p.Stdout, p.Stderr = &p.out, &p.errs
	in, err := p.StdinPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		l.Fatal(err)
	}
	p.driver.Go(func() {
		if w.input != nil {
			_, _ = io.WriteString(in, w.input(l)) // fails if the program ends
		}
		if !hold {
			_ = in.Close()
		}
	})
	go func() {
		p.err = p.Wait()
		close(p.ended)
	}()
	if w.drive != nil {
		p.driver.Go(func() {
			for !p.over() && !strings.Contains(p.out.String(), "\n") {
				time.Sleep(time.Millisecond)
			}
			address, _, _ := strings.Cut(p.out.String(), "\n")
			w.drive(l, address)
		})
	}
	return p
}

// over reports whether the program has ended.
func (p *crashRun) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// kill kills the program when a condition holds, unless it has ended before. It reports whether it was killed.
func (l *crashLab) kill(p *crashRun, when func() bool) bool {
	l.Helper()
	for !p.over() && !when() {
		time.Sleep(time.Millisecond)
	}
	_ = p.Process.Kill() // it may have ended
	<-p.ended
	p.driver.Wait()
	l.out = p.out.String()
	failed := (*exec.ExitError)(nil)
	if p.err != nil && errors.As(p.err, &failed) && failed.Exited() {
		l.Fatalf("the program ended with %v before it was killed\n%s", p.err, p.errs.String())
	}
	return p.err != nil
}

// TestKills kills each kind of work after it has begun, checks that nothing that was acknowledged is lost, and finishes
// the work.
func TestKills(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the program many times")
	}
	for _, w := range crashWorks() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // ends a test that hangs
			defer cancel()
			l := newCrashLab(t, t.TempDir(), 0)
			w.prepare(l)
			p := l.begin(w, true)
			l.kill(p, func() bool {
				if ctx.Err() != nil {
					t.Fatalf("the work has not begun\n%s%s", p.out.String(), p.errs.String())
				}
				return w.begun(l, p.out.String())
			})
			w.check(l)
			w.finish(l)
		})
	}
}
