package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// population simulates concurrent users of a server. On Linux each user has a different loopback address.
type population struct {
	testing.TB
	url   string
	pause time.Duration // before each move of a user
	spec  string        // opponent of the users
	level int           // of reviews

	analysisTime time.Duration // time limit of an analysis

	mu       sync.Mutex
	took     []time.Duration     // response times of moves
	games    map[string]string   // transcripts of stored games by id
	analyses map[string]analysed // last results by path
	jobs     map[string]int      // last number of judged moves by id
	waited   int                 // number of analyses that waited in the queue
	failures int
	requests int
}

func newPopulation(t testing.TB, url string) *population {
	return &population{
		TB: t, url: url, spec: "kaeshi:level=5", level: 8, games: map[string]string{}, analyses: map[string]analysed{},
		jobs: map[string]int{},
	}
}

// run simulates users that play and users that analyse until ctx ends and all of them have stopped.
func (w *population) run(ctx context.Context, players, analysts int) {
	var all sync.WaitGroup
	for i := range players + analysts {
		p := &user{population: w, number: i, chance: rand.New(rand.NewPCG(1, uint64(i)))}
		p.client = &http.Client{Transport: p.transport()}
		all.Go(func() {
			defer p.client.CloseIdleConnections()
			do := p.play
			if i >= players {
				do = p.analyse
			}
			if err := do(ctx); err != nil && ctx.Err() == nil {
				w.fail("user %d: %v", i, err)
			}
		})
	}
	all.Wait()
}

// active reports whether every kind of activity has occurred at least once, or a user has failed.
func (w *population) active() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failures > 0 || len(w.games) > 0 && len(w.analyses) > 0 && len(w.jobs) > 0 && w.waited > 0
}

func (w *population) fail(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failures++; w.failures < 20 {
		w.Errorf(format, args...)
	}
}

// user is a simulated user.
type user struct {
	*population

	number int
	chance *rand.Rand
	client *http.Client
}

func (p *user) transport() *http.Transport {
	var d net.Dialer
	if runtime.GOOS == "linux" {
		d.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 1, byte(p.number>>8), byte(p.number))}
	}
	return &http.Transport{DialContext: d.DialContext}
}

// send sends a request and returns an error unless the response has one of the statuses. The caller closes the body.
func (p *user) send(ctx context.Context, method, path, body string, want ...int) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, p.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	p.mu.Lock()
	p.requests++
	p.mu.Unlock()
	response, err := p.client.Do(r)
	if err != nil {
		return nil, err
	}
	if slices.Contains(want, response.StatusCode) {
		return response, nil
	}
	text, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	return nil, fmt.Errorf("%s %s: %s: %s", method, path, response.Status, text)
}

// read sends a request and decodes the JSON response.
func (p *user) read(method, path, body string, v any, want ...int) error {
	// The end of run does not cancel pending requests.
	response, err := p.send(context.Background(), method, path, body, want...)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(v)
}

// sleep waits for d or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// play plays games with random moves against a player of the server and stores them.
func (p *user) play(ctx context.Context) error {
	if err := sleep(ctx, time.Duration(p.chance.Int64N(int64(p.pause)+1))); err != nil {
		return err
	}
	for {
		g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
		for !g.Position().Over() {
			if err := p.turn(ctx, g); err != nil {
				return err
			}
		}
		if err := p.store(g); err != nil {
			return err
		}
	}
}

// turn plays a move of either side.
func (p *user) turn(ctx context.Context, g *record.Game) error {
	position := g.Position()
	moves := position.Moves()
	if (position.Turn == othello.Black) == (p.number%4 < 2) {
		if err := sleep(ctx, p.pause); err != nil {
			return err
		}
		g.Moves = append(g.Moves, moves[p.chance.IntN(len(moves))])
		var state gameState
		return p.read("GET", gamePath+"?moves="+withPasses(g), "", &state, http.StatusOK)
	}
	began := time.Now()
	a, err := p.answer(g)
	if err != nil {
		return fmt.Errorf("after %s: %w", g.Transcript(), err)
	}
	p.mu.Lock()
	p.took = append(p.took, time.Since(began))
	p.mu.Unlock()
	m, err := g.Start.Size.Parse(a.Move)
	if err != nil {
		return err
	}
	return g.Play(m)
}

// answer returns the server's move. Half of the users request it with POST /move and half with GET /think.
func (p *user) answer(g *record.Game) (a player.Answer, err error) {
	if p.number%2 == 0 {
		return a, p.read("POST", movePath, moveBody(8, withPasses(g), p.spec), &a, http.StatusOK)
	}
	err = p.follow(context.Background(), thinkPath+"?player="+p.spec+"&moves="+withPasses(g),
		func(name string, data []byte) error {
			if name == "problem" {
				return errors.New(string(data))
			}
			return json.Unmarshal(data, &a)
		})
	return a, err
}

