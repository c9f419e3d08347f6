//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

// TestFaults runs a hub, four workers and the program that submits the work on hosts of a network, one namespace each,
// and compares the results with those of a run without a cluster, while random faults happen: programs are killed and
// started again, and links are down or lose packets. A fifth worker returns false certificates.
//
// Namespaces require root and the command ip. Without them all programs share the loopback address, and programs are
// stopped for a while instead of being cut off.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a cluster of seven programs")
	}
	t.Parallel()
	l := newLab(t)
	for _, w := range workloads(t) {
		t.Run(w.name, func(t *testing.T) {
			want := w.here(l.ctx, t)
			if n := strings.Count(want, "\n"); n < w.lines {
				t.Fatalf("the result has %d lines, want at least %d:\n%s", n, w.lines, want)
			}
			total := 0
			for i := range roundsOr(faultRounds) {
				l.t, l.random = t, rand.New(rand.NewPCG(*seed, uint64(i)))
				got, faults := l.round(w)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("round %d with %v: the results differ (-local +cluster):\n%s", i, faults, diff)
				}
				total += len(faults)
			}
			if total < roundsOr(faultRounds) {
				t.Errorf("%d faults in %d rounds, want at least as many", total, roundsOr(faultRounds))
			}
			if w.name == proofWork && l.caught == 0 && roundsOr(faultRounds) > 1 {
				t.Error("no false certificate was found")
			}
		})
	}
}

// workload is a kind of work.
type workload struct {
	name  string
	lines int                          // least number of lines of the result
	local string                       // a further argument of a run without a cluster
	begin func(dir string) []string    // arguments that begin the work, results being in dir
	again func(dir string) []string    // arguments that continue it; none if it is done
	done  func(dir, out string) string // result of the finished work, without times
}

// here returns the result of this machine.
func (w workload) here(ctx context.Context, t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	return w.done(dir, outputOf(ctx, t, append(w.begin(dir), w.local)...))
}

func workloads(t *testing.T) []workload {
	t.Helper()
	var text strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		fmt.Fprintln(&text, othellotest.Ending(r, othello.Size8, 14+r.IntN(3)))
	}
	positions := filepath.Join(t.TempDir(), "positions.obf")
	if err := os.WriteFile(positions, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	solve := func(dir string) []string {
		return []string{"solve", "--hash=16MB", "--json", "--journal", filepath.Join(dir, "journal"), positions}
	}
	games := func(dir string) []string {
		return []string{"train", "games", "--count=200", "--shard=50", "--depth=2", "--dir", dir}
	}
	return []workload{
		{"solve", 300, "--threads=1", solve, solve, func(_, out string) string { return timeless(out) }},
		matchWork(t),
		{"train games", 4, "--threads=2", games, games, func(dir, _ string) string {
			paths, err := filepath.Glob(filepath.Join(dir, "games", "*.games"))
			var all strings.Builder
			for _, path := range paths {
				b, readErr := os.ReadFile(path)
				err = errors.Join(err, readErr)
				fmt.Fprintf(&all, "%s %x\n", filepath.Base(path), b)
			}
			if err != nil {
				t.Error(err)
			}
			return all.String()
		}},
		growthWork(t), splitProof(t),
	}
}

// proofWork is the name of the proof among the workloads.
const proofWork = "prove"

// splitProof is the proof of both claims of the score of a position with 18 empty squares. Its result is the claims of
// the certificates, which are verified.
func splitProof(t *testing.T) workload {
	t.Helper()
	position, r := "-", rand.New(rand.NewPCG(3, 4))
	for strings.HasPrefix(position, "-") { // it would be a flag
		position = othellotest.Ending(r, othello.Size8, 18).String()
	}
	begin := func(dir string) []string {
		return []string{"prove", "--hash=16MB", "--out", filepath.Join(dir, "p.kproof"), position}
	}
	return workload{
		proofWork, 2, "--threads=1", begin, begin,
		func(dir, _ string) string {
			verdicts := outputOf(t.Context(), t, "verify", "--unconditional", "--json",
				filepath.Join(dir, "p-at-least.kproof"), filepath.Join(dir, "p-at-most.kproof"))
			claims := regexp.MustCompile(`"position":.*"value":-?\d+`).FindAllString(verdicts, -1)
			return strings.Join(claims, "\n") + "\n"
		},
	}
}

