package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	qr "github.com/piglig/go-qr"

	"github.com/kaeshi/kaeshi/online"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/webtest"
)

// linked is the part of the state of a game of two people that the tests read.
type linked struct {
	Phase, Role, You, Creator, Clock, Ended, Loser string

	Events, Round, Viewers int
	Here                   map[string]bool
	Names                  map[string]string
	Points                 map[string]float64
	Running                bool
	Request                *struct{ Kind, By string }
	Game                   struct {
		Moves, Turn, Start string
		Size               int
	}
}

// String returns the phase, the role of the client, and the moves and the end of the round.
func (v linked) String() string {
	text := fmt.Sprintf("%s: %s %s, round %d, moves %q", v.Phase, v.Role, v.You, v.Round, v.Game.Moves)
	if v.Ended != "" {
		text += ", " + v.Loser + " lost: " + v.Ended
	}
	if v.Request != nil {
		text += ", " + v.Request.Kind + " of " + v.Request.By
	}
	return text
}

// created is the answer to the creation of a game.
type created struct {
	ID, Key  string
	GuestKey string `json:"guest_key"`
	Game     linked
}

// people is a game of two people under test.
type people struct {
	*site
	created
}

// withKey sends a request with a key and without a token.
func (s *site) withKey(method, path, body, key string) (*http.Response, []byte) {
	s.Helper()
	r := s.Request(s.Context(), method, path, body)
	if key != "" {
		r.Header.Set("Kaeshi-Key", key)
	}
	return s.Do(r)
}

// invite creates a game. The creator is Black.
func (s *site) invite(more string) *people {
	s.Helper()
	body := `{"colour":"black","name":"Anna"` + more + `}`
	response, answer := s.bearing("POST", api.OnlinePath, body, token)
	if response.StatusCode != http.StatusCreated {
		s.Fatalf("status %s: %s", response.Status, answer)
	}
	p := &people{site: s}
	if err := json.Unmarshal(answer, &p.created); err != nil {
		s.Fatal(err)
	}
	return p
}

func (p *people) path() string { return api.OnlinePath + "/" + p.ID }

// act sends an action and returns the state after it.
func (p *people) act(key, body string) (v linked) {
	p.Helper()
	response, answer := p.withKey("POST", p.path()+"/actions", body, key)
	if err := json.Unmarshal(answer, &v); err != nil || response.StatusCode != http.StatusOK {
		p.Fatalf("%s: status %s, error %v: %s", body, response.Status, err, answer)
	}
	return v
}

func (p *people) refuse(status int, key, body string, words ...string) {
	p.Helper()
	response, answer := p.withKey("POST", p.path()+"/actions", body, key)
	p.CheckProblem(response, answer, status, words...)
}

func (p *people) state(key string) (v linked) {
	p.Helper()
	response, answer := p.withKey("GET", p.path(), "", key)
	if err := json.Unmarshal(answer, &v); err != nil || response.StatusCode != http.StatusOK {
		p.Fatalf("status %s, error %v: %s", response.Status, err, answer)
	}
	return v
}

// TestTwoPeoplePlay plays a short game on a server with a token, which only its owner has.
func TestTwoPeoplePlay(t *testing.T) {
	p := serve(t, withToken).invite(`,"clock":"5m+3s"`)
	guest := p.state(p.GuestKey)
	webtest.Same(t, "the invitation", `waiting: guest white, round 1, moves ""`, guest.String())
	webtest.Same(t, "the clock", "5m+3s", guest.Clock)
	p.act(p.GuestKey, `{"action":"join","name":"Ben"}`)
	p.act(p.Key, `{"action":"move","ply":0,"move":"f5"}`)
	now := p.act(p.GuestKey, `{"action":"move","ply":1,"move":"d6"}`)
	webtest.Same(t, "names", map[string]string{"black": "Anna", "white": "Ben"}, now.Names)
	webtest.Same(t, "after d6", `playing: guest white, round 1, moves "f5d6"`, now.String())
	if !now.Running {
		t.Error("the clock does not run")
	}
	now = p.act(p.GuestKey, `{"action":"take-back"}`)
	webtest.Same(t, "the request", `playing: guest white, round 1, moves "f5d6", take-back of white`, now.String())
	if now = p.act(p.Key, `{"action":"agree"}`); now.Game.Moves != "f5" {
		t.Errorf("moves %s after the take-back, want f5", now.Game.Moves)
	}
	now = p.act(p.GuestKey, `{"action":"resign"}`)
	webtest.Same(t, "the end", `over: guest white, round 1, moves "f5", white lost: resigned`, now.String())
	p.act(p.Key, `{"action":"rematch"}`)
	now = p.act(p.GuestKey, `{"action":"rematch"}`)
	webtest.Same(t, "points", map[string]float64{"black": 0, "white": 1}, now.Points)
	webtest.Same(t, "the rematch", `playing: guest black, round 2, moves ""`, now.String())
	_, answer := p.bearing("GET", gamesPath, "", token)
	if !strings.Contains(string(answer), `"id":"online-`+p.ID+`-1"`) {
		t.Errorf("the record does not have the game: %s", answer)
	}
}

