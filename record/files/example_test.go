package files_test

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
)

// The format of a game from a server is detected, and the game is written as PGN. lost lists what PGN cannot store.
func Example() {
	text := `(;GM[Othello]PC[GGS/os]PB[Ann]PW[Bo]RE[-64.000:t]TI[05:00]BO[8 ` +
		`---------------------------O*------*O--------------------------- *]B[F5/+1.5/2]W[D6];)`
	var games []*record.Game
	for g, err := range files.Read(strings.NewReader(text), "server.ggf") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		games = append(games, g)
	}
	lost, err := files.Write(os.Stdout, files.PGN, slices.Values(games))
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
