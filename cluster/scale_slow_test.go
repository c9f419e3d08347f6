//go:build slow

package cluster_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/hub"
	"github.com/kaeshi/kaeshi/internal/chart"
	"github.com/kaeshi/kaeshi/internal/crashtest"
)

var share = flag.Float64("scale", 1, "share of the workers of the tests of scale, as in -args -scale 0.1")

var plot = flag.String("plot", "", "file for a chart of the rate in TestThousandWorkers, as in -args -plot rate.svg")

// scaled returns the share of a number of workers that the flag -scale selects.
func scaled(n int) int { return max(2, int(float64(n)*(*share))) }

const (
	scaleHang = 15 * time.Minute // the time limit of a test of scale
	dialers   = 32               // connections that are being made
)

// TestThousandWorkers measures the rate at which 1,000 simulated workers work off units through a hub in another
// process, and the memory of the hub. A unit takes a second in which the worker sleeps.
func TestThousandWorkers(t *testing.T) {
	workers := scaled(1000)
	units := 40 * workers
	s := scaleSite(t)
	process, address := startHubProcess(t)
	s.dial = func() (*cluster.Client, error) {
		return cluster.Dial(s.ctx, cluster.Options{Address: address, Timing: s.timing})
	}
	s.workers(workers, func(int) cluster.Handler { return asleep(time.Second, nil) })
	var times []time.Duration
	began := time.Now()
	p, err := s.one().Run(s.ctx, job("thousand"), numbers(units), func(o cluster.Outcome) error {
		times = append(times, time.Since(began))
		return o.Err
	})
	if err != nil {
		t.Fatal(err)
	}
	total := time.Since(began)
	if *plot != "" {
		if err := os.WriteFile(*plot, []byte(rateChart(times).SVG()), 0o600); err != nil {
			t.Error(err)
		}
	}
	from, to := units/10, units*9/10
	rate := float64(to-from) / (times[to-1] - times[from]).Seconds()
	peak := peakMemory(t, process.Process.Pid)
	_ = process.Process.Kill() // it may have ended
	_ = process.Wait()         // it is killed
	processor := process.ProcessState.UserTime() + process.ProcessState.SystemTime()
	t.Logf("%d workers: %d units in %.1f s (%d sent twice); %.0f units/s from 10 %% to 90 %%; hub: %d MB, %.2f ms of "+
		"processor time a unit", workers, units, total.Seconds(), p.Resent, rate, peak>>20,
		processor.Seconds()*1e3/float64(units))
	if least := 500 * (*share); rate < least {
		t.Errorf("%.0f units/s, want at least %.0f", rate, least)
	}
	if most := int64(500 << 20); peak > most {
		t.Errorf("the hub has used %d MB, want at most %d", peak>>20, most>>20)
	}
}

// rateChart shows the number of results in each second.
func rateChart(times []time.Duration) chart.Lines {
	perSecond := make([]float64, int(times[len(times)-1].Seconds())+1)
	for _, at := range times {
		perSecond[int(at.Seconds())]++
	}
	var points []chart.Point
	for second, n := range perSecond {
		points = append(points, chart.Point{float64(second), n})
	}
	return chart.Lines{
		Title: "Results that reach the submitter", Across: "seconds since the start of the job", Up: "results a second",
		Lines: []chart.Line{{Name: "1,000 workers", Points: points}},
	}
}

// collectAt is the memory from which Go collects garbage more often, in bytes. Without it, garbage takes as much as the
// objects in use, half of which belong to the simulated workers.
const collectAt = 2750 << 20

