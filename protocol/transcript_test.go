package protocol_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/search"
)

type (
	server  func(context.Context, io.ReadCloser, io.Writer) error
	servers map[string]func(t *testing.T, option string) server
)

// The servers with sessions in testdata. The first line of a session may begin with "option".
func allServers() servers {
	return servers{
		"gtp": func(t *testing.T, option string) server {
			s := protocol.GTP{
				Player: newPlayer(t, "greedy"), Name: "Kaeshi", Version: "0.1",
				RowsUp: option == "rows up",
				Search: search.New(search.Options{HashBytes: 1 << 20}), Level: 4,
			}
			if option == "thinks for ever" {
				s.Player = forever{}
			}
			return s.Serve
		},
		"nboard": func(t *testing.T, option string) server {
			switch option {
			case "thinks for ever":
				return protocol.NBoard{Name: "Kaeshi", Player: forever{}}.Serve
			case "greedy":
				return protocol.NBoard{Name: "Kaeshi", Player: newPlayer(t, "greedy")}.Serve
			}
			return kaeshi().Serve
		},
		"cassio": func(*testing.T, string) server {
			return protocol.Cassio{
				Name: "Kaeshi", Version: "0.1",
				Search: search.New(search.Options{HashBytes: 1 << 20}),
			}.Serve
		},
	}
}

// TestSessions runs the sessions in testdata/PROTOCOL. "> " begins a line of input, and "< " begins a regular
// expression for the whole next line of output. "<~ " skips lines of output up to one that matches. "> EOF" ends the
// input, and "< EOF" is the end of the output.
func TestSessions(t *testing.T) {
	for name, newServer := range allServers() {
		files, err := filepath.Glob(filepath.Join("testdata", name, "*.txt"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no sessions, error %v", name, err)
		}
		for _, file := range files {
			t.Run(name+"/"+filepath.Base(file), func(t *testing.T) {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				option, _, _ := strings.Cut(string(text), "\n")
				option, _ = strings.CutPrefix(option, "option ")
				s := begin(t, newServer(t, option))
				for number, line := range strings.Split(string(text), "\n") {
					s.step(number+1, line)
				}
				s.end()
			})
		}
	}
}

// session is a running server.
type session struct {
	t     testing.TB
	in    *io.PipeWriter
	lines chan string
	done  chan error
}

func begin(t testing.TB, serve server) *session {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	s := &session{t: t, in: inW, lines: make(chan string, 10_000), done: make(chan error, 1)}
	go func() {
		err := serve(context.Background(), inR, outW)
		outW.Close()
		s.done <- err
	}()
	go func() {
		defer close(s.lines)
		out := bufio.NewScanner(outR)
		for out.Scan() {
			s.lines <- out.Text()
		}
	}()
	t.Cleanup(func() { inW.Close() })
	return s
}

const patience = 2 * time.Minute

func (s *session) next() (string, bool) {
	select {
	case line, ok := <-s.lines:
		return line, ok
	case <-time.After(patience):
		return "no answer", false
	}
}

func (s *session) send(text string) {
	if _, err := io.WriteString(s.in, text+"\n"); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		s.t.Fatal(err)
	}
}

func (s *session) step(number int, line string) {
	mark, text, _ := strings.Cut(line, " ")
	switch {
	case line == "> EOF":
		s.in.Close()
	case line == "< EOF":
		if got, ok := s.next(); ok || got != "" {
			s.t.Fatalf("line %d: output %q, want the end of the output", number, got)
		}
	case mark == ">":
		s.send(text)
	case mark == "<":
		got, ok := s.next()
		if !ok || !matches(s.t, text, got) {
			s.t.Fatalf("line %d: output %q, want a match of %q", number, got, text)
		}
	case mark == "<~":
		for {
			got, ok := s.next()
			if !ok {
				s.t.Fatalf("line %d: no line of the output matches %q", number, text)
			}
			if matches(s.t, text, got) {
				return
			}
		}
	}
}

func matches(t testing.TB, pattern, line string) bool {
	t.Helper()
	r, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		t.Fatal(err)
	}
	return r.MatchString(line)
}

// end closes the input and checks that the server ends without an error and without further output.
func (s *session) end() {
	s.in.Close()
	for line := range s.lines {
		s.t.Errorf("unexpected output %q", line)
	}
	if err := <-s.done; err != nil {
		s.t.Error(err)
	}
}