// matchWork is a match of forty games.
func matchWork(t *testing.T) workload {
	t.Helper()
	begin := func(dir string) []string {
		return []string{
			"match", "kaeshi:level=6", "kaeshi:level=4", "--games=40", "--seed=7", "--time=nodes:5000",
			"--db", filepath.Join(dir, "games.db"),
		}
	}
	exported := func(dir string) ([]byte, error) {
		return kaeshi(t.Context(), "export", "-", "--to=json", "--db", filepath.Join(dir, "games.db")).Output()
	}
	return workload{
		"match", 39, "--concurrency=2", begin,
		func(dir string) []string {
			if out, err := exported(dir); err != nil || len(out) == 0 {
				return begin(dir) // it was killed before its first game
			}
			return append(begin(dir), "--resume")
		},
		func(dir, _ string) string {
			out, err := exported(dir)
			if err != nil {
				t.Error(err)
			}
			times := regexp.MustCompile(`"(date|seconds|event|round|number|game|id)":("[^"]*"|[0-9.e-]+),?`)
			lines := strings.Split(times.ReplaceAllString(string(out), ""), "\n")
			slices.Sort(lines) // games are stored in the order in which they end
			return strings.Join(lines, "\n")
		},
	}
}

// growthWork is the growth of a book by thirty positions.
func growthWork(t *testing.T) workload {
	t.Helper()
	const positions = 30
	list := func(dir string) []string { // the positions of the book
		path := filepath.Join(dir, "list.jsonl")
		command := kaeshi(t.Context(), "book", "export", filepath.Join(dir, "a.book"), path, "--force")
		if command.Run() != nil {
			return nil // there is no book yet
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		return strings.Split(strings.TrimSpace(string(text)), "\n")[1:] // without the history
	}
	grow := func(dir string) []string {
		left := positions - len(list(dir))
		if left <= 0 {
			return nil
		}
		return []string{
			"book", "grow", filepath.Join(dir, "a.book"), "--level=10", "--batch=8",
			fmt.Sprintf("--positions=%d", left),
		}
	}
	return workload{
		"book grow", positions - 1, "--threads=2", grow, grow,
		func(dir, _ string) string { return strings.Join(list(dir), "\n") },
	}
}

// host is a namespace with a program.
type host struct {
	name, namespace string
	program         string // that it runs
	args            []string
	command         *exec.Cmd
	line            string // first line of the output
	ended           chan struct{}
}

// lab is a network of hosts that a bridge connects.
type lab struct {
	t       *testing.T
	ctx     context.Context
	dir     string
	random  *rand.Rand
	hub     *host
	workers []*host
	author  *host // submits the work
	liar    *host // a worker that returns false certificates, to which no faults happen
	caught  int   // runs that found a false certificate
	join    string
	hosts   bool // each host has a namespace
	netem   bool // the kernel can lose and delay packets
}

// newLab makes the network and starts the hub and the workers.
func newLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{t: t, ctx: t.Context(), dir: t.TempDir()}
	bridge, address := l.bridge(), "127.0.0.1:0"
	if l.hosts {
		address = "10.77.0.1:4222"
	}
	for i, name := range []string{"hub", "w1", "w2", "w3", "w4", "author", "liar"} { // 10.77.0.1 and so on
		h := &host{name: name, program: "kaeshi"}
		if l.hosts {
			l.connect(h, bridge, fmt.Sprintf("10.77.0.%d/24", i+1))
		}
		switch name {
		case "hub":
			l.hub = h
			h.args = []string{"hub", "--addr", address, "--dir", filepath.Join(l.dir, "hub")}
		case "author":
			l.author = h
		case "liar":
			l.liar = h
		default:
			l.workers = append(l.workers, h)
		}
	}
	l.netem = l.hosts && exec.CommandContext(l.ctx, "tc", "-n", l.hub.namespace, "qdisc", "add", "dev", "lo", "root",
		"netem", "delay", "1ms").Run() == nil
	t.Cleanup(func() {
		for _, h := range append(l.workers, l.hub, l.author, l.liar) {
			h.kill()
		}
	})
	l.start(l.hub)
	_, line, _ := strings.Cut(l.hub.line, "'")
	l.join, _, _ = strings.Cut(line, "'")
	l.hub.args[2] = regexp.MustCompile(`[0-9.]+:\d+`).FindString(l.join) // again after a restart
	for _, w := range l.workers {
		w.args = []string{"worker", "--join", l.join, "--threads=1", "--hash=64MB", "--name", w.name}
		l.start(w)
	}
	l.liar.program, l.liar.args = "liar", []string{l.join}
	l.start(l.liar)
	return l
}