// TestTenThousandWorkers connects 10,000 simulated workers in this process. It measures the memory, whether two jobs
// and all workers get their share, and what it costs when half of the workers vanish.
func TestTenThousandWorkers(t *testing.T) {
	workers := scaled(10_000)
	s := scaleSite(t)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(collectAt))
	h := startHub(t, hub.Options{Dir: t.TempDir()})
	defer func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}()
	defer s.close() // before the hub
	s.dial = func() (*cluster.Client, error) {
		return cluster.Dial(s.ctx, cluster.Options{Server: h.Server(), Timing: s.timing})
	}
	served, gate := make([]atomic.Int64, workers), newGate()
	began := time.Now()
	s.workers(workers, func(i int) cluster.Handler {
		sleep := asleep(40*time.Second, &served[i])
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			if strings.HasPrefix(string(task.Spec), "-") {
				return gate.handle(ctx, task)
			}
			return sleep(ctx, task)
		}
	})
	t.Logf("%d workers connected in %.1f s; %d MB", workers, time.Since(began).Seconds(),
		peakMemory(t, os.Getpid())>>20)
	s.checkFairness(served)
	s.checkVanishing(gate)
	if peak, most := peakMemory(t, os.Getpid()), int64(3<<30); peak > most {
		t.Errorf("the process has used %d MB, want at most %d", peak>>20, most>>20)
	} else {
		t.Logf("greatest memory of the process: %d MB", peak>>20)
	}
}

// checkFairness runs two jobs at the same time. When one of them is half done, the other is nearly half done too, and
// at the end each worker has run a unit.
func (s *fleet) checkFairness(served []atomic.Int64) {
	s.t.Helper()
	units := len(served)
	var done [2]atomic.Int64
	var half sync.Once
	var both [2]int64
	began := time.Now()
	ended := make(chan error, len(done))
	for i := range done {
		feed := func(_ context.Context, submit func(cluster.Unit) error) error {
			for n := range units {
				if err := submit(unit(i*units + n)); err != nil {
					return err
				}
			}
			return nil
		}
		client := s.one()
		go func() {
			_, err := client.Run(s.ctx, job(fmt.Sprintf("fair-%d", i)), feed, func(o cluster.Outcome) error {
				if done[i].Add(1) == int64(units/2) {
					half.Do(func() { both = [2]int64{done[0].Load(), done[1].Load()} })
				}
				return o.Err
			})
			ended <- err
		}()
	}
	for range done {
		if err := <-ended; err != nil {
			s.t.Fatal(err)
		}
	}
	var counts []int64
	for i := range served {
		counts = append(counts, served[i].Load())
	}
	slices.Sort(counts)
	s.t.Logf("two jobs of %d units of 40 s in %.1f s; %d and %d done when the first was half done; units of a worker: "+
		"%d to %d, median %d", units, time.Since(began).Seconds(), both[0], both[1], counts[0], counts[len(counts)-1],
		counts[len(counts)/2])
	if least := int64(units) * 2 / 5; min(both[0], both[1]) < least {
		s.t.Errorf("%d and %d units of two jobs are done, want at least %d of each", both[0], both[1], least)
	}
	if counts[0] == 0 {
		s.t.Error("a worker has run no unit")
	}
}

// checkVanishing gives each worker a unit and closes the connections of half of the workers. The units of these begin
// again on the other workers within the time after which a worker counts as silent, and the time that the hub takes to
// deliver them.
func (s *fleet) checkVanishing(g *gate) {
	s.t.Helper()
	workers := len(s.clients)
	feed := func(_ context.Context, submit func(cluster.Unit) error) error {
		for n := range workers {
			if err := submit(unit(-1 - n)); err != nil {
				return err
			}
		}
		return nil
	}
	ended := make(chan error, 1)
	client := s.one()
	go func() {
		_, err := client.Run(s.ctx, job("vanish"), feed, func(o cluster.Outcome) error { return o.Err })
		ended <- err
	}()
	s.until(func() bool { return g.taken.Load() >= int64(workers) })
	for _, c := range s.clients[:workers/2] {
		c.Close()
	}
	began := time.Now()
	close(g.opened)
	s.until(func() bool { return g.taken.Load() >= int64(workers+workers/2) || len(ended) > 0 })
	again := time.Since(began)
	if err := <-ended; err != nil {
		s.t.Fatal(err)
	}
	s.t.Logf("%d of %d workers vanished; the last of their units began again after %.1f s, and the job ended after "+
		"%.1f s", workers/2, workers, again.Seconds(), time.Since(began).Seconds())
	delivery := time.Duration(workers) * time.Second / 500
	if most := s.timing.AckWait + delivery; again > most {
		s.t.Errorf("the units of vanished workers began again after %s, want at most %s", again, most)
	}
}

