//go:build slow

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
)

// TestReplicas solves positions on a cluster of three NATS servers with three replicas, which two workers have joined
// without the flag for replicas. The servers are killed in turn and started again. The results are those of one
// machine, and few positions are solved twice.
func TestReplicas(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	const positions = 200
	dir := t.TempDir()
	var text strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for range positions {
		fmt.Fprintln(&text, othellotest.Ending(r, othello.Size8, 19))
	}
	file := filepath.Join(dir, "positions.obf")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	want := outputOf(ctx, t, "solve", "--threads=1", "--hash=16MB", "--json", file)

	lab := startTrio(ctx, t, dir)
	url := "nats://" + strings.Join(lab.addresses[:], ",")
	for _, name := range []string{"w1", "w2"} {
		start(ctx, t, "worker", "--join", url, "--threads=1", "--hash=64MB", "--name", name)
	}
	solve := kaeshi(ctx, "solve", "--cluster", url, "--replicas=3", "--hash=16MB", "--json", file)
	var got, errs bytes.Buffer
	solve.Stdout, solve.Stderr = &got, &errs
	if err := solve.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- solve.Wait() }()
	killed := 0
	for killed < 2*len(lab.servers) && lab.inSync(ctx, t, url, ended) {
		victim := killed % len(lab.servers)
		lab.kill(victim)
		lab.start(ctx, t, victim)
		lab.awaitReady(t, victim)
		killed++
	}
	if err := <-ended; err != nil {
		t.Fatalf("solve: %v\n%s", err, &errs)
	}
	if killed < len(lab.servers) {
		t.Errorf("%d servers were killed during the job, want each of %d", killed, len(lab.servers))
	}
	if diff := cmp.Diff(timeless(want), timeless(got.String())); diff != "" {
		t.Errorf("solve on three servers differs (-local +cluster):\n%s", diff)
	}
	runs := runsOf(ctx, t, url)
	for runs < positions && ctx.Err() == nil { // workers report with each heartbeat
		runs = runsOf(ctx, t, url)
	}
	if most := positions + 4*killed; runs < positions || runs > most {
		t.Errorf("the workers have solved %d positions, want %d to %d", runs, positions, most)
	}
}

// runsOf returns the number of units that the workers have done.
func runsOf(ctx context.Context, t *testing.T, url string) (runs int) {
	t.Helper()
	list := outputOf(ctx, t, "cluster", "workers", "--json", "--cluster", url)
	for _, text := range regexp.MustCompile(`"done":(\d+)`).FindAllStringSubmatch(list, -1) {
		n, err := strconv.Atoi(text[1])
		if err != nil {
			t.Error(err)
		}
		runs += n
	}
	return runs
}

// trio is a cluster of three NATS servers, each a process.
type trio struct {
	dir       string
	addresses [3]string // for clients
	routes    [3]string // for the other servers
	servers   [3]*exec.Cmd
	output    [3]*bufio.Reader
}

// startTrio starts the servers.
func startTrio(ctx context.Context, t *testing.T, dir string) *trio {
	t.Helper()
	l := &trio{dir: dir}
	l.choosePorts(ctx, t)
	t.Cleanup(func() {
		for i := range l.servers {
			l.kill(i)
		}
	})
	for i := range l.servers {
		l.start(ctx, t, i)
	}
	for i := range l.servers {
		l.awaitReady(t, i) // not before the others are started, because they elect a leader
	}
	return l
}

// choosePorts chooses ports that are free now, because each server needs those of the others when it starts.
func (l *trio) choosePorts(ctx context.Context, t *testing.T) {
	t.Helper()
	for _, list := range []*[3]string{&l.addresses, &l.routes} {
		for i := range list {
			free, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = free.Close() }() // all are open until the last one is chosen, so that they differ
			list[i] = free.Addr().String()
		}
	}
}

func (l *trio) start(ctx context.Context, t *testing.T, i int) {
	t.Helper()
	routes := []string{l.routes[i], l.routes[(i+1)%3], l.routes[(i+2)%3]}
	name := fmt.Sprintf("n%d", i+1)
	c := exec.CommandContext(ctx, "nats", name, filepath.Join(l.dir, name), l.addresses[i], strings.Join(routes, ","))
	c.Stderr = t.Output()
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	l.servers[i], l.output[i] = c, bufio.NewReader(out)
}

// awaitReady waits until a server has the state of the cluster.
func (l *trio) awaitReady(t *testing.T, i int) {
	t.Helper()
	if line, err := l.output[i].ReadString('\n'); err != nil {
		t.Fatalf("server %d: %q, error %v", i+1, line, err)
	}
}

func (l *trio) kill(i int) {
	if l.servers[i] != nil {
		_ = l.servers[i].Process.Kill() // it may have ended
		_ = l.servers[i].Wait()         // it is killed
	}
}

// inSync waits until each stream has three replicas that are up to date, and returns true. It returns false when the
// job has ended before.
func (l *trio) inSync(ctx context.Context, t *testing.T, url string, ended <-chan error) bool {
	t.Helper()
	nc, err := nats.Connect(url, nats.MaxReconnects(-1))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for ctx.Err() == nil && len(ended) == 0 {
		if replicated(ctx, js) {
			return true
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

// replicated reports whether each stream has three replicas that are up to date.
func replicated(ctx context.Context, js jetstream.JetStream) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // one of the servers may have lost the request
	defer cancel()
	streams := 0
	list := js.ListStreams(ctx)
	for info := range list.Info() {
		streams++
		if info.Config.Replicas != 3 || info.Cluster == nil || info.Cluster.Leader == "" ||
			len(info.Cluster.Replicas) != 2 {
			return false
		}
		for _, peer := range info.Cluster.Replicas {
			if !peer.Current || peer.Offline {
				return false
			}
		}
	}
	return list.Err() == nil && streams == 6
}
