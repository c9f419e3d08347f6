package book

import (
	"context"
	"fmt"
	"iter"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Learning says how games are learnt.
type Learning struct {
	Judges   []*Judge
	Least    int          // empty squares that a position must have to be added
	Progress func(Learnt) // told of each game, by one goroutine at a time; may be nil
}

// Learnt is how far learning has come.
type Learnt struct {
	Games   int // learnt
	Refused int // not of the 8×8 board, or from a position that no game can reach
	Added   int // positions
	Len     int // positions in the book
}

// String is the line that people read.
func (l Learnt) String() string {
	text := fmt.Sprintf("%s learnt, %s, %d of them new", lang.Count(l.Games, "game", "games"),
		lang.Count(l.Len, "position", "positions"), l.Added)
	if l.Refused > 0 {
		text += fmt.Sprintf("; not of the 8×8 board: %s", lang.Count(l.Refused, "game", "games"))
	}
	return text
}

// Learn adds the positions of games. Each is judged without the moves that lead to others of the book, the game's
// among them, so that the best deviation from the game is known as well. What is in the book already is not judged
// again: a run that broke off is repeated quickly. The error is ctx's when that ended first; the file is in good
// order whatever the error.
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

func fits(g *record.Game) bool { return g.Start.Size == othello.Size8 && g.Start.Validate() == nil }

// positionsOf is the positions of a game that a book can hold, the last first, so that each is judged once: the next
// one is there already when its turn comes.
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

// learn adds positions; those that another worker is about to add are left to it.
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
