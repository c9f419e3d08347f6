package ggf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/ggf"
)

// read returns the only game of a text.
func read(t *testing.T, text string) *record.Game {
	t.Helper()
	for g, err := range ggf.Read(strings.NewReader(text), "games.ggf") {
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return g
	}
	t.Fatalf("%s: no game", text)
	return nil
}

// TestKomi checks that the first move of a game with komi, which the side to move gives as KB or KW, is played.
func TestKomi(t *testing.T) {
	const white = "(;GM[Othello]TY[8k]BO[8 " +
		"-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- O]"
	for _, test := range []struct{ text, moves string }{
		{"(;GM[Othello]TY[8k]KB[d3/4.00/1]KW[f4/2.00]KM[3]W[c3]B[c4];)", "d3c3c4"},
		{"(;GM[Othello]TY[8k]KB[d3/4.00/1]KW[f4/2.00]KM[3]B[d3]W[c3];)", "d3c3"},
		{"(;GM[Othello]TY[8k]KB[d3/4.00/1]KW[c5/2.00];)", "d3"},
		{"(;GM[Othello]TY[8k]W[c3]KW[c5/2.00]KB[d3/4.00];)", "d3c3"},
		{white + "KB[d3/4.00/1]KW[e3/2.00]B[f3];)", "e3f3"},
	} {
		if got := read(t, test.text).Transcript(); got != test.moves {
			t.Errorf("%s: moves %s, want %s", test.text, got, test.moves)
		}
	}
}

// TestResults checks the results of GGS and those of SGF, which other programs write.
func TestResults(t *testing.T) {
	winner := func(black int, reason string) record.Result {
		return record.Result{Known: true, ScoreBlack: black, OnlyWinner: true, Reason: reason}
	}
	for value, want := range map[string]record.Result{
		"+4.000":   {Known: true, ScoreBlack: 4},
		"-64:t":    {Known: true, ScoreBlack: -64, Reason: record.OutOfTime},
		"W+T":      winner(-1, record.OutOfTime),
		"W+Time":   winner(-1, record.OutOfTime),
		"b+r":      winner(1, record.Resigned),
		"Black+6":  {Known: true, ScoreBlack: 6},
		"B+":       winner(1, record.PlayedOut),
		"W+0":      {},
		"W+x":      {},
		"+3.500:k": {},
	} {
		g := read(t, "(;GM[Othello]TY[8]RE["+value+"]B[d3];)")
		if diff := cmp.Diff(want, g.Result); diff != "" {
			t.Errorf("RE[%s] (-want +got):\n%s", value, diff)
		}
		if kept, tagged := g.Tag("RE"); tagged == want.Known || tagged && kept != value {
			t.Errorf("RE[%s]: tag %q", value, kept)
		}
	}
}
