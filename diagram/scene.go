package diagram

import (
	"image/color"
	"math"
	"unicode/utf8"

	"github.com/kaeshi/kaeshi/othello"
)

// Lengths in units.
const (
	cell   = 40.0 // width of a square
	margin = 26.0 // around the board with coordinates
	border = 4.0  // around the board without coordinates
	disc   = 16.5 // radius
)

// shape is drawn over the shapes before it.
type shape struct {
	kind   kind
	points []point // circle and text: the centre; rectangle: two corners; others: all corners
	radius float64 // of a circle
	text   string
	size   float64 // height of a text in units
	colour color.NRGBA
	stroke float64 // width of the outline; 0: the shape is filled
	class  string  // class of the SVG element
}

type point struct{ x, y float64 }

type kind uint8

const (
	circle kind = iota
	rectangle
	polygon // convex
	segment // with round ends
	letters
)

// scene holds the shapes of a picture.
type scene struct {
	side   float64 // width and height in units
	shapes []shape
}

// plan lays out a picture.
type plan struct {
	Board

	colours

	rows  int
	edge  float64 // width of the margin or border
	scene scene
}

func (b Board) scene() scene {
	p := plan{Board: b, colours: b.Theme.colours(), rows: int(b.Position.Size), edge: border}
	if b.Coordinates {
		p.edge = margin
	}
	p.scene.side = 2*p.edge + float64(p.rows)*cell
	p.addBoard()
	if b.Coordinates {
		p.coordinates()
	}
	p.discs()
	for _, s := range b.Circles {
		p.add(shape{
			kind: circle, points: []point{p.middle(s)}, radius: disc - 1, colour: p.accentOn(s), stroke: 3,
			class: "ring",
		})
	}
	if b.Last != None {
		p.add(shape{
			kind: circle, points: []point{p.middle(b.Last)}, radius: 4, colour: p.accentOn(b.Last),
			class: "last",
		})
	}
	for _, a := range b.Arrows {
		p.arrow(a)
	}
	for _, m := range b.Marks {
		p.mark(m)
	}
	return p.scene
}

func (p *plan) add(s shape) { p.scene.shapes = append(p.scene.shapes, s) }

func (p *plan) end() float64 { return p.edge + float64(p.rows)*cell }

// addBoard adds the background, the squares and the four points.
func (p *plan) addBoard() {
	p.add(shape{
		kind: rectangle, points: []point{{0, 0}, {p.scene.side, p.scene.side}}, colour: p.paper,
		class: "paper",
	})
	p.add(shape{
		kind: rectangle, points: []point{{p.edge, p.edge}, {p.end(), p.end()}}, colour: p.felt,
		class: "felt",
	})
	for i := range p.rows + 1 {
		at, width := p.edge+float64(i)*cell, 1.2
		if i == 0 || i == p.rows {
			width = 2.4
		}
		p.add(shape{
			kind: segment, points: []point{{at, p.edge}, {at, p.end()}}, colour: p.grid, stroke: width,
			class: "grid",
		})
		p.add(shape{
			kind: segment, points: []point{{p.edge, at}, {p.end(), at}}, colour: p.grid, stroke: width,
			class: "grid",
		})
	}
	if p.rows < 6 {
		return
	}
	near, far := p.edge+2*cell, p.end()-2*cell
	for _, at := range []point{{near, near}, {near, far}, {far, near}, {far, far}} {
		p.add(shape{kind: circle, points: []point{at}, radius: 3, colour: p.grid, class: "point"})
	}
}

func (p *plan) coordinates() {
	for i := range p.rows {
		at, n := p.edge+(float64(i)+0.5)*cell, i
		if p.Flip {
			n = p.rows - 1 - i
		}
		p.add(shape{
			kind: letters, points: []point{{at, margin / 2}}, text: string(rune('a' + n)), size: 13,
			colour: p.ink, class: "coordinate",
		})
		p.add(shape{
			kind: letters, points: []point{{margin / 2, at}}, text: string(rune('1' + n)), size: 13,
			colour: p.ink, class: "coordinate",
		})
	}
}

func (p *plan) discs() {
	for i := range p.Position.Size.Squares() {
		s := p.Position.Size.Square(i%p.rows, i/p.rows)
		switch {
		case p.Position.Discs(othello.Black).Has(int(s)):
			p.disc(s, p.black, "black")
		case p.Position.Discs(othello.White).Has(int(s)):
			p.disc(s, p.white, "white")
		}
	}
}

func (p *plan) disc(s othello.Square, c color.NRGBA, class string) {
	at := []point{p.middle(s)}
	p.add(shape{kind: circle, points: at, radius: disc, colour: c, class: class})
	p.add(shape{kind: circle, points: at, radius: disc, colour: p.outline, stroke: 1.2, class: "outline"})
}

// middle returns the centre of a square. A small board is the middle of the 8×8 frame.
func (p *plan) middle(s othello.Square) point {
	off := (8 - p.rows) / 2
	x, y := int(s)%8-off, int(s)/8-off
	if p.Flip {
		x, y = p.rows-1-x, p.rows-1-y
	}
	return point{p.edge + (float64(x)+0.5)*cell, p.edge + (float64(y)+0.5)*cell}
}

// on returns a text colour with contrast to the disc on a square or to the empty square.
func (p *plan) on(s othello.Square) color.NRGBA {
	switch {
	case p.Position.Discs(othello.Black).Has(int(s)):
		return p.onBlack
	case p.Position.Discs(othello.White).Has(int(s)):
		return p.onWhite
	}
	return p.onFelt
}

// accentOn returns the colour of dots and rings on a square.
func (p *plan) accentOn(s othello.Square) color.NRGBA {
	if p.Position.Discs(othello.White).Has(int(s)) {
		return rgb(0xa8320a)
	}
	return p.accent
}

func (p *plan) mark(m Mark) {
	size := []float64{20, 20, 17, 14, 11}[min(utf8.RuneCountInString(m.Text), MarkLength)]
	p.add(shape{
		kind: letters, points: []point{p.middle(m.Square)}, text: m.Text, size: size, colour: p.on(m.Square),
		class: "mark",
	})
}

// arrow adds a line with a head that ends before the centre of its square.
func (p *plan) arrow(a Arrow) {
	from, to := p.middle(a.From), p.middle(a.To)
	long := math.Hypot(to.x-from.x, to.y-from.y)
	ahead := point{(to.x - from.x) / long, (to.y - from.y) / long}
	const head, half, width = 13.0, 7.5, 4.0
	tip := point{to.x - 5*ahead.x, to.y - 5*ahead.y}
	neck := point{tip.x - head*ahead.x, tip.y - head*ahead.y}
	aside := point{-ahead.y * half, ahead.x * half}
	c := rgb(0xd9480f)
	if p.Theme == Print {
		c = rgb(0x666666)
	}
	p.add(shape{kind: segment, points: []point{from, neck}, colour: c, stroke: width, class: "arrow"})
	p.add(shape{kind: polygon, points: []point{
		tip,
		{neck.x + aside.x, neck.y + aside.y},
		{neck.x - aside.x, neck.y - aside.y},
	}, colour: c, class: "arrow-head"})
}
