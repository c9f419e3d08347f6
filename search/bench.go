package search

import (
	"context"
	"time"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// benchPositions returns positions of random games. Those with at most benchEndings empty squares are searched to the
// end, the others to benchDepth.
func benchPositions() []string {
	return []string{
		"------O---X--O----X-O-----XOO-----XOOX---X---O------------------ X",
		"--O-------O-------OOOX--XOOXOOO-O--XXO----X-O--------O---------- X",
		"-------O------O--X-XXXXX-OOOO-X--XOOOX----X-O---XXXX-O----X----- X",
		"O-------XOO---X-X-OOXX--XOOXO-X-XXOXXOO--O-OXXO-OXXX------------ X",
		"OXX------OX---O--XO--OO--OXXXXXOOOXXOOOO--XXXOOO----XXOX---XXO-- X",
		"-X-O-OXO-XXOOOXX-XXO-OX-X--XXOXO--XXOXXO--XXOXXO-XOOXXX--OO--XXX X",
		"----OO-O----XOOOOOOX-OOOOOXXXOXOOXOOXXOOXXXXXX-O-XOOOXXO---O-OXX X",
		"OXXXX--XXXXX--OXXXXXXOOXOXXOOXOX-XOXOOXX--OXOXXX--OXXOO----X-O-O O",
		"OX-XX---OX-XXOOX-XXOOOOX-XOOXXOX-OOOXOOO--OXXXOO-OXOXX-OOXOO-XX- X",
		"---XXX---XX-OOOO-X-OXXX---XXO--OOO-- X",
	}
}

const (
	benchDepth   = 9
	benchEndings = 18
	benchHash    = 16 << 20
)

// BenchResult is the result of [Bench].
type BenchResult struct {
	Nodes   uint64        // total over the positions, a signature of the search
	Elapsed time.Duration // of searching
}

// Bench searches fixed positions, each with an empty table, on one thread. A nil w selects the embedded weights. With
// the same weights the number of nodes is the same on every platform and build; a change of it means that the search or
// the evaluation has changed. The error is that of ctx when it ends first.
func Bench(ctx context.Context, w *eval.Weights) (BenchResult, error) {
	e, sum := New(Options{HashBytes: benchHash, Weights: w}), BenchResult{}
	for _, text := range benchPositions() {
		p, err := othello.Parse(text)
		if err != nil {
			return sum, err
		}
		e.Forget()
		r, err := e.Search(ctx, p, Limits{Depth: benchDepth, Exact: benchEndings}, nil)
		if err != nil {
			return sum, err
		}
		sum.Nodes += r.Nodes
		sum.Elapsed += r.Elapsed
	}
	return sum, nil
}
