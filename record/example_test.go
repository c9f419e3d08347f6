package record_test

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// A game of a server as PGN: its format is told from the text, and what PGN has no place for would be listed.
func Example() {
	text := `(;GM[Othello]PC[GGS/os]PB[Ann]PW[Bo]RE[-64.000:t]TI[05:00]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/+1.5/2]W[D6];)`
	var games []*record.Game
	for g, err := range record.Read(strings.NewReader(text), "server.ggf") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		games = append(games, g)
	}
	lost, err := record.Write(os.Stdout, record.PGN, slices.Values(games))
	fmt.Println(len(lost), "losses,", err)
	// Output:
	// [Event "?"]
	// [Site "GGS/os"]
	// [Date "?"]
	// [Round "?"]
	// [Black "Ann"]
	// [White "Bo"]
	// [Result "0-1"]
	// [TimeControl "300"]
	// [Termination "time forfeit"]
	// [ScoreBlack "-64"]
	//
	// 1. f5 {[%eval 1.50] [%emt 0:00:02]} 1... d6 0-1
	//
	// 0 losses, <nil>
}

// A transcript is checked move by move; an illegal one is named with its place and with what could be played instead.
func ExampleParseTranscript() {
	start := othello.Start(othello.Size8, othello.Usual)
	game, err := record.ParseTranscript(start, "F5 d6 c3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(game.Transcript(), game.Position().Turn, "to move")
	_, err = record.ParseTranscript(start, "f5d6a1")
	fmt.Println(err)
	// Output:
	// f5d6c3 white to move
	// move 3, "a1" at character 5: a1 turns nothing over for black; legal moves are c3, c4, c5, c6, c7
}

// Positions with the scores that a file states; a bad line does not end the reading.
func ExampleReadOBF() {
	file := `% an ending of three empty squares, and a slip
O--OOOOXOOOOOOXXOOOOXXOXOOOXOOXXOOOXXOXXOOXXXXXXOOOOOOXXOOOOOOOO X; B1:+2; C1:-4;
O--O X;
`
	for problem, err := range record.ReadOBF(strings.NewReader(file)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		score, moves, _ := problem.Best()
		fmt.Println("line", problem.Line, "states", score, "for", len(moves), "move")
	}
	// Output:
	// line 2 states 2 for 1 move
	// line 3: 4 cells: a board has 64, 36 or 16, then the side to move, X or O
}
