package search_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// names returns the squares in algebraic notation.
func names(size othello.Size, squares []othello.Square) string {
	var list []string
	for _, s := range squares {
		list = append(list, size.Name(s))
	}
	return strings.Join(list, " ")
}

// Solve returns the final score with best play, every move that attains it, and a line of best play.
func ExampleEngine_Solve() {
	p, err := othello.Parse("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := search.New(search.Options{}).Solve(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s wins by %v with %s\n", p.Turn, r.Score, names(p.Size, r.Best))
	fmt.Println("the best line begins with", names(p.Size, r.PV[:1]))
	// Output:
	// black wins by +18 with g8
	// the best line begins with g8
}

// The progress function is called after each completed depth.
func ExampleEngine_Search_progress() {
	p := othello.Start(othello.Size6, othello.Usual)
	engine := search.New(search.Options{HashBytes: 1 << 20})
	_, err := engine.Search(context.Background(), p, search.Limits{Depth: 3}, func(r search.Report) {
		fmt.Println("depth", r.Depth, "exact:", r.Exact, "legal:", p.Check(r.Move) == nil)
	})
	fmt.Println(err)
	// Output:
	// depth 1 exact: false legal: true
	// depth 2 exact: false legal: true
	// depth 3 exact: false legal: true
	// <nil>
}

// Rate returns the score of every move.
func ExampleEngine_Rate() {
	p, err := othello.Parse("O--OOOOXOOOOOOXXOOOOXXOXOOOXOOXXOOOXXOXXOOXXXXXXOOOOOOXX-OOOOOO- X")
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := search.New(search.Options{}).Rate(context.Background(), p, search.Limits{Exact: 12})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range list {
		fmt.Println(p.Size.Name(m.Move), m.Score, "exact:", m.Exact)
	}
	// Output:
	// b1 -20 exact: true
	// c1 -10 exact: true
	// a8 -8 exact: true
}

// mobility is an evaluation that only counts moves.
type mobility struct{}

func (mobility) Evaluate(p othello.Position) othello.Score {
	replies := othello.Position{Mover: p.Other, Other: p.Mover, Size: p.Size}.Legal()
	return othello.Score(p.Legal().Len() - replies.Len())
}

// An Evaluator replaces the learned evaluation. Without claims, the search evaluates positions whose value is proved,
// as that of the start position is.
func ExampleEvaluator() {
	engine := search.New(search.Options{HashBytes: 1 << 20, Evaluator: mobility{}, Without: search.Claims})
	p := othello.Start(othello.Size8, othello.Usual)
	r, err := engine.Search(context.Background(), p, search.Limits{Depth: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("depth %d: %s, %v\n", r.Depth, p.Size.Name(r.Move), r.Score)
	r, err = engine.Search(context.Background(), p, search.Limits{Depth: 5}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("depth %d: %v\n", r.Depth, r.Score)
	// Output:
	// depth 1: d3, 0
	// depth 5: +2
}

// A search with a narrow window takes less work than one for the score. This one only finds the winner.
func ExampleLimits() {
	p, err := othello.Parse("O--OOOOXOOOOOOXXOOOOXXOXOOOXOOXXOOOXXOXXOOXXXXXXOOOOOOXX-OOOOOO- X")
	if err != nil {
		fmt.Println(err)
		return
	}
	engine := search.New(search.Options{HashBytes: 1 << 20})
	r, err := engine.Search(context.Background(), p, search.Limits{Exact: 12, Alpha: -1, Beta: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("black wins:", r.Score > 0, "the score is a bound:", r.Bound == search.AtMost)
	// Output: black wins: false the score is a bound: true
}