// TestKeysOpenOneGame checks that the key of a link moves for its side only and opens nothing else of the server.
func TestKeysOpenOneGame(t *testing.T) {
	s := serve(t, withToken)
	one, two := s.invite(""), s.invite("")
	for _, p := range []*people{one, two} {
		p.act(p.GuestKey, `{"action":"join"}`)
	}
	move := `{"action":"move","ply":0,"move":"f5"}`
	one.refuse(http.StatusConflict, one.GuestKey, move, "opponent")
	for _, key := range []string{"", two.Key, two.GuestKey, one.Key[1:], token} {
		one.refuse(http.StatusForbidden, key, move, "key")
		one.refuse(http.StatusForbidden, key, `{"action":"resign"}`, "key")
	}
	for _, key := range []string{two.Key, "nonsense"} {
		for _, path := range []string{"", "/events"} {
			response, answer := s.withKey("GET", one.path()+path, "", key)
			s.CheckProblem(response, answer, http.StatusForbidden, "key")
		}
	}
	for _, c := range [][3]string{
		{"GET", gamesPath, ""},
		{"GET", gamePath, ""},
		{"POST", movePath, moveBody(8, "", "random")},
		{"GET", thinkPath + "?player=kaeshi:level=1", ""},
		{"GET", api.Path + "analyse?moves=f5", ""},
		{"POST", api.Path + "jobs", "{}"},
		{"GET", api.OnlinePath, ""},
		{"POST", api.OnlinePath, "{}"},
		{"POST", api.Path + "qr", `{"text":"x"}`},
		{"GET", api.DocumentPath, ""},
		{"GET", "/", ""},
		{"GET", "/metrics", ""},
	} {
		for header, value := range map[string]string{"Kaeshi-Key": one.Key, "Cookie": api.CookieName + "=" + one.Key} {
			r := s.Request(t.Context(), c[0], c[1], c[2])
			r.Header.Set(header, value)
			if response, answer := s.Do(r); response.StatusCode != http.StatusUnauthorized {
				t.Errorf("%s %s with the key in %s: status %s, want 401: %s", c[0], c[1], header, response.Status,
					answer)
			}
		}
	}
	// Paths that leave the folder of the games are not open.
	line := s.raw("GET " + api.OnlinePath + "/../games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	if line == "" || strings.Contains(line, "200") {
		t.Errorf("a path with two dots: %q", line)
	}
	one.act(one.Key, move)
	if got := two.state("").Game.Moves; got != "" {
		t.Errorf("the other game has the moves %q", got)
	}
}

