package classic_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/othello"
)

// whole returns the numbers of complete games and of positions in the tree with the root p. The first program of the
// article creates all of them.
func whole(p othello.Position) (positions, games int) {
	moves := p.Moves()
	if len(moves) == 0 {
		return 1, 1
	}
	positions = 1
	for _, m := range moves {
		below, ended := whole(p.Play(m))
		positions, games = positions+below, games+ended
	}
	return positions, games
}

// On 4×4 there are 60,060 games. A single game creates only the positions that it passes through.
func Example_lazyTree() {
	positions, games := whole(othello.Start(othello.Size4, othello.Usual))
	tree := classic.NewGameTree(othello.Start(othello.Size4, othello.Usual))
	at, moves := tree, 0
	for branches := at.Branches(); len(branches) > 0; branches = at.Branches() {
		at = branches[0].Force()
		moves++
	}
	fmt.Printf("%d games, %d positions in the whole tree\n", games, positions)
	fmt.Printf("one game of %d moves: %d positions made; it ends\n%s", moves, tree.Made(), at.Position.Diagram())
	// Output:
	// 60060 games, 224821 positions in the whole tree
	// one game of 12 moves: 13 positions made; it ends
	//   a b c d
	// 1 O O O X 1
	// 2 O O O X 2
	// 3 O O O X 3
	// 4 X X X O 4
	//   a b c d
	// the game is over; black X 6, white O 10
}

func TestGameTree(t *testing.T) {
	tree := classic.NewGameTree(othello.Start(othello.Size4, othello.Usual))
	if tree.Made() != 1 {
		t.Fatalf("%d positions made of a new tree, want 1", tree.Made())
	}
	if branches := tree.Branches(); len(branches) != 4 {
		t.Fatalf("%d branches, want 4", len(branches))
	}
	if tree.Made() != 1 {
		t.Fatalf("%d positions made after listing the branches, want 1", tree.Made())
	}
	a := tree.Branches()[2]
	first, again := a.Force(), a.Force()
	if first != again {
		t.Error("Force called twice returns two trees, want the same one")
	}
	if diff := cmp.Diff([]int{2, 2}, []int{tree.Made(), first.Made()}); diff != "" {
		t.Errorf("positions made, counted at the root and in the branch (-want +got):\n%s", diff)
	}
	if want := tree.Position.Play(a.Move); a.Force().Position != want {
		t.Errorf("after move %d: %s, want %s", a.Move, a.Force().Position, want)
	}
	if other := tree.Branches()[0].Force(); other == a.Force() || tree.Made() != 3 {
		t.Errorf("two branches: the same tree, or %d positions made, want 3", tree.Made())
	}
}
