package protocol_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/claims/claimstest"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/search"
)

// claimed returns the claims nearest to a draw and the claimed positions of the shipped book. White is to move in every
// second position.
func claimed(t *testing.T) []othello.Position {
	t.Helper()
	shipped, ok, err := book.Shipped()
	if err != nil || !ok {
		t.Fatalf("the shipped book: %v, error %v", ok, err)
	}
	list := claimstest.And(t, func(p othello.Position) bool {
		_, ok := shipped.Look(p)
		return ok
	})
	if len(list) < 102+67 {
		t.Errorf("%d claimed positions, want 169 or more", len(list))
	}
	for i := range list {
		if list[i].Turn = othello.Black; i%2 == 1 {
			list[i].Turn = othello.White
		}
	}
	return list
}

// peer is the client in a session with a server.
type peer struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
}

// connect starts a server, which ends with the test.
func connect(t *testing.T, serve server) peer {
	t.Helper()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := serve(context.WithoutCancel(t.Context()), in, out)
		_ = out.Close() // closing a pipe returns no error
		ended <- err
	}()
	t.Cleanup(func() {
		_ = send.Close() // closing a pipe returns no error
		if _, err := io.Copy(io.Discard, receive); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return peer{t, send, bufio.NewScanner(receive)}
}

// ask sends lines and returns the lines of output up to the first one that matches the pattern.
func (p peer) ask(text, last string) (lines []string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, text); err != nil {
		p.t.Fatal(err)
	}
	end := regexp.MustCompile(last)
	for p.out.Scan() {
		lines = append(lines, p.out.Text())
		if end.MatchString(p.out.Text()) {
			return lines
		}
	}
	p.t.Fatalf("%q: no line of the output %q matches %q", text, lines, last)
	return nil
}

// found returns the groups of all matches of a pattern in lines, and fails the test if there are fewer than least
// matches.
func (p peer) found(lines []string, pattern string, least int) (list [][]string) {
	p.t.Helper()
	for _, l := range lines {
		list = append(list, regexp.MustCompile(pattern).FindAllStringSubmatch(l, -1)...)
	}
	if len(list) < least {
		p.t.Fatalf("%d matches of %q, want %d or more:\n%s", len(list), pattern, least, strings.Join(lines, "\n"))
	}
	return list
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// checkMove checks the value of a move, whose name may be in capitals, for the side that plays it.
func (p peer) checkMove(what string, at othello.Position, move, value string) {
	p.t.Helper()
	claimstest.CheckMove(p.t, what, at, mustSquare(p.t, strings.ToLower(move)), number(p.t, value))
}

// TestGTPKeepsClaims checks that no command of GTP shows a score or a probability outside proved bounds.
func TestGTPKeepsClaims(t *testing.T) {
	t.Parallel()
	s := protocol.GTP{
		Player: greedy(), Name: "Kaeshi", Version: "0.1",
		Search: search.New(search.Options{HashBytes: 1 << 20}), Level: 4,
	}
	p := connect(t, s.Serve)
	for i, at := range claimed(t) {
		if testing.Short() && i%5 != 0 {
			continue
		}
		var setup strings.Builder
		setup.WriteString("gogui-setup")
		for _, color := range []othello.Color{othello.Black, othello.White} {
			for square := range at.Discs(color).All() {
				fmt.Fprintf(&setup, " %s %s", color, at.Size.Name(othello.Square(square)))
			}
		}
		p.ask(setup.String()+"\n", "^$")
		p.ask("gogui-setup_player "+at.Turn.String()+"\n", "^$")
		for _, command := range []string{"kaeshi-evaluate", "kaeshi-variation"} {
			score := p.found(p.ask(command+"\n", "^$"), `([BW])\+([\d.]+), depth`, 1)[0]
			value := number(t, score[2])
			if score[1] != strings.ToUpper(at.Turn.String()[:1]) {
				value = -value
			}
			claimstest.Check(t, command, at, value)
		}
		values := p.found(p.ask("kaeshi-values\n", "^$"), `LABEL (.*)`, 1)[0][1]
		for _, label := range p.found([]string{values}, `([A-H][1-8]) (-?\d+)`, len(at.Moves())) {
			p.checkMove("kaeshi-values", at, label[1], label[2])
		}
		for _, info := range p.found(p.analysis("kata-analyze"), `move (..) .*?winrate ([\d.]+) scoreMean (\S+)`, 1) {
			p.checkMove("kata-analyze", at, info[1], info[3])
			p.checkChance(at, info[1], number(t, info[2]))
		}
		for _, info := range p.found(p.analysis("lz-analyze"), `move (..) .*?winrate (\d+)`, 1) {
			p.checkChance(at, info[1], number(t, info[2])/10000)
		}
	}
}

// analysis returns the lines of a GTP analysis, which is stopped after the first.
func (p peer) analysis(command string) []string {
	all := p.ask(command+" 0\n", "^info ")
	all = append(all, p.ask("name\n", "Kaeshi")...)
	return append(all, p.ask("", "^$")...)
}

// checkChance checks that the probability of winning agrees with a proved win, draw or loss.
func (p peer) checkChance(at othello.Position, move string, chance float64) {
	p.t.Helper()
	b := claims.OfMove(at, mustSquare(p.t, strings.ToLower(move)))
	if b.AtLeast >= 0 && chance < 0.5 || b.AtMost <= 0 && chance > 0.5 {
		p.t.Errorf("%s: %s has the probability %g, want one that agrees with %+d to %+d", at, move, chance, b.AtLeast,
			b.AtMost)
	}
}

// TestNBoardKeepsClaims checks that no command of NBoard shows a score outside proved bounds, whether the score is from
// the engine, from the book or from a player with another evaluation.
func TestNBoardKeepsClaims(t *testing.T) {
	t.Parallel()
	shipped, _, err := book.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	withBook := kaeshi()
	withBook.Book = shipped
	servers := map[string]protocol.NBoard{"engine": kaeshi(), "book": withBook}
	for _, spec := range []string{"alphabeta:3", "kaeshi:skill=2,seed=1"} {
		s := kaeshi()
		s.Player, s.AtDepth = newPlayer(t, spec), nil
		servers[spec] = s
	}
	for name, s := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := connect(t, s.Serve)
			for i, at := range claimed(t) {
				if testing.Short() && i%9 != 0 {
					continue
				}
				p.nboard(at, name)
			}
		})
	}
}

