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

// TestHundredUsers lets a hundred people play at level 5, with two seconds before each of their moves, and ten analyse
// under the server's caps, for as long as KAESHI_LOAD says (10m is what experiments/062-hundred-users.md tells of;
// otherwise 20s), on a server that is a process of its own. Then it kills that, starts it again on the same database,
// and wants every game, analysis and job. How long the moves took and how much memory the server had is told, and
// required of ten minutes or more.
func TestHundredUsers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("each person needs a loopback address, which Linux alone gives without asking")
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
	w := newTown(t, server.url)
	w.pause, w.look = 2*time.Second, 10*time.Second
	ctx, cancel := context.WithTimeout(t.Context(), duration)
	defer cancel()
	var memory []float64
	var watch sync.WaitGroup
	watch.Go(func() { memory = server.watch(ctx) })
	w.live(ctx, 100, 10)
	watch.Wait()
	told := server.metrics(t)
	server.kill(t)
	again := startProgram(t, program, dir)
	w.url = again.url
	w.remembered()
	again.kill(t)
	report(t, w, memory, duration)
	for _, name := range []string{"light", "heavy"} {
		t.Logf("server: %s moves %s in %s s", name, value(told, `kaeshi_move_seconds_count{lane="`+name+`"}`),
			value(told, `kaeshi_move_seconds_sum{lane="`+name+`"}`))
	}
	t.Logf("server: processor time %s s, load of the machine %s", value(told, "process_cpu_seconds_total"),
		loadOfMachine())
}

func report(t *testing.T, w *town, memory []float64, duration time.Duration) {
	t.Helper()
	slices.Sort(w.took)
	t.Logf("%v: %d requests, %d moves, %d games, %d analyses done, of all %d waited, %d jobs, %d failures", duration,
		w.asked, len(w.took), len(w.games), len(w.analyses), w.waited, len(w.jobs), w.failures)
	p99 := percentile(w.took, 99)
	t.Logf("moves: median %v, 90 %% %v, 99 %% %v, slowest %v", percentile(w.took, 50), percentile(w.took, 90), p99,
		w.took[len(w.took)-1])
	third := max(len(memory)/3, 1)
	middle, end := slices.Max(memory[third:max(len(memory)-third, third+1)]), slices.Max(memory[len(memory)-third:])
	t.Logf("memory (MB, each tenth of the time): %s; most in the middle third %.0f, in the last %.0f", tenths(memory),
		middle, end)
	if duration < 10*time.Minute {
		return
	}
	if p99 > 300*time.Millisecond {
		t.Errorf("1 %% of the moves took longer than %v", p99)
	}
	if end > 1.1*middle {
		t.Errorf("memory grew from %.0f MB to %.0f MB", middle, end)
	}
}

func tenths(list []float64) string {
	var b strings.Builder
	for i := range 10 {
		fmt.Fprintf(&b, "%.0f ", list[i*(len(list)-1)/9])
	}
	return strings.TrimSpace(b.String())
}

// running is a server that is a process of its own.
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
		if said := r.log.String(); said != "" {
			t.Errorf("the server said: %s", said)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	r.url = strings.TrimSpace(line)
	return r
}

// kill ends the server as SIGKILL does: it can do nothing about it.
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

// watch is the memory that the server had, in MB, every two seconds until ctx ends.
func (r *running) watch(ctx context.Context) (list []float64) {
	for {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.Process.Pid))
		found := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
		if err == nil && found != nil {
			kb, _ := strconv.ParseFloat(string(found[1]), 64)
			list = append(list, kb/1024)
		}
		if rest(ctx, 2*time.Second) != nil {
			return list
		}
	}
}

// value is that of a metric.
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
