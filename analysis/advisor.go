package analysis

import (
	"context"
	"errors"
	"slices"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// Advisor finds the best moves of positions in an opening book and by search. It must not be used concurrently.
type Advisor struct {
	Engine *search.Engine
	Book   *book.Book // consulted before the search; may be nil
	Trust  bool       // use the book even if its depth is below the limits
}

// Hint returns at most the given number of lines with the best moves of p. Moves from the book are not searched, unless
// the book leaves open whether other moves are better. Without a time limit the hash table is cleared first, so that
// the result is reproducible. If progress is not nil, it receives an intermediate hint after each depth. If ctx ends
// early, the hint contains the best moves found so far and the error is that of ctx.
func (a Advisor) Hint(
	ctx context.Context, p othello.Position, l search.Limits, lines int, progress func(Hint),
) (Hint, error) {
	known, closed := a.bookLines(p, l)
	if len(known) > 0 && closed && (len(known) >= lines || len(known) == len(p.Moves())) {
		return found(p, first(known, lines)), nil
	}
	l.Lines = lines
	if l.Time <= 0 {
		a.Engine.Forget()
	}
	whole := func(r search.Report) Hint {
		h := newHint(r)
		h.with(p, known, closed, lines)
		return h
	}
	r, err := a.Engine.Search(ctx, p, l, func(r search.Report) {
		if progress != nil {
			progress(whole(r))
		}
	})
	if errors.Is(err, search.ErrOver) {
		return overHint(p), nil
	}
	return whole(r), err
}

// with merges the book lines into the searched ones, sorted by score. If closed is true, no other move is better than
// those of the book. A searched move with a higher score, which comes from a shallower search, then gets the score of
// the last book line.
func (h *Hint) with(p othello.Position, known []Line, closed bool, lines int) {
	all := slices.Clone(known)
	for _, line := range h.Lines {
		if slices.ContainsFunc(known, func(k Line) bool { return k.Move == line.Move }) {
			continue
		}
		if closed && len(known) > 0 {
			line.Score = min(line.Score, known[len(known)-1].Score)
		}
		all = append(all, line)
	}
	h.Lines = all
	h.rank(p)
	h.Lines = first(h.Lines, max(lines, 1))
}

// bookLines returns the moves of p in the book, best first. closed reports that no other move is better. Unless Trust
// is set, an entry from a shallower search than the limits is ignored.
func (a Advisor) bookLines(p othello.Position, l search.Limits) (lines []Line, closed bool) {
	if a.Book == nil || p.Over() {
		return nil, true
	}
	page, ok := a.Book.Look(p)
	if !ok || !a.Trust && !page.From.Exact && (page.From.Depth < l.Depth || p.Empties() <= l.Exact) {
		return nil, true
	}
	for _, m := range page.Moves {
		if p.Check(m.Move) != nil {
			continue // an entry without a legal move
		}
		lines = append(lines, Line{
			p.Size.Name(m.Move), round(m.Value.Discs(), hundredths), m.From.Depth, m.From.Confidence, m.From.Exact,
			true, nil, p.Size.NamesOf(a.follow(p, m.Move)),
		})
	}
	return lines, page.Judged
}

// follow returns a move and the best moves of the book after it.
func (a Advisor) follow(p othello.Position, m othello.Square) []othello.Square {
	line := []othello.Square{m}
	for p = p.Play(m); ; p = p.Play(m) {
		page, ok := a.Book.Look(p)
		if !ok || p.Over() || len(page.Moves) == 0 || p.Check(page.Moves[0].Move) != nil {
			return line
		}
		m = page.Moves[0].Move
		line = append(line, m)
	}
}
