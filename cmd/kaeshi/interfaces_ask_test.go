package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/ggf"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/webtest"
	computing "github.com/kaeshi/kaeshi/web/work"
)

// run returns the output of a command for an input.
func (q *questions) run(input string, args ...string) string {
	q.Helper()
	var out bytes.Buffer
	s := q.start(&out, args...)
	s.end(input)
	return out.String()
}

// running is a command that runs.
type running struct {
	*questions

	in     *os.File
	status chan int
}

func (q *questions) start(out io.Writer, args ...string) running {
	q.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		q.Fatal(err)
	}
	p := newProgram(q.T, "en", map[string]string{"CI": "true"})
	p.In, p.Out, p.Err = r, &terminal.Output{Writer: out}, q.Output()
	s := running{q, w, make(chan int, 1)}
	go func() {
		defer r.Close()
		s.status <- p.run(q.Context(), args)
	}()
	return s
}

// end writes the last input and waits for the end of the command.
func (s running) end(input string) {
	s.Helper()
	_, err := io.WriteString(s.in, input)
	if closed := s.in.Close(); err != nil || closed != nil {
		s.Fatal(err, closed)
	}
	if status := webtest.Receive(s, "the end of a command", s.status); status != 0 {
		s.Fatalf("status %d, want 0", status)
	}
}

// dialogue sends requests to a command one after the other. The answer to each ends with the line for which over is
// true. It returns the lines of each answer.
func (q *questions) dialogue(requests []string, over func(line string) bool, args ...string) (answers [][]string) {
	q.Helper()
	r, w := io.Pipe()
	s := q.start(w, args...)
	lines := bufio.NewScanner(r)
	for _, request := range requests {
		if _, err := io.WriteString(s.in, request+"\n"); err != nil {
			q.Fatal(err)
		}
		var answer []string
		for lines.Scan() {
			if answer = append(answer, lines.Text()); over(lines.Text()) {
				break
			}
		}
		answers = append(answers, answer)
	}
	go func() { _, _ = io.Copy(io.Discard, r) }() // until w is closed
	s.end("")
	w.Close()
	return answers
}

// parse decodes a document.
func parse[T any](q *questions, text string) (v T) {
	q.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		q.Fatalf("%v in %s", err, text)
	}
	return v
}

// scored is a move in a document.
type scored struct {
	Move  string
	Score float64
}

func rankedOf(list []scored) (r ranked) {
	for _, m := range list {
		r.add(m.Move, m.Score)
	}
	return r
}