func TestOnlineProblems(t *testing.T) {
	s := serve(t, withToken)
	p := s.invite("")
	for body, words := range map[string]string{
		`{"clock":"depth:3"}`: "time", `{"clock":"9h"}`: "at most", `{"colour":"red"}`: "colour",
		`{"moves":"a1"}`: "a1", `{"size":5}`: "size", `{"position":"` + strings.Repeat("X", 64) + ` X"}`: "over",
	} {
		response, answer := s.bearing("POST", api.OnlinePath, body, token)
		s.CheckProblem(response, answer, http.StatusUnprocessableEntity, words)
	}
	p.refuse(http.StatusConflict, p.Key, `{"action":"move","move":"f5"}`, "not joined")
	p.act(p.GuestKey, `{"action":"join"}`)
	p.refuse(http.StatusConflict, p.Key, `{"action":"move","ply":7,"move":"f5"}`, "changed")
	p.refuse(http.StatusConflict, p.Key, `{"action":"agree"}`, "no request")
	p.refuse(http.StatusUnprocessableEntity, p.Key, `{"action":"move","move":"a1"}`, "a1")
	p.refuse(http.StatusUnprocessableEntity, p.Key, `{"action":"time"}`, "action")
	p.refuse(http.StatusUnprocessableEntity, p.Key, `{"action":"resume"}`, "action")
	p.refuse(http.StatusRequestEntityTooLarge, p.Key, `{"action":"join","name":"`+strings.Repeat("x", 3000)+`"}`)
	for _, path := range []string{"", "/events", "/board.png"} {
		response, answer := s.withKey("GET", api.OnlinePath+"/NONE"+path, "", "")
		s.CheckProblem(response, answer, http.StatusNotFound, "no game")
	}
	for range online.MaxBurst {
		response, _ := p.withKey("POST", p.path()+"/actions", `{"action":"decline"}`, p.Key)
		if response.StatusCode == http.StatusTooManyRequests {
			return
		}
	}
	p.refuse(http.StatusTooManyRequests, p.Key, `{"action":"decline"}`)
}

// follow opens the event stream of a game. The function returns the next state.
func (p *people) follow(ctx context.Context, key string) (next func() linked) {
	p.Helper()
	r := p.Request(ctx, "GET", p.path()+"/events", "")
	r.Header.Set("Kaeshi-Key", key)
	response, err := p.Client.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { _ = response.Body.Close() })
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return func() (v linked) {
		p.Helper()
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(text), &v); err != nil {
					p.Fatal(err)
				}
				return v
			}
		}
		p.Fatalf("the stream ended: %v", lines.Err())
		return v
	}
}

// TestOnlineEvents checks that streams send the whole state at once and after each change, with the presence of the
// players.
func TestOnlineEvents(t *testing.T) {
	p := serve(t, withToken).invite("")
	until := func(next func() linked, what string, holds func(linked) bool) {
		t.Helper()
		for !holds(next()) {
			t.Log("waiting for ", what)
		}
	}
	ctx, leave := context.WithCancel(t.Context())
	viewer, guest := p.follow(t.Context(), ""), p.follow(ctx, p.GuestKey)
	until(viewer, "the guest", func(v linked) bool { return v.Here["white"] && v.Viewers == 1 })
	p.act(p.GuestKey, `{"action":"join"}`)
	p.act(p.Key, `{"action":"move","move":"f5"}`)
	for _, next := range []func() linked{viewer, guest} {
		until(next, "f5", func(v linked) bool { return v.Game.Moves == "f5" })
	}
	leave()
	until(viewer, "the guest's leave", func(v linked) bool { return !v.Here["white"] })
	again := p.follow(t.Context(), p.GuestKey)() // a client that reconnects
	if again.Game.Moves != "f5" || again.You != "white" {
		t.Errorf("%+v after reconnecting, want the whole state", again)
	}
}

// TestStreamsOfAClient checks the limit of event streams of one client.
func TestStreamsOfAClient(t *testing.T) {
	p := serve(t, withToken, func(o *Options) { o.PerClient = 1 }).invite("")
	for range 4 {
		p.follow(t.Context(), "")()
	}
	response, answer := p.withKey("GET", p.path()+"/events", "", "")
	p.CheckProblem(response, answer, http.StatusTooManyRequests, "event streams")
}

// TestGamesSurviveTheServer checks that a game continues on another server with the same database.
func TestGamesSurviveTheServer(t *testing.T) {
	first := serve(t, withToken)
	p := first.invite("")
	p.act(p.GuestKey, `{"action":"join"}`)
	p.act(p.Key, `{"action":"move","move":"f5"}`)
	p.site = serve(t, withToken, func(o *Options) { o.Store = first.server.options.Store })
	if v := p.act(p.GuestKey, `{"action":"move","ply":1,"move":"d6"}`); v.Game.Moves != "f5d6" || v.Events != 3 {
		t.Errorf("%+v, want f5d6", v)
	}
}

