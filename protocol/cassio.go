package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// widest is greater than the value of any position, in discs.
const widest = 65

// cassioPrefix is the prefix of every line from Cassio.
const cassioPrefix = "ENGINE-PROTOCOL"

// Cassio serves the engine to Stéphane Nicolet's Cassio, which manages the game and the time and requests searches to a
// depth.
type Cassio struct {
	Name, Version string
	Search        *search.Engine
}

// Serve executes the commands of in until in or ctx ends, or a quit command. Each of these stops a search. Commands
// that arrive during a search are queued, except queries of its state and the stop command, which also clears the
// queue. Serve closes in. The error is that of out or of ctx.
func (s Cassio) Serve(ctx context.Context, in io.ReadCloser, out io.Writer) error {
	defer func() { _ = in.Close() }() // the error has no effect
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &cassioSession{Cassio: s, out: &printer{w: out, lost: cancel}}
	t.loop(ctx, listen(ctx, in))
	t.running.stop(errDropped)
	if t.quit {
		t.out.line("bye bye.")
	}
	if err := t.out.fault(); err != nil {
		return err
	}
	return ctx.Err()
}

// cassioSession is a session.
type cassioSession struct {
	Cassio
	running *background
	waiting []string
	out     *printer
	quit    bool
	began   time.Time // of the search
}

