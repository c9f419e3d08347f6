package record

import (
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// branch is a line of moves with its variations, while it is read: the game itself or a variation in it.
type branch struct {
	line
	before     othello.Position // before the last move
	variations []Variation
	comment    string // before the first move
}

func newBranch(from othello.Position) *branch { return &branch{line: line{now: from}, before: from} }

// playNamed plays a square or a pass, and before it the pass that a text may leave out.
func (b *branch) playNamed(m othello.Square) error {
	passed := b.now
	if m != othello.Pass && b.now.Flips(m) == 0 && b.now.MustPass() {
		passed = b.now.Play(othello.Pass)
	}
	err := b.follow(m)
	if err == nil {
		b.before = passed
	}
	return err
}

// say adds a comment to the last move, or to the beginning when there is none.
func (b *branch) say(text string) {
	at := &b.comment
	if len(b.moves) > 0 {
		at = &b.note().Comment
	}
	if *at != "" && text != "" {
		*at += "\n"
	}
	*at += text
}

// branchOff adds a finished variation in the place of the move at ply. One without moves has only its comment to leave behind, and
// what branches off before the first move of a variation branches off where the variation does.
func (b *branch) branchOff(ply int, v *branch) {
	if len(v.moves) == 0 {
		if v.comment != "" {
			b.say(v.comment)
		}
		for _, inner := range v.variations {
			inner.Ply += ply
			b.variations = append(b.variations, inner)
		}
		return
	}
	done := Variation{Ply: ply, Moves: v.moves, Notes: v.allNotes(), Comment: v.comment}
	var beside []Variation
	for _, inner := range v.sorted() {
		if inner.Ply == 0 {
			inner.Ply = ply
			beside = append(beside, inner)
			continue
		}
		done.Variations = append(done.Variations, inner)
	}
	b.variations = append(append(b.variations, done), beside...)
}

// sorted is the variations in the order of their ply.
func (b *branch) sorted() []Variation {
	slices.SortStableFunc(b.variations, func(x, y Variation) int { return x.Ply - y.Ply })
	return b.variations
}

// finish puts what was read into the game.
func (b *branch) finish(g *Game) {
	g.Moves, g.Notes, g.Variations = b.moves, b.allNotes(), b.sorted()
	g.Comment = joinTexts(g.Comment, b.comment)
}

// joinTexts puts two texts on lines of their own, unless one is empty.
func joinTexts(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return strings.Join([]string{a, b}, "\n")
}
