package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/text"
	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/record"
)

func TestParseYears(t *testing.T) {
	for text, want := range map[string][2]int{
		"": {0, 0}, "1995": {1995, 1995}, "1995-1999": {1995, 1999}, "1995-": {1995, 0}, "-1999": {0, 1999},
		"1995-1995": {1995, 1995},
	} {
		from, to, err := parseYears(text)
		if err != nil {
			t.Errorf("parseYears(%q): error %v, want none", text, err)
		}
		if diff := cmp.Diff(want, [2]int{from, to}); diff != "" {
			t.Errorf("%q: years (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"-", "x", "1999-1995", "1995-x", "0", "1995-1999-2003", "19 95", "99999", "--"} {
		if from, to, err := parseYears(text); err == nil {
			t.Errorf("parseYears(%q) = %d, %d; want an error", text, from, to)
		}
	}
}

// everyFinding returns a result whose text uses all words of find.
func everyFinding(words map[string]string) findings {
	score, mean := -3, -1.5
	return findings{words: words, Explored: explorer.Explored{
		Results: explorer.Results{Games: 4, Black: 1, Draws: 1, White: 2, Mean: &mean},
		Moves: []explorer.ExploredMove{{
			Move:    "f5",
			Results: explorer.Results{Games: 3, Draws: 1, White: 2, Mean: &mean},
		}},
		Ended:  &explorer.Results{Games: 1, Black: 1},
		Offset: 6,
		Examples: []explorer.ExploredGame{
			{Winner: "black", Reason: record.Resigned},
			{Winner: "white", Reason: record.OutOfTime},
			{Winner: "draw", Reason: record.Agreed},
			{Score: &score, Winner: "white", Reason: record.Faulted},
			{Score: &score, Winner: "white", Reason: record.Adjudicated},
			{
				Date: "1999", Black: "A", White: "B", Event: "Cup", Round: "2", Transcript: "f5",
				Reason: record.Unfinished,
			},
		},
	}}
}

// TestFindingsText compares the text output in both languages, without trailing spaces.
func TestFindingsText(t *testing.T) {
	for language, want := range map[lang.Lang]string{
		"en": `
4 games: black won 1 (25.0 %), drawn 1 (25.0 %), white won 2 (50.0 %), mean -1.50
move    games      %   black   draw  white    mean
f5          3   75.0     0.0   33.3   66.7   -1.50
end         1   25.0   100.0    0.0    0.0       -
games 7 to 12, newest first:
?           ? - ?  Black wins by resignation
?           ? - ?  White wins on time
?           ? - ?  draw agreed
?           ? - ?  -3 by fault
?           ? - ?  -3 (adjudicated)
1999        A - B  ? (unfinished)  Cup 2  f5
`,
		"ja": `
4局: 黒勝 1 (25.0 %)、引き分け 1 (25.0 %)、白勝 2 (50.0 %)、平均石差 -1.50
手       局数      %      黒   引分     白    平均
f5          3   75.0     0.0   33.3   66.7   -1.50
終了        1   25.0   100.0    0.0    0.0       -
7局目から12局目まで (新しい順):
?           ? - ?  黒勝 投了
?           ? - ?  白勝 時間切れ
?           ? - ?  引き分け 合意
?           ? - ?  -3 反則
?           ? - ?  -3 裁定
1999        A - B  ? 途中まで  Cup 2  f5
`,
	} {
		var b strings.Builder
		b.WriteString("\n")
		for line := range strings.Lines(everyFinding(text.In(language)).String() + "\n") {
			b.WriteString(strings.TrimRight(line, " \n") + "\n")
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", language, diff)
		}
	}
}
