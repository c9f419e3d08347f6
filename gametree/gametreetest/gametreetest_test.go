package gametreetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/gametree"
)

// nim is a game in which the sides take one to three stones from a heap, and the side that takes the last stone wins.
// fault names the part of the contract that the game violates.
type nim struct {
	left  int
	odd   bool // which side is to move
	fault string
	calls *int // state outside the value of the game, which the contract forbids
}

func (n nim) Moves() []int {
	*n.calls++
	switch {
	case n.fault == "endless":
		return []int{0}
	case n.left == 0:
		return nil
	case n.fault == "twice":
		return []int{1, 1}
	case n.fault == "order" && *n.calls%2 == 0 && n.left > 1:
		return []int{2, 1}
	}
	return []int{1, 2, 3}[:min(3, n.left)]
}

func (n nim) Play(m int) nim {
	if n.fault == "changed" {
		*n.calls += 1000
	}
	n.left, n.odd = n.left-m, !n.odd
	return n
}

func (n nim) Score() int {
	if n.fault == "score" {
		*n.calls++
		return *n.calls
	}
	return -1
}

func (n nim) String() string {
	switch n.fault {
	case "names":
		return fmt.Sprint(n.left)
	case "changed":
		return fmt.Sprint(n.left, n.odd, *n.calls/1000)
	}
	return fmt.Sprint(n.left, n.odd)
}

func TestRun(t *testing.T) {
	Run(t, nim{left: 12, calls: new(int)})
}

// TestFaultyGames checks that each check reports the games that violate it.
func TestFaultyGames(t *testing.T) {
	cases := []struct {
		fault, want string
		law         func(nim) error
	}{
		{"order", "Moves returns", checkMoves[nim, int]},
		{"twice", "Moves repeats", checkMoves[nim, int]},
		{"changed", "Play(1) ", checkPlay[nim, int]},
		{"names", "for two positions", checkString[nim, int]},
		{"score", "String, Moves and Score change", checkFunctions[nim, int]},
		{"order", "String, Moves and Score change", checkFunctions[nim, int]},
		{"endless", "is not over after", checkEnd[nim, int]},
		{"endless", "is not over after", checkAlgorithms[nim, int]},
		{"order", "inimax", checkAlgorithms[nim, int]},
		{"score", "inimax", checkAlgorithms[nim, int]},
	}
	for _, c := range cases {
		t.Run(c.fault, func(t *testing.T) {
			start := nim{left: 12, calls: new(int)}
			if err := c.law(start); err != nil {
				t.Fatalf("a game without fault: %v", err)
			}
			start.fault = c.fault
			if err := c.law(start); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// TestFaultyResults checks that the checks report results that a correct algorithm cannot return.
func TestFaultyResults(t *testing.T) {
	p := nim{left: 5, calls: new(int)}
	correct, err := gametree.Minimax(t.Context(), p, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*gametree.Result[int]){
		"value 2":        func(r *gametree.Result[int]) { r.Value = 2 },
		"variation [1 3": func(r *gametree.Result[int]) { r.PV = []int{1, 3, 1} },
	} {
		got := correct
		change(&got)
		if err := compare(got, correct); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("compare() = %v, want %q", err, want)
		}
	}
	for want, change := range map[string]func(*gametree.Result[int]){
		"does not begin": func(r *gametree.Result[int]) { r.Move = 3 },
		"is not a move":  func(r *gametree.Result[int]) { r.PV = []int{1, 2, 3} },
		"too early":      func(r *gametree.Result[int]) { r.PV = r.PV[:1] },
		"leads to":       func(r *gametree.Result[int]) { r.Value = -r.Value },
	} {
		got := correct
		change(&got)
		if err := checkVariation(p, -1, nil, got); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("checkVariation() = %v, want %q", err, want)
		}
	}
}
