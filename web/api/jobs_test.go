package api

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/internal/crashtest"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/webtest"
)

// servedFrom is the environment variable with the database that the test program serves instead of running tests.
const servedFrom = "KAESHI_TEST_SERVE"

// serveUntilKilled serves a database and prints the address.
func serveUntilKilled(path string) error {
	kept, err := store.Open(context.Background(), path)
	if err != nil {
		return err
	}
	offered, err := player.Catalogue()
	if err != nil {
		return err
	}
	s, err := newSite(setup{
		Players: webtest.Players().New, Offered: offered, Store: kept, MaxThink: 20 * time.Second, Thinking: 2,
		PerClient: 50,
		Logger:    slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + listener.Addr().String())
	server := &http.Server{Handler: s.handler, ReadHeaderTimeout: time.Minute}
	return server.Serve(listener)
}

// game60 is a game of sixty moves between two people, with mistakes.
const game60 = "f5d6c5f4e3c6d3f6e6d7g3c4g5c3f7d2e7f2c8f3c7h3e2f1d1e1g1g4c1h6h4h5b5h2g6c2b1a6b3b4a3f8" +
	"a5a4g2d8e8b8a7h1b7a1a2b2b6a8g7h7h8g8"

func jobBody(id, moves string, level int) string {
	return fmt.Sprintf(`{"id":%q,"kind":"review","level":%d,"game":{"moves":%q,"black":"A & B","white":"C"}}`,
		id, level, moves)
}

// jobIn decodes an event, which must have the given name.
func (l *listener) jobIn(e event, name string) (j job) {
	l.Helper()
	if err := json.Unmarshal([]byte(e.data), &j); e.name != name || err != nil {
		l.Fatalf("event %q %s, want %s: %v", e.name, e.data, name, err)
	}
	return j
}

// eachKeeper runs a test on a server with a database and on one without.
func eachKeeper(t *testing.T, test func(*testing.T, *site)) {
	t.Run("database", func(t *testing.T) { test(t, serve(t)) })
	t.Run("no database", func(t *testing.T) { test(t, serve(t, func(o *setup) { o.Store = nil })) })
}

// TestReview checks that a review sends each judged move, and ends with the result of a direct analysis of the game.
func TestReview(t *testing.T) { eachKeeper(t, testReview) }

func testReview(t *testing.T, s *site) {
	var requested job
	if err := json.Unmarshal(s.Send(http.StatusCreated, "POST", jobsPath, jobBody("review-0001", game60, 4)),
		&requested); err != nil {
		t.Fatal(err)
	}
	if !store.JobState(requested.State).Open() || requested.Total == 0 {
		t.Errorf("state %q with %d moves, want an open job with moves", requested.State, requested.Total)
	}
	l := s.listen(jobsPath + "/review-0001/events")
	sent := map[int]bool{}
	for _, m := range l.jobIn(l.next(), "state").Result.Moves {
		sent[m.Ply] = true
	}
	var done job
	for done.ID == "" {
		switch e := l.next(); e.name {
		case "move":
			var m analysis.Move
			if err := json.Unmarshal([]byte(e.data), &m); err != nil {
				t.Errorf("event move with the data %s: %v", e.data, err)
			}
			if sent[m.Ply] || len(m.Best) == 0 {
				t.Errorf("ply %d: already sent: %t, best moves %v; want a new ply with a best move", m.Ply, sent[m.Ply],
					m.Best)
			}
			sent[m.Ply] = true
		case "state":
		default:
			done = l.jobIn(e, "done")
		}
	}
	whole := done.Result
	if len(sent) != done.Total || len(whole.Moves) != done.Total {
		t.Errorf("%d move events and %d moves in the result, want %d", len(sent), len(whole.Moves), done.Total)
	}
	if whole.Nodes == 0 || whole.Seconds <= 0 {
		t.Errorf("cost of %d nodes in %v s, want more than 0", whole.Nodes, whole.Seconds)
	}
	for name, at := range map[string]string{"created": done.Created, "started": done.Started, "ended": done.Ended} {
		if at == "" {
			t.Errorf("the finished job lacks the time when it was %s", name)
		}
	}
	g, err := JobGame(fmt.Sprintf(`{"size":8,"start":"usual","moves":%q,"black":"A & B","white":"C"}`, game60))
	if err != nil {
		t.Fatal(err)
	}
	effort, err := analysis.AtLevel(4)
	if err != nil {
		t.Fatal(err)
	}
	want := job{
		Schema: "kaeshi/job/1", ID: "review-0001", Kind: "review", State: "done", Created: done.Created,
		Started: done.Started,
		Ended:   done.Ended, Level: 4, Done: requested.Total, Total: requested.Total, Game: requested.Game,
		Result: analysis.Assemble(g, effort, whole.Moves, analysis.UsualMarks()),
	}
	want.Result.Nodes, want.Result.Seconds = whole.Nodes, whole.Seconds
	if diff := cmp.Diff(received(t, want), done); diff != "" {
		t.Errorf("finished job (-want +got):\n%s", diff)
	}
	checkReasons(t, whole)
	again := read[job](s, "POST", jobsPath, jobBody("review-0001", game60, 4))
	if again.State != "done" {
		t.Errorf("repeated request: state %q, want done", again.State)
	}
	s.WantProblem(http.StatusConflict, "POST", jobsPath, jobBody("review-0001", game60, 5), "review-0001")
	if list := read[jobList](s, "GET", jobsPath, ""); len(list.Jobs) != 1 || list.Jobs[0].Result != nil {
		t.Errorf("list %+v, want one job without its result", list)
	}
	s.checkReport("review-0001")
	s.Send(http.StatusNoContent, "DELETE", jobsPath+"/review-0001", "")
	s.WantProblem(http.StatusNotFound, "GET", jobsPath+"/review-0001", "", "review-0001")
}

// checkReasons checks that each certain mistake has a reason in both languages.
func checkReasons(t *testing.T, whole *analysis.Game) {
	t.Helper()
	for _, ply := range whole.Mistakes {
		m := whole.Moves[ply-1]
		if m.Uncertain {
			continue
		}
		if len(m.Why) == 0 {
			t.Errorf("%s at ply %d has the mark %s and no reason", m.Move, ply, m.Mark)
		} else if m.Why[0].En == "" || m.Why[0].Ja == "" {
			t.Errorf("%s at ply %d: a language is missing: %+v", m.Move, ply, m.Why[0].Sentence)
		}
	}
}

// received returns a document after encoding to JSON and decoding.
func received[T any](t *testing.T, document T) (v T) {
	t.Helper()
	text, err := json.Marshal(document)
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// checkReport checks the report in both languages.
func (s *site) checkReport(id string) {
	s.Helper()
	for language, word := range map[string]string{"en": "Game review", "ja": "確定石"} {
		response, page := s.Do(s.Request(s.Context(), "GET", jobsPath+"/"+id+"/report?lang="+language, ""))
		policy := response.Header.Get("Content-Security-Policy")
		webtest.Same(s, language+": status", http.StatusOK, response.StatusCode)
		webtest.Same(s, language+": type", "text/html; charset=utf-8", response.Header.Get("Content-Type"))
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe-inline") {
			s.Errorf("%s: Content-Security-Policy %q", language, policy)
		}
		if !bytes.Contains(page, []byte("A &amp; B")) {
			s.Errorf("%s: the report lacks the names of the players: %s", language, page)
		}
		// The policy of the page allows the same style, because reports of the engine in the browser are subject to it.
		_, style, _ := bytes.Cut(page, []byte("<style>"))
		style, _, _ = bytes.Cut(style, []byte("</style>"))
		hash := sha256.Sum256(style)
		allowed := "'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
		if !strings.Contains(policy, "style-src "+allowed) {
			s.Errorf("%s: Content-Security-Policy %q, want the style %s only", language, policy, allowed)
		}
		webtest.Same(s, language+": the style", allowed, ReportStyle())
		if !bytes.Contains(page, []byte(word)) {
			s.Errorf("%s: the report lacks %q", language, word)
		}
	}
}

// TestCancelJob checks that a job can be cancelled while it waits and while it runs, and that later jobs then move up
// in the queue.
func TestCancelJob(t *testing.T) { eachKeeper(t, testCancelJob) }

func testCancelJob(t *testing.T, s *site) {
	for i := range 3 {
		s.Send(http.StatusCreated, "POST", jobsPath, jobBody(fmt.Sprintf("cancel-%04d", i), game60, 60))
	}
	webtest.Eventually(t, "the first job to run",
		func() bool { return read[job](s, "GET", jobsPath+"/cancel-0000", "").State == "running" })
	waiting := read[job](s, "GET", jobsPath+"/cancel-0002", "")
	want := waiting
	want.State, want.Queue = "queued", 3
	webtest.Same(t, "the third job", want, waiting)
	if waiting.Result == nil || waiting.Result.Moves == nil {
		t.Errorf("result of the waiting job: %+v, want an empty list of moves", waiting.Result)
	}
	s.WantProblem(http.StatusConflict, "GET", jobsPath+"/cancel-0002/report", "", "queued")
	s.Send(http.StatusNoContent, "DELETE", jobsPath+"/cancel-0001", "")
	l := s.listen(jobsPath + "/cancel-0002/events")
	if j := l.jobIn(l.next(), "state"); j.Queue != 2 {
		t.Errorf("place %d in the queue, want 2", j.Queue)
	}
	s.Send(http.StatusNoContent, "DELETE", jobsPath+"/cancel-0000", "")
	for {
		e := l.next()
		if e.name == "move" {
			continue
		}
		if j := l.jobIn(e, "state"); j.State == "running" {
			break
		}
	}
	for _, id := range []string{"cancel-0000", "cancel-0001"} {
		if j := read[job](s, "GET", jobsPath+"/"+id, ""); j.State != "cancelled" || j.Ended == "" {
			t.Errorf("cancelled job: state %q, ended %q; want cancelled and a time", j.State, j.Ended)
		}
	}
}

// TestJobResumes checks that a running job survives a shutdown and continues after the next start.
func TestJobResumes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jobs.db")
	kept, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	change := func(o *setup) { o.Store = kept }
	s := serve(t, change)
	s.Send(http.StatusCreated, "POST", jobsPath, jobBody("restart-0001", game60, 14))
	webtest.Eventually(t, "judged moves",
		func() bool { return read[job](s, "GET", jobsPath+"/restart-0001", "").Done > 3 })
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	before, err := kept.Job(t.Context(), "restart-0001")
	if err != nil {
		t.Fatal(err)
	}
	if before.State != store.JobRunning || before.Done <= 3 {
		t.Fatalf("state %q after %d moves, want a running job after more than 3", before.State, before.Done)
	}
	next := serve(t, change)
	webtest.Eventually(t, "more judged moves",
		func() bool { return read[job](next, "GET", jobsPath+"/restart-0001", "").Done > before.Done })
	next.Send(http.StatusNoContent, "DELETE", jobsPath+"/restart-0001", "")
}

