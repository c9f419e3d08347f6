// Package protocol implements text protocols of Othello programs as a server and as a client.
//
// A [GTP], [NBoard] or [Cassio] server makes a player or the engine available to programs with that protocol, such as
// graphical boards. [NewGTPPlayer] and [NewNBoardPlayer] make a player of an external program that speaks GTP or
// NBoard. Both handle faulty peers: the size of input is limited, searches can be interrupted, and an external program
// that crashes, hangs or floods its output is killed together with its child processes.
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

// Limits of the input of a server.
const (
	maxLine  = 1 << 20 // bytes per line; a long game in GGF with comments has a few thousand
	maxQueue = 1000    // lines queued during a search; the server stops reading when the queue is full
)

// errTooLong is the error of a line that is longer than maxLine.
var errTooLong = fmt.Errorf("a line of more than %d bytes", maxLine)

// line is a line of input without its end, or an error.
type line struct {
	text string
	err  error
}

// listen sends the lines of in until in or ctx ends, and then closes the channel. A line that is too long is skipped
// and sent as an error. The goroutine ends when in does, so the caller must close in.
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

// readLine reads a line. The last line need not end with a newline. The error is errTooLong or that of the reader.
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

// printer writes whole lines and is safe for concurrent use. After the first error it calls lost and writes nothing
// more.
type printer struct {
	mu   sync.Mutex
	w    io.Writer
	lost func()
	err  error
}

// line writes one line, or several consecutive ones.
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

// chooseMove returns the choice of a player. It converts a panic of the player to an error. If ctx ends during a
// search, it returns the best choice so far.
func chooseMove(ctx context.Context, p player.Player, g *record.Game, c player.Clock, progress func(player.Choice)) (
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

// errNoMove is the error of a player that was stopped before it had a choice.
var errNoMove = errors.New("stopped before it had a move")

// background is a search in the background.
type background struct {
	cancel context.CancelCauseFunc
	over   chan struct{}
}

// ponder runs think in the background until it returns or is stopped.
func ponder(ctx context.Context, think func(context.Context)) *background {
	ctx, cancel := context.WithCancelCause(ctx)
	t := &background{cancel, make(chan struct{})}
	go func() {
		defer close(t.over)
		defer cancel(nil)
		think(ctx)
	}()
	return t
}

// errDropped is the cause of stopping a search whose result is not needed any more.
var errDropped = errors.New("dropped")

// stop cancels the search with the cause and waits for its end.
func (t *background) stop(cause error) {
	if t != nil {
		t.cancel(cause)
		<-t.over
	}
}

// moveText returns a move in the notation of NBoard and Cassio: two letters, PA for a pass.
func moveText(n othello.Size, m othello.Square) string {
	if m == othello.Pass {
		return "PA"
	}
	return strings.ToUpper(n.Name(m))
}

// lineText returns a line of moves such as F5d6C3, with the moves of one colour in capitals.
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