// bridge makes the namespace of the bridge that connects the hosts, if namespaces are possible.
func (l *lab) bridge() string {
	l.t.Helper()
	bridge, err := l.namespace("net")
	if l.hosts = err == nil; !l.hosts {
		l.t.Logf("no network namespaces, all programs share the loopback address: %v", err)
		return ""
	}
	l.ip("-n", bridge, "link", "add", "br0", "type", "bridge")
	l.ip("-n", bridge, "link", "set", "br0", "up")
	return bridge
}

// connect makes the namespace of a host, and connects it with the bridge.
func (l *lab) connect(h *host, bridge, address string) {
	l.t.Helper()
	var err error
	if h.namespace, err = l.namespace(h.name); err != nil {
		l.t.Fatal(err)
	}
	l.ip("-n", bridge, "link", "add", h.name, "type", "veth", "peer", "name", "eth0", "netns", h.namespace)
	l.ip("-n", bridge, "link", "set", h.name, "master", "br0", "up")
	l.ip("-n", h.namespace, "addr", "add", address, "dev", "eth0")
	l.ip("-n", h.namespace, "link", "set", "lo", "up")
	l.ip("-n", h.namespace, "link", "set", "eth0", "up")
}

// namespace makes a namespace that the end of the test deletes.
func (l *lab) namespace(name string) (string, error) {
	name = fmt.Sprintf("kaeshi-%d-%s", os.Getpid(), name)
	if text, err := exec.CommandContext(l.ctx, "ip", "netns", "add", name).CombinedOutput(); err != nil {
		return "", fmt.Errorf("ip netns add: %w %s", err, text)
	}
	l.t.Cleanup(func() {
		_ = exec.CommandContext(context.WithoutCancel(l.ctx), "ip", "netns", "del", name).Run()
	})
	return name, nil
}

func (l *lab) ip(args ...string) {
	l.t.Helper()
	if text, err := exec.CommandContext(l.ctx, "ip", args...).CombinedOutput(); err != nil {
		l.t.Fatalf("ip %v: %v\n%s", args, err, text)
	}
}

// command returns a command of a host.
func (l *lab) command(h *host, args ...string) *exec.Cmd {
	args = append([]string{h.program}, args...)
	if l.hosts {
		args = append([]string{"ip", "netns", "exec", h.namespace}, args...)
	}
	c := exec.CommandContext(l.ctx, args[0], args[1:]...)
	c.Env = append(os.Environ(), "LANG=C.UTF-8", "KAESHI_SILENCE=2s")
	return c
}

