package record

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// sgfReader reads one tree.
type sgfReader struct {
	properties
	game         Game
	size         othello.Size
	black, white uint64 // set-up discs
	turn         othello.Color
	turnGiven    bool
	rooted       bool   // the first node has been read
	begun        bool   // the start is known: a move has been played
	time         string // TM
}

// parseSGF reads a tree of FF[4] and what programs write under that name: moves as squares (f5), as letters (fe) or as nothing for a
// pass, several in a node. The first branch is the game, the others are variations.
func parseSGF(text string) (*Game, error) {
	r := &sgfReader{properties: properties{text: text, escapes: true}, size: othello.Size8}
	if r.peek() != '(' {
		return nil, errors.New("a game begins with (;")
	}
	r.at++
	b := newBranch(othello.Position{})
	if err := r.sequence(b, 0); err != nil {
		return nil, err
	}
	if err := r.begin(b, othello.Black); err != nil {
		return nil, err
	}
	b.finish(&r.game)
	r.game.Start = r.start()
	r.clock()
	return &r.game, nil
}

// sequence reads nodes and branches up to the closing bracket.
func (r *sgfReader) sequence(b *branch, depth int) error {
	if depth > maxNesting {
		return place(r.at, fmt.Errorf("variations of variations: more than %d", maxNesting))
	}
	fork, branches := -1, 0
	var from othello.Position
	for {
		switch r.peek() {
		case ';':
			if branches > 0 {
				return place(r.at, errors.New("a node after a branch: expected ( or )"))
			}
			r.at++
			if err := r.node(b, depth); err != nil {
				return err
			}
		case '(':
			r.at++
			if branches++; branches == 1 {
				fork, from = len(b.moves), b.now
				if err := r.sequence(b, depth+1); err != nil {
					return err
				}
				continue
			}
			if !r.begun { // the game has no moves: its variations begin at the start
				if err := r.begin(b, othello.Black); err != nil {
					return err
				}
			}
			if from.Size == 0 {
				from = r.start()
			}
			v := newBranch(from)
			if err := r.sequence(v, depth+1); err != nil {
				return err
			}
			b.branchOff(fork, v)
		case ')':
			r.at++
			return nil
		case 0:
			return place(r.at, errors.New("the game is cut off: a ) is missing"))
		default:
			return place(r.at, fmt.Errorf("%q: expected ; ( or )", clip(r.text[r.at:])))
		}
	}
}

// node reads the properties of a node. Set-up and what concerns the game come first, then moves and what is said of them.
func (r *sgfReader) node(b *branch, depth int) error {
	var list []property
	for isLetter(r.peek()) {
		p, err := r.property()
		if err != nil {
			return err
		}
		list = append(list, p)
	}
	played := slices.ContainsFunc(list, isMove)
	root := !r.begun && depth == 0 && (!r.rooted || !played)
	r.rooted = true
	if root {
		if err := r.kind(list); err != nil {
			return err
		}
	}
	for _, p := range list {
		var err error
		switch {
		case isMove(p):
			err = r.move(b, p)
		case root && r.info(p, played):
		default:
			err = r.setUp(b, p)
		}
		if err != nil {
			return place(p.at, err)
		}
	}
	for _, p := range list {
		if root && (!played || isInfo(p.name) || p.name == "C") || isSetUp(p.name) || isMove(p) {
			if root && p.name == "C" {
				r.game.Comment = joinTexts(r.game.Comment, strings.Join(p.values, "\n"))
			}
			continue
		}
		r.annotate(b, p)
	}
	return nil
}

func isMove(p property) bool { return p.name == "B" || p.name == "W" }

func isSetUp(name string) bool { return slices.Contains([]string{"AB", "AW", "AE", "PL"}, name) }

// setUp reads the discs at the start and who is to move. Later set-up would make another game of it.
func (r *sgfReader) setUp(b *branch, p property) error {
	if !isSetUp(p.name) {
		return nil
	}
	if r.begun || len(b.moves) > 0 {
		return fmt.Errorf("%s in mid-game: discs are set up before the first move only", p.name)
	}
	if p.name == "PL" {
		r.turnGiven = true
		if side := strings.ToUpper(strings.TrimSpace(p.values[0])); strings.HasPrefix(side, "W") || side == "2" {
			r.turn = othello.White
		}
		return nil
	}
	var set uint64
	for _, v := range p.values {
		squares, err := r.points(v)
		if err != nil {
			return err
		}
		set |= squares
	}
	r.black, r.white = r.black&^set, r.white&^set
	switch p.name {
	case "AB":
		r.black |= set
	case "AW":
		r.white |= set
	}
	return nil
}

