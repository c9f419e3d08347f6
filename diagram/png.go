package diagram

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// Widths of PNG pictures in pixels.
const (
	Narrowest = 64
	Widest    = 2048
)

// PNG returns the picture as a PNG file. Width is its width and height in pixels, from Narrowest to Widest. It fails on
// other widths, and as Check does.
func (b Board) PNG(width int) ([]byte, error) {
	if width < Narrowest || width > Widest {
		return nil, fmt.Errorf("width %d: expected %d to %d pixels", width, Narrowest, Widest)
	}
	if err := b.Check(); err != nil {
		return nil, err
	}
	s := b.scene()
	c := canvas{image.NewNRGBA(image.Rect(0, 0, width, width)), float64(width) / s.side}
	for _, shape := range s.shapes {
		c.draw(shape)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, c.image); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// canvas draws shapes with antialiasing. A pixel is covered in proportion to its signed distance from the shape, fully
// from half a pixel inside, and not at all from half a pixel outside.
type canvas struct {
	image *image.NRGBA
	scale float64 // pixels in a unit
}

func (c canvas) draw(s shape) {
	if s.kind == letters {
		for _, stroke := range strokesOf(s) {
			c.draw(stroke)
		}
		return
	}
	low, high := s.box()
	for y := max(int(low.y*c.scale)-1, 0); y <= min(int(high.y*c.scale)+1, c.image.Rect.Max.Y-1); y++ {
		for x := max(int(low.x*c.scale)-1, 0); x <= min(int(high.x*c.scale)+1, c.image.Rect.Max.X-1); x++ {
			at := point{(float64(x) + 0.5) / c.scale, (float64(y) + 0.5) / c.scale}
			if cover := 0.5 - s.distance(at)*c.scale; cover > 0 {
				c.blend(x, y, s.colour, min(cover, 1))
			}
		}
	}
}

// blend draws a colour over a pixel, with an opacity of cover.
func (c canvas) blend(x, y int, over color.NRGBA, cover float64) {
	was := c.image.NRGBAAt(x, y)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*cover)) }
	if was.A == 0 {
		was = over
	}
	c.image.SetNRGBA(x, y, color.NRGBA{mix(was.R, over.R), mix(was.G, over.G), mix(was.B, over.B), 255})
}

// box returns a bounding rectangle of the shape.
func (s shape) box() (low, high point) {
	low, high = s.points[0], s.points[0]
	for _, p := range s.points {
		low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
	}
	wide := s.radius + s.stroke
	return point{low.x - wide, low.y - wide}, point{high.x + wide, high.y + wide}
}

// distance returns the distance of a point from the edge of the shape, negative inside.
func (s shape) distance(p point) float64 {
	var d float64
	switch s.kind {
	case circle:
		d = math.Hypot(p.x-s.points[0].x, p.y-s.points[0].y) - s.radius
	case rectangle:
		a, b := s.points[0], s.points[1]
		d = max(a.x-p.x, p.x-b.x, a.y-p.y, p.y-b.y)
	case polygon:
		d = outside(s.points, p)
	default:
		return toSegment(s.points[0], s.points[1], p) - s.stroke/2
	}
	if s.stroke > 0 {
		return math.Abs(d) - s.stroke/2
	}
	return d
}

// outside returns the greatest signed distance of a point from the edges of a convex polygon, negative inside.
func outside(corners []point, p point) float64 {
	area := 0.0
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		area += a.x*b.y - b.x*a.y
	}
	far := math.Inf(-1)
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		across := ((b.y-a.y)*(p.x-a.x) - (b.x-a.x)*(p.y-a.y)) / math.Hypot(b.x-a.x, b.y-a.y)
		if area < 0 {
			across = -across
		}
		far = max(far, across)
	}
	return far
}

// toSegment returns the distance of a point from a segment.
func toSegment(a, b, p point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	along := 0.0
	if square := dx*dx + dy*dy; square > 0 {
		along = min(max(((p.x-a.x)*dx+(p.y-a.y)*dy)/square, 0), 1)
	}
	return math.Hypot(p.x-a.x-along*dx, p.y-a.y-along*dy)
}
