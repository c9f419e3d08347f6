package player

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// bookPlayer is an engine that plays from an opening book as long as the book has a move.
type bookPlayer struct {
	*engine
	book  *book.Book
	loss  book.Value // greatest total loss of its moves in a game, to vary the games
	seed  *uint64    // nil: different each time
	fixed bool       // the seed is part of the spec
}

// withBook adds a book to an engine: +book is the embedded one, and book=FILE a file, which requires local. The default
// is no book, so that a level searches to its depth from the first move. variance=DISCS is the greatest total loss of
// the book's moves in a game, and seed=N makes its choices repeatable.
func withBook(a *Args, local bool, p Player, err error) (Player, error) {
	e, ok := p.(*engine)
	if err != nil || !ok {
		return p, err
	}
	b := &bookPlayer{engine: e}
	name := a.Text("book", "-")
	if b.book, err = openBook(name, local); err != nil {
		return nil, err
	}
	discs, err := strconv.ParseFloat(a.Text("variance", "0"), 64)
	switch {
	case err != nil || !(discs >= 0 && discs <= 64):
		return nil, fmt.Errorf("variance=%s: want a loss per game from 0 to 64 discs", a.Text("variance", ""))
	case b.book == nil && name == "+":
		return nil, errors.New("+book: this program was built without a book; use book=FILE")
	case b.book == nil && discs > 0:
		return nil, errors.New("variance requires a book: use +book or book=FILE")
	case b.book == nil:
		return e, nil
	}
	b.loss = book.ValueOf(discs)
	if a.Has("seed") {
		seed := a.Seed("seed", rand.Uint64)
		b.seed, b.fixed = &seed, true
	}
	return b, nil
}

func openBook(name string, local bool) (*book.Book, error) {
	switch {
	case name == "-":
		return nil, nil
	case name == "+":
		b, _, err := book.Shipped()
		return b, err
	case !local:
		return nil,
			fmt.Errorf("book=%s: files are accepted on the command line only; want +book or -book", name)
	}
	b, err := book.Load(name)
	if err != nil {
		return nil, &ResourceError{fmt.Errorf("book=%s: %w", name, err)}
	}
	return b, nil
}

// Seed makes the choices of the book depend on the seed and the position only, unless the spec has a seed.
func (b *bookPlayer) Seed(seed uint64) {
	if !b.fixed {
		b.seed = &seed
	}
}

func (b *bookPlayer) Choose(ctx context.Context, g *record.Game, c Clock) (Choice, error) {
	return b.Think(ctx, g, c, func(Choice) {})
}

// Think returns the move of the book if it has one, and that of the engine otherwise.
func (b *bookPlayer) Think(ctx context.Context, g *record.Game, c Clock, progress func(Choice)) (Choice, error) {
	p := g.Position()
	if m, ok := b.move(g); ok && ctx.Err() == nil {
		choice := Choice{Move: m.Move, Report: bookReport(p, m)}
		progress(choice)
		return choice, nil
	}
	return b.think(ctx, p, len(g.Moves), c, progress)
}

func (b *bookPlayer) move(g *record.Game) (book.Move, bool) {
	seed := rand.Uint64
	if b.seed != nil {
		seed = func() uint64 { return *b.seed }
	}
	return b.book.Pick(g, b.loss, seed())
}

// bookReport returns the book's entry for a move in the form of a search report.
func bookReport(p othello.Position, m book.Move) *search.Report {
	return &search.Report{
		Position: p, Move: m.Move, Best: []othello.Square{m.Move}, Score: othello.Score(m.Value.Discs()),
		Depth:      m.From.Depth,
		Confidence: m.From.Confidence,
		Exact:      m.From.Exact, PV: []othello.Square{m.Move}, Book: true,
	}
}