func (p peer) nboard(at othello.Position, name string) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.in, "set game (;GM[Othello]TY[8]BO[8 %s];)\n",
		strings.ReplaceAll(at.String(), "X", "*")); err != nil {
		p.t.Fatal(err)
	}
	lines := append(p.ask("hint 3\n", "^status$"), p.ask("go\n", "^status$")...)
	for _, line := range p.found(lines, `^(?:search|book) (..)\S* (\S+) 0 \d+`, 1) {
		p.checkMove(name, at, line[1], line[2])
	}
	choice := p.found(lines, `^=== (..)/(\S+)/`, 1)[0]
	p.checkMove(name, at, choice[1], choice[2])
	value := p.found(p.ask("analyze\n", "^status$"), `^analysis 0 (\S+)`, 1)[0]
	claimstest.Check(p.t, name+", analyze", at, number(p.t, value[1]))
}

// TestCassioKeepsClaims checks that the interval of a search agrees with proved bounds, also in windows that exclude
// the value.
func TestCassioKeepsClaims(t *testing.T) {
	t.Parallel()
	p := connect(t, protocol.Cassio{Name: "Kaeshi", Search: search.New(search.Options{HashBytes: 1 << 20})}.Serve)
	for i, at := range claimed(t) {
		if testing.Short() && i%5 != 0 {
			continue
		}
		b, _ := claims.Of(at)
		for _, window := range []string{"-64 64", "-10 -9", "-1 0", "0 1", "9 10"} {
			lines := p.ask(fmt.Sprintf("ENGINE-PROTOCOL midgame-search %s %s %d 100\n", at, window, 1+i%6), `^ready\.`)
			for _, f := range p.found(lines, `move (..), .*, [BW](\S+) <= v <= [BW](\S+),`, 1) {
				low, high := number(t, f[2]), number(t, f[3])
				if low > float64(b.AtMost) || high < float64(b.AtLeast) {
					t.Errorf("%s in %s: %s, want an interval that agrees with %+d to %+d", at, window, f[0], b.AtLeast,
						b.AtMost)
				}
				if low == high {
					claimstest.Check(t, "Cassio", at, low)
					p.checkMove("Cassio", at, f[1], f[2])
				}
			}
		}
	}
}
