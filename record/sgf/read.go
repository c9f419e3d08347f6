// Package sgf reads and writes the Smart Game Format for Othello (GM[2]) with variations, comments and marks.
package sgf

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/bracket"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/internal/timing"
)

// Read yields the games of a file. The errors are those of [scan.Syntax.Read]. The first branch of a tree is the main
// line, and the others are variations.
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return scan.Syntax{Cut: bracket.Cut(true), Parse: parse}.Read(r, name)
}

// Sniff reports whether text starts like a file in this format.
func Sniff(text string) bool { return bracket.IsTree(text) && !bracket.IsGGF(text) }

// reader reads one tree.
type reader struct {
	bracket.Properties
	game         record.Game
	given        map[string]string // the first values of properties that a game has only once
	size         othello.Size
	black, white bitboard.Set // set-up discs
	turn         othello.Color
	turnGiven    bool
	rooted       bool   // the first node has been read
	begun        bool   // the start position is fixed
	time         string // TM
}

// parse parses a tree of FF[4] and common deviations from it. Moves may be squares (f5), pairs of letters (fe) or empty
// for a pass, and a node may contain several.
func parse(text string) (*record.Game, error) {
	r := &reader{Properties: bracket.Properties{Text: text, Escapes: true}, size: othello.Size8}
	if r.Peek() != '(' {
		return nil, errors.New("want (; at the start of a game")
	}
	r.Place++
	b := record.NewLine(othello.Position{})
	if err := r.sequence(b, 0); err != nil {
		return nil, err
	}
	if err := r.begin(b, othello.Black); err != nil {
		return nil, err
	}
	b.Finish(&r.game)
	r.game.Start = r.start()
	r.clock()
	return &r.game, nil
}

// sequence parses nodes and branches up to the closing parenthesis.
func (r *reader) sequence(b *record.Line, depth int) error {
	if depth > record.MaxNesting {
		return scan.Place(r.Place, fmt.Errorf("variations nested deeper than %d", record.MaxNesting))
	}
	fork, branches := -1, 0
	var from othello.Position
	for {
		switch r.Peek() {
		case ';':
			if branches > 0 {
				return scan.Place(r.Place, errors.New("a node after a branch: expected ( or )"))
			}
			r.Place++
			if err := r.node(b, depth); err != nil {
				return err
			}
		case '(':
			r.Place++
			if branches++; branches == 1 {
				fork, from = b.Len(), b.Position()
				if err := r.sequence(b, depth+1); err != nil {
					return err
				}
				continue
			}
			if !r.begun { // the game has no moves, so its variations start at the start position
				if err := r.begin(b, othello.Black); err != nil {
					return err
				}
			}
			if from.Size == 0 {
				from = r.start()
			}
			v := record.NewLine(from)
			if err := r.sequence(v, depth+1); err != nil {
				return err
			}
			b.Branch(fork, v)
		case ')':
			r.Place++
			return nil
		case 0:
			return scan.Place(r.Place, errors.New("the game is cut off: a ) is missing"))
		default:
			return scan.Place(r.Place, fmt.Errorf("%q: expected ; ( or )", scan.Clip(r.Text[r.Place:])))
		}
	}
}

// node parses the properties of a node. It handles set-up, game information and moves first, and then the annotations
// of the moves.
func (r *reader) node(b *record.Line, depth int) error {
	var list []bracket.Property
	for bracket.IsLetter(r.Peek()) {
		p, err := r.Next()
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
			return scan.Place(p.Place, err)
		}
	}
	for _, p := range list {
		if root && (!played || isInfo(p.Name) || p.Name == "C") || isSetUp(p.Name) || isMove(p) {
			if root && p.Name == "C" {
				r.game.Comment = record.JoinTexts(r.game.Comment, strings.Join(p.Values, "\n"))
			}
			continue
		}
		r.annotate(b, p)
	}
	return nil
}

func isMove(p bracket.Property) bool { return p.Name == "B" || p.Name == "W" }

func isSetUp(name string) bool { return slices.Contains([]string{"AB", "AW", "AE", "PL"}, name) }

// setUp handles set-up properties. They are errors after the first move.
func (r *reader) setUp(b *record.Line, p bracket.Property) error {
	if !isSetUp(p.Name) {
		return nil
	}
	if r.begun || b.Len() > 0 {
		return fmt.Errorf("%s after the first move: set-up is only allowed before it", p.Name)
	}
	if p.Name == "PL" {
		return r.toPlay(p)
	}
	var set bitboard.Set
	for _, v := range p.Values {
		squares, err := r.points(v)
		if err != nil {
			return err
		}
		set |= squares
	}
	r.black, r.white = r.black&^set, r.white&^set
	switch p.Name {
	case "AB":
		r.black |= set
	case "AW":
		r.white |= set
	}
	return nil
}