// follow reads a stream to its end or until receive returns an error.
func (p *user) follow(ctx context.Context, path string, receive func(name string, data []byte) error) error {
	response, err := p.send(ctx, "GET", path, "", http.StatusOK)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	name, lines := "", bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(field) {
		case "event":
			name = string(value)
		case "data":
			if err := receive(name, value); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

func (p *user) store(g *record.Game) error {
	id := fmt.Sprintf("game-%d-%d", p.number, p.chance.Uint64())
	body := fmt.Sprintf(`{"id":%q,"moves":%q,"black":"human","white":%q}`, id, g.Transcript(), p.spec)
	var kept storedGame
	if err := p.read("POST", gamesPath, body, &kept, http.StatusCreated); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.games[id] = kept.Moves
	return nil
}

// randomGame returns a game of random moves.
func (p *user) randomGame(plies int) *record.Game {
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	for !g.Position().Over() && len(g.Moves) < plies {
		moves := g.Position().Moves()
		g.Moves = append(g.Moves, moves[p.chance.IntN(len(moves))])
	}
	return g
}

var errStopReading = errors.New("the user stops reading")

// analyse analyses random positions and adds a review of every fifth game.
func (p *user) analyse(ctx context.Context) error {
	for i := 0; ctx.Err() == nil; i++ {
		if i%5 == 0 {
			if err := p.review(); err != nil {
				return err
			}
		}
		path := fmt.Sprintf("%sanalyse?moves=%s&seconds=%g", Path, withPasses(p.randomGame(10+p.chance.IntN(30))),
			p.analysisTime.Seconds())
		var seen analysed
		queued, served := false, 0
		err := p.follow(ctx, path, func(name string, data []byte) error {
			if name == "problem" {
				return errors.New(string(data))
			}
			seen = analysed{}
			err := json.Unmarshal(data, &seen)
			if queued = queued || seen.Queue > 0; seen.Queue == 0 {
				served++
			}
			if i%4 == 3 && served > 3 && err == nil && name == "progress" {
				err = errStopReading
			}
			return err
		})
		if err != nil && !errors.Is(err, errStopReading) {
			return err
		}
		p.mu.Lock()
		if queued {
			p.waited++
		}
		if err == nil {
			p.analyses[path] = seen
		}
		p.mu.Unlock()
	}
	return nil
}

// review adds a job unless the last one of the user is still open.
func (p *user) review() error {
	var list jobList
	if err := p.read("GET", jobsPath+"?limit=200", "", &list, http.StatusOK); err != nil {
		return err
	}
	mine := fmt.Sprintf("job-%d-", p.number)
	for _, j := range list.Jobs {
		if strings.HasPrefix(j.ID, mine) {
			p.note(j)
			if j.State != "done" {
				return nil
			}
		}
	}
	body := fmt.Sprintf(`{"id":"%s%d","game":{"moves":%q},"level":%d}`, mine, p.chance.Uint64(),
		p.randomGame(60).Transcript(), p.level)
	var j job
	if err := p.read("POST", jobsPath, body, &j, http.StatusCreated); err != nil {
		return err
	}
	p.note(j)
	return nil
}

func (w *population) note(j job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.jobs[j.ID] = max(w.jobs[j.ID], j.Done)
}

// checkRestart checks that a restarted server has all stored games and analyses, and that it completes the open jobs.
func (w *population) checkRestart() {
	p := &user{population: w, client: &http.Client{}}
	defer p.client.CloseIdleConnections()
	const pace = 12 * time.Millisecond // stays below the rate limit of a client
	for id, moves := range w.games {
		time.Sleep(pace)
		var g storedGame
		if err := p.read("GET", gamesPath+"/"+url.PathEscape(id), "", &g, http.StatusOK); err != nil ||
			g.Moves != moves {
			w.fail("game %s is lost: %v", id, err)
		}
	}
	for path, seen := range w.analyses {
		var now analysed
		err := p.follow(w.Context(), path, func(_ string, data []byte) error {
			return errors.Join(json.Unmarshal(data, &now), errStopReading)
		})
		if !errors.Is(err, errStopReading) ||
			len(seen.Moves) > 0 && seen.Moves[0].Source != "book" && (!now.Stored || now.Depth < seen.Depth) {
			w.fail("%s: depth %d (stored: %t), want %d or more: %v", path, now.Depth, now.Stored, seen.Depth, err)
		}
	}
	for id, done := range w.jobs {
		p.awaitJob(id, done)
	}
}

// awaitJob waits until a job is done. The number of judged moves must not fall below done.
func (p *user) awaitJob(id string, done int) {
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var j job
		err := p.read("GET", jobsPath+"/"+id, "", &j, http.StatusOK)
		switch {
		case err != nil:
			p.fail("job %s: %v", id, err)
			return
		case j.State == "failed" || j.State == "cancelled":
			p.fail("job %s is %s after %d of %d moves: %s", id, j.State, j.Done, j.Total, j.Problem)
			return
		case j.Done < done:
			p.fail("job %s has %d of %d moves judged, but %d before the restart", id, j.Done, j.Total, done)
			return
		case time.Now().After(end):
			p.fail("job %s is still %s after five minutes, with %d of %d moves", id, j.State, j.Done, j.Total)
			return
		case j.State == "done" && j.Done == j.Total && j.Result != nil:
			return
		}
	}
}
