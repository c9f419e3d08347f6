//go:build slow

package api

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/web/webtest"
)

// TestHundredUsers simulates a hundred users that play at level 5 with a pause of two seconds before each move, and ten
// that analyse within the limits of the server. The server is a separate process. The environment variable KAESHI_LOAD
// sets the duration; the default is 20s, and experiments/062-hundred-users.md used 10m. The test then kills and
// restarts the server and checks every game, analysis and job. It logs response times and memory, and checks them
// against limits if the duration is ten minutes or more.
func TestHundredUsers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("each user needs a different loopback address, which requires Linux")
	}
	duration, err := time.ParseDuration(cmp.Or(os.Getenv("KAESHI_LOAD"), "20s"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "kaeshi")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program,
		"../../cmd/kaeshi").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	server := startProgram(t, program, dir)
	w := newPopulation(t, server.url)
	w.pause, w.analysisTime = 2*time.Second, 10*time.Second
	ctx, cancel := context.WithTimeout(t.Context(), duration)
	defer cancel()
	var memory []float64
	var watch sync.WaitGroup
	watch.Go(func() { memory = server.watch(ctx) })
	w.run(ctx, 100, 10)
	watch.Wait()
	metrics := server.metrics(t)
	server.kill(t)
	again := startProgram(t, program, dir)
	w.url = again.url
	w.checkRestart()
	again.kill(t)
	report(t, w, memory, duration)
	for _, name := range []string{"light", "heavy"} {
		t.Logf("server: %s moves %s in %s s", name, value(metrics, `kaeshi_move_seconds_count{queue="`+name+`"}`),
			value(metrics, `kaeshi_move_seconds_sum{queue="`+name+`"}`))
	}
	t.Logf("server: processor time %s s, load of the machine %s", value(metrics, "process_cpu_seconds_total"),
		loadOfMachine())
}

func report(t *testing.T, w *population, memory []float64, duration time.Duration) {
	t.Helper()
	slices.Sort(w.took)
	t.Logf("%v: %d requests, %d moves, %d games, %d analyses (%d waited), %d jobs, %d failures", duration,
		w.requests, len(w.took), len(w.games), len(w.analyses), w.waited, len(w.jobs), w.failures)
	p99 := percentile(w.took, 99)
	t.Logf("moves: median %v, 90 %% %v, 99 %% %v, slowest %v", percentile(w.took, 50), percentile(w.took, 90), p99,
		w.took[len(w.took)-1])
	third := max(len(memory)/3, 1)
	middle, end := slices.Max(memory[third:max(len(memory)-third, third+1)]), slices.Max(memory[len(memory)-third:])
	t.Logf("memory in MB at ten times: %s; maximum in the middle third %.0f, in the last %.0f", tenths(memory),
		middle, end)
	if duration < 10*time.Minute {
		return
	}
	if p99 > 300*time.Millisecond {
		t.Errorf("99th percentile of the moves: %v, want at most 300ms", p99)
	}
	if end > 1.1*middle {
		t.Errorf("memory grew from %.0f MB to %.0f MB, want at most 10 %% more", middle, end)
	}
}

func tenths(list []float64) string {
	var b strings.Builder
	for i := range 10 {
		fmt.Fprintf(&b, "%.0f ", list[i*(len(list)-1)/9])
	}
	return strings.TrimSpace(b.String())
}

// running is a server in a separate process.
type running struct {
	*exec.Cmd

	url string
	log *webtest.Text
}

func startProgram(t *testing.T, program, dir string) *running {
	t.Helper()
	r := &running{Cmd: exec.Command(program, "serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(dir, "games.db"),
		"--no-browser"), log: &webtest.Text{}}
	r.Stderr = r.log
	out, err := r.StdoutPipe()
	if err == nil {
		err = r.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.Process.Kill()
		if logged := r.log.String(); logged != "" {
			t.Errorf("log of the server: %s", logged)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	r.url = strings.TrimSpace(line)
	return r
}

// kill ends the server with SIGKILL.
func (r *running) kill(t *testing.T) {
	t.Helper()
	if err := r.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = r.Wait()
}

func (r *running) metrics(t testing.TB) string {
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, r.url+"/metrics", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	return string(text)
}

// watch returns the memory of the server in MB, sampled every two seconds until ctx ends.
func (r *running) watch(ctx context.Context) (list []float64) {
	for {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.Process.Pid))
		found := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
		if err == nil && found != nil {
			kb, _ := strconv.ParseFloat(string(found[1]), 64)
			list = append(list, kb/1024)
		}
		if sleep(ctx, 2*time.Second) != nil {
			return list
		}
	}
}

// value returns the value of a metric, or "?" if the metric is missing.
func value(text, name string) string {
	for l := range strings.Lines(text) {
		if after, ok := strings.CutPrefix(l, name+" "); ok {
			return strings.TrimSpace(after)
		}
	}
	return "?"
}

func loadOfMachine() string {
	text, _ := os.ReadFile("/proc/loadavg")
	return strings.TrimSpace(string(text))
}
