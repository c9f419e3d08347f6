package gametree

import "context"

// Search is the signature of every algorithm.
type Search[P Position[P, M], M comparable] func(ctx context.Context, p P, depth int, eval func(P) int,
	t *Trace[M]) (Result[M], error)

// Promise is how much of Minimax's answer an algorithm gives.
type Promise uint8

// What algorithms promise.
const (
	SameLine  Promise = iota // the same value, move and variation
	SameValue                // the same value, and a move and variation that attain it
	SameSign                 // the sign of the value, and a move that attains it
	InTheEnd                 // the same value once [Result] does not call it an estimate
)

// Algorithm is a search with its name.
type Algorithm[P Position[P, M], M comparable] struct {
	Name    string       // in lower-case letters, such as "alphabeta-table"
	Search  Search[P, M] // the function
	Promise Promise      // how much of Minimax's answer it gives
}

// Algorithms lists all searches, in the order in which each builds on those before.
func Algorithms[P ComparablePosition[P, M], M comparable]() []Algorithm[P, M] {
	return []Algorithm[P, M]{
		{"minimax", Minimax[P, M], SameLine},
		{"negamax", Negamax[P, M], SameLine},
		{"alphabeta", AlphaBeta[P, M], SameLine},
		{"alphabeta-soft", AlphaBetaSoft[P, M], SameLine},
		{"alphabeta-table", AlphaBetaTable[P, M], SameLine},
		{"iterative", Iterative[P, M], SameValue},
		{"pvs", PVS[P, M], SameLine},
		{"mtdf", MTDF[P, M], SameLine},
		{"pns", ProofNumber[P, M], SameSign},
		{"mcts", MonteCarlo[P, M], InTheEnd},
	}
}
