package api

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/webtest"
	"github.com/kaeshi/kaeshi/web/work"
)

// clientOfLoad plays games over HTTP with random moves against a player of the server.
type clientOfLoad struct {
	*site
	spec string
	took []time.Duration // response times of moves
}

// play plays one game and returns an error if a move of the server is illegal.
func (c *clientOfLoad) play(seed int) error {
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	for ply := 0; ; ply++ {
		p := g.Position()
		moves := p.Moves()
		switch {
		case len(moves) == 0:
			return nil
		case (ply+seed)%2 == 0:
			g.Moves = append(g.Moves, moves[(ply*7+seed)%len(moves)])
			continue
		}
		m, err := c.move(g)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return fmt.Errorf("after %s: %w", g.Transcript(), err)
		}
	}
}

func (c *clientOfLoad) move(g *record.Game) (othello.Square, error) {
	began := time.Now()
	response, err := c.Client.Do(
		c.Request(c.Context(), "POST", movePath, moveBody(g.Start.Size, withPasses(g), c.spec)))
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	c.took = append(c.took, time.Since(began))
	switch {
	case err != nil:
		return 0, err
	case response.StatusCode != http.StatusOK:
		return 0, fmt.Errorf("%s: %s", response.Status, text)
	}
	var a player.Answer
	if err := json.NewDecoder(strings.NewReader(string(text))).Decode(&a); err != nil {
		return 0, err
	}
	return g.Start.Size.Parse(a.Move)
}

// withPasses returns the transcript with passes, because a pass at the end cannot be inferred.
func withPasses(g *record.Game) string {
	var b strings.Builder
	for _, m := range g.Moves {
		b.WriteString(strings.Replace(g.Start.Size.Name(m), "pass", "--", 1))
	}
	return b.String()
}

// crowd runs several clients that each play one game at the same time. It returns the sorted response times of the
// moves.
func crowd(s *site, clients int, spec string) []time.Duration {
	var mu sync.Mutex
	var all []time.Duration
	var playing sync.WaitGroup
	for i := range clients {
		playing.Go(func() {
			c := &clientOfLoad{site: s, spec: spec}
			if err := c.play(i); err != nil {
				s.Errorf("client %d: %v", i, err)
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, c.took...)
		})
	}
	playing.Wait()
	slices.Sort(all)
	return all
}

func percentile(sorted []time.Duration, percent int) time.Duration {
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)]
}

func TestFiftyClients(t *testing.T) {
	took := crowd(serve(t), 50, "kaeshi:level=1")
	if len(took) < 50*25 {
		t.Errorf("%d moves of the server, want at least %d", len(took), 50*25)
	}
}

// TestFiftyClientsBesideHeavySearches checks that quick players do not wait when the queue of strong players is full.
func TestFiftyClientsBesideHeavySearches(t *testing.T) {
	sleeping := webtest.NewSleeper()
	s := serve(t, withPlayer("sleeper", sleeping.Player), func(o *setup) { o.Thinking = 1 })
	defer fill(t, s, sleeping)()
	crowd(s, 50, "kaeshi:level=1")
}

// TestConcurrentUsers checks that concurrent users who play, analyse and review games are all served. After a restart
// on the same database, stored results are available and open jobs are completed. TestHundredUsers (build tag slow)
// measures response times.
func TestConcurrentUsers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	onFile := func(o *setup) {
		kept, err := store.Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = kept.Close() })
		o.Store = kept
	}
	s := serve(t, onFile)
	w := newPopulation(t, s.URL)
	w.pause, w.analysisTime, w.spec = time.Millisecond, 200*time.Millisecond, "kaeshi:level=1"
	ctx, cancel := context.WithCancel(t.Context())
	var users sync.WaitGroup
	players := 12
	if testing.Short() {
		players, w.level = 4, 2
	}
	users.Go(func() { w.run(ctx, players, 4) })
	end := func() {
		cancel()
		users.Wait()
	}
	defer end()
	webtest.Eventually(t, "a stored game, a completed analysis, a job and a waiting analysis", w.active)
	end()
	s.stop()
	s.stop = func() {}
	w.url = serve(t, onFile).URL
	w.checkRestart()
	t.Logf("%d moves, %d games, %d analyses, %d jobs", len(w.took), len(w.games), len(w.analyses), len(w.jobs))
}

