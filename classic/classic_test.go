package classic_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
)

// programs returns every program for Othello in both versions, with the depth; 0 is the default depth.
func programs(depth int) map[string]program {
	const fixed = classic.Corrected
	return map[string]program{
		"positional": classic.Positional{Depth: depth}, "positional corrected": classic.Positional{
			Depth: depth,
			Fixes: fixed,
		},
		"discs": classic.Discs{Depth: depth}, "discs corrected": classic.Discs{Depth: depth, Fixes: fixed},
		"discs-negamax": classic.DiscsNegamax{Depth: depth},
		"mobility":      classic.Mobility{Depth: depth}, "mobility corrected": classic.Mobility{
			Depth: depth,
			Fixes: fixed,
		},
		"lazytree": classic.LazyTree{Depth: depth}, "lazytree corrected": classic.LazyTree{Depth: depth, Fixes: fixed},
		"lazytree unpruned": classic.LazyTree{Depth: depth, Unpruned: true},
	}
}

// TestProgramsAreLegal checks that every program plays legal moves on the boards that it supports, and that it is
// deterministic.
func TestProgramsAreLegal(t *testing.T) {
	for _, n := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
		eachRandom(4, n, 20, true, func(p othello.Position) {
			for name, c := range programs(2) {
				got, err := c.Choose(t.Context(), p)
				if name[:3] == "pos" && n != othello.Size8 {
					if err == nil {
						t.Errorf("%s on %d×%d succeeded, want an error", name, n, n)
					}
					continue
				}
				if err != nil {
					t.Fatalf("%s in %s: %v", name, p, err)
				}
				if got.HasMove {
					if err := p.Check(got.Move); err != nil {
						t.Errorf("%s in %s: %v", name, p, err)
					}
				}
				if got.Nodes == 0 {
					t.Errorf("%s in %s: 0 nodes, want more", name, p)
				}
				again, err := c.Choose(t.Context(), p)
				if err != nil {
					t.Fatalf("%s in %s, second run: %v", name, p, err)
				}
				if again != got {
					t.Errorf("%s in %s (-first run +second run):\n%s", name, p, cmp.Diff(got, again))
				}
			}
		})
	}
}

func TestFinishedGames(t *testing.T) {
	over, err := othello.Parse("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX---- O")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range programs(2) {
		if got, err := c.Choose(t.Context(), over); !errors.Is(err, classic.ErrOver) {
			t.Errorf("%s: %+v, error %v; want %v", name, got, err, classic.ErrOver)
		}
	}
}

func TestSearchesStop(t *testing.T) {
	start := othello.Start(othello.Size8, othello.Usual)
	for name, c := range programs(40) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		if got, err := c.Choose(ctx, start); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %+v, error %v; want context.DeadlineExceeded", name, got, err)
		}
		cancel()
	}
}

// TestTurnInTheKeyHidesTranspositions checks that the table of article 003, whose keys depend on the path, misses
// transpositions. With only that flaw, the moves stay the same and more positions are entered.
func TestTurnInTheKeyHidesTranspositions(t *testing.T) {
	var with, without uint64
	eachRandom(5, othello.Size8, 60, false, func(p othello.Position) {
		a, err := classic.Mobility{Fixes: classic.Corrected.Without(classic.MobilityTurn)}.Choose(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := classic.Mobility{Fixes: classic.Corrected}.Choose(t.Context(), p)
		if a.Move != b.Move || a.Value != b.Value {
			t.Errorf("%s: %s %v with the flaw, want %s %v, as without it", p, p.Size.Name(a.Move), a.Value,
				p.Size.Name(b.Move), b.Value)
		}
		with, without = with+a.Nodes, without+b.Nodes
	})
	if with <= without {
		t.Errorf("%d positions with the flaw, want more than %d, those without it", with, without)
	}
	for _, name := range []string{"classic.md", "classic.ja.md"} {
		page, err := os.ReadFile("../docs/" + name)
		for _, n := range []uint64{with, without} {
			if number := fmt.Sprintf("%d,%03d", n/1000, n%1000); err != nil || !strings.Contains(string(page), number) {
				t.Errorf("%s does not state %s positions, error %v", name, number, err)
			}
		}
	}
}
