package gametreetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/gametree"
)

// nim: take one to three from a heap; who takes the last has won. fault names the promise that a game breaks.
type nim struct {
	left  int
	odd   bool // which side is to move
	fault string
	calls *int // what a game must not have: something that lives outside the value
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

// Every law finds what breaks it.
func TestLawsBreak(t *testing.T) {
	cases := []struct {
		fault, says string
		law         func(nim) error
	}{
		{"order", "Moves gives", checkMoves[nim, int]},
		{"twice", "stands twice", checkMoves[nim, int]},
		{"changed", "Play(1) ", checkPlay[nim, int]},
		{"names", "of two positions", checkString[nim, int]},
		{"score", "are now", checkFunctions[nim, int]},
		{"order", "are now", checkFunctions[nim, int]},
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
			if err := c.law(start); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one that says %q", err, c.says)
			}
		})
	}
}

// What no correct algorithm gives is found in a result that is made up.
func TestResultsBreak(t *testing.T) {
	p := nim{left: 5, calls: new(int)}
	want, err := gametree.Minimax(t.Context(), p, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for says, spoil := range map[string]func(*gametree.Result[int]){
		"value 2":        func(r *gametree.Result[int]) { r.Value = 2 },
		"variation [1 3": func(r *gametree.Result[int]) { r.PV = []int{1, 3, 1} },
	} {
		got := want
		spoil(&got)
		if err := compare(got, want); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("compare gives %v, want %q", err, says)
		}
	}
	for says, spoil := range map[string]func(*gametree.Result[int]){
		"does not begin": func(r *gametree.Result[int]) { r.Move = 3 },
		"is no move":     func(r *gametree.Result[int]) { r.PV = []int{1, 2, 3} },
		"too early":      func(r *gametree.Result[int]) { r.PV = r.PV[:1] },
		"leads to":       func(r *gametree.Result[int]) { r.Value = -r.Value },
	} {
		got := want
		spoil(&got)
		if err := checkVariation(p, -1, nil, got); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("checkVariation gives %v, want %q", err, says)
		}
	}
}
