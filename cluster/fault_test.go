package cluster_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/hub"
)

// listening starts a hub that listens on a free port, in a folder that is returned.
func listening(t *testing.T) (*site, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	t.Cleanup(cancel)
	dir := t.TempDir()
	s := &site{t: t, ctx: ctx, timing: quick, hub: startHub(t, hub.Options{Dir: dir, Listen: "127.0.0.1:0"})}
	t.Cleanup(s.stop)
	return s, dir
}

// restart stops the hub and starts one on the same port.
func (s *site) restart(dir string) {
	s.t.Helper()
	address := s.hub.Addr()
	if err := s.hub.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.hub = startHub(s.t, hub.Options{Dir: dir, Listen: address})
}

// TestHubRestarts checks that no result is lost when the hub restarts with the same store.
func TestHubRestarts(t *testing.T) {
	t.Parallel()
	s, dir := listening(t)
	s.timing.AckWait = silence
	c, g := s.client(), newGate()
	for range 2 {
		s.worker(g.handle)
	}
	r, ended := s.start(c, job("restart"), 100)
	s.until("units are taken", func() bool { return g.taken.Load() == 2 })
	s.restart(dir)
	close(g.opened)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := r.squares(100); err != nil {
		t.Error(err)
	}
}

// TestHubLosesItsDisk checks that no result is lost when the hub loses its disk: the submitter has the results that
// arrived, and submits the other units again.
func TestHubLosesItsDisk(t *testing.T) {
	t.Parallel()
	s, dir := listening(t)
	s.timing.AckWait = silence
	var runs atomic.Int64
	hold := make(chan struct{})
	for range 2 {
		s.worker(func(ctx context.Context, task cluster.Task) ([]byte, error) {
			if runs.Add(1) > 50 {
				select {
				case <-hold:
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
			return square(ctx, task)
		})
	}
	r, ended := s.start(s.client(), job("disk"), 200)
	s.until("units are held", func() bool { return runs.Load() == 52 })
	fresh := t.TempDir()
	for _, name := range []string{"token", "certificate.pem"} { // restored by the owner, so that workers reconnect
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(fresh, name), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	s.restart(fresh)
	close(hold)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := r.squares(200); err != nil {
		t.Error(err)
	}
	if n := runs.Load(); n > 300 {
		t.Errorf("%d runs of 200 units, want at most 300", n)
	}
}

var errStop = errors.New("stopped")

// TestSubmitterContinues checks that a restarted submitter receives the results that arrived before the restart. A few
// units may run twice: those that end after the submitter has looked for their results and before it submits them.
func TestSubmitterContinues(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var runs atomic.Int64
	s.worker(counted(&runs, square))
	c := s.client()
	first := newRecord()
	_, err := c.Run(s.ctx, job("again"), numbers(50), func(o cluster.Outcome) error {
		if len(first.results) == 10 {
			return errStop
		}
		return first.add(o)
	})
	if !errors.Is(err, errStop) {
		t.Fatalf("the first run ended with the error %v, want %v", err, errStop)
	}
	second, _ := s.run(s.client(), job("again"), numbers(50))
	if err := second.squares(50); err != nil {
		t.Error(err)
	}
	if n := runs.Load(); n < 50 || n > 60 {
		t.Errorf("%d runs of 50 units, want 50 to 60", n)
	}
}

// TestTwoSubmitters checks that a job has one submitter, and that another one can continue the job after the first has
// disconnected.
func TestTwoSubmitters(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.timing.Beat = time.Second // long enough that the lease does not expire on a busy machine
	dying, g := s.client(), newGate()
	s.worker(g.handle)
	_, ended := s.start(dying, job("two"), 5)
	s.until("a unit is taken", func() bool { return g.taken.Load() == 1 })
	c := s.client()
	_, err := c.Submit(s.ctx, job("two"))
	if busy := (*cluster.BusyError)(nil); !errors.As(err, &busy) || busy.PID != os.Getpid() {
		t.Errorf("the second submitter: error %v, want a *cluster.BusyError of this process", err)
	}
	dying.Close()
	if err := <-ended; err == nil {
		t.Error("the first submitter ended without an error after its connection was closed")
	}
	close(g.opened)
	r, _ := s.run(c, job("two"), numbers(5))
	if err := r.squares(5); err != nil {
		t.Error(err)
	}
}

// TestRefusedConnections checks that the errors of refused connections state a remedy and do not contain the token.
func TestRefusedConnections(t *testing.T) {
	t.Parallel()
	s, _ := listening(t)
	line := s.hub.Join("")
	start, secret, _ := strings.Cut(line, "#")
	token, sum, _ := strings.Cut(secret, "~")
	other := "0" + sum[1:]
	if other == sum {
		other = "1" + sum[1:]
	}
	silent := "kaeshi://127.0.0.1:1/#" + secret
	for _, c := range []struct{ name, line, want string }{
		{"wrong token", start + "#WRONG" + token + "~" + sum, "refuses the token; use the join line that"},
		{"wrong certificate", start + "#" + token + "~" + other, "certificate does not have the fingerprint"},
		{"no server", silent, "does not answer"},
		{"no token", start, "the join line is incomplete: it ends with #TOKEN~FINGERPRINT"},
		{"no TLS", "nats://" + s.hub.Addr(), "cluster nats://" + s.hub.Addr()},
		{"no scheme", "localhost:4222", "begins with kaeshi://, nats:// or tls://"},
		{"no host", "kaeshi:///#" + secret, "no host in the join line"},
		{"no server", "nats://a:1,,b", "server 2 of the cluster's address has no host"},
	} {
		timing := quick
		if c.line == silent {
			timing.Request = 100 * time.Millisecond // the time that Dial waits for a server
		}
		client, err := cluster.Dial(s.ctx, cluster.Options{Address: c.line, Timing: timing})
		if err == nil {
			client.Close()
			t.Errorf("%s: the connection succeeded, want an error", c.name)
			continue
		}
		if got := err.Error(); !strings.Contains(got, c.want) || strings.Contains(got, token) {
			t.Errorf("%s: error %q, want one with %q and without the token", c.name, got, c.want)
		}
	}
}

// TestDrop checks that a job that is dropped while the hub is lost is cancelled when the hub answers again.
func TestDrop(t *testing.T) {
	t.Parallel()
	s, dir := listening(t)
	c, g := s.client(), newGate()
	s.worker(g.handle)
	submission, err := c.Submit(s.ctx, job("lost"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(s.ctx)
	ended := make(chan error, 1)
	go func() { ended <- submission.Do(ctx, numbers(5), newRecord().add) }()
	s.until("a unit is taken", func() bool { return g.taken.Load() == 1 })
	address := s.hub.Addr()
	if err := s.hub.Close(); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Do ended with the error %v, want %v", err, context.Canceled)
	}
	submission.Leave()
	c.Drop(s.ctx, "lost", cluster.Progress{Done: 3})
	s.hub = startHub(t, hub.Options{Dir: dir, Listen: address})
	s.until("the job is cancelled and its units are gone", func() bool {
		jobs, err := c.Jobs(s.ctx)
		if err != nil || len(jobs) != 1 {
			return false
		}
		return jobs[0].State == cluster.Cancelled && jobs[0].Waiting == 0 && jobs[0].Done == 3
	})
	s.until("the worker has stopped its unit", func() bool {
		workers, err := c.Workers(s.ctx)
		return err == nil && len(workers) == 1 && workers[0].Busy == 0
	})
	if state, err := c.State(s.ctx, "lost"); state != cluster.Cancelled || err != nil {
		t.Errorf("state %q, error %v; want %q", state, err, cluster.Cancelled)
	}
	if _, err := c.State(s.ctx, "other"); !errors.Is(err, cluster.ErrNoJob) {
		t.Errorf("the state of a missing job: error %v, want %v", err, cluster.ErrNoJob)
	}
}

// TestTooManyReplicas checks that a hub refuses replicas with advice, whether it has streams or not.
func TestTooManyReplicas(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, streams := range []string{"no streams", "streams of one replica"} {
		c, err := cluster.Dial(s.ctx, cluster.Options{Server: s.hub.Server(), Timing: quick, Replicas: 3})
		if err == nil {
			c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "lower --replicas") {
			t.Errorf("three replicas on one server with %s: error %v, want advice", streams, err)
		}
		s.client()
	}
}

// TestHubFolder checks that a folder belongs to one hub at a time, and that a restarted hub has the same join line.
func TestHubFolder(t *testing.T) {
	t.Parallel()
	s, dir := listening(t)
	if _, err := hub.Start(hub.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "another hub uses") {
		t.Errorf("a second hub in the folder: error %v, want one with %q", err, "another hub uses")
	}
	if _, err := hub.Start(hub.Options{Dir: t.TempDir(), Listen: s.hub.Addr()}); err == nil {
		t.Error("a second hub started at the same address, want an error")
	}
	line := s.hub.Join("")
	s.restart(dir)
	if again := s.hub.Join(""); again != line {
		t.Errorf("the join line after a restart is %s, want %s", again, line)
	}
	if named := s.hub.Join("hub.example"); !strings.HasPrefix(named, "kaeshi://hub.example:") {
		t.Errorf("the join line for hub.example is %s, want this host in it", named)
	}
	for _, listen := range []string{"4222", ":x", ":70000"} {
		if _, err := hub.Start(hub.Options{Dir: t.TempDir(), Listen: listen}); err == nil {
			t.Errorf("a hub started at the address %q, want an error", listen)
		}
	}
}

func TestParseAddress(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"nats://a,b:1,tls://c:2": {"nats://a", "nats://b:1", "tls://c:2"},
		"tls://a":                {"tls://a"},
		"kaeshi://h/#t~" + strings.Repeat("0", 64):        {"nats://h:4222"},
		" kaeshi://[::1]:7/#t~" + strings.Repeat("0", 64): {"nats://[::1]:7"},
	} {
		a, err := cluster.ParseAddress(text)
		if err != nil || !slices.Equal(a.Servers, want) {
			t.Errorf("ParseAddress(%q) = %v, %v; want %v", text, a.Servers, err, want)
		}
	}
}

// TestHubIsAwaited checks that a program that connects or submits a job while the hub restarts waits for it and logs
// that.
func TestHubIsAwaited(t *testing.T) {
	t.Parallel()
	s, dir := listening(t)
	address, line := s.hub.Addr(), s.hub.Join("")
	messages := make(chan string, 10)
	log := func(text string) { messages <- text }
	connected, err := cluster.Dial(s.ctx, cluster.Options{Timing: s.timing, Address: line, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connected.Close)
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"submit", func() error {
			submission, err := connected.Submit(s.ctx, job("late"))
			if err == nil {
				submission.Leave()
			}
			return err
		}},
		{"connect", func() error {
			timing := s.timing
			timing.Request = hang / 2
			c, err := cluster.Dial(s.ctx, cluster.Options{Timing: timing, Address: line, Log: log})
			if err == nil {
				c.Close()
			}
			return err
		}},
	} {
		if err := s.hub.Close(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.do() }()
		said := s.message(messages, "the connection to the cluster broke", "the cluster does not answer")
		s.hub = startHub(t, hub.Options{Dir: dir, Listen: address})
		if err := <-ended; err != nil || !said {
			t.Errorf("%s: error %v, said so: %t", c.name, err, said)
		}
		if !s.message(messages, "answers again") {
			t.Errorf("%s: no message that the cluster answers again", c.name)
		}
	}
}

// message waits for a message that has one of the texts. It returns false if the time of the test is over.
func (s *site) message(messages <-chan string, texts ...string) bool {
	for {
		select {
		case m := <-messages:
			for _, text := range texts {
				if strings.Contains(m, text) {
					return true
				}
			}
		case <-s.ctx.Done():
			return false
		}
	}
}
