package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

// kaeshi returns a command that runs the program.
func kaeshi(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "kaeshi", args...)
	command.Env = append(os.Environ(), "LANG=C.UTF-8", "KAESHI_SILENCE=8s")
	return command
}

// started is a running program.
type started struct {
	*exec.Cmd

	line string // first line of its output
}

// start starts the program and waits for its first line of output.
func start(ctx context.Context, t *testing.T, args ...string) *started {
	t.Helper()
	p := &started{Cmd: kaeshi(ctx, args...)}
	var errs bytes.Buffer
	p.Stderr = &errs
	out, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.Process.Kill() // returns an error if the process has ended
		_ = p.Wait()
	})
	lines := bufio.NewReader(out)
	if p.line, err = lines.ReadString('\n'); err != nil {
		t.Fatalf("kaeshi %v: %v\n%s", args, err, &errs)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return p
}

// interruptedStatus stops the program as Ctrl-C does and returns its exit status.
func (p *started) interruptedStatus(t *testing.T) int {
	t.Helper()
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	failed := (*exec.ExitError)(nil)
	if err := p.Wait(); !errors.As(err, &failed) {
		t.Errorf("%v ended with the error %v, want an exit status", p.Args, err)
		return 0
	}
	return failed.ExitCode()
}

// outputOf runs the program and returns its output.
func outputOf(ctx context.Context, t *testing.T, args ...string) string {
	t.Helper()
	command := kaeshi(ctx, args...)
	command.Stderr = t.Output()
	out, err := command.Output()
	if err != nil {
		t.Errorf("kaeshi %v: %v", args, err)
	}
	return string(out)
}

// until runs the program repeatedly until its output matches form.
func until(ctx context.Context, t *testing.T, form string, args ...string) {
	t.Helper()
	for !regexp.MustCompile(form).MatchString(outputOf(ctx, t, args...)) {
		if ctx.Err() != nil {
			t.Fatalf("kaeshi %v: timeout before the output matched %s", args, form)
		}
	}
}

// timeless returns documents without their times.
func timeless(text string) string {
	return regexp.MustCompile(`"seconds":[0-9.e-]+`).ReplaceAllString(text, `"seconds":0`)
}

// clusterPositions is the number of positions, large enough for both workers to be busy at the same time.
const clusterPositions = 120

// TestClusterOfProcesses runs a hub and two workers, kills one of them during a unit, and compares the output of solve
// with that of a run without a cluster.
func TestClusterOfProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the heartbeats of real programs")
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signal like that of Ctrl-C for a single process")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	dir := t.TempDir()
	var text strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for range clusterPositions {
		fmt.Fprintln(&text, othellotest.Ending(r, othello.Size8, 17))
	}
	file := filepath.Join(dir, "positions.obf")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	want := outputOf(ctx, t, "solve", "--threads=1", "--hash=16MB", "--json", file)

	hub := start(ctx, t, "hub", "--addr=127.0.0.1:0", "--dir", filepath.Join(dir, "hub"))
	_, line, _ := strings.Cut(hub.line, "'")
	join, _, _ := strings.Cut(line, "'")
	worker := func() *started { return start(ctx, t, "worker", "--join", join, "--threads=1", "--hash=64MB") }
	first, second := worker(), worker()
	solve := kaeshi(ctx, "solve", "--cluster", join, "--hash=16MB", "--json", file)
	var got bytes.Buffer
	solve.Stdout, solve.Stderr = &got, t.Output()
	if err := solve.Start(); err != nil {
		t.Fatal(err)
	}
	until(ctx, t, `"active":2`, "cluster", "jobs", "--json", "--cluster", join)
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := solve.Wait(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(timeless(want), timeless(got.String())); diff != "" {
		t.Errorf("solve on the cluster differs (-local +cluster):\n%s", diff)
	}
	checkLists(ctx, t, join)
	table := outputOf(ctx, t, "match", "kaeshi:level=1", "random", "--games=8", "--db=:memory:", "--cluster", join,
		"--verify=50%")
	if !strings.HasPrefix(table, "8 of 8 games\n") {
		t.Errorf("a match on the cluster ends with\n%s\nwant 8 of 8 games", table)
	}
	checkTraining(ctx, t, join)
	checkGrowth(ctx, t, join)
	checkProof(ctx, t, join)
	if status := second.interruptedStatus(t); status != terminal.ExitInterrupted {
		t.Errorf("the worker ended with status %d, want %d", status, terminal.ExitInterrupted)
	}
	checkInterruptedMatch(ctx, t, join, worker)
	if status := hub.interruptedStatus(t); status != terminal.ExitInterrupted {
		t.Errorf("the hub ended with status %d, want %d", status, terminal.ExitInterrupted)
	}
}