// TestJobWithOtherWeights checks that a review that was begun with other or unknown weights starts over, so that all
// moves are judged with the same weights.
func TestJobWithOtherWeights(t *testing.T) {
	for _, weights := range []string{"", "others"} {
		kept, err := store.Open(t.Context(), ":memory:")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = kept.Close() })
		wanted := store.Job{
			ID: "weights-0001", Kind: "review", Game: `{"size":8,"start":"usual","moves":"f5d6c3"}`,
			Level: 2, Total: 3,
		}
		row, _, err := kept.AddJob(t.Context(), wanted)
		if err != nil {
			t.Fatal(err)
		}
		if err := kept.StartJob(t.Context(), row.Number, weights); err != nil {
			t.Fatal(err)
		}
		const part = `{"ply":2,"number":2,"pov":"white","move":"d6","best":["d6"],"score":40,"played":40,` +
			`"depth":2,"confidence":100,"pv":["d6"]}`
		if err := kept.AddJobPart(t.Context(), row.Number, 2, part); err != nil {
			t.Fatal(err)
		}
		s := serve(t, func(o *setup) {
			_ = o.Store.Close()
			o.Store = kept
		})
		var j job
		webtest.Eventually(t, "the review to end",
			func() bool { j = read[job](s, "GET", jobsPath+"/weights-0001", ""); return j.State == "done" })
		if len(j.Result.Moves) != 3 || j.Result.Moves[1].Score == 40 {
			t.Errorf("job begun with the weights %q: moves %+v, want three new judgements", weights, j.Result.Moves)
		}
	}
}

