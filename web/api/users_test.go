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

// town is people who use one server at the same time, each from an address of its own where the system lets them have
// one.
type town struct {
	testing.TB
	url   string
	pause time.Duration // before a person's move
	spec  string        // against whom they play
	look  time.Duration // how long an analysis may take

	mu       sync.Mutex
	took     []time.Duration // for each move that the server chose
	games    map[string]string
	analyses map[string]analysed
	jobs     map[string]int // moves judged, as far as one was told
	waited   int            // analyses that were told a place in the queue
	failures int
	asked    int // requests
}

func newTown(t testing.TB, url string) *town {
	return &town{
		TB: t, url: url, spec: "kaeshi:level=5", games: map[string]string{}, analyses: map[string]analysed{},
		jobs: map[string]int{},
	}
}

// live lets so many play and so many analyse until ctx ends; it returns when all have gone home.
func (w *town) live(ctx context.Context, players, analysts int) {
	var all sync.WaitGroup
	for i := range players + analysts {
		p := &person{town: w, number: i, chance: rand.New(rand.NewPCG(1, uint64(i)))}
		p.client = &http.Client{Transport: p.transport()}
		all.Go(func() {
			defer p.client.CloseIdleConnections()
			day := p.play
			if i >= players {
				day = p.analyse
			}
			if err := day(ctx); err != nil && ctx.Err() == nil {
				w.fail("person %d: %v", i, err)
			}
		})
	}
	all.Wait()
}

// lively reports whether each thing that people do in the town has been done, or one of them failed.
func (w *town) lively() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failures > 0 || len(w.games) > 0 && len(w.analyses) > 0 && len(w.jobs) > 0 && w.waited > 0
}

func (w *town) fail(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failures++; w.failures < 20 {
		w.Errorf(format, args...)
	}
}

// person is one of them.
type person struct {
	*town

	number int
	chance *rand.Rand
	client *http.Client
}

func (p *person) transport() *http.Transport {
	var d net.Dialer
	if runtime.GOOS == "linux" {
		d.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 1, byte(p.number>>8), byte(p.number))}
	}
	return &http.Transport{DialContext: d.DialContext}
}

// ask sends a request, which must be answered with one of the statuses. The caller closes the body.
func (p *person) ask(ctx context.Context, method, path, body string, want ...int) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, p.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	p.mu.Lock()
	p.asked++
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

// read is the JSON answer to a request.
func (p *person) read(method, path, body string, v any, want ...int) error {
	// a request that has begun is waited for when the day ends
	response, err := p.ask(context.Background(), method, path, body, want...)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(v)
}

// rest waits, unless the day ends.
func rest(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// play plays game after game: own moves by chance after a pause, the answers by the server's player.
func (p *person) play(ctx context.Context) error {
	if err := rest(ctx, time.Duration(p.chance.Int64N(int64(p.pause)+1))); err != nil {
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

// turn plays one move of either side.
func (p *person) turn(ctx context.Context, g *record.Game) error {
	position := g.Position()
	moves := position.Moves()
	if (position.Turn == othello.Black) == (p.number%4 < 2) {
		if err := rest(ctx, p.pause); err != nil {
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

// answer is the server's move, asked for as programs do or as the page does.
func (p *person) answer(g *record.Game) (a player.Answer, err error) {
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

// follow reads a stream to its end, or until an event is an error.
func (p *person) follow(ctx context.Context, path string, heard func(name string, data []byte) error) error {
	response, err := p.ask(ctx, "GET", path, "", http.StatusOK)
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
			if err := heard(name, value); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

func (p *person) store(g *record.Game) error {
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

// someGame is a game by chance.
func (p *person) someGame(plies int) *record.Game {
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	for !g.Position().Over() && len(g.Moves) < plies {
		moves := g.Position().Moves()
		g.Moves = append(g.Moves, moves[p.chance.IntN(len(moves))])
	}
	return g
}

var errSeenEnough = errors.New("the person has seen enough")

// analyse looks into one position after the other, and has a game reviewed now and then.
func (p *person) analyse(ctx context.Context) error {
	for i := 0; ctx.Err() == nil; i++ {
		if i%5 == 0 {
			if err := p.review(); err != nil {
				return err
			}
		}
		path := fmt.Sprintf("%sanalyse?moves=%s&seconds=%g", Path, withPasses(p.someGame(10+p.chance.IntN(30))),
			p.look.Seconds())
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
				err = errSeenEnough
			}
			return err
		})
		if err != nil && !errors.Is(err, errSeenEnough) {
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

// review asks for a job unless the last one is not done yet.
func (p *person) review() error {
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
	body := fmt.Sprintf(`{"id":"%s%d","game":{"moves":%q},"level":8}`, mine, p.chance.Uint64(),
		p.someGame(60).Transcript())
	var j job
	if err := p.read("POST", jobsPath, body, &j, http.StatusCreated); err != nil {
		return err
	}
	p.note(j)
	return nil
}

func (w *town) note(j job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.jobs[j.ID] = max(w.jobs[j.ID], j.Done)
}

// remembered checks that a server, after a restart, has all that the people were told is stored, and goes on with what
// was not finished.
func (w *town) remembered() {
	p := &person{town: w, client: &http.Client{}}
	defer p.client.CloseIdleConnections()
	const pace = 12 * time.Millisecond // one client may not ask much more often
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
			return errors.Join(json.Unmarshal(data, &now), errSeenEnough)
		})
		if !errors.Is(err, errSeenEnough) ||
			len(seen.Moves) > 0 && seen.Moves[0].Source != "book" && (!now.Stored || now.Depth < seen.Depth) {
			w.fail("%s is lost: depth %d (stored: %t) for %d: %v", path, now.Depth, now.Stored, seen.Depth, err)
		}
	}
	for id, done := range w.jobs {
		p.awaitJob(id, done)
	}
}

// awaitJob waits until a job is done, which must not begin anew.
func (p *person) awaitJob(id string, done int) {
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var j job
		err := p.read("GET", jobsPath+"/"+id, "", &j, http.StatusOK)
		switch {
		case err != nil:
			p.fail("job %s: %v", id, err)
			return
		case j.State == "failed" || j.State == "cancelled":
			p.fail("job %s is %s after %d moves of %d: %s", id, j.State, j.Done, j.Total, j.Problem)
			return
		case j.Done < done:
			p.fail("job %s has %d moves of %d, %d were judged before", id, j.Done, j.Total, done)
			return
		case time.Now().After(end):
			p.fail("job %s is %s too late, with %d moves of %d", id, j.State, j.Done, j.Total)
			return
		case j.State == "done" && j.Done == j.Total && j.Result != nil:
			return
		}
	}
}
