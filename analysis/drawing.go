package analysis

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/diagram"
	"github.com/kaeshi/kaeshi/othello"
)

// graph is the data of the graph of the score over the game, from Black's point of view.
type graph struct {
	ID            string
	Width, Height int
	Left, Right   int
	Zero          float64
	Line          string // points of the polyline
	Grid          []tick
	Moves         []tick
	Dots          []dot
	Exact         float64 // x at which exact scores start; 0 if there are none
	Description   string
}

// tick is a label on an axis and its coordinate.
type tick struct {
	At   float64
	Text string
}

// dot is a marked move.
type dot struct {
	X, Y, TextY       float64
	Mark, Title, Side string
}

const (
	graphWidth  = 720
	graphHeight = 240
	graphLeft   = 44
	graphRight  = 12
	graphTop    = 14
	graphBottom = 30
)

func (w words) graph(d *Game) graph {
	g := graph{Width: graphWidth, Height: graphHeight, Left: graphLeft, Right: graphWidth - graphRight}
	most := 8.0
	for _, m := range d.Moves {
		most = max(most, math.Ceil(math.Abs(m.Played)/8)*8)
	}
	x := func(ply int) float64 {
		return graphLeft + round(float64(ply)/float64(max(len(d.Moves), 1))*(graphWidth-graphLeft-graphRight), 10)
	}
	y := func(score float64) float64 {
		return round(graphTop+(most-score)/(2*most)*(graphHeight-graphTop-graphBottom), 10)
	}
	g.Zero = y(0)
	for _, score := range []float64{most, most / 2, 0, -most / 2, -most} {
		g.Grid = append(g.Grid, tick{y(score), discs(score, true)})
	}
	var points []string
	for _, m := range d.Moves {
		points = append(points, fmt.Sprintf("%g,%g", x(m.Ply), y(m.black())))
		if m.Number%10 == 0 && m.Choices > 0 {
			g.Moves = append(g.Moves, tick{x(m.Ply), strconv.Itoa(m.Number)})
		}
		if m.Mark != "" {
			g.Dots = append(g.Dots, newDot(x(m.Ply), y(m.black()), m, w.mistake(m)))
		}
	}
	g.Line = strings.Join(points, " ")
	if d.ExactFrom > 0 {
		g.Exact = x(d.ExactFrom)
	}
	g.Description = w.described(d)
	return g
}

// newDot returns the dot of a move. Its mark is on the side from which the line does not come.
func newDot(x, y float64, m Move, title string) dot {
	textY := y - 8
	if m.Pov == othello.Black.String() {
		textY = y + 16 // Black lost discs, so the line comes from above
	}
	return dot{x, y, min(max(textY, 10), graphHeight-graphBottom), m.sign(), title, m.Pov}
}

// described returns the graph in words, with the score of every tenth move.
func (w words) described(d *Game) string {
	var parts []string
	for _, m := range d.Moves {
		if m.Choices > 0 && (m.Number%10 == 0 || m.Ply == len(d.Moves)) {
			parts = append(parts, w.Say("graph-at", m.Number, discs(m.black(), m.Exact)))
		}
	}
	return w.Say("graph-alt", strings.Join(parts, w.Say("comma")))
}

// board is a position on the page with the move played and the best one.
type board struct {
	Picture markup
	Caption string
	Why     []string
}

func (w words) board(p othello.Position, m Move) board {
	b := board{Caption: w.mistake(m)}
	for _, r := range m.Why {
		b.Why = append(b.Why, r.In(w.Lang))
	}
	d := diagram.Board{Position: p, Last: diagram.None, Coordinates: true}
	d.Title = w.Say("board-alt", w.Say(m.Pov), w.squares(p, othello.Black), w.squares(p, othello.White), m.Move,
		m.Best[0])
	if s, err := p.Size.Parse(m.Move); err == nil && s != othello.Pass {
		d.Marks = []diagram.Mark{{Square: s, Text: m.sign()}}
	}
	if s, err := p.Size.Parse(m.Best[0]); err == nil && s != othello.Pass {
		d.Circles = []othello.Square{s}
	}
	picture, err := d.Element()
	if err != nil { // the document is not valid
		return b
	}
	b.Picture = markup(picture) // Element escapes the title
	return b
}

// squares returns the names of the discs of a colour.
func (w words) squares(p othello.Position, c othello.Color) string {
	return strings.Join(p.Size.Names(p.Discs(c)), " ")
}

// positions returns the positions before each move of the document, or an error if a move is illegal.
func (d *Game) positions() ([]othello.Position, error) {
	p, err := othello.Parse(d.Position)
	if err != nil {
		return nil, err
	}
	list := make([]othello.Position, len(d.Moves))
	for i, m := range d.Moves {
		s := othello.Pass
		if m.Choices > 0 {
			if s, err = p.Size.Parse(m.Move); err != nil {
				return nil, err
			}
		}
		if err := p.Check(s); err != nil {
			return nil, fmt.Errorf("ply %d: %w", m.Ply, err)
		}
		list[i] = p
		p = p.Play(s)
	}
	return list, nil
}
