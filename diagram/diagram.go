// Package diagram draws positions with marks, arrows, rings and coordinates, as SVG and PNG.
//
// A [Board] describes the picture. Both formats are drawn from the same list of shapes. Text is text in SVG. In PNG it
// is drawn with built-in strokes, so that pictures need no font and are the same on every machine.
package diagram

import (
	"fmt"
	"image/color"
	"strings"
	"unicode/utf8"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
)

// None is the value of Board.Last for no square.
const None othello.Square = -1

// Board describes a picture.
type Board struct {
	Position    othello.Position
	Last        othello.Square // square with a dot, the last move; None: none
	Marks       []Mark
	Arrows      []Arrow
	Circles     []othello.Square // squares with a ring
	Flip        bool             // rotate the board by 180°
	Coordinates bool
	Theme       Theme
	Title       string // text alternative; empty: the squares of the discs
}

// Mark is a short text on a square.
type Mark struct {
	Square othello.Square
	Text   string // 1 to MarkLength characters of Writable
}

// Arrow points from the centre of a square to that of another.
type Arrow struct{ From, To othello.Square }

// MarkLength is the greatest number of characters of a mark.
const MarkLength = 4

// Theme is a set of colours.
type Theme uint8

// The themes.
const (
	Light Theme = iota
	Dark
	Print // black on white, for paper
)

// ParseTheme returns the theme with a name. It fails on other names.
func ParseTheme(name string) (Theme, error) {
	for i, known := range themeNames() {
		if name == known {
			return Theme(i), nil
		}
	}
	return 0, fmt.Errorf("theme %q: expected %s", name, strings.Join(themeNames(), ", "))
}

func themeNames() []string { return []string{"light", "dark", "print"} }

// colours holds the colours of a theme.
type colours struct{ paper, felt, grid, ink, black, white, outline, onBlack, onWhite, onFelt, accent color.NRGBA }

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

func (t Theme) colours() colours {
	c := colours{
		paper: rgb(0xffffff), felt: rgb(0x2f7d55), grid: rgb(0x1d5a3b), ink: rgb(0x1b1b1b), black: rgb(0x111111),
		white: rgb(0xfafafa), outline: rgb(0x000000),
		onBlack: rgb(0xffffff), onWhite: rgb(0x111111), onFelt: rgb(0xffffff), accent: rgb(0xffc83d),
	}
	switch t {
	case Light:
	case Dark:
		c.paper, c.felt, c.grid, c.ink = rgb(0x161616), rgb(0x2a6647), rgb(0x173d2a), rgb(0xececec)
	case Print:
		c.felt, c.grid, c.ink, c.white, c.onFelt, c.accent = rgb(0xffffff), rgb(0x000000), rgb(0x000000), rgb(0xffffff),
			rgb(0x000000), rgb(0x666666)
		c.black = rgb(0x000000)
	}
	return c
}

// Check returns an error for squares off the board, for arrows of length 0, and for marks that are empty, too long or
// have other characters than those of Writable.
func (b Board) Check() error {
	board := b.Position.Size.Board()
	on := func(what string, s othello.Square) error {
		if !board.Has(int(s)) {
			return fmt.Errorf("%s: square %d is not on the board", what, s)
		}
		return nil
	}
	if b.Last != None {
		if err := on("last", b.Last); err != nil {
			return err
		}
	}
	for _, m := range b.Marks {
		if err := on("mark", m.Square); err != nil {
			return err
		}
		if err := checkText(m.Text); err != nil {
			return fmt.Errorf("mark on %s: %w", b.Position.Size.Name(m.Square), err)
		}
	}
	for _, a := range b.Arrows {
		if err := on("arrow", a.From); err != nil {
			return err
		}
		if err := on("arrow", a.To); err != nil {
			return err
		}
		if a.From == a.To {
			return fmt.Errorf("arrow from %s to itself", b.Position.Size.Name(a.From))
		}
	}
	for _, s := range b.Circles {
		if err := on("circle", s); err != nil {
			return err
		}
	}
	return nil
}

// Writable returns the characters that a mark may have.
func Writable() string { return "0123456789abcdefghxo+-.?!=*" }

func checkText(text string) error {
	if n := utf8.RuneCountInString(text); n < 1 || n > MarkLength {
		return fmt.Errorf("%q: expected 1 to %d characters", text, MarkLength)
	}
	for _, r := range text {
		if !strings.ContainsRune(Writable(), r) {
			return fmt.Errorf("%q: %q cannot be drawn (want characters of %s)", text, r, Writable())
		}
	}
	return nil
}

// title returns the text alternative of the picture.
func (b Board) title() string {
	if b.Title != "" {
		return b.Title
	}
	p := b.Position
	return fmt.Sprintf("%s to move. Black discs: %s. White discs: %s.", p.Turn, b.names(p.Discs(othello.Black)),
		b.names(p.Discs(othello.White)))
}

func (b Board) names(set bitboard.Set) string {
	if set == 0 {
		return "none"
	}
	return strings.Join(b.Position.Size.Names(set), " ")
}
