package opening

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
)

// lead is a judge that returns the disc difference.
func lead(_ context.Context, p othello.Position) (othello.Score, error) {
	return othello.Score(p.Count(p.Turn) - p.Count(p.Turn.Other())), nil
}

func TestBalanced(t *testing.T) {
	s := Settings{Plies: 8, Window: 2, Seed: 7}
	starts, err := Balanced(t.Context(), 300, s, lead)
	if err != nil || len(starts) != 300 {
		t.Fatalf("%d starts, want 300; error %v", len(starts), err)
	}
	seen := map[othello.Position]string{}
	for _, start := range starts {
		at, _ := start.Position().Canonical()
		if other, ok := seen[at]; ok {
			t.Errorf("%s and %s lead to the same position", start, other)
		}
		seen[at] = start.String()
		judged, _ := lead(t.Context(), start.Position())
		if len(start.Moves) != 8 {
			t.Errorf("%s has %d plies, want 8", start, len(start.Moves))
		}
		if start.Score != judged {
			t.Errorf("%s: score %v, want %v, that of the judge", start, start.Score, judged)
		}
		if judged < -2 || judged > 2 {
			t.Errorf("%s has the score %v, want -2 to +2", start, judged)
		}
		if !strings.HasPrefix(start.String(), "f5") {
			t.Errorf("%s does not begin with f5", start)
		}
	}
	text := func(seed uint64) string {
		s.Seed = seed
		list, err := Balanced(t.Context(), 300, s, lead)
		return fmt.Sprint(list, err)
	}
	if text(7) != fmt.Sprint(starts, nil) || text(8) == text(7) {
		t.Error("want the same starts for the same seed, and other starts for another seed")
	}
}

// TestBalancedExhausted checks the error if there are fewer positions than requested. After two plies there are three:
// perpendicular, diagonal and parallel.
func TestBalancedExhausted(t *testing.T) {
	all := func(context.Context, othello.Position) (othello.Score, error) { return 0, nil }
	const some = "only 3 of 4 balanced starts found: positions judged after ply 2: 3"
	starts, err := Balanced(t.Context(), 4, Settings{Plies: 2}, all)
	if err == nil || !strings.Contains(err.Error(), some) {
		t.Errorf("error %v, want %q", err, some)
	}
	if len(starts) != 3 {
		t.Errorf("%d starts, want 3: %v", len(starts), starts)
	}
	none := func(context.Context, othello.Position) (othello.Score, error) { return 9, nil }
	starts, err = Balanced(t.Context(), 1, Settings{Plies: 20, Window: 8.5}, none)
	if err == nil || !strings.Contains(err.Error(), "within 8.5 discs") {
		t.Errorf("error %v, want one with the window", err)
	}
	if len(starts) > 0 {
		t.Errorf("the starts %v, want none", starts)
	}
}

func TestBalancedErrors(t *testing.T) {
	for want, c := range map[string]struct {
		n int
		s Settings
	}{
		"0 balanced starts": {0, Settings{Plies: 8}},
		"0 plies":           {1, Settings{}},
		"51 plies":          {1, Settings{Plies: 51}},
		"window -1":         {1, Settings{Plies: 8, Window: -1}},
	} {
		if _, err := Balanced(t.Context(), c.n, c.s, lead); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q", c, err, want)
		}
	}
	broken := errors.New("the judge failed")
	starts, err := Balanced(t.Context(), 9, Settings{Plies: 8, Window: 64},
		func(_ context.Context, p othello.Position) (othello.Score, error) {
			if p.Moves()[0]%3 == 0 {
				return 0, broken
			}
			return 0, nil
		})
	if !errors.Is(err, broken) {
		t.Errorf("starts %v, error %v; want %v", starts, err, broken)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := func(context.Context, othello.Position) (othello.Score, error) {
		cancel()
		return 0, nil
	}
	if _, err := Balanced(ctx, 9, Settings{Plies: 8, Window: 64}, stopped); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestStarts checks that the built-in list consists of 1000 different lines of eight plies.
func TestStarts(t *testing.T) {
	starts := Starts()
	text, err := made.ReadFile("balanced/8-plies.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(l string) bool {
		return strings.HasPrefix(l, "#")
	})
	if len(starts) != 1000 || len(lines) != len(starts) {
		t.Fatalf("%d starts in %d lines, want 1000 in as many", len(starts), len(lines))
	}
	page, err := os.ReadFile("balanced/README.md")
	if sum := fmt.Sprintf("%x", sha256.Sum256(text)); err != nil || !strings.Contains(string(page), sum) {
		t.Errorf("the page does not contain the SHA-256 of the list, %s: %v", sum, err)
	}
	seen := map[othello.Position]bool{}
	for i, l := range starts {
		at, _ := l.Position().Canonical()
		if seen[at] {
			t.Errorf("%s is listed twice", l)
		}
		if len(l.Moves) != 8 {
			t.Errorf("%s has %d plies, want 8", l, len(l.Moves))
		}
		if l.Name != "" {
			t.Errorf("%s has the name %q, want none", l, l.Name)
		}
		if !strings.HasPrefix(lines[i], l.String()) {
			t.Errorf("%q is read as %s", lines[i], l)
		}
		seen[at] = true
	}
}
