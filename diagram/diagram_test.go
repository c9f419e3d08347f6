package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
)

func example(t *testing.T, text string) Board {
	t.Helper()
	p, err := othello.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return Board{Position: p, Last: None, Coordinates: true}
}

const (
	start = "---------------------------OX------XO--------------------------- X"
)

// pictureOf draws a board and decodes the picture.
func pictureOf(t *testing.T, b Board, width int) image.Image {
	t.Helper()
	file, err := b.PNG(width)
	if err != nil {
		t.Fatal(err)
	}
	if path := os.Getenv("KAESHI_KEEP_PNG"); path != "" {
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func rgbOf(c color.Color) color.NRGBA {
	v, _ := color.NRGBAModel.Convert(c).(color.NRGBA)
	return v
}

// at returns the colour of a point in a square, at an offset from the centre of the square in units of the drawing.
func at(picture image.Image, b Board, name string, right, down float64) color.NRGBA {
	s, err := b.Position.Size.Parse(name)
	if err != nil {
		return color.NRGBA{}
	}
	p := plan{Board: b, rows: int(b.Position.Size), edge: margin}
	scale := float64(picture.Bounds().Dx()) / b.scene().side
	m := p.middle(s)
	return rgbOf(picture.At(int((m.x+right)*scale), int((m.y+down)*scale)))
}

func TestPNG(t *testing.T) {
	b := example(t, start)
	c := Light.colours()
	picture := pictureOf(t, b, 512)
	for name, want := range map[string]color.NRGBA{
		"e4": c.black, "d5": c.black, "d4": c.white, "e5": c.white,
		"a1": c.felt, "h8": c.felt,
	} {
		if got := at(picture, b, name, 3, 3); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	b.Flip = true
	if got := at(pictureOf(t, b, 512), b, "e4", 3, 3); got != c.black {
		t.Errorf("in the rotated picture, e4 is %v, want %v", got, c.black)
	}
	b.Last, b.Circles, b.Arrows = 19, []othello.Square{20}, []Arrow{{26, 37}}
	b.Marks = []Mark{{19, "+2"}, {27, "??"}, {28, "12"}, {34, "-1.5"}}
	marked := pictureOf(t, b, 512)
	if marked.At(10, 10) != picture.At(10, 10) || at(marked, b, "d3", 0, 0) == c.felt {
		t.Error("the marks are not visible")
	}
	small := example(t, "-----OX--XO----- X")
	if got := at(pictureOf(t, small, 200), small, "b2", 3, 3); got != c.white {
		t.Errorf("4×4: b2 is %v, want %v", got, c.white)
	}
}

// TestSame checks that pictures are deterministic.
func TestSame(t *testing.T) {
	b := example(t, start)
	b.Marks = []Mark{{19, "a?"}}
	one, err := b.PNG(300)
	if err != nil {
		t.Fatal(err)
	}
	two, err := b.PNG(300)
	if err != nil || !bytes.Equal(one, two) {
		t.Errorf("two pictures of the same board differ (%v)", err)
	}
}

func TestSVG(t *testing.T) {
	b := example(t, start)
	b.Last, b.Circles, b.Arrows, b.Marks = 19, []othello.Square{20}, []Arrow{{26, 37}}, []Mark{{27, "??"}, {34, "-1"}}
	b.Title = `<"&'>`
	file, err := b.SVG()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(file)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, file)
		}
		if e, ok := token.(xml.StartElement); ok {
			counts[e.Name.Local]++
		}
	}
	// Circles: four points, four discs with outlines, a ring and a dot. Lines: 18 of the board and an arrow. Texts: 16
	// coordinates and two marks.
	want := map[string]int{
		"svg": 1, "title": 1, "rect": 2, "circle": 4 + 8 + 2, "line": 18 + 1, "polygon": 1, "text": 18,
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("%s\nelements (-want +got):\n%s", file, diff)
	}
	if !strings.Contains(string(file), "−1") || strings.Contains(string(file), `<"`) {
		t.Errorf("%s, want the mark −1 and escaped texts", file)
	}
}

// TestGlyphs checks that every character of a mark has a glyph that differs from the others.
func TestGlyphs(t *testing.T) {
	seen := map[string]rune{}
	for _, r := range Writable() {
		path, ok := glyphs[r]
		if !ok {
			t.Errorf("%q has no glyph", r)
		}
		if other, twice := seen[path]; twice {
			t.Errorf("%q has the glyph of %q", r, other)
		}
		seen[path] = r
		strokes := strokesOf(shape{kind: letters, points: []point{{50, 50}}, text: string(r), size: 20})
		if len(strokes) == 0 {
			t.Errorf("the glyph of %q has no strokes", r)
		}
		for _, s := range strokes {
			for _, p := range s.points {
				if p.x < 35 || p.x > 65 {
					t.Errorf("the glyph of %q has a point at x = %v, want 35 to 65", r, p.x)
				}
				if p.y < 35 || p.y > 65 {
					t.Errorf("the glyph of %q has a point at y = %v, want 35 to 65", r, p.y)
				}
			}
		}
	}
	if len(seen) != len(glyphs) {
		t.Errorf("%d characters of marks and %d glyphs, want as many", len(seen), len(glyphs))
	}
}

func TestRefused(t *testing.T) {
	for words, change := range map[string]func(*Board){
		"last":            func(b *Board) { b.Last = 64 },
		"expected 1 to 4": func(b *Board) { b.Marks = []Mark{{0, "12345"}} },
		"cannot be drawn": func(b *Board) { b.Marks = []Mark{{0, "漢"}} },
		"to itself":       func(b *Board) { b.Arrows = []Arrow{{3, 3}} },
		"circle":          func(b *Board) { b.Circles = []othello.Square{-5} },
		"arrow":           func(b *Board) { b.Arrows = []Arrow{{3, 99}} },
		"mark":            func(b *Board) { b.Marks = []Mark{{99, "1"}} },
	} {
		b := example(t, start)
		change(&b)
		if _, err := b.SVG(); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("SVG: error %v, want %q", err, words)
		}
		if _, err := b.PNG(100); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("PNG: error %v, want %q", err, words)
		}
	}
	small := example(t, "-----OX--XO----- X")
	small.Circles = []othello.Square{0} // a1 of the 8×8 frame, which is not on the small board
	if _, err := small.SVG(); err == nil {
		t.Error("SVG with a ring outside the board succeeded, want an error")
	}
	for _, width := range []int{0, Narrowest - 1, Widest + 1} {
		if _, err := example(t, start).PNG(width); err == nil {
			t.Errorf("PNG of the width %d succeeded, want an error", width)
		}
	}
	if _, err := ParseTheme("pink"); err == nil {
		t.Error("ParseTheme(pink) succeeded, want an error")
	}
}
