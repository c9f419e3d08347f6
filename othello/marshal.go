package othello

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/excerpt"
)

// MarshalText returns the text of [Position.String]. It returns an error for positions that [Parse] could not restore:
// those with an invalid size, a disc off the board or a square with discs of both sides.
func (p Position) MarshalText() ([]byte, error) {
	switch {
	case p.Size.Board() == 0:
		return nil, fmt.Errorf("board size %d: want 4, 6 or 8", p.Size)
	case p.Mover&p.Other != 0:
		return nil, errors.New("a square holds discs of both sides")
	case (p.Mover|p.Other)&^p.Size.Board() != 0:
		return nil, fmt.Errorf("a disc lies outside the %d×%d board", p.Size, p.Size)
	}
	return []byte(p.String()), nil
}

// UnmarshalText calls [Parse]. Its errors are those of Parse.
func (p *Position) UnmarshalText(text []byte) error { return set(p, string(text), Parse) }

// String returns the name of the square on 8×8, such as "f5", or "pass". For smaller boards, which are centred in the
// frame, use [Size.Name].
func (s Square) String() string {
	if s < 0 || s > Pass {
		return fmt.Sprintf("square %d", int(s))
	}
	return Size8.Name(s)
}

// MarshalText returns [Square.String], regardless of the size of the board. A number that is neither a square of the
// frame nor [Pass] is an error.
func (s Square) MarshalText() ([]byte, error) {
	if s < 0 || s > Pass {
		return nil, fmt.Errorf("square %d: want 0 to 63, or %d for a pass", int(s), int(Pass))
	}
	return []byte(s.String()), nil
}

// UnmarshalText parses the name of a square on 8×8. The errors are those of [Size.Parse].
func (s *Square) UnmarshalText(text []byte) error { return set(s, string(text), Size8.Parse) }

// UnmarshalJSON reads a name like [Square.UnmarshalText], or the number of a square, as older files have it. Any other
// value is an error.
func (s *Square) UnmarshalJSON(text []byte) error {
	if name, err := strconv.Unquote(string(text)); err == nil {
		return s.UnmarshalText([]byte(name))
	}
	return set(s, string(text), func(text string) (Square, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > int(Pass) {
			return 0, fmt.Errorf("square %s: want a name such as \"f5\", or a number from 0 to %d",
				excerpt.Of(text), int(Pass))
		}
		return Square(n), nil
	})
}

// MarshalText returns "black" or "white". Another number is an error.
func (c Color) MarshalText() ([]byte, error) {
	if c > White {
		return nil, fmt.Errorf("color %d: want black or white", uint8(c))
	}
	return []byte(c.String()), nil
}

// UnmarshalText parses "black" or "white". Any other text is an error.
func (c *Color) UnmarshalText(text []byte) error {
	return set(c, string(text), func(text string) (Color, error) {
		switch text {
		case "black":
			return Black, nil
		case "white":
			return White, nil
		}
		return 0, fmt.Errorf("color %q: want black or white", excerpt.Of(text))
	})
}

// MarshalText returns "4x4", "6x6" or "8x8". Another size is an error.
func (n Size) MarshalText() ([]byte, error) {
	if _, err := ParseSize(int(n)); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%dx%d", n, n), nil
}

// UnmarshalText parses a size such as "8x8" or "8". The error for any other text lists the sizes.
func (n *Size) UnmarshalText(text []byte) error {
	return set(n, string(text), func(text string) (Size, error) {
		rows, columns, both := strings.Cut(text, "x")
		number, err := strconv.Atoi(rows)
		if err != nil || both && rows != columns {
			return 0, fmt.Errorf("board size %q: want 4x4, 6x6 or 8x8", excerpt.Of(text))
		}
		return ParseSize(number)
	})
}

// MarshalText returns "usual" or "parallel". Another number is an error.
func (s Setup) MarshalText() ([]byte, error) {
	if s > Parallel {
		return nil, fmt.Errorf("start %d: want usual or parallel", uint8(s))
	}
	return []byte(s.String()), nil
}

// UnmarshalText calls [ParseSetup]. Its errors are those of ParseSetup.
func (s *Setup) UnmarshalText(text []byte) error { return set(s, string(text), ParseSetup) }

// set assigns the result of parse to value, unless there is an error.
func set[T any](value *T, text string, parse func(string) (T, error)) error {
	read, err := parse(text)
	if err == nil {
		*value = read
	}
	return err
}