// lines returns the positions, one per line.
func (q *questions) lines() string {
	var b strings.Builder
	for _, p := range q.positions {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

// each decodes a line of output for each position.
func each[T any](q *questions, out string, ranked func(T) ranked) (list []ranked) {
	q.Helper()
	for line := range strings.Lines(out) {
		list = append(list, ranked(parse[T](q, line)))
	}
	if len(list) != len(q.positions) {
		q.Fatalf("%d answers, want %d", len(list), len(q.positions))
	}
	return list
}

func (q *questions) atLevel() string { return fmt.Sprint("--level=", q.level) }

func (q *questions) player() string { return fmt.Sprintf("kaeshi:level=%d,-book", q.level) }

func (q *questions) hints(lines int) []ranked {
	out := q.run(q.lines(), "hint", "--json", "--threads=1", "--hash=16MB", "--book=none", q.atLevel(),
		fmt.Sprint("-n", lines), "-")
	return each(q, out, func(h struct{ Lines []scored }) ranked { return rankedOf(h.Lines) })
}

func (q *questions) moves() []ranked {
	return each(q, q.run(q.lines(), "move", "--json", "-p", q.player(), "-"), func(m scored) ranked {
		return rankedOf([]scored{m})
	})
}

// reviews returns the best move of each position of the game. Its score may be that of a deeper search.
func (q *questions) reviews() (list []ranked) {
	out := q.run(q.ggf(len(q.game.Moves)), "analyze", "--json", "--threads=1", "--hash=16MB", q.atLevel(), "-")
	first, _, _ := strings.Cut(out, "\n") // the second document is a summary
	review := parse[struct{ Moves []struct{ Best []string } }](q, first)
	for _, ply := range q.plies {
		list = append(list, ranked{moves: review.Moves[ply].Best[:1]})
	}
	return list
}

func (q *questions) replies() []ranked {
	var input strings.Builder
	for i, p := range q.positions {
		fmt.Fprintf(&input, `{"id":"%d","position":%q,"lines":64,"book":false}`+"\n", i, p)
	}
	type reply struct{ MoveInfos []scored }
	out := q.run(input.String(), "analyze", "--stdio", "--threads=1", q.atLevel())
	return each(q, out, func(r reply) ranked { return rankedOf(r.MoveInfos) })
}

// gtpSetUp returns the commands that set up each position, followed by a request.
func (q *questions) gtpSetUp(request string) string {
	var input strings.Builder
	p := q.game.Start
	fmt.Fprintf(&input, "boardsize %d\n", p.Size)
	at := 0
	for ply, m := range q.game.Moves {
		if at < len(q.plies) && q.plies[at] == ply {
			at++
			input.WriteString(request + "\n")
		}
		fmt.Fprintf(&input, "play %s %s\n", p.Turn, strings.Replace(p.Size.Name(m), "--", "pass", 1))
		p = p.Play(m)
	}
	return input.String() + "quit\n"
}

func (q *questions) gtpMoves() (list []ranked) {
	out := q.run(q.gtpSetUp("reg_genmove"), "gtp", "-p", q.player())
	for _, found := range regexp.MustCompile(`(?m)^= (\w\d)$`).FindAllStringSubmatch(out, -1) {
		list = append(list, ranked{moves: found[1:]})
	}
	return list
}

// gtpValues reads labels such as "LABEL C3 2 D6 -1".
func (q *questions) gtpValues() (list []ranked) {
	out := q.run(q.gtpSetUp("kaeshi-values"), "gtp", q.atLevel())
	for _, found := range regexp.MustCompile(`(?m)LABEL(.*)$`).FindAllStringSubmatch(out, -1) {
		list = append(list, q.pairs(strings.Fields(found[1])))
	}
	return list
}

// pairs returns the ranking of a move, its score, the next move and so on.
func (q *questions) pairs(words []string) (r ranked) {
	q.Helper()
	for pair := range slices.Chunk(words, 2) {
		score, err := strconv.ParseFloat(pair[1], 64)
		if err != nil {
			q.Fatal(err)
		}
		r.add(pair[0], score)
	}
	return r
}

// gtpAnalyses returns the last line of each analysis. Its depth depends on time.
func (q *questions) gtpAnalyses() (list []ranked) {
	info := regexp.MustCompile(`info move (\w\d) visits \d+ winrate (\d+)`)
	for answer := range strings.SplitSeq(q.run(q.gtpSetUp("lz-analyze"), "gtp", q.atLevel()), "\n\n") {
		if !strings.Contains(answer, "info ") {
			continue
		}
		var words []string
		for _, found := range info.FindAllStringSubmatch(answer[strings.LastIndex(answer, "\n")+1:], -1) {
			words = append(words, found[1:]...)
		}
		list = append(list, q.pairs(words))
	}
	return list
}

// nboardRequests returns each position as the game before it, followed by a request.
func (q *questions) nboardRequests(request string) (list []string) {
	for _, ply := range q.plies {
		list = append(list, "set game "+q.ggf(ply)+"\n"+request)
	}
	return list
}

// ggf returns the first plies of the game as a line.
func (q *questions) ggf(plies int) string {
	q.Helper()
	var text strings.Builder
	g := &record.Game{Start: q.game.Start, Moves: q.game.Moves[:plies]}
	if _, err := ggf.Write(&text, slices.Values([]*record.Game{g})); err != nil {
		q.Fatal(err)
	}
	return strings.TrimSpace(text.String())
}

// nboardOver reports whether a line of an NBoard program ends the answer to a request.
func nboardOver(line string) bool { return line == "status" }

// nboardMoves reads answers such as "=== E6/-0.52/0.01".
func (q *questions) nboardMoves() (list []ranked) {
	for _, answer := range q.dialogue(q.nboardRequests("go"), nboardOver, "nboard", "-p", q.player()) {
		for _, line := range answer {
			if text, ok := strings.CutPrefix(line, "=== "); ok {
				list = append(list, q.pairs(strings.Split(text, "/")[:2]))
			}
		}
	}
	return list
}

// nboardHints reads lines such as "search E6f4 -0.52 0 10" after the last statistics.
func (q *questions) nboardHints() (list []ranked) {
	args := []string{"nboard", "--book=none", q.atLevel()}
	for _, answer := range q.dialogue(q.nboardRequests("hint 64"), nboardOver, args...) {
		var last, current ranked
		for _, line := range answer {
			if strings.HasPrefix(line, "nodestats ") {
				last, current = current, ranked{}
			} else if words := strings.Fields(line); words[0] == "search" {
				pair := q.pairs([]string{words[1][:2], words[2]})
				current.add(pair.moves[0], pair.scores[0])
			}
		}
		list = append(list, last)
	}
	return list
}

// cassioSearches returns the best move by a search with the depth and the confidence of the level. The list of a
// position that the level solves is empty.
func (q *questions) cassioSearches() (list []ranked) {
	l := search.LevelLimits(q.level, 0)
	if q.game.Start.Size != othello.Size8 {
		return nil
	}
	var requests []string
	for _, p := range q.positions {
		request := fmt.Sprintf("midgame-search %s -64 64 %d 73", strings.ReplaceAll(p.String(), " ", ""), l.Depth)
		if p.Empties() <= max(l.Exact, l.Selective) {
			request = "get-version"
		}
		requests = append(requests, "ENGINE-PROTOCOL empty-hash", "ENGINE-PROTOCOL "+request)
	}
	value := regexp.MustCompile(`, move (\w\d), depth .*, [BW](.*) <= v`)
	answers := q.dialogue(requests, func(line string) bool { return line == "ready." }, "cassio")
	for i := 1; i < len(answers); i += 2 {
		answer := answers[i]
		found := value.FindStringSubmatch(answer[max(len(answer)-2, 0)])
		if found == nil {
			list = append(list, ranked{})
			continue
		}
		list = append(list, q.pairs(found[1:]))
	}
	return list
}

// serve calls f with a server of the API without a database.
func (q *questions) serve(f func(*webtest.Site)) {
	q.Helper()
	log := slog.New(slog.DiscardHandler)
	scheduler := computing.NewScheduler(computing.Options{
		Players: webtest.Players().New, MaxThink: time.Minute, Thinking: 1, Logger: log,
	})
	jobs := computing.NewJobs(scheduler, store.NewJobsInMemory(), api.JobGame)
	mux := http.NewServeMux()
	a := api.New(mux, api.Options{
		Scheduler: scheduler, Analyses: computing.NewAnalyses(scheduler, nil), Jobs: jobs, Logger: log,
	})
	if err := a.Finish(); err != nil {
		q.Fatal(err)
	}
	server := httptest.NewServer(api.ReadBody(mux))
	f(&webtest.Site{TB: q.T, URL: server.URL, Client: server.Client()})
	if err := scheduler.Close(); err != nil {
		q.Error(err)
	}
	jobs.Close()
	server.Close()
}

func (q *questions) httpMoves() (list []ranked) {
	q.serve(func(s *webtest.Site) {
		for _, p := range q.positions {
			body := fmt.Sprintf(`{"player":%q,"position":%q,"size":%d}`, q.player(), p, p.Size)
			answer := s.Send(http.StatusOK, http.MethodPost, api.Path+"move", body)
			list = append(list, rankedOf([]scored{parse[scored](q, string(answer))}))
		}
	})
	return list
}

// httpAnalyses reads the last event of each stream, which has the whole result.
func (q *questions) httpAnalyses() (list []ranked) {
	q.serve(func(s *webtest.Site) {
		for _, p := range q.positions {
			query := url.Values{
				"position": {p.String()}, "level": {fmt.Sprint(q.level)}, "size": {fmt.Sprint(int(p.Size))},
			}
			stream := s.Send(http.StatusOK, http.MethodGet, api.Path+"analyse?"+query.Encode(), "")
			_, last, _ := strings.Cut(string(stream), "event: done\ndata: ")
			analysis := parse[struct{ Moves []scored }](q, strings.TrimSpace(last))
			list = append(list, rankedOf(analysis.Moves))
		}
	})
	return list
}

// leaves returns the move and the score that a growing book stores for each position.
func (q *questions) leaves() (list []ranked) {
	judge := book.Judge{
		Engine: search.New(search.Options{HashBytes: 16 << 20}), Limits: search.LevelLimits(q.level, 0),
	}
	for _, p := range q.positions {
		leaf, err := judge.Leaf(q.Context(), book.Search{Position: p})
		if err != nil {
			q.Fatal(err)
		}
		var r ranked
		r.add(p.Size.Name(leaf.Move), leaf.Value.Discs())
		list = append(list, r)
	}
	return list
}
