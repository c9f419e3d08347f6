package transcript_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// perfect is a game of optimal play that ends in a draw (Takizawa, "Othello is Solved", 2023).
const perfect = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A" +
	"2C1H2H1G2B8A8G7H8H7H6"

func perfectGame(t *testing.T) *record.Game {
	t.Helper()
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), perfect)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func written(t *testing.T, g *record.Game) string {
	t.Helper()
	var b strings.Builder
	if _, err := transcript.Write(&b, slices.Values([]*record.Game{g})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTranscriptResults checks that a result is written unless it follows from the moves.
func TestTranscriptResults(t *testing.T) {
	full := perfectGame(t)
	for _, c := range []struct {
		g    *record.Game
		want string
	}{
		{&record.Game{Start: full.Start, Moves: full.Moves, Result: record.Result{Known: true}}, full.Transcript()},
		{
			&record.Game{Start: full.Start, Moves: full.Moves, Result: record.Result{Known: true, ScoreBlack: -2}},
			full.Transcript() + " -2.00",
		},
		{&record.Game{Start: full.Start, Moves: full.Moves[:2], Result: record.Result{
			Known: true, ScoreBlack: 64,
			Reason: record.OutOfTime,
		}}, "f5d6 +64.00"},
		{&record.Game{Start: full.Start, Moves: full.Moves[:2], Result: record.Result{
			Known: true, ScoreBlack: 1,
			OnlyWinner: true,
		}}, "f5d6 1-0"},
		{
			&record.Game{Start: full.Start, Moves: full.Moves[:2], Result: record.Result{Reason: record.Unfinished}},
			"f5d6",
		},
	} {
		if text := written(t, c.g); text != c.want+"\n" {
			t.Errorf("%+v is written as %q, want %q", c.g.Result, text, c.want)
		}
	}
}
