package files_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
)

// TestKept checks that values given twice and unexpected values are kept.
func TestKept(t *testing.T) {
	const board = "BO[4 -----O*--*O----- *]"
	for _, c := range []struct {
		text string
		want []string // parts of the game as JSON
	}{
		{"(;GM[Othello]PB[a]PB[b]" + board + ";)", []string{`"black":"a"`, `{"name":"PB","value":"b"}`}},
		{"(;GM[Othello]RE[+4.000]RE[-2.000]" + board + ";)", []string{`"score":4`, `{"name":"RE","value":"-2.000"}`}},
		{
			"(;GM[Othello]TB[05:00]TW[03:00]" + board + ";)",
			[]string{`{"name":"TB","value":"05:00"}`, `{"name":"TW","value":"03:00"}`},
		},
		{"(;GM[Othello]" + board + "B[a2/1.5/2/more];)", []string{`"score":1.5`, `"seconds":2`, `"value":"more"`}},
		{"(;GM[Othello]TY[4]B[a2];)", []string{`"position":"-----OX--XO----- X"`, `"move":"a2"`}},
		{"(;GM[2]PB[a];PB[b]B[f5])", []string{`"black":"a"`, `"value":"b"`}},
		{"(;GM[2]CA[UTF-8 or so, with more];B[f5])", []string{`{"name":"CA","value":"UTF-8 or so, with more"}`}},
		{"(;GM[2];B[f5]V[1][2])", []string{`{"name":"V","value":"1"}`, `{"name":"V","value":"2"}`}},
		{"(;GM[2];B[f5]BL[10]BL[20])", []string{`"seconds_left":10`, `{"name":"BL","value":"20"}`}},
		{"[Black \"a\"]\n[Black \"b\"]\n\n1. f5 *\n", []string{`"black":"a"`, `{"name":"Black","value":"b"}`}},
		{
			"[Date \"2011.05.02\"]\n[UTCDate \"2011.05.01\"]\n\n1. f5 *\n",
			[]string{`"date":"2011-05-01"`, `{"name":"Date","value":"2011.05.02"}`},
		},
		{
			"[Result \"1-0\"]\n\n1. f5 0-1\n",
			[]string{`"score":1,"pov":"black","only_winner":true`, `{"name":"Result","value":"0-1"}`},
		},
		{"[Result \"1-0\"]\n\n1. f5 34-30\n", []string{`"result":{"score":4,"pov":"black"}`}},
		{
			"[Result \"35-29\"]\n\n1. f5 {X wins 34-30} 1-0\n",
			[]string{`"score":6`, `{"name":"ScoreBlack","value":"+4"}`},
		},
		{"[Result \"won\"]\n\n1. f5 {X wins 34-30} *\n", []string{`"score":4`, `{"name":"Result","value":"won"}`}},
		{
			"[Black \"a\"]\n\n1. f5 {[%clk 0:01:00] [%clk 0:02:00]} *\n",
			[]string{`"seconds_left":60`, `[%clk 0:02:00]`},
		},
	} {
		games, faults := recordtest.Collect(files.Read(strings.NewReader(c.text), ""))
		if len(games) != 1 || faults != nil {
			t.Errorf("%q: %d games, want 1; errors %v", c.text, len(games), faults)
			continue
		}
		var json strings.Builder
		if _, err := files.Write(&json, files.JSON, slices.Values(games)); err != nil {
			t.Error(err)
		}
		var missing []string
		for _, part := range c.want {
			if !strings.Contains(json.String(), part) {
				missing = append(missing, part)
			}
		}
		if diff := cmp.Diff([]string(nil), missing); diff != "" {
			t.Errorf("%q: missing in %s (-want +got):\n%s", c.text, json.String(), diff)
		}
	}
}