// toPlay handles the side to move. Two different sides are an error.
func (r *reader) toPlay(p bracket.Property) error {
	value := strings.ToUpper(strings.TrimSpace(p.Values[0]))
	side, ok := map[string]othello.Color{
		"B": othello.Black, "BLACK": othello.Black, "1": othello.Black,
		"W": othello.White, "WHITE": othello.White, "2": othello.White,
	}[value]
	switch {
	case !ok || len(p.Values) > 1:
		return fmt.Errorf("PL[%s]: want the side to move, B or W", scan.Clip(strings.Join(p.Values, "][")))
	case r.turnGiven && side != r.turn:
		return errors.New("PL is given twice with different sides")
	}
	r.turnGiven, r.turn = true, side
	return nil
}

// points parses a square, or a rectangle as two squares with a colon.
func (r *reader) points(value string) (bitboard.Set, error) {
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
	var set bitboard.Set
	for row := min(a/8, z/8); row <= max(a/8, z/8); row++ {
		for column := min(a%8, z%8); column <= max(a%8, z%8); column++ {
			set |= 1 << (8*row + column)
		}
	}
	return set, nil
}

func notASquare(s othello.Square, text string) error {
	if s == othello.Pass {
		return fmt.Errorf("%q is not a square for a disc", scan.Clip(text))
	}
	return nil
}

// square parses a square such as f5 or fe, or a pass.
func (r *reader) square(text string) (othello.Square, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || text == "tt" {
		return othello.Pass, nil
	}
	if len(text) == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= 'a' && text[1] <= 'h' {
		text = text[:1] + string(text[1]-'a'+'1')
	}
	return r.size.Parse(text)
}

// start returns the start position after set-up. If the set-up leaves out the four centre squares, the usual four discs
// are there: some programs omit them.
func (r *reader) start() othello.Position {
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

// begin fixes the start position at its first call. If a set-up position has no side to move, it is the side of the
// first move.
func (r *reader) begin(b *record.Line, first othello.Color) error {
	if r.begun {
		return nil
	}
	r.begun = true
	if !r.turnGiven && r.black|r.white != 0 {
		r.turn = first
	}
	b.Restart(r.start())
	return b.Position().Validate()
}

func (r *reader) move(b *record.Line, p bracket.Property) error {
	side := othello.Black
	if p.Name == "W" {
		side = othello.White
	}
	if err := r.begin(b, side); err != nil {
		return err
	}
	if len(p.Values) > 1 {
		return fmt.Errorf("%s has %d values: want one move", p.Name, len(p.Values))
	}
	m, err := r.square(p.Values[0])
	if err == nil {
		err = b.FollowAs(side, m)
	}
	if err != nil {
		return fmt.Errorf("move %d, %q: %w", b.Len()+1, p.Values[0], err)
	}
	return nil
}

// marks returns the marks of moves and their properties in SGF.
func marks() []struct{ mark, name, value string } {
	return []struct{ mark, name, value string }{
		{"!!", "TE", "2"}, {"!", "TE", "1"}, {"!?", "IT", ""}, {"?!", "DO", ""}, {"?", "BM", "1"}, {"??", "BM", "2"},
	}
}

// annotate stores a property of a node in the note of its move. Before the first move of the game it becomes a tag of
// the game.
func (r *reader) annotate(b *record.Line, p bracket.Property) {
	if p.Name == "C" {
		b.AddComment(strings.Join(p.Values, "\n"))
		return
	}
	if b.Len() == 0 {
		if !r.begun {
			for _, v := range p.Values {
				r.game.Tags = append(r.game.Tags, record.Tag{Name: p.Name, Value: v})
			}
			return
		}
		b.AddComment(p.Name + "[" + strings.Join(p.Values, "][") + "]") // a variation has no other place for it
		return
	}
	n, mover := b.Note(), b.Position().Turn.Other()
	name := p.Name
	if len(p.Values) > 1 {
		name = "" // only single values are understood
	}
	switch value := strings.TrimSpace(p.Values[0]); name {
	case "V":
		if x, ok := scan.Number(value); ok && n.Score == nil {
			n.Score = &record.Score{Value: x * float64(1-2*int(mover))}
			return
		}
	case []string{"BL", "WL"}[mover]:
		if d, ok := timing.ParseSeconds(value); ok && d > 0 && n.Left == 0 {
			n.Left = d
			return
		}
	case "TE", "BM", "IT", "DO":
		for _, m := range marks() {
			if n.Mark == "" && m.name == name && (m.value == value || m.value == "1" && value == "") {
				n.Mark = m.mark
				return
			}
		}
	}
	for _, v := range p.Values {
		n.Tags = append(n.Tags, record.Tag{Name: p.Name, Value: v})
	}
}