// BenchmarkFiftyClients plays fifty concurrent games over loopback connections. p99-ms is the 99th percentile of the
// response times of moves. The clients share the processors with the server.
func BenchmarkFiftyClients(b *testing.B) {
	for _, spec := range []string{"kaeshi:level=1", "kaeshi:skill=1"} {
		b.Run(spec, func(b *testing.B) {
			s := serve(b)
			var took []time.Duration
			for b.Loop() {
				took = append(took, crowd(s, 50, spec)...)
			}
			slices.Sort(took)
			b.ReportMetric(float64(percentile(took, 99).Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(percentile(took, 50).Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

// BenchmarkQuickMoveBesideSearches measures moves of quick players while two strong players, two analyses and a review
// use all processors. It compares the default number of processors with [work.Processors].
func BenchmarkQuickMoveBesideSearches(b *testing.B) {
	s := serve(b, func(o *setup) { o.Thinking, o.MaxThink = 2, time.Hour })
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	var beside sync.WaitGroup
	for i, path := range []string{thinkPath + "?player=kaeshi:level=40&moves=f5d6", thinkPath +
		"?player=kaeshi:level=40&moves=f5f6", Path + "analyse?level=40", Path + "analyse?level=40&moves=f5f4"} {
		p := &user{population: newPopulation(b, s.URL), number: i, client: s.Client}
		beside.Go(func() { _ = p.follow(ctx, path, func(string, []byte) error { return nil }) }) // ends with ctx
	}
	s.Send(http.StatusCreated, "POST", jobsPath,
		`{"id":"beside-all","game":{"moves":"`+finished(8, othello.Usual).Transcript()+`"},"level":30}`)
	webtest.Eventually(b, "all searches", func() bool {
		heavy, _ := s.api.scheduler.Strong.Load()
		analyses, _ := s.api.scheduler.Analyses.Load()
		jobs, _ := s.api.scheduler.Jobs.Load()
		return heavy+analyses+jobs == 5
	})
	cores := runtime.GOMAXPROCS(0)
	for _, processors := range []int{cores, work.Processors(cores)} {
		for _, clients := range []int{1, 20} {
			b.Run(fmt.Sprintf("processors=%d,clients=%d", processors, clients), func(b *testing.B) {
				runtime.GOMAXPROCS(processors)
				defer runtime.GOMAXPROCS(cores)
				var took []time.Duration
				for b.Loop() {
					took = append(took, crowd(s, clients, "kaeshi:level=8")...)
				}
				slices.Sort(took)
				b.ReportMetric(float64(percentile(took, 50).Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(percentile(took, 99).Microseconds())/1000, "p99-ms")
			})
		}
	}
	cancel()
	beside.Wait()
}

// BenchmarkClientLeaves measures the time from the disconnection of a client to the end of its search. The target is at
// most 100 ms.
func BenchmarkClientLeaves(b *testing.B) {
	s := serve(b)
	heavy := s.api.scheduler.Strong
	for _, spec := range []string{"kaeshi:level=21", "minimax:20"} {
		b.Run(spec, func(b *testing.B) {
			var longest time.Duration
			for b.Loop() {
				ctx, cancel := context.WithCancel(b.Context())
				response := s.open(ctx, "moves=f5d6c3&player="+spec)
				if _, err := bufio.NewReader(response.Body).ReadString('{'); err != nil { // the first progress
					b.Fatal(err)
				}
				left := time.Now()
				cancel()
				free(b, heavy)
				longest = max(longest, time.Since(left))
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "longest-ms")
		})
	}
}
