package paste

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// sideList is a line with all moves of one side, such as "Black: f5 c3 c4".
type sideList struct {
	side    othello.Color
	squares []string
	at      int // line
}

var (
	sideListForm = regexp.MustCompile(`(?i)^(black|white|黒|白|[bwxo●○])\s*:\s*` +
		`((?:[a-h][1-8]|[0-9]{1,2}[.:)]|[ ,;.-])+)$`)
	squareForm = regexp.MustCompile(`(?i)[a-h][1-8]`)

	errOneSide = errors.New("the moves of one side: want those of the other side on the next line")
)

// sideListOf parses a line with the moves of one side. It returns nil for other lines, including those with a single
// move, unless they follow a line with the moves of the other side.
func (r *reader) sideListOf(line string, number int) *sideList {
	parts := sideListForm.FindStringSubmatch(line)
	if parts == nil || r.table != nil || r.list != nil {
		return nil
	}
	l := &sideList{squares: squareForm.FindAllString(parts[2], -1), at: number}
	if len(l.squares) == 0 || len(l.squares) == 1 && r.sides == nil {
		return nil
	}
	l.side, _ = transcript.ParseSide(parts[1]) // the pattern matches only sides
	return l
}

// movesOfSide handles a line with all moves of one side. Two of them, one of each side, are a game.
func (r *reader) movesOfSide(l *sideList) {
	first := r.sides
	if first != nil && first.side == l.side {
		r.endSides()
		first = nil
	}
	if first == nil {
		if d := r.now; d.begun() && (d.moves != nil || d.done || d.board == nil) {
			r.flush()
		}
		r.sides = l
		return
	}
	r.sides = nil
	start := r.start
	if d := r.now; d.begun() {
		start = *d.board
		if !d.sided {
			c, _ := sideOf(start)
			start = withTurn(start, c)
		}
	}
	moves, at, err := merge(start, first, l)
	if err != nil {
		r.draft(first.at)
		r.failDraft(at, err)
		return
	}
	r.squares(moves, first.at)
	if r.now != nil {
		r.now.done = true
	}
}

// endSides reports the moves of one side that are not followed by those of the other side.
func (r *reader) endSides() {
	if r.sides == nil {
		return
	}
	at := r.sides.at
	r.sides = nil
	r.draft(at)
	r.failDraft(at, errOneSide)
}

// merge returns the moves of both sides in the order in which they are played from p. The error is that of line at.
func merge(p othello.Position, lists ...*sideList) (moves string, at int, err error) {
	var all strings.Builder
	var next [2]int // number of moves of each list that have been played
	for {
		if p.MustPass() {
			p = p.Play(othello.Pass)
		}
		i := 0
		if lists[0].side != p.Turn {
			i = 1
		}
		l, n := lists[i], next[i]
		if n == len(l.squares) {
			other := lists[1-i]
			if m := next[1-i]; m < len(other.squares) {
				return "", other.at, fmt.Errorf("move %d of %v, %q, has no move of %v before it", m+1,
					other.side,
					other.squares[m], l.side)
			}
			return all.String(), 0, nil
		}
		s, err := p.Size.Parse(l.squares[n])
		if err == nil {
			err = p.Check(s)
		}
		if err != nil {
			return "", l.at, fmt.Errorf("move %d of %v: %w", n+1, l.side, err)
		}
		all.WriteString(l.squares[n])
		p = p.Play(s)
		next[i]++
	}
}
