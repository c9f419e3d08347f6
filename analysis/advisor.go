package analysis

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// Advisor finds the best moves of positions in an opening book and by search. It answers one question at a time.
type Advisor struct {
	Engine *search.Engine
	Book   *book.Book // searched for the position first; nil: none
	Trust  bool       // use the book whatever its depth
}

// Hint returns at most lines of the best moves of p. Moves from the book come first and are not searched, unless the
// book leaves open whether other moves are better. The table of the engine is emptied first, so that the same question
// has the same answer, unless a limit of time makes answers differ anyway. Progress, unless nil, receives an
// intermediate hint after each depth. When ctx ends early, the hint holds the best moves found so far and the error is
// that of ctx.
func (a Advisor) Hint(
	ctx context.Context, p othello.Position, l search.Limits, lines int, progress func(Hint),
) (Hint, error) {
	known, closed := a.known(p, l)
	if len(known) > 0 && closed && (len(known) >= lines || len(known) == len(p.Moves())) {
		return found(p, first(known, lines)), nil
	}
	l.Lines = lines
	if l.Time <= 0 {
		a.Engine.Forget()
	}
	whole := func(r search.Report) Hint {
		h := newHint(r)
		h.with(known, closed, lines)
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

// with merges the lines of the book into those that were searched, sorted by score. If closed, the book knows that no
// other move is better than its own: a higher value, from a shallower search, counts as that of its last line.
func (h *Hint) with(known []Line, closed bool, lines int) {
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
	slices.SortStableFunc(all, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
	h.Lines = first(all, max(lines, 1))
	h.Score = h.Lines[0].Score
}

// known returns the moves of p in the book, the best first. Closed reports that no other move is better. Unless
// trusted, a page from a shallower search than the limits allow is ignored.
func (a Advisor) known(p othello.Position, l search.Limits) (lines []Line, closed bool) {
	if a.Book == nil || p.Over() {
		return nil, true
	}
	page, ok := a.Book.Look(p)
	if !ok || !a.Trust && !page.From.Exact && (page.From.Depth < l.Depth || p.Empties() <= l.Exact) {
		return nil, true
	}
	for _, m := range page.Moves {
		if p.Check(m.Move) != nil {
			continue // a value without a move
		}
		lines = append(lines, Line{
			p.Size.Name(m.Move), round(m.Value.Discs(), hundredths), m.From.Depth, m.From.Confidence, m.From.Exact,
			true, p.Size.NamesOf(a.follow(p, m.Move)),
		})
	}
	return lines, page.Judged
}

// follow returns a move and the line that continues it with the best moves of the book.
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