// TestKilledJobs checks that a server that is killed repeatedly finishes its jobs without judging a move twice.
func TestKilledJobs(t *testing.T) {
	if testing.Short() {
		return // the race detector does not observe other processes
	}
	path := filepath.Join(t.TempDir(), "killed.db")
	client := &http.Client{}
	t.Cleanup(client.CloseIdleConnections)
	last := 0
	for round := range 12 {
		address, kill := servedBy(t, path)
		if round == 0 {
			post(t, client, address+jobsPath, jobBody("killed-0001", game60, 10))
		}
		var j job
		webtest.Eventually(t, "the job to progress", func() bool {
			j = jobFrom(t, client, address+jobsPath+"/killed-0001")
			return j.State == "done" || last+6 < j.Total && j.Done >= last+6
		})
		if j.Done < last {
			t.Fatalf("%d judged moves after a kill, want at least %d", j.Done, last)
		}
		if last = j.Done; j.State == "done" {
			kill()
			if len(j.Result.Moves) != j.Total {
				t.Errorf("%d judged moves, want %d", len(j.Result.Moves), j.Total)
			}
			return
		}
		kill()
	}
	t.Errorf("%d judged moves after all kills, want a finished job", last)
}

// TestKilledAnalysis checks that results of an analysis survive a kill of the server.
func TestKilledAnalysis(t *testing.T) {
	if testing.Short() {
		t.Skip("takes too long with -short")
	}
	path := filepath.Join(t.TempDir(), "killed.db")
	address, kill := servedBy(t, path)
	s := &site{Site: &webtest.Site{TB: t, URL: address, Client: &http.Client{}}}
	t.Cleanup(s.Client.CloseIdleConnections)
	kept, err := store.Open(t.Context(), path) // another process may have it open
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	l := s.listen(analysePath + "?moves=f5d6c3d3c4f4&seconds=3600")
	p := l.analysedIn(l.next(), "progress").Position
	reached := 0
	for end := time.Now().Add(2 * time.Minute); reached == 0 && time.Now().Before(end); l.next() {
		known, err := kept.Analysis(t.Context(), analysis.KeyOf(othellotest.Parse(t, p)))
		if err != nil {
			t.Fatal(err)
		}
		if known.Found != "" {
			h, err := analysis.DecodeHint(othellotest.Parse(t, p), known.Found)
			if err != nil {
				t.Fatal(err)
			}
			reached = h.Lines[0].Depth
		}
	}
	kill()
	if reached == 0 {
		t.Fatal("no stored result after a minute")
	}
	next := serve(t, func(o *setup) { o.Store = kept })
	if a, _ := next.listen(analysePath + "?moves=f5d6c3d3c4f4&depth=" + strconv.Itoa(reached)).done(); !a.Stored ||
		a.Depth < reached {
		t.Errorf("%+v is stored, want depth %d, which was reached before the kill", a, reached)
	}
}

