package units

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/hub"
	"github.com/kaeshi/kaeshi/internal/crashtest"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/search"
)

// victimVariable is an environment variable that makes the test program a worker that takes a unit, reports it and
// never finishes it.
const victimVariable = "KAESHI_TEST_VICTIM"

func TestMain(m *testing.M) {
	if address := os.Getenv(victimVariable); address != "" {
		fmt.Fprintln(os.Stderr, victim(address))
		os.Exit(1)
	}
	if os.Getenv(programVariable) != "" {
		if err := program(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func victim(address string) error {
	ctx := context.Background()
	c, err := cluster.Dial(ctx, cluster.Options{Address: address, Timing: quick})
	if err != nil {
		return err
	}
	hang := func(ctx context.Context, _ cluster.Task) ([]byte, error) {
		fmt.Println("taken")
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return cluster.NewWorker(c, cluster.WorkerOptions{
		Name: "victim", Version: identity.String(), Handlers: map[string]cluster.Handler{kindSolve: hang},
	}).Run(ctx)
}

// quick contains short intervals for fast tests. AckWait is long, so that no worker counts as unresponsive on a busy
// machine, but shorter than the time limit: a unit that arrives after the client has given up its request is delivered
// again after this time.
var quick = cluster.Timing{
	Beat: 50 * time.Millisecond, AckWait: hang / 4, Retry: 20 * time.Millisecond, Request: 5 * time.Second,
	Idle: 50 * time.Millisecond,
}

var identity = Identity{Version: "test", Signature: 1, Weights: "2"}

// hang is the time limit for a condition.
const hang = 2 * time.Minute

// site is a hub that listens, with the clients and workers of a test.
type site struct {
	t   *testing.T
	ctx context.Context
	dir string
	hub *hub.Hub

	timing cluster.Timing // the intervals of the clients
}

func newSite(t *testing.T) *site {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	t.Cleanup(cancel)
	s := &site{t: t, ctx: ctx, dir: t.TempDir(), timing: quick}
	s.start("127.0.0.1:0")
	t.Cleanup(s.stop)
	return s
}

func (s *site) start(address string) {
	s.t.Helper()
	h, err := hub.Start(hub.Options{Dir: s.dir, Listen: address})
	if err != nil {
		s.t.Fatal(err)
	}
	s.hub = h
}

func (s *site) stop() {
	if err := s.hub.Close(); err != nil {
		s.t.Error(err)
	}
}

func (s *site) restart() {
	s.t.Helper()
	address := s.hub.Addr()
	s.stop()
	s.start(address)
}

func (s *site) client() *cluster.Client {
	s.t.Helper()
	c, err := cluster.Dial(s.ctx, cluster.Options{Timing: s.timing, Address: s.hub.Join("")})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(c.Close)
	return c
}

// worker starts a worker of one thread.
func (s *site) worker(edit ...func(*cluster.WorkerOptions)) {
	s.t.Helper()
	begin := make(chan struct{})
	close(begin)
	s.workerAfter(begin, edit...)
}

// workerAfter starts a worker of one thread when begin is closed.
func (s *site) workerAfter(begin <-chan struct{}, edit ...func(*cluster.WorkerOptions)) {
	s.t.Helper()
	o := cluster.WorkerOptions{Name: "honest", Version: identity.String(), Handlers: Handlers(1)}
	for _, e := range edit {
		e(&o)
	}
	w := cluster.NewWorker(s.client(), o)
	ctx, cancel := context.WithCancel(s.ctx)
	ended := make(chan error, 1)
	go func() {
		select {
		case <-begin:
			ended <- w.Run(ctx)
		case <-ctx.Done():
			ended <- ctx.Err()
		}
	}()
	s.t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			s.t.Errorf("the worker ended with the error %v, want context.Canceled", err)
		}
	})
}

// handling replaces the handler of a kind with one that wraps it.
func handling(kind string, wrap func(cluster.Handler) cluster.Handler) func(*cluster.WorkerOptions) {
	return func(o *cluster.WorkerOptions) { o.Handlers[kind] = wrap(o.Handlers[kind]) }
}

// endings returns a file of n positions with 10 empty squares, a line that is not a position, and a finished game.
func endings(n int) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, uint64(n)))
	for i := range n {
		p := othellotest.Ending(r, othello.Size8, 10)
		fmt.Fprintln(&b, p)
		if i == n/2 {
			b.WriteString("no position\nXXXXXXXXXXXXXXXX X\n")
		}
	}
	return b.String()
}

