package othello_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kaeshi/kaeshi/othello"
)

// TestTexts checks that values have the expected texts and survive a round trip.
func TestTexts(t *testing.T) {
	six := othello.Start(othello.Size6, othello.Parallel)
	for value, want := range map[encoding.TextMarshaler]string{
		othello.Start(othello.Size4, othello.Usual): "-----OX--XO----- X",
		six.Play(othello.Size6.Square(2, 1)):        "--------X-----XO----XX-------------- O",
		othello.Square(0):                           "a1",
		othello.Square(63):                          "h8",
		othello.Pass:                                "pass",
		othello.Black:                               "black",
		othello.White:                               "white",
		othello.Size4:                               "4x4",
		othello.Size6:                               "6x6",
		othello.Size8:                               "8x8",
		othello.Usual:                               "usual",
		othello.Parallel:                            "parallel",
	} {
		got, err := value.MarshalText()
		if err != nil || string(got) != want {
			t.Errorf("text of %#v: %q, error %v; want %q", value, got, err, want)
		}
		back := reflect.New(reflect.TypeOf(value))
		err = back.Interface().(encoding.TextUnmarshaler).UnmarshalText(got)
		if diff := cmp.Diff(value, back.Elem().Interface()); err != nil || diff != "" {
			t.Errorf("round trip of %q: error %v, difference (-want +got):\n%s", got, err, diff)
		}
		if s, ok := value.(fmt.Stringer); ok && s.String() != want {
			t.Errorf("String() = %q, want %q", s.String(), want)
		}
	}
}

// TestInvalidTexts checks that invalid values and texts are errors that list the valid ones.
func TestInvalidTexts(t *testing.T) {
	for _, c := range []struct {
		value encoding.TextMarshaler
		want  string
	}{
		{othello.Position{}, "want 4, 6 or 8"},
		{othello.Position{Size: othello.Size8, Mover: 1, Other: 1}, "both sides"},
		{othello.Position{Size: othello.Size4, Mover: 1}, "outside the 4×4 board"},
		{othello.Square(65), "0 to 63"},
		{othello.Square(-1), "0 to 63"},
		{othello.Color(2), "black or white"},
		{othello.Size(5), "want 4, 6 or 8"},
		{othello.Setup(2), "usual or parallel"},
	} {
		if got, err := c.value.MarshalText(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("text of %#v: %q, error %v; want the error %q", c.value, got, err, c.want)
		}
	}
	for _, c := range []struct {
		into encoding.TextUnmarshaler
		text string
		want string
	}{
		{new(othello.Position), "", "no position"},
		{new(othello.Square), "i9", "a1 to h8"},
		{new(othello.Color), "Black!", "black or white"},
		{new(othello.Size), "8x6", "4x4, 6x6 or 8x8"},
		{new(othello.Size), "big", "4x4, 6x6 or 8x8"},
		{new(othello.Size), "10", "want 4, 6 or 8"},
		{new(othello.Setup), "diagonal", "usual or parallel"},
	} {
		if err := c.into.UnmarshalText([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T from %q: error %v, want %q", c.into, c.text, err, c.want)
		}
	}
}

// TestJSON checks that values of this package survive a round trip through JSON, and that numbers of squares can be
// read too.
func TestJSON(t *testing.T) {
	type document struct {
		Position othello.Position
		Moves    []othello.Square
		Black    othello.Color
		Size     othello.Size
		Setup    othello.Setup
		Counts   map[othello.Square]int
	}
	d := document{
		othello.Start(othello.Size4, othello.Usual),
		[]othello.Square{37, othello.Pass},
		othello.White, othello.Size6,
		othello.Parallel,
		map[othello.Square]int{19: 3},
	}
	const want = `{"Position":"-----OX--XO----- X","Moves":["f5","pass"],"Black":"white","Size":"6x6",` +
		`"Setup":"parallel","Counts":{"d3":3}}`
	got, err := json.Marshal(d)
	if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
		t.Errorf("error %v, JSON (-want +got):\n%s", err, diff)
	}
	var back document
	err = json.Unmarshal(got, &back)
	if diff := cmp.Diff(d, back); err != nil || diff != "" {
		t.Errorf("error %v, round trip (-want +got):\n%s", err, diff)
	}
	var moves []othello.Square
	err = json.Unmarshal([]byte(`[37, "d3", 64]`), &moves)
	if diff := cmp.Diff([]othello.Square{37, 19, othello.Pass}, moves); err != nil || diff != "" {
		t.Errorf("error %v, squares (-want +got):\n%s", err, diff)
	}
	for _, wrong := range []string{`[65]`, `[-1]`, `["z1"]`, `[1.5]`} {
		if err := json.Unmarshal([]byte(wrong), &moves); err == nil {
			t.Errorf("%s is accepted, want an error", wrong)
		}
	}
}

// TestPositionText checks that random positions survive a round trip.
func TestPositionText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]othello.Size{othello.Size4, othello.Size6, othello.Size8}).Draw(t, "size")
		p := othello.Start(size, othello.Usual)
		for range rapid.IntRange(0, size.Squares()).Draw(t, "plies") {
			if moves := p.Moves(); len(moves) > 0 {
				p = p.Play(rapid.SampledFrom(moves).Draw(t, "move"))
			}
		}
		line, err := p.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back othello.Position
		if err := back.UnmarshalText(line); err != nil || back != p {
			t.Fatalf("round trip of %s: %s, error %v", line, back, err)
		}
	})
}
