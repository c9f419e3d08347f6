package gametree

import "context"

// Search is the signature of the algorithms. [Minimax] documents the arguments and the error.
type Search[P Position[P, M], M comparable] func(ctx context.Context, p P, depth int, eval func(P) int,
	t *Trace[M]) (Result[M], error)

// Guarantee is the degree to which the result of an algorithm agrees with that of Minimax.
type Guarantee uint8

// The guarantees.
const (
	SameLine   Guarantee = iota // the same value, move and variation
	SameValue                   // the same value, and a move and variation that attain it
	SameSign                    // the sign of the value, and a move that attains it
	Eventually                  // the same value, unless [Result] marks it as an estimate
)

// Algorithm is a search with its name.
type Algorithm[P Position[P, M], M comparable] struct {
	Name      string       // in lower case, such as "alphabeta-table"
	Search    Search[P, M] // the function
	Guarantee Guarantee    // agreement of its results with Minimax
}

// Algorithms returns all algorithms, ordered so that each builds on earlier ones.
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
		{"mcts", MonteCarlo[P, M], Eventually},
	}
}