// checkTraining compares training games of the cluster with those of a run without one. It also checks that the
// manifest does not contain the address, which is secret.
func checkTraining(ctx context.Context, t *testing.T, join string) {
	t.Helper()
	dir := t.TempDir()
	var files [2][]byte
	for i, extra := range [][]string{
		{"--dir", filepath.Join(dir, "0")},
		{"--dir", filepath.Join(dir, "1"), "--cluster", join, "--verify=50%"},
	} {
		outputOf(ctx, t, append([]string{"train", "games", "--count=60", "--depth=2"}, extra...)...)
		var err error
		if files[i], err = os.ReadFile(filepath.Join(extra[1], "games", "00000.games")); err != nil {
			t.Fatal(err)
		}
		manifest, err := os.ReadFile(filepath.Join(extra[1], "games", "games.json"))
		if err != nil || regexp.MustCompile(`cluster|verify`).Match(manifest) {
			t.Errorf("manifest %s, want one without the flags of the cluster; error %v", manifest, err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("training games of the cluster differ from those of one machine")
	}
}

// checkGrowth compares a book of the cluster with that of a run without one.
func checkGrowth(ctx context.Context, t *testing.T, join string) {
	t.Helper()
	dir := t.TempDir()
	var books [2]string
	for i, extra := range [][]string{{"--threads=2"}, {"--cluster", join, "--verify=50%"}} {
		book, list := filepath.Join(dir, strconv.Itoa(i)), filepath.Join(dir, strconv.Itoa(i)+".jsonl")
		args := append([]string{"book", "grow", book, "--level=4", "--positions=30", "--batch=8"}, extra...)
		outputOf(ctx, t, args...)
		outputOf(ctx, t, "book", "export", book, list)
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		_, books[i], _ = strings.Cut(string(text), "\n") // without the first line, which has the history
	}
	if n := strings.Count(books[0], "\n"); n != 30 {
		t.Errorf("the book has %d positions, want 30:\n%s", n, books[0])
	}
	if diff := cmp.Diff(books[0], books[1]); diff != "" {
		t.Errorf("the book of the cluster differs (-local +cluster):\n%s", diff)
	}
}

// checkProof proves the score of FFO 1 on the cluster.
func checkProof(ctx context.Context, t *testing.T, join string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "ffo1.kproof")
	made := outputOf(ctx, t, "prove", "--cluster", join, "--hash=16MB", "-o", file, "--",
		"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
	if !regexp.MustCompile(`scores at least \+18; .*\n.* scores at most \+18; `).MatchString(made) {
		t.Errorf("a proof on the cluster ends with\n%s", made)
	}
	jobs := outputOf(ctx, t, "cluster", "jobs", "--json", "--cluster", join)
	if !regexp.MustCompile(`"kind":"prove".*"state":"ended".*"done":[1-9]`).MatchString(jobs) {
		t.Errorf("the cluster has proved no parts; its jobs:\n%s", jobs)
	}
}

// checkInterruptedMatch interrupts a match while its games wait for a worker, and resumes it with a worker.
func checkInterruptedMatch(ctx context.Context, t *testing.T, join string, worker func() *started) {
	t.Helper()
	database := filepath.Join(t.TempDir(), "games.db")
	command := kaeshi(ctx, "match", "kaeshi:level=1", "random", "--games=8", "--db", database, "--cluster", join)
	var errs bytes.Buffer
	command.Stderr = &errs
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	until(ctx, t, `"kind":"match".*"state":"running".*"waiting":[1-9]`, "cluster", "jobs", "--json", "--cluster", join)
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait() // the status below includes the error
	if status := command.ProcessState.ExitCode(); status != terminal.ExitInterrupted {
		t.Errorf("the interrupted match ended with status %d, want %d:\n%s", status, terminal.ExitInterrupted, &errs)
	}
	if !strings.Contains(errs.String(), "kaeshi match --resume --db "+database) {
		t.Errorf("the interrupted match does not print the command to resume it:\n%s", &errs)
	}
	worker()
	table := outputOf(ctx, t, "match", "--resume", "--db", database, "--cluster", join)
	if !strings.HasPrefix(table, "8 of 8 games\n") {
		t.Errorf("the resumed match ends with\n%s\nwant 8 of 8 games", table)
	}
}

// TestVerifyIsRefused checks that --verify is refused without a cluster, and if results cannot be verified, before the
// command connects or writes anything.
func TestVerifyIsRefused(t *testing.T) {
	const address = "kaeshi://127.0.0.1:1/#token~" +
		"0000000000000000000000000000000000000000000000000000000000000000"
	for line, place := range map[string]string{
		"solve GARBAGE":                      "requires --cluster",
		"analyze GAME":                       "requires --cluster",
		"analyze --stdio":                    "requires --cluster",
		"train games --dir NEW":              "requires --cluster",
		"train label --dir NEW":              "requires --cluster",
		"train outcomes --dir NEW":           "requires --cluster",
		"book grow NEW --positions 8":        "requires --cluster",
		"book grow NEW --cluster " + address: "requires --positions",
		"book grow NEW --positions 8 --time 1h --cluster " + address:           "excludes --time",
		"match greedy random --db NEW":                                         "requires --cluster",
		"match --resume --db :memory:":                                         "requires --cluster",
		"match greedy random --time 5m":                                        "requires --cluster",
		"match greedy random --db NEW --time 5m+3s --cluster " + address:       `time "5m+3s"`,
		"match greedy kaeshi:time=1s --db NEW --cluster " + address:            `player "kaeshi:time=1s"`,
		"match greedy engine:edax --db NEW --out NEW.ggf --cluster " + address: `player "engine:edax"`,
	} {
		checkFault(t, line+" --verify 5%", terminal.ExitUsage, place)
	}
}

// checkLists checks the output of kaeshi cluster about the job that ended.
func checkLists(ctx context.Context, t *testing.T, join string) {
	t.Helper()
	var job struct {
		Kind, State         string
		Total, Done, Failed int
	}
	text := outputOf(ctx, t, "cluster", "jobs", "--json", "--cluster", join)
	if err := json.Unmarshal([]byte(text), &job); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	want := job
	want.Kind, want.State, want.Total, want.Done, want.Failed = "solve", "ended", clusterPositions, clusterPositions, 0
	if diff := cmp.Diff(want, job); diff != "" {
		t.Errorf("the job differs (-want +got):\n%s", diff)
	}
	until(ctx, t, `^1 worker, 0 of 1 slot busy; 0 jobs running, 0 paused; 0 units waiting, 0 given up\n$`,
		"cluster", "status", "--cluster", join)
	until(ctx, t, `^[0-9a-f]{12}  .* ready: 0 of 1 slot busy, \d+ done, 0 failed; `+
		`analyze book match prove solve train; .*bench \d+`, "cluster", "workers", "--cluster", join)
}
