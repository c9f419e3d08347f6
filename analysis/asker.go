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

// asker gives the best moves of positions: from a book, if there is one, and by search.
type asker struct {
	engine *search.Engine
	book   *book.Book // may be nil
	trust  bool       // whatever the book knows counts
}

// hint is at most lines of the best moves of p. What the book knows of stands first and is not searched, unless the book leaves open whether other moves are better.
func (a asker) hint(ctx context.Context, p othello.Position, l search.Limits, lines int, progress func(Hint)) (Hint, error) {
	known, closed := a.known(p, l)
	if len(known) > 0 && closed && (len(known) >= lines || len(known) == len(p.Moves())) {
		return found(p, first(known, lines)), nil
	}
	l.Lines = lines
	whole := func(r search.Report) Hint {
		h := newHint(r)
		h.with(known, closed, lines)
		return h
	}
	r, err := a.engine.Search(ctx, p, l, func(r search.Report) {
		if progress != nil {
			progress(whole(r))
		}
	})
	if errors.Is(err, search.ErrOver) {
		return overHint(p), nil
	}
	return whole(r), err
}

// with puts the lines that a book knows before those that were searched; unless closed, among them by their scores.
func (h *Hint) with(known []Line, closed bool, lines int) {
	all := slices.Clone(known)
	for _, line := range h.Lines {
		if !slices.ContainsFunc(known, func(k Line) bool { return k.Move == line.Move }) {
			all = append(all, line)
		}
	}
	if !closed {
		slices.SortStableFunc(all, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
	}
	h.Lines = first(all, max(lines, 1))
	h.Score = h.Lines[0].Score
}

// known is the moves of p that the book knows, the best first; closed when the others are known to be no better. A book that looked less far ahead than the limits
// allow knows nothing, unless it is trusted.
func (a asker) known(p othello.Position, l search.Limits) (lines []Line, closed bool) {
	if a.book == nil || p.Over() {
		return nil, true
	}
	page, ok := a.book.Look(p)
	if !ok || !a.trust && !page.From.Exact && (page.From.Depth < l.Depth || p.Empties() <= l.Exact) {
		return nil, true
	}
	for _, m := range page.Moves {
		if p.Check(m.Move) != nil {
			continue // a value without a move
		}
		lines = append(lines, Line{
			p.Size.Name(m.Move), round(m.Value.Discs(), hundredths), m.From.Depth, m.From.Confidence, m.From.Exact, true, names(p.Size, a.follow(p, m.Move)),
		})
	}
	return lines, page.Judged
}

// follow is the game that the book expects after a move.
func (a asker) follow(p othello.Position, m othello.Square) []othello.Square {
	line := []othello.Square{m}
	for p = p.Play(m); ; p = p.Play(m) {
		page, ok := a.book.Look(p)
		if !ok || p.Over() || len(page.Moves) == 0 || p.Check(page.Moves[0].Move) != nil {
			return line
		}
		m = page.Moves[0].Move
		line = append(line, m)
	}
}