// start starts the program of a host and waits for its first line.
func (l *lab) start(h *host) {
	l.t.Helper()
	h.command, h.ended = l.command(h, h.args...), make(chan struct{})
	errs := &bytes.Buffer{}
	h.command.Stderr = errs
	out, err := h.command.StdoutPipe()
	if err == nil {
		err = h.command.Start()
	}
	if err != nil {
		l.t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	h.line, err = lines.ReadString('\n')
	command, ended := h.command, h.ended
	go func() {
		_, _ = lines.WriteTo(&bytes.Buffer{})
		_ = command.Wait() // it is killed
		close(ended)
	}()
	if err != nil {
		<-ended
		l.t.Fatalf("%s: %v\n%s", h.name, err, errs)
	}
}

// kill kills the program of a host, if there is one.
func (h *host) kill() {
	if h.command != nil {
		_ = h.command.Process.Kill() // it may have ended
		<-h.ended
	}
}

// round does the work once, with faults, and returns its result and the faults.
func (l *lab) round(w workload) (result string, faults []string) {
	l.t.Helper()
	dir := l.t.TempDir()
	output := &bytes.Buffer{}
	run := l.submit(output, w.begin(dir))
	for most := 3 + l.random.IntN(4); ; {
		var next <-chan time.Time
		if len(faults) < most {
			next = time.After(time.Duration(50+l.random.IntN(100+300*len(faults))) * time.Millisecond)
		}
		select {
		case err := <-run.ended:
			if err != nil {
				l.t.Fatalf("the work ended with %v after %v\n%s", err, faults, run.errs)
			}
			return w.done(dir, output.String()), faults
		case <-next:
			if fault := l.random.IntN(5); fault == 0 {
				faults = append(faults, "author killed")
				_ = run.command.Process.Kill() // it may have ended
				if err := <-run.ended; err == nil {
					run.ended <- nil
					continue
				}
				output.Reset()
				args := w.again(dir)
				if args == nil {
					return w.done(dir, ""), faults
				}
				run = l.submit(output, args)
			} else {
				faults = append(faults, l.fault(fault))
			}
		}
	}
}

// submitted is a run of the program that submits the work.
type submitted struct {
	command *exec.Cmd
	errs    *bytes.Buffer
	ended   chan error
}

func (l *lab) submit(output *bytes.Buffer, args []string) *submitted {
	l.t.Helper()
	s := &submitted{command: l.command(l.author, append(args, "--cluster", l.join)...), ended: make(chan error, 1)}
	s.errs = &bytes.Buffer{}
	s.command.Stdout, s.command.Stderr = output, s.errs
	if err := s.command.Start(); err != nil {
		l.t.Fatal(err)
	}
	go func() {
		err := s.command.Wait()
		if strings.Contains(s.errs.String(), "worker liar is quarantined") {
			l.caught++
		}
		s.ended <- err
	}()
	return s
}

// fault makes a fault and mends it.
func (l *lab) fault(number int) string {
	l.t.Helper()
	everyone := append(slices.Clone(l.workers), l.hub, l.author)
	victim := everyone[l.random.IntN(len(everyone))]
	pause := func(least int) { time.Sleep(time.Duration(least+l.random.IntN(2*least)) * time.Millisecond) }
	switch number {
	case 1:
		victim = l.hub
		fallthrough
	case 2:
		if victim == l.author || number == 2 && victim == l.hub {
			victim = l.workers[l.random.IntN(len(l.workers))]
		}
		victim.kill()
		pause(300)
		l.start(victim)
		return victim.name + " killed"
	case 3, 4:
		if l.hosts {
			break
		}
		if victim == l.author { // its program changes
			victim = l.hub
		}
		_ = victim.command.Process.Signal(syscall.SIGSTOP) // it is running
		pause(1000)
		_ = victim.command.Process.Signal(syscall.SIGCONT)
		return victim.name + " stopped"
	}
	if number == 3 {
		l.ip("-n", victim.namespace, "link", "set", "eth0", "down")
		pause(1000)
		l.ip("-n", victim.namespace, "link", "set", "eth0", "up")
		return victim.name + " cut off"
	}
	l.disturb(victim, pause)
	return victim.name + " disturbed"
}

// disturb makes a link lose and delay packets. Without a kernel that can do so, the link is down for many short times,
// so that packets are lost and sent again.
func (l *lab) disturb(h *host, pause func(least int)) {
	l.t.Helper()
	if l.netem {
		change := func(args ...string) {
			args = append([]string{"-n", h.namespace, "qdisc"}, args...)
			if text, err := exec.CommandContext(l.ctx, "tc", args...).CombinedOutput(); err != nil {
				l.t.Fatalf("tc %v: %v\n%s", args, err, text)
			}
		}
		change("add", "dev", "eth0", "root", "netem", "loss", "5%", "delay", "50ms", "20ms")
		pause(1000)
		change("del", "dev", "eth0", "root")
		return
	}
	for range 10 {
		for _, state := range []string{"down", "up"} {
			l.ip("-n", h.namespace, "link", "set", "eth0", state)
			pause(40)
		}
	}
}