func (t *cassioSession) loop(ctx context.Context, input <-chan line) {
	for !t.quit {
		var over chan struct{}
		if t.running != nil {
			over = t.running.over
		}
		take := input
		if len(t.waiting) >= maxQueue {
			take = nil
		}
		select {
		case l, ok := <-take:
			if !ok {
				return
			}
			t.receive(ctx, l)
		case <-over:
			t.running = nil
			t.runQueued(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// runQueued executes queued commands up to the next search.
func (t *cassioSession) runQueued(ctx context.Context) {
	for t.running == nil && len(t.waiting) > 0 {
		next := t.waiting[0]
		t.waiting = t.waiting[1:]
		t.execute(ctx, next)
	}
}

// receive executes a line, or queues it during a search.
func (t *cassioSession) receive(ctx context.Context, l line) {
	if l.err != nil {
		t.fail(l.err)
		return
	}
	text, ours := strings.CutPrefix(strings.TrimSpace(l.text), cassioPrefix)
	text = strings.TrimSpace(text)
	switch {
	case !ours && text != "":
		t.fail(fmt.Errorf("unknown protocol %.40q: expected %s", text, cassioPrefix))
	case text == "" && t.running != nil:
		t.out.line("ok.")
	case text == "":
		t.ready()
	case text == "stop":
		t.stop()
	case text == "quit":
		t.quit = true
	case text == "get-search-infos":
		t.sendStatus()
	case t.running != nil:
		t.waiting = append(t.waiting, text)
	default:
		t.execute(ctx, text)
	}
}

func (t *cassioSession) ready() { t.out.line("ready.") }

func (t *cassioSession) fail(err error) {
	t.out.line("ERROR: %s", strings.Join(strings.Fields(err.Error()), " "))
}

// stop stops the search, which then sends that it is ready, and clears the queue.
func (t *cassioSession) stop() {
	t.waiting = nil
	if t.running == nil {
		t.ready()
		return
	}
	t.running.stop(errDropped)
	t.running = nil
}

func (t *cassioSession) sendStatus() {
	if t.running == nil {
		t.ready()
		return
	}
	t.out.line("node %d, time %.3f\nok.", t.Search.Nodes(), time.Since(t.began).Seconds())
}

// execute executes a command while no search is running.
func (t *cassioSession) execute(ctx context.Context, text string) {
	words := strings.Fields(text)
	var err error
	switch words[0] {
	case "init", "new-position":
	case "get-version":
		t.out.line("version: %s %s", t.Name, t.Version)
	case "empty-hash":
		t.Search.Forget()
	case "feed-hash":
		if err = checkFeed(words[1:]); err == nil {
			return // no answer on success, because many of them are sent in a row
		}
	case "midgame-search":
		err = t.midgame(ctx, words[1:])
	case "endgame-search":
		err = t.endgame(ctx, words[1:])
	default:
		err = fmt.Errorf("unknown command %.40q", words[0])
	}
	if err != nil {
		t.fail(err)
	}
	if t.running == nil {
		t.ready()
	}
}

// midgame searches to a depth. The precision is the confidence of cutoffs in percent.
func (t *cassioSession) midgame(ctx context.Context, words []string) error {
	p, rest, err := cassioPosition(words)
	if err != nil {
		return err
	}
	if len(rest) != 4 {
		return errors.New("midgame-search: expected POSITION ALPHA BETA DEPTH PRECISION")
	}
	l, err := cassioWindow(rest[0], rest[1])
	if err != nil {
		return err
	}
	depth, err := wholeUpTo(rest[2], math.MaxInt32, "depth")
	if err == nil {
		l.Confidence, err = wholeUpTo(rest[3], 100, "precision")
	}
	if err != nil {
		return err
	}
	l.Depth = min(max(depth, 1), maxDepth)
	return t.search(ctx, p, l)
}

// endgame searches to the end of the game. With a precision of 100 the result is exact.
func (t *cassioSession) endgame(ctx context.Context, words []string) error {
	p, rest, err := cassioPosition(words)
	if err != nil {
		return err
	}
	if len(rest) != 3 {
		return errors.New("endgame-search: expected POSITION ALPHA BETA PRECISION")
	}
	l, err := cassioWindow(rest[0], rest[1])
	if err != nil {
		return err
	}
	if l.Confidence, err = wholeUpTo(rest[2], 100, "precision"); err != nil {
		return err
	}
	if l.Selective = p.Size.Squares(); l.Confidence == 100 {
		l.Exact = l.Selective
	}
	return t.search(ctx, p, l)
}

// search starts a search in the background.
func (t *cassioSession) search(ctx context.Context, p othello.Position, l search.Limits) error {
	if p.Over() {
		return fmt.Errorf("the game is over in %s", p)
	}
	t.began = time.Now()
	t.running = ponder(ctx, func(ctx context.Context) {
		shown := 0
		show := func(r search.Report) {
			shown = len(r.PV)
			t.out.line("%s", cassioResult(r))
		}
		r, err := t.Search.Search(ctx, p, l, show)
		if err == nil && len(r.PV) > shown { // the line to the end of the game is found after the last depth
			show(r)
		}
		t.ready()
	})
	return nil
}

// cassioResult returns the result line of a search, from the view of the side to move, whose letter is part of the
// line. If the score is a bound, the other end of the value is open.
func cassioResult(r search.Report) string {
	p := r.Position
	low, high := r.Score, r.Score
	switch most := othello.Score(p.Size.Squares()); r.Bound {
	case search.AtLeast:
		high = most
	case search.AtMost:
		low = -most
	case search.Value:
	}
	side := "BW"[p.Turn]
	move := lineText(p, []othello.Square{r.Move}, othello.Black)
	return fmt.Sprintf("%s, move %s, depth %d, @%d%%, %c%+.2f <= v <= %c%+.2f, %s, node %d, time %.3f",
		strings.ReplaceAll(p.String(), " ", ""),
		move, r.Depth, r.Confidence, side, low, side, high, lineText(p, r.PV, othello.Black), r.Nodes,
		r.Elapsed.Seconds())
}

// cassioPosition parses the cells and the side to move, with or without a space between them, and returns the words
// after them.
func cassioPosition(words []string) (p othello.Position, rest []string, err error) {
	if len(words) == 0 {
		return p, nil, errors.New("no position: want 64 cells and the side to move")
	}
	text, rest := words[0], words[1:]
	if len(text) == 64 && len(rest) > 0 {
		text, rest = text+" "+rest[0], rest[1:]
	}
	if len(text) > 66 {
		return p, nil, fmt.Errorf("position %.70q: expected 64 cells and the side to move", text)
	}
	if p, err = othello.Parse(text); err == nil {
		err = p.Validate()
	}
	return p, rest, err
}

// cassioWindow parses the window of a search in discs, and widens it to a non-empty one of whole numbers.
func cassioWindow(low, high string) (l search.Limits, err error) {
	alpha, err := discs(low)
	if err != nil {
		return l, err
	}
	beta, err := discs(high)
	if err == nil && alpha > beta {
		err = fmt.Errorf("window from %s to %s: expected the lower bound first", low, high)
	}
	l.Alpha = int(math.Floor(alpha))
	l.Beta = max(int(math.Ceil(beta)), l.Alpha+1)
	return l, err
}

// discs parses a disc difference and limits it to the range of the board.
func discs(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) {
		return 0, fmt.Errorf("bound %.40q: expected a disc difference", text)
	}
	return min(max(v, -widest), widest), nil
}

func wholeUpTo(text string, high int, what string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > high {
		return 0, fmt.Errorf("%s %.40q: expected a whole number from 0 to %d", what, text, high)
	}
	return n, nil
}

// checkFeed checks the arguments POSITION LOWER UPPER DEPTH PRECISION [PV] of feed-hash, by which Cassio sends its
// results for a position. The engine does not use them.
func checkFeed(words []string) error {
	p, rest, err := cassioPosition(words)
	if err != nil {
		return err
	}
	if len(rest) < 4 || len(rest) > 5 {
		return errors.New("feed-hash: expected POSITION LOWER UPPER DEPTH PRECISION MOVES")
	}
	if _, err := cassioWindow(rest[0], rest[1]); err != nil {
		return err
	}
	if _, err := wholeUpTo(rest[2], math.MaxInt32, "depth"); err != nil {
		return err
	}
	if _, err := wholeUpTo(rest[3], 100, "precision"); err != nil || len(rest) == 4 {
		return err
	}
	t := searchOutput{position: p}
	if moves := rest[4]; len(t.line(moves))*2 != len(moves) {
		return fmt.Errorf("moves %.140q cannot be played in %s", moves, p)
	}
	return nil
}