// solving is a run over a file, with its reports.
type solving struct {
	run       problems.Run
	solutions []problems.Solution
	bad       []string
	sum       problems.Total
}

var tables = search.Options{HashBytes: 1 << 20, Threads: 1}

func newSolving(j *problems.Journal) *solving {
	s := &solving{}
	s.run = problems.Run{
		Engine: search.New(tables), Journal: j,
		Solved: func(one problems.Solution) error { s.solutions = append(s.solutions, one); return nil },
		Bad:    func(err error) { s.bad = append(s.bad, err.Error()) },
	}
	return s
}

// differs compares the reports of two runs, without times.
func (s *solving) differs(want *solving) string {
	return cmp.Diff(want, s, cmp.AllowUnexported(solving{}), cmpopts.IgnoreFields(solving{}, "run"),
		cmpopts.IgnoreFields(problems.Solution{}, "Seconds"), cmpopts.IgnoreFields(problems.Total{}, "Seconds"),
		cmpopts.IgnoreUnexported(problems.Total{}))
}

func local(t *testing.T, file string) *solving {
	t.Helper()
	s := newSolving(nil)
	var err error
	if s.sum, err = s.run.File(t.Context(), strings.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	return s
}

// solve solves the file on the cluster.
func (s *site) solve(ctx context.Context, run *solving, file string) (err error) {
	run.sum, err = Solve(ctx, Options{Client: s.client(), Identity: identity}, &run.run, tables, []byte(file))
	return err
}

// TestSolveSurvives checks that the results equal those of one machine, in the same order, even if a worker is killed
// during a unit and the hub restarts.
func TestSolveSurvives(t *testing.T) {
	t.Parallel()
	file := endings(40)
	want := local(t, file)
	s, got, ended := newSite(t), newSolving(nil), make(chan error, 1)
	s.timing.AckWait = 400 * time.Millisecond
	solved := got.run.Solved
	got.run.Solved = func(one problems.Solution) error {
		if len(got.solutions) == 10 {
			s.restart()
		}
		return solved(one)
	}
	go func() { ended <- s.solve(s.ctx, got, file) }()
	if !crashtest.Kill(t, crashtest.Child(t, victimVariable, s.hub.Join("")), 0) {
		t.Error("the worker was not killed")
	}
	for range 2 {
		s.worker()
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if diff := got.differs(want); diff != "" {
		t.Errorf("the run on the cluster differs (-local +cluster):\n%s", diff)
	}
}

// TestSolveContinues checks that the next run with the same journal continues a stopped run without solving solved
// positions again.
func TestSolveContinues(t *testing.T) {
	t.Parallel()
	file := endings(30)
	want := local(t, file)
	s, path := newSite(t), filepath.Join(t.TempDir(), "journal")
	var runs atomic.Int64
	s.worker(handling(kindSolve, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			runs.Add(1)
			return h(ctx, task)
		}
	}))
	ctx, stop := context.WithCancel(s.ctx)
	first := newSolving(openJournal(t, path))
	solved := first.run.Solved
	first.run.Solved = func(one problems.Solution) error {
		if len(first.solutions) == 9 {
			stop()
		}
		return solved(one)
	}
	if err := s.solve(ctx, first, file); !errors.Is(err, context.Canceled) {
		t.Fatalf("the first run ended with the error %v, want context.Canceled", err)
	}
	if err := first.run.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	if n := len(first.solutions); n < 10 || n == len(want.solutions) {
		t.Errorf("the first run reported %d solutions, want at least 10 and not all", n)
	}
	second := newSolving(openJournal(t, path))
	if err := s.solve(s.ctx, second, file); err != nil {
		t.Fatal(err)
	}
	if diff := second.differs(want); diff != "" {
		t.Errorf("the second run differs (-local +cluster):\n%s", diff)
	}
	if n := runs.Load(); n > 40 { // units that end while the second run begins are run twice
		t.Errorf("%d runs of 30 units, want at most 40", n)
	}
}

func openJournal(t *testing.T, path string) *problems.Journal {
	t.Helper()
	j, err := problems.OpenJournal(path, problems.Task{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() }) // the test may have closed it
	return j
}

