package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

const (
	drawEvery    = 100 * time.Millisecond // on a terminal
	logEvery     = 30 * time.Second       // in a log
	usualColumns = 80                     // if the width is unknown
)

// Progress shows the progress of work. On a terminal it is a line that is overwritten a few times a second and never
// wraps. Otherwise a line is logged every 30 seconds. Its methods are safe for concurrent use.
type Progress struct {
	out     io.Writer
	columns func() int   // width of the terminal
	log     func(string) // used without a terminal; may be nil
	live    bool         // out is a terminal

	mu      sync.Mutex
	last    time.Time   // time of the last line
	drawn   bool        // a line is visible
	pending string      // line for the timer to draw
	timer   *time.Timer // nil if none is running
}

// NewProgress returns a Progress that writes to out if that is a terminal, and otherwise passes lines to log unless
// that is nil.
func NewProgress(out io.Writer, log func(line string)) *Progress {
	p := &Progress{out: out, log: log, live: Is(out), last: time.Now()}
	p.columns = func() int {
		if f, ok := out.(*os.File); ok {
			if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 1 {
				return columns
			}
		}
		return usualColumns
	}
	return p
}

// Live reports whether the output is a terminal.
func (p *Progress) Live() bool { return p.live }

// Show replaces the line. If lines arrive too quickly, only the latest is drawn.
func (p *Progress) Show(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch wait := time.Until(p.last.Add(drawEvery)); {
	case !p.live:
		if p.log != nil && time.Since(p.last) >= logEvery {
			p.last = time.Now()
			p.log(line)
		}
	case !p.drawn || wait <= 0:
		p.draw(line)
	default:
		p.pending = line
		if p.timer == nil {
			p.timer = time.AfterFunc(wait, p.catchUp)
		}
	}
}

// catchUp draws the pending line, unless it has been replaced or cleared.
func (p *Progress) catchUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = nil
	if p.pending != "" {
		p.draw(p.pending)
	}
}

func (p *Progress) draw(line string) {
	p.last, p.drawn, p.pending = time.Now(), true, ""
	fmt.Fprintf(p.out, "\r%s\033[K", Cut(Escape(line), p.columns()-1))
}

// Clear removes the line, so that other output can be written.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

func (p *Progress) clear() {
	if p.drawn {
		fmt.Fprint(p.out, "\r\033[K")
	}
	p.drawn, p.pending = false, ""
}

// End replaces the line with a final one of any length, or logs it.
func (p *Progress) End(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	switch {
	case p.live:
		fmt.Fprintln(p.out, line)
	case p.log != nil:
		p.log(line)
	}
	p.last = time.Now()
}

// Follow calls line periodically and shows its result until ctx ends. An empty result is not shown.
func (p *Progress) Follow(ctx context.Context, line func() string) {
	if !p.live && p.log == nil {
		return
	}
	tick := time.NewTicker(2 * drawEvery)
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				p.follow(line)
			}
		}
	}()
}

// follow calls line and draws or logs its result while locked, so that a line that the caller clears does not reappear.
func (p *Progress) follow(line func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.live && time.Since(p.last) < logEvery {
		return
	}
	switch text := line(); {
	case text == "":
	case p.live:
		p.draw(text)
	default:
		p.last = time.Now()
		p.log(text)
	}
}

// Pace estimates the remaining time of some work.
type Pace struct {
	began time.Time
	first int
}

// NewPace returns the Pace of work of which done units are done already.
func NewPace(done int) Pace { return Pace{time.Now(), done} }

// Line returns "WHAT DONE/TOTAL", followed by the remaining time at the average rate if that is known.
func (p Pace) Line(what string, done, total int) string {
	line := fmt.Sprintf("%s %d/%d", what, done, total)
	if done > p.first && done < total {
		left := time.Since(p.began) / time.Duration(done-p.first) * time.Duration(total-done)
		line += ", " + left.Round(time.Second).String() + " left"
	}
	return line
}

// Bar draws the completed part of a total as a bar of 20 columns.
func Bar(done, total int) string {
	const columns = 20
	full := columns * min(max(done, 0), total) / max(total, 1)
	return strings.Repeat("█", full) + strings.Repeat("░", columns-full)
}
