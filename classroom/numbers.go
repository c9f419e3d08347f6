package classroom

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// number is a place in a tree of numbers, as a position of a game. The first player is to move at the root and
// maximises the number; the opponent minimises it.
type number struct {
	tree *numberTree
	at   int
}

// numberTree is a tree of numbers. The root is the first node, and parents come before their children.
type numberTree struct{ nodes []numberNode }

type numberNode struct {
	parent, ply int
	children    []int
	text        string // text of the subtree
	name        string // name of a leaf: letters, ? or …; empty: none
	value       int    // of a leaf, if known
	known       bool
}

// Moves returns the branches, numbered from 0.
func (n number) Moves() []int {
	var moves []int
	for i := range n.node().children {
		moves = append(moves, i)
	}
	return moves
}

// Play returns the place at the end of a branch.
func (n number) Play(branch int) number { return number{n.tree, n.node().children[branch]} }

// Score returns the number of a leaf from the view of the side to move.
func (n number) Score() int {
	if n.turn() == turnMin {
		return -n.node().value
	}
	return n.node().value
}

// String returns the text and the path of the subtree.
func (n number) String() string { return n.node().text + " at " + n.tree.path(n.at) }

// Unknown returns an [*UnknownLeaf] for a leaf without a number, else nil.
func (n number) Unknown() error {
	if node := n.node(); len(node.children) == 0 && !node.known {
		return &UnknownLeaf{Name: node.name, Path: n.tree.path(n.at)}
	}
	return nil
}

func (n number) node() *numberNode { return &n.tree.nodes[n.at] }

const (
	turnMax = "max"
	turnMin = "min"
)

func (n number) turn() string {
	if n.node().ply%2 == 1 {
		return turnMin
	}
	return turnMax
}

// path returns the branches that lead to a node, numbered from 1, such as "2.1", or "the root".
func (t *numberTree) path(at int) string {
	if at == 0 {
		return "the root"
	}
	path := ""
	for ; at != 0; at = t.nodes[at].parent {
		for i, c := range t.nodes[t.nodes[at].parent].children {
			if c == at {
				path = "." + strconv.Itoa(i+1) + path
			}
		}
	}
	return path[1:]
}

// height returns the depth of the deepest leaf in plies.
func (t *numberTree) height() (plies int) {
	for _, n := range t.nodes {
		plies = max(plies, n.ply)
	}
	return plies
}

// UnknownLeaf is the error of a search that needs a number that a tree of numbers does not give.
type UnknownLeaf struct {
	Name string // name of the leaf, such as B or ?
	Path string // branches that lead to the leaf, such as "2.1"
}

// Error names the leaf.
func (u *UnknownLeaf) Error() string {
	return fmt.Sprintf("the search needs the number %s at %s, which is not given: write a number in its place", u.Name,
		u.Path)
}

func (u *UnknownLeaf) sentence() *lang.Sentence {
	return &lang.Sentence{
		En: fmt.Sprintf("The search stops here: it needs the number %s at %s, which is not given.", u.Name, u.Path),
		Ja: fmt.Sprintf("探索はここで止まります。%sにある%sの値が必要ですが、与えられていません。", u.Path, u.Name),
	}
}

// openNumbers reads the tree of a request.
func openNumbers(r Request) (searchable, error) {
	tree, err := parseNumbers(r.Position)
	if err != nil {
		return nil, &Fault{"position", err}
	}
	if strings.TrimSpace(r.Moves) != "" {
		return nil, &Fault{"moves", errors.New("a tree of numbers has no moves: it is searched from its root")}
	}
	if r.Depth >= 0 && r.Depth < tree.height() {
		return nil, &Fault{
			"depth",
			fmt.Errorf("%d: the tree is %d deep, and only its leaves have numbers", r.Depth, tree.height()),
		}
	}
	g := &game[number, int]{
		name: "numbers", unit: unitNumber, depth: tree.height(), root: number{tree, 0}, names: numberNames(),
		eval: func(number) int { return 0 }, // for passes of iterative deepening that do not reach the leaves
	}
	g.finish = func(d *Document) {
		if d.Algorithm != "pns" && d.Algorithm != "mcts" {
			d.Pictures = tree.pictures(d)
		}
	}
	return g, nil
}

func numberNames() Names[number, int] {
	return Names[number, int]{
		Move:     func(branch int) string { return strconv.Itoa(branch + 1) },
		Position: func(n number) string { return n.node().text },
		Turn:     number.turn,
		Side: func(turn string) lang.Sentence {
			if turn == turnMax {
				return lang.Sentence{En: "Max", Ja: "自分"}
			}
			return lang.Sentence{En: "Min", Ja: "相手"}
		},
		Called: func(move string) lang.Sentence {
			return lang.Sentence{En: "branch " + move, Ja: "枝" + move}
		},
		Value:   strconv.Itoa,
		Against: func(turn string) bool { return turn == turnMin },
		Number:  func(v int) float64 { return float64(v) },
	}
}