// TestSolveGivesUp checks that a unit that fails on every worker is reported in its place, and that the others are
// solved.
func TestSolveGivesUp(t *testing.T) {
	t.Parallel()
	file := endings(6)
	want := local(t, file)
	victim := want.solutions[2]
	want.solutions = append(want.solutions[:2], want.solutions[3:]...)
	want.sum.Positions--
	want.sum.Nodes -= victim.Nodes
	want.sum.GivenUp = 1
	want.bad = append([]string{fmt.Sprintf(
		"line %d: given up after 3 attempts, the last on worker honest: no luck", victim.Line)}, want.bad...)
	s, got := newSite(t), newSolving(nil)
	s.worker(handling(kindSolve, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			if strings.Contains(string(task.Spec), victim.Position) {
				return nil, errors.New("no luck")
			}
			return h(ctx, task)
		}
	}))
	if err := s.solve(s.ctx, got, file); err != nil {
		t.Fatal(err)
	}
	if diff := got.differs(want); diff != "" {
		t.Errorf("the run differs (-want +got):\n%s", diff)
	}
}

// TestRefusals checks that workers of another version and workers with too little memory refuse the job, and that the
// submitter reports the reason.
func TestRefusals(t *testing.T) {
	t.Parallel()
	other := identity
	other.Signature = 7
	for _, c := range []struct {
		name string
		edit func(*cluster.WorkerOptions)
		want string
	}{
		{
			"version", func(o *cluster.WorkerOptions) { o.Version = other.String() },
			"it needs version test, bench 1, weights 2 and this worker is test, bench 7, weights 2",
		},
		{
			"memory", func(o *cluster.WorkerOptions) { o.Memory = int64(tables.HashBytes) - 1 },
			"its units take 1 MB each and this worker gives them 0 MB",
		},
		{
			"kinds", func(o *cluster.WorkerOptions) { o.Handlers = map[string]cluster.Handler{} },
			`this worker does not take work of the kind "solve"`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, logged := newSite(t), make(chan string, 10)
			s.worker(c.edit)
			ctx, stop := context.WithCancel(s.ctx)
			defer stop()
			run, ended := newSolving(nil), make(chan error, 1)
			o := Options{Client: s.client(), Identity: identity, Log: func(text string) { logged <- text }}
			go func() {
				_, err := Solve(ctx, o, &run.run, tables, []byte(endings(1)))
				ended <- err
			}()
			for text := ""; !strings.Contains(text, c.want); {
				select {
				case text = <-logged:
				case <-s.ctx.Done():
					t.Fatalf("the submitter does not report %q", c.want)
				}
			}
			stop()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("the run ended with the error %v, want context.Canceled", err)
			}
		})
	}
}

// TestIdentify checks that the identity of this program has a signature and the checksum of its weights.
func TestIdentify(t *testing.T) {
	t.Parallel()
	i, err := Identify(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if i.Version != "(unknown)" {
		t.Errorf("version %q, want (unknown)", i.Version)
	}
	if i.Signature < 1000 || len(i.Weights) != 64 {
		t.Errorf("identity %+v, want a signature and a checksum", i)
	}
}

// TestSolveVerifies checks that, if all results are verified, those of a worker with wrong scores are discarded and the
// worker is reported.
func TestSolveVerifies(t *testing.T) {
	t.Parallel()
	file := endings(30)
	want := local(t, file)
	s := newSite(t)
	lied := make(chan struct{})
	var once sync.Once
	s.worker(handling(kindSolve, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			select {
			case <-lied:
			case <-ctx.Done():
			}
			return h(ctx, task)
		}
	}))
	s.worker(handling(kindSolve, func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task cluster.Task) ([]byte, error) {
			defer once.Do(func() { close(lied) })
			result, err := h(ctx, task)
			return bytes.Replace(result, []byte(`"score":`), []byte(`"score":1`), 1), err
		}
	}), func(o *cluster.WorkerOptions) { o.Name = "liar" })
	got := newSolving(nil)
	var mu sync.Mutex
	var quarantines []string
	var err error
	got.sum, err = Solve(s.ctx, Options{
		Client: s.client(), Identity: identity, Verify: 1, VerifyThreads: 2,
		Log: func(text string) {
			mu.Lock()
			defer mu.Unlock()
			if strings.Contains(text, "is quarantined") { // other messages depend on how fast the workers connect
				quarantines = append(quarantines, text)
			}
		},
	}, &got.run, tables, []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if diff := got.differs(want); diff != "" {
		t.Errorf("solutions differ (-local +cluster):\n%s", diff)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(quarantines) != 1 || !strings.Contains(quarantines[0], "worker liar is quarantined") {
		t.Errorf("messages %q, want one about the quarantine of liar", quarantines)
	}
}
