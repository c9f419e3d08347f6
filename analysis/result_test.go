package analysis

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// TestTitleStatesTheResult checks that a title contains the discs, the reason for the end unless the game was
// played out, and the board's result if it contradicts the recorded one.
func TestTitleStatesTheResult(t *testing.T) {
	unfinished, finished := "e6f4", "e6f4e3f6g5d6e7f5c5" // the second leaves no white disc
	for _, c := range []struct {
		moves  string
		result record.Result
		en, ja string
	}{
		{unfinished, record.Result{}, "Black v White", "黒 対 白"},
		{finished, record.Result{}, "Black v White, 64–0", "黒 対 白、64–0"},
		{
			finished,
			record.Result{Known: true, ScoreBlack: 64},
			"Black v White, 64–0",
			"黒 対 白、64–0",
		},
		{
			finished,
			record.Result{Known: true, ScoreBlack: 5},
			"Black v White, 34–29, 64–0 on the board",
			"黒 対 白、34–29、盤面では 64–0",
		},
		{
			finished,
			record.Result{Known: true, ScoreBlack: -1, OnlyWinner: true},
			"Black v White, 64–0 on the board, White wins", "黒 対 白、盤面では 64–0、白の勝ち",
		},
		{
			unfinished,
			record.Result{Known: true, ScoreBlack: -20, Reason: record.OutOfTime},
			"Black v White, 22–42, White wins on time", "黒 対 白、22–42、時間切れで白の勝ち",
		},
		{
			unfinished,
			record.Result{Known: true, ScoreBlack: 1, OnlyWinner: true, Reason: record.Resigned},
			"Black v White, Black wins by resignation", "黒 対 白、投了で黒の勝ち",
		},
		{
			unfinished,
			record.Result{Known: true, Reason: record.Agreed},
			"Black v White, 32–32, agreed",
			"黒 対 白、32–32、合意",
		},
		{unfinished, record.Result{Reason: record.Faulted}, "Black v White, ended by a fault", "黒 対 白、反則"},
		{
			unfinished,
			record.Result{Known: true, ScoreBlack: 4, Reason: record.Unfinished},
			"Black v White, 34–30, unfinished", "黒 対 白、34–30、途中まで",
		},
	} {
		g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), c.moves)
		if err != nil {
			t.Fatal(err)
		}
		g.Result = c.result
		d := newGame(g, Effort{})
		got := []string{wordsIn(lang.English).title(d), wordsIn(lang.Japanese).title(d)}
		if diff := cmp.Diff([]string{c.en, c.ja}, got); diff != "" {
			t.Errorf("%s, %+v (-want +got):\n%s", c.moves, c.result, diff)
		}
	}
}
