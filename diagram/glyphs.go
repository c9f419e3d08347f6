package diagram

import (
	"math"
	"strconv"
	"strings"
)

// Characters are drawn as lines in a box of width 4 and height 7 with the origin at the top left. Lower-case letters
// have a height of 5.
const (
	glyphHigh = 7.0
	glyphStep = 5.6 // from one character to the next
)

// glyphs holds the strokes of each character, separated by slashes. A stroke is a list of points "x y x y …", or an arc
// "(cx cy r from to" with angles in degrees, clockwise from the right.
var glyphs = map[rune]string{
	'0': "(2 2 2 180 360/(2 5 2 0 180/0 2 0 5/4 2 4 5",
	'1': "0.6 1.4 2.2 0 2.2 7",
	'2': "(2 2 2 180 380/3.9 2.6 0 7 4 7",
	'3': "(2 1.8 1.8 190 450/(2 5.2 1.8 -90 170",
	'4': "3 7 3 0 0 5 4 5",
	'5': "3.8 0 0.6 0 0.2 3.2/(2 4.9 2 205 510",
	'6': "(2 5 2 0 360/0 5 0.3 3 1.6 1 3 0",
	'7': "0 0 4 0 1.4 7",
	'8': "(2 1.7 1.7 0 360/(2 5.2 1.8 0 360",
	'9': "(2 2 2 0 360/4 2 3.7 4 2.4 6 1 7",
	'a': "(2 5 2 0 360/4 3 4 7",
	'b': "(2 5 2 0 360/0 0 0 7",
	'c': "(2 5 2 45 315",
	'd': "(2 5 2 0 360/4 0 4 7",
	'e': "(2 5 2 45 360/0 5 4 5",
	'f': "(3 1.4 1.4 180 290/1.6 1.4 1.6 7/0.4 3 3.4 3",
	'g': "(2 5 2 0 360/4 3 4 7.2/(2.2 7.2 1.8 0 130",
	'h': "0 0 0 7/(2 5 2 180 360/4 5 4 7",
	'x': "0 3 4 7/4 3 0 7",
	'o': "(2 5 2 0 360",
	'+': "0 3.5 4 3.5/2 1.5 2 5.5",
	'-': "0 3.5 4 3.5",
	'=': "0 2.6 4 2.6/0 4.6 4 4.6",
	'.': "2 6.8 2 7",
	'?': "(2 1.8 1.8 180 410/3.1 3.2 2 4.2 2 5/2 6.8 2 7",
	'!': "2 0 2 4.8/2 6.8 2 7",
	'*': "2 1.5 2 5.5/0.3 2.5 3.7 4.5/3.7 2.5 0.3 4.5",
}

// strokesOf returns a text as segments.
func strokesOf(s shape) (list []shape) {
	runes := []rune(s.text)
	scale := s.size * 0.72 / glyphHigh
	wide := (float64(len(runes)-1)*glyphStep + 4) * scale
	for i, r := range runes {
		left, top := s.points[0].x-wide/2+float64(i)*glyphStep*scale, s.points[0].y-glyphHigh/2*scale
		high := 0.0
		if strings.ContainsRune("aceox", r) || r == 'g' {
			high = -1.5 // centres letters without an ascender
		}
		for line := range strings.SplitSeq(glyphs[r], "/") {
			path := pathOf(line)
			for j := range len(path) - 1 {
				a, b := path[j], path[j+1]
				list = append(list, shape{
					kind: segment, colour: s.colour, stroke: max(s.size*0.11, 0.9),
					points: []point{
						{left + a.x*scale, top + (a.y+high)*scale},
						{left + b.x*scale, top + (b.y+high)*scale},
					},
				})
			}
		}
	}
	return list
}

// pathOf returns the points of a stroke.
func pathOf(text string) (path []point) {
	text, arc := strings.CutPrefix(text, "(")
	numbers := numbersIn(text)
	if !arc {
		for i := 0; i+1 < len(numbers); i += 2 {
			path = append(path, point{numbers[i], numbers[i+1]})
		}
		return path
	}
	cx, cy, r, from, to := numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
	steps := max(int(math.Abs(to-from)/15), 2)
	for i := range steps + 1 {
		sin, cos := math.Sincos((from + (to-from)*float64(i)/float64(steps)) * math.Pi / 180)
		path = append(path, point{cx + r*cos, cy + r*sin})
	}
	return path
}

func numbersIn(text string) (list []float64) {
	for field := range strings.FieldsSeq(text) {
		x, _ := strconv.ParseFloat(field, 64) // a test parses all glyphs
		list = append(list, x)
	}
	return list
}
