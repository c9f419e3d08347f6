package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"kaeshi": main, "interrupt": interrupt, "liar": liar, "nats": natsServer,
	})
}

// raced lists the scripts of concurrent commands. Only these run with -short and with the race detector, which makes
// each start of the program ten times slower.
var raced = []string{"play", "serve"}

// TestScripts runs the scripts in testdata/script, which check the output of commands.
func TestScripts(t *testing.T) {
	dir, files := "testdata/script", []string(nil)
	if testing.Short() {
		for _, name := range raced {
			files = append(files, filepath.Join(dir, name+".txtar"))
		}
		dir = ""
	}
	testscript.Run(t, testscript.Params{
		Dir: dir, Files: files,
		Setup: func(e *testscript.Env) error {
			e.Setenv("LANG", "C.UTF-8")
			e.Setenv("CI", "true") // no browser
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "schemas": schemas},
	})
}

// exits implements the script command exits STATUS COMMAND…, which checks the exit status of a command.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// interrupt implements the program interrupt [-stdin LINE] [-stdout TEXT] [-term] COMMAND…. It writes a line to the
// input of the command, which stays open, and sends a signal when the output contains the text or, without a text,
// after two seconds. It exits with the status of the command.
func interrupt() {
	line := flag.String("stdin", "", "a line of input")
	text := flag.String("stdout", "", "text to wait for")
	term := flag.Bool("term", false, "send SIGTERM rather than SIGINT")
	flag.Parse()
	signal := os.Interrupt
	if *term {
		signal = syscall.SIGTERM
	}
	command := exec.Command(flag.Arg(0), flag.Args()[1:]...)
	seen := &watcher{text: *text, found: make(chan struct{})}
	command.Stdout, command.Stderr = seen, os.Stderr
	in, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	if err == nil && *line != "" {
		_, err = fmt.Fprintln(in, *line)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	select {
	case <-seen.found:
	case <-time.After(seen.patience()):
	}
	if err := command.Process.Signal(signal); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	_ = command.Wait() // only the exit status is used
	os.Exit(command.ProcessState.ExitCode())
}

// watcher copies output to standard output and closes found when the text has occurred.
type watcher struct {
	text, all string
	found     chan struct{}
}

func (w *watcher) patience() time.Duration {
	if w.text == "" {
		return 2 * time.Second
	}
	return time.Minute
}

func (w *watcher) Write(b []byte) (int, error) {
	before := strings.Contains(w.all, w.text)
	w.all += string(b)
	if w.text != "" && !before && strings.Contains(w.all, w.text) {
		close(w.found)
	}
	return os.Stdout.Write(b)
}
