// Package protocol is the text protocols of Othello programs, both ends of each.
//
// A [GTP], [NBoard] or [Cassio] server lets a program of that protocol, such as a board on the screen, use a player or
// the engine. The other way round, [NewGTPPlayer] and [NewNBoardPlayer] make a player of any program that speaks GTP or
// NBoard. Neither side trusts the other: input has bounds, thinking can be interrupted, and a program that dies, hangs
// or babbles is ended together with its children.
//
// GTP is the Go Text Protocol, version 2 (Gunnar Farnebäck 2002), as Othello programs use it; NBoard is that of Chris
// Welty's board, versions 1 and 2; Cassio is Stéphane Nicolet's.
package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/kaeshi/kaeshi/internal/lines"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// Bounds of what a server takes in.
const (
	maxLine  = 1 << 20 // bytes of a line; a long game in GGF with comments has a few thousand
	maxQueue = 1000    // lines that wait while a server thinks; more stay where they come from
)

// errTooLong stands for a line that is longer than maxLine.
var errTooLong = fmt.Errorf("a line of more than %d bytes", maxLine)

// line is a line of input without its end, or the error that stands in its place.
type line struct {
	text string
	err  error
}

// listen sends the lines of in until it ends or ctx does, and then closes the channel. A line that is too long is
// passed over and gives an error, and the next one is read. Its goroutine ends with in, which the caller therefore
// closes.
func listen(ctx context.Context, in io.Reader) <-chan line {
	sent := make(chan line)
	go func() {
		defer close(sent)
		r := bufio.NewReader(in)
		for {
			text, err := readLine(r)
			if err != nil && !errors.Is(err, errTooLong) {
				return
			}
			select {
			case sent <- line{text, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return sent
}

// readLine reads to the end of the line; a last line may lack it. The error is errTooLong or the reader's.
func readLine(r *bufio.Reader) (string, error) {
	text, whole, err := lines.Append(nil, r, maxLine)
	switch {
	case err != nil && (!errors.Is(err, io.EOF) || whole && len(text) == 0):
		return "", err
	case !whole:
		return "", errTooLong
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}

// printer writes whole lines, from any goroutine. After an error it is silent and lost is called: nobody listens any
// more.
type printer struct {
	mu   sync.Mutex
	w    io.Writer
	lost func()
	err  error
}

// line writes one line, or several that belong together.
func (p *printer) line(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return
	}
	if _, err := fmt.Fprintf(p.w, format+"\n", args...); err != nil {
		p.err = fmt.Errorf("output: %w", err)
		p.lost()
	}
}

func (p *printer) fault() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// consider asks a player, whose panic is an error here: a server outlives it. A choice that thinking had reached when
// ctx ended is taken as one.
func consider(ctx context.Context, p player.Player, g *record.Game, c player.Clock, progress func(player.Choice)) (
	choice player.Choice, err error,
) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s panicked: %v", p.Name(), v)
		}
	}()
	choice, err = player.Think(ctx, p, g, c, progress)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		if choice.Report == nil {
			return choice, errNoMove
		}
		err = nil
	}
	if err == nil {
		err = g.Position().Check(choice.Move)
	}
	return choice, err
}

// errNoMove is the answer of a player that was stopped too early.
var errNoMove = errors.New("stopped before it had a move")

// thought is thinking that goes on while a server listens.
type thought struct {
	cancel context.CancelCauseFunc
	over   chan struct{}
}

// ponder thinks in the background until it is done or stopped.
func ponder(ctx context.Context, think func(context.Context)) *thought {
	ctx, cancel := context.WithCancelCause(ctx)
	t := &thought{cancel, make(chan struct{})}
	go func() {
		defer close(t.over)
		defer cancel(nil)
		think(ctx)
	}()
	return t
}

// errDropped is why thinking stops whose answer nobody wants any more.
var errDropped = errors.New("dropped")

// stop ends the thinking and waits for its end. Nothing is said of it after that.
func (t *thought) stop(cause error) {
	if t != nil {
		t.cancel(cause)
		<-t.over
	}
}

// moveText writes a move as NBoard and Cassio do: two letters, PA for a pass.
func moveText(n othello.Size, m othello.Square) string {
	if m == othello.Pass {
		return "PA"
	}
	return strings.ToUpper(n.Name(m))
}

// lineText writes a line of moves as in F5d6C3: one colour's moves in capitals.
func lineText(p othello.Position, moves []othello.Square, capitals othello.Color) string {
	var b strings.Builder
	for _, m := range moves {
		text := moveText(p.Size, m)
		if p.Turn != capitals {
			text = strings.ToLower(text)
		}
		b.WriteString(text)
		p = p.Play(m)
	}
	return b.String()
}
