package proof

import "strings"

// The rules and the solver in this file are the reference for the tests of the checker. They represent boards as text
// and share no code with the checker.

// diagram contains the squares of a board, as in a Claim, and the side to move.
type diagram struct {
	squares string
	side    byte
}

func (d diagram) size() int { return map[int]int{16: 4, 36: 6, 64: 8}[len(d.squares)] }

func (d diagram) opponent() byte { return 'X' + 'O' - d.side }

func (d diagram) String() string { return d.squares + " " + string(d.side) }

// play returns the diagram after a move, with the other side to move. Its squares are "" if the move is illegal.
func (d diagram) play(square int) diagram {
	n, squares := d.size(), []byte(d.squares)
	turned := false
	for _, step := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		var line []int
		r, c := square/n+step[0], square%n+step[1]
		for ; r >= 0 && r < n && c >= 0 && c < n; r, c = r+step[0], c+step[1] {
			if squares[r*n+c] != d.opponent() {
				if squares[r*n+c] == d.side && d.squares[square] == '-' {
					for _, s := range line {
						squares[s], turned = d.side, true
					}
				}
				break
			}
			line = append(line, r*n+c)
		}
	}
	if !turned {
		return diagram{}
	}
	squares[square] = d.side
	return diagram{string(squares), d.opponent()}
}

func (d diagram) moves() (legal []int) {
	for square := range d.squares {
		if d.play(square).squares != "" {
			legal = append(legal, square)
		}
	}
	return legal
}

func (d diagram) pass() diagram { return diagram{d.squares, d.opponent()} }

func (d diagram) empties() int { return strings.Count(d.squares, "-") }

// value returns the score with best play for the side to move. known is a cache of values.
func (d diagram) value(known map[diagram]int) int {
	if v, ok := known[d]; ok {
		return v
	}
	best := -100
	for _, square := range d.moves() {
		best = max(best, -d.play(square).value(known))
	}
	if best == -100 {
		if len(d.pass().moves()) > 0 {
			best = -d.pass().value(known)
		} else {
			best = d.result()
		}
	}
	known[d] = best
	return best
}

func (d diagram) result() int {
	mine, theirs := strings.Count(d.squares, string(d.side)), strings.Count(d.squares, string(d.opponent()))
	switch {
	case mine > theirs:
		mine += d.empties()
	case mine < theirs:
		theirs += d.empties()
	}
	return mine - theirs
}

// prove adds the nodes of a certificate to the builder. The certificate may be invalid.
func (d diagram) prove(b *Builder, prover bool, target int) {
	if len(d.moves()) == 0 {
		d, prover = d.pass(), !prover
	}
	if len(d.moves()) == 0 || d.empties() <= b.header.Leaf {
		return
	}
	_, p, _ := parse(d.String())
	if !prover {
		b.Opponent(p.mover, p.other)
		d.answer(b, target)
		return
	}
	if b.Has(p.mover, p.other, true) {
		return
	}
	move := d.moves()[0]
	for _, m := range d.moves() {
		if _, after, _ := parse(d.play(m).String()); !b.board.reaches(after, 1-target) {
			move = m
		}
	}
	b.Prover(p.mover, p.other, move)
	if after := d.play(move); len(after.moves()) == 0 {
		after.prove(b, false, target)
	} else if after.empties() > b.header.Leaf {
		after.answer(b, target)
	}
}

func (d diagram) answer(b *Builder, target int) {
	for _, m := range d.moves() {
		d.play(m).prove(b, true, target)
	}
}
