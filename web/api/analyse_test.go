package api

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/claims/claimstest"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/web/webtest"
	"github.com/kaeshi/kaeshi/web/work"
)

const analysePath = Path + "analyse"

// listener reads an event stream.
type listener struct {
	*site

	lines *bufio.Scanner
	leave context.CancelFunc
}

// listen opens an event stream. It fails the test if the request is refused.
func (s *site) listen(path string) *listener {
	s.Helper()
	ctx, leave := context.WithCancel(s.Context())
	response, err := s.Client.Do(s.Request(ctx, "GET", path, ""))
	if err != nil {
		leave()
		s.Fatal(err)
	}
	s.Cleanup(func() { leave(); response.Body.Close() })
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK ||
		kind != "text/event-stream" {
		s.Fatalf("%s: %s, %s", path, response.Status, kind)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return &listener{s, lines, leave}
}

// next returns the next event. The name is empty at the end of the stream.
func (l *listener) next() (e event) {
	l.Helper()
	for l.lines.Scan() {
		field, value, _ := strings.Cut(l.lines.Text(), ": ")
		switch field {
		case "event":
			e.name = value
		case "data":
			e.data = value
		case "":
			if e.name != "" {
				return e
			}
		}
	}
	return event{}
}

// analysedIn decodes an event, which must have the given name.
func (l *listener) analysedIn(e event, name string) (a analysed) {
	l.Helper()
	if err := json.Unmarshal([]byte(e.data), &a); e.name != name || err != nil {
		l.Fatalf("event %q %s, want %s: %v", e.name, e.data, name, err)
	}
	return a
}

// done reads the stream to its end and returns the last analysis and those before it.
func (l *listener) done() (a analysed, before []analysed) {
	l.Helper()
	for {
		e := l.next()
		if e.name == "progress" {
			before = append(before, l.analysedIn(e, "progress"))
			continue
		}
		a = l.analysedIn(e, "done")
		if more := l.next(); more.name != "" {
			l.Errorf("after done: %s %s", more.name, more.data)
		}
		return a, before
	}
}

// TestAnalyse checks that every legal move has a score of the requested depth, equal to that of the engine.
func TestAnalyse(t *testing.T) {
	s := serve(t)
	a, before := s.listen(analysePath + "?moves=f5d6c3d3c4&depth=6&confidence=100").done()
	if len(before) == 0 {
		t.Error("want progress events, got none")
	}
	if a.Nodes == 0 || a.NPS == 0 {
		t.Errorf("%d nodes and %d nodes per second, want more than 0", a.Nodes, a.NPS)
	}
	want := a
	want.Ended, want.Pov, want.Turn, want.Stored, want.Queue = "complete", "white", "white", false, 0
	want.Opening = &openingName{English: "Tiger", Japanese: "虎"}
	webtest.Same(t, "the analysis", want, a)
	p, err := othello.Parse(a.Position)
	if err != nil {
		t.Fatal(err)
	}
	engine := search.New(search.Options{HashBytes: 1 << 20})
	for _, m := range p.Moves() {
		at := slices.IndexFunc(a.Moves, func(x analysedMove) bool { return x.Move == p.Size.Name(m) })
		if at < 0 {
			t.Errorf("%s has no value", p.Size.Name(m))
			continue
		}
		r, err := engine.Search(t.Context(), p.Play(m), search.Limits{Depth: 5, Confidence: 100}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := a.Moves[at]
		if diff := *got.Score + r.Score.Discs(); diff > 0.011 || diff < -0.011 {
			t.Errorf("%s: score %v, want %v", got.Move, *got.Score, -r.Score)
		}
		want := got
		want.Depth, want.Source = 6, "depth"
		webtest.Same(t, got.Move, want, got)
		webtest.Same(t, "the first move of the line", got.Move, got.PV[0])
	}
	if len(a.Moves) != len(p.Moves()) {
		t.Errorf("%d moves have scores, want all %d legal ones", len(a.Moves), len(p.Moves()))
	}
}

// TestAnalyseRecalls checks that a stored result is returned for symmetric positions, and that deeper analyses continue
// from it.
func TestAnalyseRecalls(t *testing.T) {
	s := serve(t)
	first, _ := s.listen(analysePath + "?moves=f5d6c3&depth=8").done()
	again, before := s.listen(analysePath + "?moves=f5d6c3&depth=7").done()
	if len(before) != 0 {
		t.Errorf("repeated request: %d progress events, want none", len(before))
	}
	want := again
	want.Stored, want.Depth = true, 8
	webtest.Same(t, "again", want, again)
	webtest.Same(t, "the best move again", first.Moves[0].Move, again.Moves[0].Move)
	turned, _ := s.listen(analysePath + "?moves=c4e3f6&depth=8").done()
	want = turned
	want.Stored, want.Score = true, first.Score
	webtest.Same(t, "turned", want, turned)
	if turned.Moves[0].Move == first.Moves[0].Move {
		t.Errorf("symmetric position: best move %s, want the symmetric one", turned.Moves[0].Move)
	}
	if p, err := othello.Parse(turned.Position); err != nil || p.Check(mustSquare(t, p, turned.Moves[0].Move)) != nil {
		t.Errorf("symmetric position: %s in %s, want a legal move (%v)", turned.Moves[0].Move, turned.Position, err)
	}
	deeper, before := s.listen(analysePath + "?moves=f5d6c3&depth=10").done()
	want = deeper
	want.Stored, want.Depth = false, 10
	webtest.Same(t, "deeper", want, deeper)
	if len(before) == 0 {
		t.Fatal("deeper analysis: want progress events, got none")
	}
	want = before[0]
	want.Stored, want.Depth = true, 8
	webtest.Same(t, "the first progress event", want, before[0])
	for _, b := range before {
		if b.Depth < 8 {
			t.Errorf("progress at depth %d, want at least 8, that of the stored result", b.Depth)
		}
	}
	if fresh, _ := s.listen(analysePath + "?moves=f5d6c3&depth=5&fresh=true").done(); fresh.Stored || fresh.Depth != 5 {
		t.Errorf("fresh analysis: %+v, want depth and source of a new search", fresh)
	}
	if kept, _ := s.listen(analysePath + "?moves=f5d6c3&depth=9").done(); !kept.Stored || kept.Depth != 10 {
		t.Errorf("stored %t with depth %d, want the stored result of depth 10", kept.Stored, kept.Depth)
	}
}

func mustSquare(t *testing.T, p othello.Position, name string) othello.Square {
	t.Helper()
	m, err := p.Size.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestAnalyseWithoutStore checks that analyses work without a database and return no stored results.
func TestAnalyseWithoutStore(t *testing.T) {
	s := serve(t, func(o *setup) { o.Store = nil })
	for range 2 {
		if a, _ := s.listen(analysePath + "?size=6&level=4").done(); a.Stored || len(a.Moves) != 4 {
			t.Errorf("stored %t with %d moves, want a new result with 4", a.Stored, len(a.Moves))
		}
	}
}

// TestAnalyseEndings checks that endgames are exact, that finished games have their result, and that a forced pass is
// the only move.
func TestAnalyseEndings(t *testing.T) {
	s := serve(t)
	end, _ := s.listen(analysePath + "?position=XXXXXXXXXXXXXX--+O&size=4").done()
	if !end.Over {
		t.Errorf("finished game: Over is false in %+v", end)
	}
	webtest.Same(t, "moves after the end", []analysedMove{}, end.Moves)
	if *end.Score != -14-2 && *end.Score != -16 {
		t.Errorf("finished game: score %v, want -16", *end.Score)
	}
	small, _ := s.listen(analysePath + "?size=4&level=20").done()
	solved, err := search.New(search.Options{HashBytes: 1 << 20}).Solve(t.Context(),
		othello.Start(othello.Size4, othello.Usual))
	if err != nil {
		t.Fatal(err)
	}
	value := solved.Score.Discs()
	want := small
	want.Exact, want.Score = true, &value
	webtest.Same(t, "4×4", want, small)
	if len(small.Moves) != 4 {
		t.Fatalf("4×4: %d moves, want 4", len(small.Moves))
	}
	webtest.Same(t, "the source of the best move", "exact", small.Moves[0].Source)
	pass, _ := s.listen(analysePath + "?size=4&moves=" + passing(t, othello.Size4).Transcript() + "&level=20").done()
	if len(pass.Moves) != 1 {
		t.Fatalf("forced pass: moves %+v, want one", pass.Moves)
	}
	webtest.Same(t, "the only move", "pass", pass.Moves[0].Move)
	webtest.Same(t, "pass is exact", true, pass.Exact)
}

// TestAnalyseStops checks that a search stops when its client disconnects, and that its result is stored.
func TestAnalyseStops(t *testing.T) {
	s := serve(t)
	l := s.listen(analysePath + "?moves=f5d6c3d3c4f4&seconds=3600")
	reached := 0
	for reached < 8 {
		reached = l.analysedIn(l.next(), "progress").Depth
	}
	l.leave()
	free(t, s.api.scheduler.Analyses)
	if a, _ := s.listen(analysePath + "?moves=f5d6c3d3c4f4&depth=8").done(); !a.Stored || a.Depth < 8 {
		t.Errorf("stored %t with depth %d, want a stored result of depth 8 or more (reached %d)", a.Stored, a.Depth,
			reached)
	}
	// The time limit ends an analysis.
	began := time.Now()
	if a, _ := s.listen(analysePath + "?moves=f5d6c3d3c4b3&seconds=0.3").done(); a.Ended != "time" ||
		time.Since(began) > promptly {
		t.Errorf("time limit of 0.3 s: ended by %s after %v, want by time", a.Ended, time.Since(began))
	}
}

// TestAnalysePlayer checks that other players analyse positions too, and that the response names the source of their
// moves.
func TestAnalysePlayer(t *testing.T) {
	s := serve(t)
	a, _ := s.listen(analysePath + "?moves=f5&player=alphabeta:3").done()
	webtest.Same(t, "the player", "alphabeta:3", a.Player)
	if len(a.Moves) != 1 {
		t.Fatalf("player: moves %+v, want one", a.Moves)
	}
	want := a.Moves[0]
	want.Source, want.Depth = "depth", 3
	webtest.Same(t, "the move", want, a.Moves[0])
	if a, _ = s.listen(analysePath + "?moves=f5&player=random").done(); a.Moves[0].Source != "player" ||
		a.Moves[0].Score != nil {
		t.Errorf("random: source %s, score %v; want the source player and no score", a.Moves[0].Source,
			a.Moves[0].Score)
	}
}

// TestAnalyseQueue checks that waiting clients receive their position in the queue, and that long searches yield to
// them.
func TestAnalyseQueue(t *testing.T) {
	s := serve(t, func(o *setup) { o.Thinking = 1 })
	gate := s.api.scheduler.Analyses
	var turns []*work.Ticket
	for range 2 {
		turn, err := gate.Join("somebody " + string(rune('a'+len(turns))))
		if err != nil {
			t.Fatal(err)
		}
		defer turn.Leave()
		turns = append(turns, turn)
	}
	l := s.listen(analysePath + "?moves=f5&depth=4")
	if a := l.analysedIn(l.next(), "progress"); a.Queue != 1 || len(a.Moves) != 0 {
		t.Errorf("waiting: place %d with %d moves, want place 1 and no moves", a.Queue, len(a.Moves))
	}
	turns[0].Leave()
	if a, _ := l.done(); a.Queue != 0 || a.Depth != 4 {
		t.Errorf("running: place %d, depth %d; want place 0 and depth 4", a.Queue, a.Depth)
	}
}

func TestAnalyseProblems(t *testing.T) {
	s := serve(t)
	for query, words := range map[string][]string{
		"level=61":                {"level", "60"},
		"level=5&depth=5":         {"level and depth"},
		"depth=0":                 {"depth", "1"},
		"lines=0":                 {"lines", "all"},
		"seconds=-1":              {"seconds"},
		"moves=f5f5":              {"move 2"},
		"player=nobody":           {"nobody"},
		"player=human":            {"human"},
		"confidence=20":           {"confidence"},
		"moves=f5&deep=1":         {`"deep"`, "depth"},
		"player=exec/gtp:rm%20-r": {"exec"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", analysePath+"?"+query, "", words...)
	}
}

// TestAnalyseFromTheBook checks that moves of the opening book are returned with their source if the request has the
// parameter book.
func TestAnalyseFromTheBook(t *testing.T) {
	s := serve(t)
	last, _ := s.listen(analysePath + "?moves=f5&level=1&book=true").done()
	if len(last.Moves) == 0 || last.Moves[0].Source != "book" {
		t.Errorf("with book: moves %+v, want the first from the book", last.Moves)
	}
	if last, _ = s.listen(analysePath + "?moves=f5&level=1").done(); len(last.Moves) != 3 ||
		last.Moves[0].Source != "depth" {
		t.Errorf("without book: moves %+v, want none from the book", last.Moves)
	}
}

// TestAnalyseProved checks that analyses of claimed positions, of any depth and stored or not, keep within the proved
// bounds and name the proof.
func TestAnalyseProved(t *testing.T) {
	s := serve(t)
	for i, p := range append(claimstest.Nearest(t)[:12], othello.Start(othello.Size8, othello.Usual)) {
		path := fmt.Sprintf("%s?position=%s&depth=%d", analysePath, url.QueryEscape(p.String()), 1+i%6)
		last, before := s.listen(path).done()
		again, more := s.listen(path).done()
		for _, a := range append(append(before, last, again), more...) {
			if len(a.Moves) == 0 {
				continue
			}
			claimstest.Check(t, "analysis", p, *a.Score)
			for _, m := range a.Moves {
				square, err := p.Size.Parse(m.Move)
				if err != nil {
					t.Fatal(err)
				}
				claimstest.CheckMove(t, "analysis", p, square, *m.Score)
				webtest.Same(t, "the proof of "+m.Move, claims.ProvedMove(p, square), m.Proved)
			}
		}
	}
}