// servedBy starts a process that serves the database. kill ends it with SIGKILL.
func servedBy(t *testing.T, path string) (address string, kill func()) {
	t.Helper()
	c := crashtest.Child(t, servedFrom, path)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
}

func post(t *testing.T, client *http.Client, url, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusCreated {
		t.Fatalf("%s: %s %s %v", url, response.Status, text, err)
	}
}

func jobFrom(t *testing.T, client *http.Client, url string) (j job) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&j); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v", url, response.Status, err)
	}
	time.Sleep(2 * time.Millisecond)
	return j
}

func TestJobProblems(t *testing.T) { eachKeeper(t, testJobProblems) }

func testJobProblems(_ *testing.T, s *site) {
	for body, words := range map[string][]string{
		jobBody("short", "f5", 4):                                 {"id"},
		jobBody("job-00001", "", 4):                               {"no moves"},
		jobBody("job-00001", "f5f5", 4):                           {"move 2"},
		jobBody("job-00001", "f5", 61):                            {"level"},
		`{"id":"job-00001","kind":"solve","game":{"moves":"f5"}}`: {"kind"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "POST", jobsPath, body, words...)
	}
	for _, path := range []string{"/nothing", "/nothing/events", "/nothing/report"} {
		s.WantProblem(http.StatusNotFound, "GET", jobsPath+path, "", "nothing")
	}
	s.WantProblem(http.StatusNotFound, "DELETE", jobsPath+"/nothing", "", "nothing")
}

// TestJobPolls checks that jobs call Options.Poll, which lets other goroutines run in environments without preemption.
func TestJobPolls(t *testing.T) {
	polled := make(chan struct{}, 1)
	s := serve(t, func(o *setup) {
		o.Store = nil
		o.Poll = func() {
			select {
			case polled <- struct{}{}:
			default:
			}
		}
	})
	s.Send(http.StatusCreated, "POST", jobsPath, jobBody("polling-0001", game60, 60))
	<-polled
	s.Send(http.StatusNoContent, "DELETE", jobsPath+"/polling-0001", "")
}
