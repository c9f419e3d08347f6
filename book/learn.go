package book

import (
	"context"
	"fmt"
	"iter"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Learning configures [File.Learn].
type Learning struct {
	Judges   []*Judge
	Least    int          // least number of empty squares of an added position
	Progress func(Learnt) // called after each game, by one goroutine at a time; may be nil
}

// Learnt is the progress of learning.
type Learnt struct {
	Games   int // games whose positions are in the book
	Refused int // games of another board size or from an illegal position
	Added   int // positions that were added
	Len     int // positions in the book
}

// String returns the progress as a line of text.
func (l Learnt) String() string {
	text := fmt.Sprintf("%s learned, %s, %d new", lang.Count(l.Games, "game", "games"),
		lang.Count(l.Len, "position", "positions"), l.Added)
	if l.Refused > 0 {
		text += fmt.Sprintf("; skipped as not from an 8×8 board: %s", lang.Count(l.Refused, "game", "games"))
	}
	return text
}

// Learn adds the positions of games. It searches each one without the moves that lead to other positions of the book,
// so that the book also has the best deviation from the game. Positions that are in the book already are not searched
// again, so that an interrupted run is quick to repeat. The file is consistent after any error. The error is that of
// ctx if ctx ended the run.
func (f *File) Learn(ctx context.Context, l Learning, games iter.Seq[*record.Game]) (Learnt, error) {
	t := newTeam(f)
	busy := map[key]bool{}
	done := Learnt{Len: f.Len()}
	next, stop := iter.Pull(games)
	defer stop()
	err := t.work(ctx, l.Judges, func(ctx context.Context, j *Judge) error {
		for ctx.Err() == nil {
			t.Lock()
			g, ok := next()
			t.Unlock()
			if !ok {
				return nil
			}
			added, err := t.learn(ctx, j, positionsOf(g, l.Least), busy)
			t.Lock()
			done.count(g, added, f.Len())
			if l.Progress != nil {
				l.Progress(done)
			}
			t.Unlock()
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = ctx.Err()
	}
	return done, err
}

func (l *Learnt) count(g *record.Game, added, positions int) {
	l.Added, l.Len = l.Added+added, positions
	if fits(g) {
		l.Games++
	} else {
		l.Refused++
	}
}

// fits reports whether a book can hold the positions of a game.
func fits(g *record.Game) bool { return g.Start.Size == othello.Size8 && g.Start.Validate() == nil }

// positionsOf returns the positions of a game that a book can hold, last position first. In this order the move of the
// game is already a link when its position is searched, so that each position is searched once.
func positionsOf(g *record.Game, least int) (list []key) {
	if !fits(g) {
		return nil
	}
	p := g.Start
	for i := 0; p.Empties() >= least; i++ {
		if p.Legal() != 0 {
			k, _ := canonical(p)
			list = append([]key{k}, list...)
		}
		if i == len(g.Moves) {
			break
		}
		p = p.Play(g.Moves[i])
	}
	return list
}

// learn adds positions, except those that another worker is adding.
func (t *team) learn(ctx context.Context, j *Judge, list []key, busy map[key]bool) (added int, err error) {
	for _, k := range list {
		t.Lock()
		taken := busy[k]
		busy[k] = true
		t.Unlock()
		if taken {
			continue
		}
		isNew, err := t.add(ctx, j, k)
		t.Lock()
		delete(busy, k)
		t.Unlock()
		if err != nil {
			return added, err
		}
		if isNew {
			added++
		}
	}
	return added, nil
}
