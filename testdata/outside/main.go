// Command outside uses Kaeshi's packages as someone else's program does, from a separate module: outside_test.go of
// the project builds and runs it. It reads a game, looks for the next move, and solves the problems of a file.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/solve"
)

// problems is a file in the Othello Board Format; its second line has one cell too few.
const problems = `% two endings
O--OOOOXOOOOOOXXOOOOXXOXOOOXOOXXOOOXXOXXOOXXXXXXOOOOOOXX-OOOOOO- X; C1:-8;
O--OOOOXOOOOOOXXOOOOXXOXOOOXOOXXOOOXXOXXOOXXXXXXOOOOOOXX-OOOOOO X;
`

func main() {
	engine := search.New(search.Options{HashBytes: 1 << 20})
	if err := nextMove(engine, os.Stdout, "f5d6c3d3c4"); err != nil {
		log.Fatal(err)
	}
	if err := solveAll(engine, os.Stdout, strings.NewReader(problems)); err != nil {
		log.Fatal(err)
	}
}

// nextMove prints the move of the engine after the moves of a transcript.
func nextMove(engine *search.Engine, w io.Writer, moves string) error {
	game, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), moves)
	if err != nil {
		return err
	}
	p := game.Position()
	report, err := engine.Search(context.Background(), p, search.Limits{Depth: 4}, nil)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, p.Turn, "to move:", p.Check(report.Move) == nil, "depth", report.Depth)
	return err
}

// solveAll solves every problem twice, by search and by solve, and prints the errors of the lines that are not
// problems.
func solveAll(engine *search.Engine, w io.Writer, file io.Reader) error {
	for problem, err := range obf.Problems(file) {
		if bad, ok := errors.AsType[*record.LineError](err); ok {
			fmt.Fprintln(w, "line", bad.Line, "is no position")
			continue
		}
		if err != nil {
			return err
		}
		report, err := engine.Solve(context.Background(), problem.Position)
		if err != nil {
			return err
		}
		solved, err := solve.Score(context.Background(), problem.Position)
		if err != nil {
			return err
		}
		stated, _, _ := problem.Best()
		fmt.Fprintln(w, "line", problem.Line, "scores", report.Score, report.Exact, solved, stated)
	}
	return nil
}