// fleet is a cluster with many simulated workers.
type fleet struct {
	t       *testing.T
	ctx     context.Context
	stop    context.CancelFunc
	timing  cluster.Timing
	dial    func() (*cluster.Client, error)
	clients []*cluster.Client // of the workers
	others  []*cluster.Client // of submitters
	running sync.WaitGroup
}

func scaleSite(t *testing.T) *fleet {
	t.Helper()
	s := &fleet{t: t, timing: cluster.TimingFor(cluster.UsualSilence)}
	s.ctx, s.stop = context.WithTimeout(t.Context(), scaleHang)
	t.Cleanup(s.close)
	return s
}

// close ends the workers and the connections.
func (s *fleet) close() {
	s.stop()
	for _, c := range append(s.clients, s.others...) {
		c.Close()
	}
	s.running.Wait()
	s.clients, s.others = nil, nil
}

// one returns another connection.
func (s *fleet) one() *cluster.Client {
	s.t.Helper()
	c, err := s.dial()
	if err != nil {
		s.t.Fatal(err)
	}
	s.others = append(s.others, c)
	return c
}

// workers connects workers, each with its own connection, and waits until all are in the list.
func (s *fleet) workers(n int, handler func(i int) cluster.Handler) {
	s.t.Helper()
	s.clients = make([]*cluster.Client, n)
	errs := make([]error, n)
	next := make(chan int)
	var dialing sync.WaitGroup
	for range dialers {
		dialing.Go(func() {
			for i := range next {
				s.clients[i], errs[i] = s.dial()
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	dialing.Wait()
	for i, c := range s.clients {
		if errs[i] != nil {
			s.clients = s.clients[:i]
			s.t.Fatal(errs[i])
		}
		w := cluster.NewWorker(c, cluster.WorkerOptions{
			Name: fmt.Sprintf("w%d", i), Version: "1", Handlers: map[string]cluster.Handler{"test": handler(i)},
		})
		s.running.Go(func() { _ = w.Run(s.ctx) }) // its error is that of the context or of the connection
	}
	client := s.one()
	s.until(func() bool {
		workers, err := client.Workers(s.ctx)
		return err == nil && len(workers) == n
	})
}

// until waits until a condition holds.
func (s *fleet) until(condition func() bool) {
	s.t.Helper()
	for !condition() {
		select {
		case <-s.ctx.Done():
			s.t.Fatalf("timeout after %s", scaleHang)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// asleep returns a handler that sleeps and counts the units that it has run.
func asleep(d time.Duration, count *atomic.Int64) cluster.Handler {
	return func(ctx context.Context, task cluster.Task) ([]byte, error) {
		select {
		case <-time.After(d):
			if count != nil {
				count.Add(1)
			}
			return task.Spec, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// startHubProcess starts a hub in another process and returns its join line.
func startHubProcess(t *testing.T) (process *exec.Cmd, address string) {
	t.Helper()
	process = crashtest.Child(t, hubIn, t.TempDir())
	process.Stderr = t.Output()
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err == nil {
		address, err = bufio.NewReader(out).ReadString('\n')
	}
	if err != nil {
		t.Fatal(err)
	}
	return process, strings.TrimSpace(address)
}

// peakMemory returns the greatest resident memory of a process in bytes.
func peakMemory(t *testing.T, pid int) int64 {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("reads the memory of a process from /proc, which only Linux has")
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("/proc/%d/status has no VmHWM:\n%s", pid, text)
	}
	kilobytes, err := strconv.ParseInt(string(found[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}