// TestLinkPreview checks the title and the picture of a link, which need no token.
func TestLinkPreview(t *testing.T) {
	s := serve(t, withToken, func(o *Options) { o.Proxied = true })
	p := s.invite(`,"name":"<Anna> & \"Co\""`)
	page := func(query, language string) string {
		t.Helper()
		r := s.Request(t.Context(), "GET", "/online"+query, "")
		r.Header.Set("Accept-Language", language)
		r.Header.Set("X-Forwarded-Proto", "https")
		response, answer := s.Do(r)
		if response.StatusCode != http.StatusOK || !strings.Contains(string(answer), `<div id="app">`) {
			t.Fatalf("status %s: %s", response.Status, answer)
		}
		return string(answer)
	}
	invitation := page("?game="+p.ID, "en")
	for _, want := range []string{
		`<title>&lt;Anna&gt; &amp; &#34;Co&#34; invites you to a game of Othello</title>`,
		`<meta property="og:title" content="&lt;Anna&gt; &amp; &#34;Co&#34; invites`,
	} {
		if !strings.Contains(invitation, want) {
			t.Errorf("no %s in %s", want, invitation)
		}
	}
	picture := regexp.MustCompile(`og:image" content="https://([^/"]+)(/[^"]+)"`).FindStringSubmatch(invitation)
	if picture == nil || !strings.HasSuffix(s.URL, picture[1]) {
		t.Fatalf("no picture of this server in %s", invitation)
	}
	drawn, err := png.Decode(bytes.NewReader(s.Send(http.StatusOK, "GET", picture[2], "")))
	if err != nil || drawn.Bounds().Dx() != 600 {
		t.Errorf("picture %v, error %v; want a width of 600", drawn, err)
	}
	p.act(p.GuestKey, `{"action":"join","name":"Ben"}`)
	if players := page("?game="+p.ID, "ja"); !strings.Contains(players, "対 Ben") {
		t.Errorf("no players in %s", players)
	}
	for _, query := range []string{"", "?game=NONE"} {
		if none := page(query, "en"); strings.Contains(none, "og:image") || !strings.Contains(none, "Othello by link") {
			t.Errorf("%q: %s", query, none)
		}
	}
}

// TestQRCode checks that the code of a link can be read.
func TestQRCode(t *testing.T) {
	s := serve(t)
	link := fmt.Sprintf("https://kaeshi.example/online?game=%s#online/%s/%s", strings.Repeat("A", 16),
		strings.Repeat("A", 16), strings.Repeat("B", 26))
	svg := string(s.Send(http.StatusOK, "POST", api.Path+"qr", fmt.Sprintf(`{"text":%q}`, link)))
	side := 0
	box := regexp.MustCompile(`viewBox="0 0 \d+ `).FindString(svg)
	if _, err := fmt.Sscanf(box, `viewBox="0 0 %d `, &side); err != nil {
		t.Fatalf("%v: %s", err, svg)
	}
	const scale = 4 // pixels of a module
	picture := image.NewGray(image.Rect(0, 0, scale*side, scale*side))
	draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h1v1h-1z`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.Atoi(m[1])
		y, _ := strconv.Atoi(m[2])
		draw.Draw(picture, image.Rect(scale*x, scale*y, scale*(x+1), scale*(y+1)), image.Black, image.Point{}, draw.Src)
	}
	if text, err := qr.Decode(picture); err != nil || text != link {
		t.Errorf("the code reads %q, error %v; want %q", text, err, link)
	}
	s.WantProblem(http.StatusUnprocessableEntity, "POST", api.Path+"qr", `{"text":""}`, "text")
	s.WantProblem(http.StatusUnprocessableEntity, "POST", api.Path+"qr",
		fmt.Sprintf(`{"text":%q}`, strings.Repeat("x", 301)), "text")
}
