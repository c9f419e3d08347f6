package protocol_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/player/playertest"
	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/search"
)

// An environment variable with a behaviour. If it is set, the test program is an external program that behaves like
// this.
const fakeVariable = "KAESHI_FAKE_PROGRAM"

// Further variables for fake programs.
const fakeFile = "KAESHI_FAKE_FILE"

func TestMain(m *testing.M) {
	if manner := os.Getenv(fakeVariable); manner != "" {
		fake(manner)
		return
	}
	if _, err := eval.Learned(); err != nil { // loaded before the tests: it takes seconds with the race detector
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// fake is a program that plays correctly, or ends, hangs, floods its output or answers incorrectly.
func fake(manner string) {
	switch manner {
	case "gtp":
		serveFake(protocol.GTP{Player: greedy(), Name: "Fake", Version: "1"}.Serve)
		return
	case "gtp-clock":
		serveFake(protocol.GTP{Player: recordingPlayer{greedy()}, Name: "Fake", Version: "1"}.Serve)
		return
	case "gtp-prepare":
		serveFake(protocol.GTP{Player: preparing{greedy()}, Name: "Fake", Version: "1"}.Serve)
		return
	case "nboard-prepare":
		serveFake(protocol.NBoard{
			Player: preparing{greedy()}, Name: "Fake", Search: search.New(search.Options{HashBytes: 1 << 16}),
		}.Serve)
		return
	case "nboard":
		serveFake(protocol.NBoard{
			Player: greedy(), Name: "Fake",
			Search: search.New(search.Options{HashBytes: 1 << 16}),
		}.Serve)
		return
	case "nboard-kaeshi":
		serveFake(kaeshi().Serve)
		return
	case "ends-at-once":
		fmt.Fprintln(os.Stderr, "no weights")
		os.Exit(3)
	case "hangs-at-once", "child":
		hang()
	case "ends-preparing":
		if exists(os.Getenv(fakeFile)) {
			fake("gtp")
			return
		}
	case "better-later":
		if file := os.Getenv(fakeFile); exists(file) {
			fake("gtp")
			return
		}
		manner = "ends"
	}
	fmt.Println("Fake 1.0, a program that describes itself at length")
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		command, rest, _ := strings.Cut(lines.Text(), " ")
		switch command {
		case "nboard", "set":
		case "ping":
			fmt.Println("pong", rest)
		case "time_left", "time_settings":
			if manner == "ends-preparing" {
				misbehave("ends", command)
			}
			fmt.Print("=\n\n")
		case "genmove", "go":
			misbehave(manner, command)
		default:
			fmt.Print("=\n\n")
		}
	}
	if manner == "stays" {
		hang()
	}
}

func serveFake(serve func(context.Context, io.ReadCloser, io.Writer) error) {
	if err := serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// hang sleeps for longer than any test takes. It does not sleep forever, so that the process ends if the test was
// killed.
func hang() { time.Sleep(2 * time.Minute) }

func misbehave(manner, command string) {
	sign := map[string]string{"genmove": "=", "go": "==="}[command]
	switch manner {
	case "ends":
		_ = os.WriteFile(os.Getenv(fakeFile), nil, 0o600) // the file is optional
		fmt.Fprintln(os.Stderr, "out of memory")
		os.Exit(4)
	case "hangs", "stays":
		hang()
	case "floods":
		for {
			fmt.Println(strings.Repeat("status noise ", 20))
		}
	case "floods-lines":
		for {
			fmt.Println("x")
		}
	case "floods-one-line":
		for {
			fmt.Print(strings.Repeat("x", 1000))
		}
	case "cheats":
		fmt.Printf("%s a1\n\n", sign)
	case "raves":
		fmt.Printf("%s ♞xf7\n\n", sign)
	case "mute":
		fmt.Printf("%s\n\n", sign)
	case "resigns":
		fmt.Printf("%s resign\n\n", sign)
	case "refuses":
		fmt.Print("? no mood\n\n")
	case "leaves-child":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), fakeVariable+"=child")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		if err := os.WriteFile(os.Getenv(fakeFile), []byte(fmt.Sprint(child.Process.Pid)), 0o600); err != nil {
			panic(err)
		}
		hang()
	}
}

func makers() player.Makers {
	return player.Makers{
		{Name: "greedy", Usage: "greedy", New: player.NewGreedy},
		{Name: "alphabeta", Main: "depth", Usage: "alphabeta:DEPTH", New: player.NewAlphaBeta},
		{Name: "kaeshi", Main: "level", Usage: "kaeshi:LEVEL", New: player.NewEngine},
		{Name: "exec/gtp", Main: "command", Usage: "exec/gtp:COMMAND", New: protocol.NewGTPPlayer},
		{Name: "exec/nboard", Main: "command", Usage: "exec/nboard:COMMAND", New: protocol.NewNBoardPlayer},
	}
}

func greedy() player.Player {
	p, err := makers().New("greedy")
	if err != nil {
		panic(err)
	}
	return p
}

// kaeshi returns the NBoard server with the settings of the command line.
func kaeshi() protocol.NBoard {
	atDepth := func(depth int) (player.Player, error) { return makers().New(fmt.Sprintf("kaeshi:level=%d", depth)) }
	first, err := atDepth(4)
	if err != nil {
		panic(err)
	}
	return protocol.NBoard{
		Name: "Kaeshi", Player: first, Level: 4, AtDepth: atDepth,
		Search: search.New(search.Options{HashBytes: 1 << 20}),
	}
}

func newPlayer(t testing.TB, spec string) player.Player {
	t.Helper()
	return playertest.New(t, makers(), spec)
}