// points reads a square, or two with a colon between them for a rectangle.
func (r *sgfReader) points(value string) (uint64, error) {
	first, last, two := strings.Cut(strings.TrimSpace(value), ":")
	a, err := r.square(first)
	if err != nil || a == othello.Pass {
		return 0, errors.Join(err, notASquare(a, first))
	}
	if !two {
		return 1 << a, nil
	}
	z, err := r.square(last)
	if err != nil || z == othello.Pass {
		return 0, errors.Join(err, notASquare(z, last))
	}
	var set uint64
	for row := min(a/8, z/8); row <= max(a/8, z/8); row++ {
		for column := min(a%8, z%8); column <= max(a%8, z%8); column++ {
			set |= 1 << (8*row + column)
		}
	}
	return set, nil
}

func notASquare(s othello.Square, text string) error {
	if s == othello.Pass {
		return fmt.Errorf("%q is no square to set a disc on", clip(text))
	}
	return nil
}

// square reads f5, fe, and the ways to write a pass.
func (r *sgfReader) square(text string) (othello.Square, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || text == "tt" {
		return othello.Pass, nil
	}
	if len(text) == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= 'a' && text[1] <= 'h' {
		text = text[:1] + string(text[1]-'a'+'1')
	}
	return r.size.Parse(text)
}

// start is the position that the set-up makes. Programs that set up more discs than the first four may leave those out.
func (r *sgfReader) start() othello.Position {
	p := othello.Start(r.size, othello.Usual)
	const centre = 1<<27 | 1<<28 | 1<<35 | 1<<36
	if r.black|r.white != 0 {
		if (r.black|r.white)&centre != 0 {
			p.Mover, p.Other = 0, 0
		}
		p.Mover, p.Other = p.Mover|r.black, p.Other|r.white
	}
	if r.turn == othello.White {
		p.Mover, p.Other, p.Turn = p.Other, p.Mover, othello.White
	}
	return p
}

// begin fixes the start, once. Without a word on whose turn it is in a set-up position, whoever plays first has it.
func (r *sgfReader) begin(b *branch, first othello.Color) error {
	if r.begun {
		return nil
	}
	r.begun = true
	if !r.turnGiven && r.black|r.white != 0 {
		r.turn = first
	}
	b.now = r.start()
	b.before = b.now
	return b.now.Validate()
}

func (r *sgfReader) move(b *branch, p property) error {
	side := othello.Black
	if p.name == "W" {
		side = othello.White
	}
	if err := r.begin(b, side); err != nil {
		return err
	}
	if len(p.values) > 1 {
		return fmt.Errorf("%s has %d values: a move is one", p.name, len(p.values))
	}
	m, err := r.square(p.values[0])
	if err == nil {
		err = b.followAs(side, m)
	}
	if err != nil {
		return fmt.Errorf("move %d, %q: %w", len(b.moves)+1, p.values[0], err)
	}
	return nil
}

// sgfMarks are judgements of a move, as SGF and as players write them.
func sgfMarks() []struct{ mark, name, value string } {
	return []struct{ mark, name, value string }{
		{"!!", "TE", "2"}, {"!", "TE", "1"}, {"!?", "IT", ""}, {"?!", "DO", ""}, {"?", "BM", "1"}, {"??", "BM", "2"},
	}
}

// annotate reads what a node says of its move. Before the first move of the game it becomes tags of the game.
func (r *sgfReader) annotate(b *branch, p property) {
	if p.name == "C" {
		b.say(strings.Join(p.values, "\n"))
		return
	}
	if len(b.moves) == 0 {
		if !r.begun {
			for _, v := range p.values {
				r.game.Tags = append(r.game.Tags, Tag{p.name, v})
			}
			return
		}
		b.say(p.name + "[" + strings.Join(p.values, "][") + "]") // before a variation there is only a comment
		return
	}
	n, mover := b.note(), b.now.Turn.Other()
	switch value := strings.TrimSpace(p.values[0]); p.name {
	case "V":
		if x, err := strconv.ParseFloat(value, 64); err == nil && isFinite(x) {
			n.Score = &Score{Value: x * float64(1-2*int(mover))}
			return
		}
	case []string{"BL", "WL"}[mover]:
		if d, ok := parseSeconds(value); ok && d > 0 {
			n.Left = d
			return
		}
	case "TE", "BM", "IT", "DO":
		for _, m := range sgfMarks() {
			if n.Mark == "" && m.name == p.name && (m.value == value || m.value == "1" && value == "") {
				n.Mark = m.mark
				return
			}
		}
	}
	for _, v := range p.values {
		n.Tags = append(n.Tags, Tag{p.name, v})
	}
}
