package kjson_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/kjson"
)

// summary describes a game in one line: players, moves with notes, variations and result.
func summary(g *record.Game) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s-%s %s|%s|%s|%s|%s: ", g.Black, g.White, g.Event, g.Place, g.Round, g.Date, g.Comment)
	writeLine(&b, g, record.Variation{Moves: g.Moves, Notes: g.Notes, Variations: g.Variations})
	r := g.Result
	fmt.Fprintf(&b, " = %t %+d %t %s %s", r.Known, r.ScoreBlack, r.OnlyWinner, r.Reason, r.Detail)
	return strings.TrimSpace(b.String())
}

func writeLine(b *strings.Builder, g *record.Game, v record.Variation) {
	for i, m := range v.Moves {
		b.WriteString(g.Start.Size.Name(m))
		if len(v.Notes) == 0 {
			continue
		}
		b.WriteString(v.Notes[i].Mark)
		if s := v.Notes[i].Score; s != nil {
			fmt.Fprintf(b, "(%g@%d %d%% %t %t)", s.Value, s.Depth, s.Confidence, s.Exact, s.Book)
		}
	}
	for _, w := range v.Variations {
		fmt.Fprintf(b, " [%d: ", w.Ply)
		writeLine(b, g, w)
		b.WriteString("]")
	}
}

const (
	smallStart = `-----OX--XO----- X`
	aMatchGame = `{"schema":"kaeshi/match-game/1","game":0,"black":"kaeshi:level=1","white":"random","opening":2,` +
		`"position":"` + smallStart + `","moves":"b1","score":-4,"pov":"black","reason":"time","detail":"flag",` +
		`"seconds":1.5}`
	aReview = `{"schema":"kaeshi/analysis/2","file":"a.txt","game":1,"black":"Ann","white":"Bo","score_black":-2,` +
		`"position":"` + smallStart + `","transcript":"b1a1","effort":{"depth":3,"exact":3},"moves":[` +
		`{"ply":1,"move":"b1","pov":"black","best":["a2"],"score":4,"played":1.5,"loss":2.5,"mark":"?!","depth":3,` +
		`"confidence":95,"exact":false,"pv":["a2","a1"]},` +
		`{"ply":2,"move":"a1","pov":"white","best":["a1"],"score":2,"played":2,"loss":0,"depth":9,"confidence":100,` +
		`"exact":true,"pv":["a1"]}]}`
	aTree = `{
 "schema": "kaeshi/analysis-tree/1",
 "size": 4,
 "start": "usual",
 "black": "A",
 "tree": {
  "analysis": {"moves": [{"move": "a2", "score": 1, "depth": 4, "source": "book"}]},
  "next": [
   {"move": "b1", "judged": {"played": -1, "mark": "?", "depth": 6, "confidence": 100, "exact": true},
    "next": [{"move": "a1", "next": []}, {"move": "c1"}]},
   {"move": "a2", "next": [{"move": "a1"}]}
  ]
 }
}
`
	anOpened = `{"schema":"kaeshi/opened/1","games":[{"size":4,"start":"usual","moves":"b1a1","tree":"b1(a2)a1(c1)",` +
		`"black":"A","white":"B","result":"+6","reason":"fault","name":"Cup, 3","event":"Cup","round":"3","details":[` +
		`{"name":"Result","value":"crash"}],"notes":[{"moves":"b1","note":{"mark":"!"}},` +
		`{"moves":"b1","note":{"mark":"?","score":{"value":2}}},{"moves":"a2","note":{"mark":"?"}},` +
		`{"moves":"b1c1","note":{"score":{"value":1,"depth":7,"confidence":73,"exact":true}}}]}]}`
	anOpenedGame = "A-B Cup||3||: b1!(2@0 0% false false)a1 [0: a2?] [1: c1(1@7 73% true false)]" +
		" = true +6 false fault crash"
	aList = `{"schema":"kaeshi/explorer/2","games":70,"black":1,"draws":0,"white":0,"moves":[],"offset":0,` +
		`"examples":[` +
		`{"number":1,"date":"2003","event":"Club","place":"Oslo","round":"2","black":"Ann","white":"Bo",` +
		`"winner":"black","reason":"unfinished","size":4,"start":"usual","moves":"b1"},` +
		`{"number":2,"score_black":6,"size":4,"position":"` + smallStart + `","moves":"b1a1"}]}`
)

const plain = "||||: " // no data except the moves

// documentCases contains documents with their games and a part of the expected error, or "".
var documentCases = []struct {
	name, text string
	want       []string
	fault      string
}{
	{
		"a tournament", aMatchGame + "\n" + `{"schema":"kaeshi/match/1","id":1}` + "\n",
		[]string{"kaeshi:level=1-random " + plain + "b1 = true -4 false time flag"},
		"",
	},
	{
		"only standings", `{"schema":"kaeshi/match/1","id":1}`, nil,
		"line 1: game 1: kaeshi/match/1 contains no games or positions",
	},
	{
		"a search", aList,
		[]string{
			"Ann-Bo Club|Oslo|2|2003|: b1 = true +1 true unfinished",
			"- " + plain + "b1a1 = true +6 false",
		},
		"",
	},
	{
		"a search with a bad game", strings.Replace(aList, "b1a1", "b1b1", 1),
		[]string{"Ann-Bo Club|Oslo|2|2003|: b1 = true +1 true unfinished"},
		`line 1: game 2: entry 2 of the list: move 2, "b1" at character 3: b1 is taken`,
	},
	{"an empty search", `{"schema":"kaeshi/explorer/2","games":0,"examples":[]}`, nil, "the list of games is empty"},
	{
		"a review", aReview + "\n" + `{"schema":"kaeshi/analysis-sum/2"}`,
		[]string{"Ann-Bo " + plain + "b1?!(1.5@3 95% false false)a1(2@9 100% true false)" +
			" [0: a2(4@3 95% false false)a1] = true -2 false"},
		"",
	},
	{
		"a tree", aTree, []string{"A- " + plain + "b1?(-1@6 100% true false)a1 [0: a2(1@4 0% false true)a1] [1: c1]" +
			" = false +0 false"}, "",
	},
	{
		"games of a server", `{"schema":"kaeshi/games/1","games":[{"schema":"kaeshi/stored-game/1","id":"x",` +
			`"played":"2026-01-02T03:04:05Z","size":4,"start":"usual","moves":"b1","black":"A","white":"B",` +
			`"score_black":-16,"winner":"white","ended":"resigned"}]}`,
		[]string{"A-B |||2026-01-02T03:04:05Z|: b1 = true -16 false resign"},
		"",
	},
	{
		"games of a tournament on a server", `{"schema":"kaeshi/tournament-games/1","games":[` + aMatchGame + `]}`,
		[]string{"kaeshi:level=1-random " + plain + "b1 = true -4 false time flag"},
		"",
	},
	{
		"an opened file", `{"schema":"kaeshi/opened/1","games":[{"size":4,"start":"usual","moves":"b1","black":"A",` +
			`"white":"B","result":"+6","name":"Cup, 3","comment":"hm"}]}`,
		[]string{"A-B Cup, 3||||hm: b1 = true +6 false"},
		"",
	},
	{
		"an opened file with variations and notes", anOpened,
		[]string{anOpenedGame},
		"",
	},
	{
		"an opened file whose last games are missing", strings.Replace(anOpened, `"games"`, `"more":2,"games"`, 1),
		[]string{anOpenedGame},
		"games of the file that the document leaves out: 2",
	},
	{
		"an opened file with damaged games", `{"schema":"kaeshi/opened/1","damaged":1,"problem":"line 2","games":[` +
			`{"size":4,"moves":"b1"}]}`,
		[]string{"- " + plain + "b1 = false +0 false"},
		"games of the file that could not be read: 1 (line 2)",
	},
	{"an opened file without games", `{"schema":"kaeshi/opened/1","games":[]}`, nil, "the list of games is empty"},
	{
		"an opened file with a note elsewhere", strings.Replace(anOpened, `"b1c1"`, `"b1b2"`, 1), nil,
		`entry 1 of the list: note on "b1b2": no such moves in the game`,
	},
	{
		"an opened file with a bad variation", strings.Replace(anOpened, `(c1)`, `(d4)`, 1), nil,
		"entry 1 of the list: tree, character 10:",
	},
	{
		"an opened file with an open bracket", strings.Replace(anOpened, `(c1)`, `(c1`, 1), nil,
		"entry 1 of the list: tree, character 12: a ) is missing",
	},
	{
		"an opened file with a closed bracket", strings.Replace(anOpened, `(c1)`, `)(c1)`, 1), nil,
		"entry 1 of the list: tree, character 9: unexpected )",
	},
	{
		"a game of the server",
		`{"schema":"kaeshi/game/1","initial":"` + smallStart + `","moves":"b1","position":"x","black":4,"white":1}`,
		[]string{"- " + plain + "b1 = false +0 false"},
		"",
	},
	{
		"a fault of the writer", aMatchGame + `{"schema":"kaeshi/error/1","error":"it broke"}`,
		[]string{"kaeshi:level=1-random " + plain + "b1 = true -4 false time flag"},
		"line 1: game 2: the program that wrote the file reports: it broke",
	},
	{
		"ranked moves", `{"schema":"kaeshi/hint/1","position":"` + smallStart + `","score":1.5,"lines":[` +
			`{"move":"b1","score":1.5,"depth":4,"confidence":73,"exact":false,"book":true,"pv":["b1","a1"]},` +
			`{"move":"a2","score":-2,"depth":9,"confidence":100,"exact":true,"pv":["a2"]}]}`,
		[]string{"- " + plain + " [0: b1(1.5@4 73% false true)a1] [0: a2(-2@9 100% true false)] = false +0 false"},
		"",
	},
	{
		"a finished game without moves",
		`{"schema":"kaeshi/hint/1","position":"XXXXXXXXXXXXXXXX O","over":true,"score":-16,"lines":[]}`,
		[]string{"- " + plain + " = false +0 false"},
		"",
	},
	{
		"a solution and its total", `{"schema":"kaeshi/solve/1","line":1,"position":"` + smallStart + `","score":-8,` +
			`"move":"b1","best":["b1","a2"],"pv":["b1","a1"],"exact":true}` + "\n" +
			`{"schema":"kaeshi/solve-total/1"}`,
		[]string{"- " + plain + " [0: b1(-8@0 0% true false)a1] = false +0 false"},
		"",
	},
	{
		"a move without a score", `{"schema":"kaeshi/move/1","player":"x","position":"` + smallStart + `","move":"b1"}`,
		[]string{"- " + plain + " [0: b1] = false +0 false"},
		"",
	},
	{
		"a puzzle", `{"schema":"kaeshi/puzzle/1","id":"x","position":"` + smallStart + `","best":["a2"],` +
			`"scores":{"b1":-4,"a2":2,"d3":-4}}`,
		[]string{"- " + plain + " [0: a2(2@0 0% true false)] [0: b1(-4@0 0% true false)] [0: d3(-4@0 0% true false)]" +
			" = false +0 false"},
		"",
	},
	{
		"a search tree", `{"schema":"kaeshi/tree/1","game":"othello","position":"` + smallStart + `","depth":1,` +
			`"value":-14.5,"move":"b1","pv":["b1"],"tree":[{"parent":-1,"move":"","position":"x"}]}`,
		[]string{"- " + plain + " [0: b1(-14.5@1 0% false false)] = false +0 false"},
		"",
	},
	{
		"a search tree of another game", `{"schema":"kaeshi/tree/1","game":"tictactoe","position":"--------- X"}`, nil,
		`line 1: game 1: game "tictactoe": want othello`,
	},
	{
		"an illegal line", `{"schema":"kaeshi/hint/1","position":"` + smallStart + `","lines":[{"move":"b1",` +
			`"pv":["b1","d4"]}]}`, nil, `line of "b1", move 2, "d4": d4 turns nothing over`,
	},
	{
		"an opening", `{"schema":"kaeshi/opening/1","transcript":"f5f6","en":{"names":["Diagonal Opening"],"ply":2},` +
			`"ja":{"names":["斜め取り"]}}`,
		[]string{"- ||||Diagonal Opening\n斜め取り: f5f6 = false +0 false"},
		"",
	},
	{
		"a balanced start", `{"schema":"kaeshi/balanced/1","transcript":"f5d6","score":0.5,"pov":"black"}`,
		[]string{"- " + plain + "f5d6(-0.5@0 0% false false) = false +0 false"},
		"",
	},
	{
		"a compared position", `{"schema":"kaeshi/accuracy-position/1","line":1,"position":"` + smallStart + `",` +
			`"move":"b1","score":-7.5,"stated":-8,"best":["b1"],"error":0.5,"depth":4}` + "\n" +
			`{"schema":"kaeshi/accuracy/1"}`,
		[]string{"- " + plain + " [0: b1(-7.5@4 0% false false)] = false +0 false"},
		"",
	},
	{
		"an error without text", `{"schema":"kaeshi/error/1","error":5}`, nil,
		"the program that wrote the file reports: 5",
	},
	{
		"a number for a text", `{"schema":"kaeshi/move/1","position":5}`, nil,
		`line 1: game 1: "position" is a number, want a string`,
	},
	{
		"a text for an array", `{"schema":"kaeshi/hint/1","position":"` + smallStart + `","lines":"b1"}`, nil,
		`"lines" is a string, want an array`,
	},
	{
		"a fraction of a disc", strings.Replace(aMatchGame, `"score":-4`, `"score":1.5`, 1), nil,
		`is the number 1.5, want a whole number`,
	},
	{"no games", `{"schema":"kaeshi/levels/1"}`, nil, "kaeshi/levels/1 contains no games or positions"},
	{
		"another version", `{"schema":"kaeshi/analysis/3"}`, nil,
		"unsupported version kaeshi/analysis/3; want kaeshi/analysis/2",
	},
	{"another program", `{"schema":"x/1"}`, nil, `schema "x/1": want one of kaeshi/game-record/1, `},
	{"a bad tree", strings.Replace(aTree, `"c1"`, `"d4"`, 1), nil, `tree, "d4" in `},
	{"bad best play", strings.Replace(aReview, `["a2","a1"]`, `["a2","d4"]`, 1), nil, `best play, move 2, "d4"`},
	{"a bad result", strings.Replace(aList, `"black","reason"`, `"both","reason"`, 1), nil, `winner "both"`},
}

func TestDocuments(t *testing.T) {
	for _, c := range documentCases {
		t.Run(c.name, func(t *testing.T) {
			games, faults := recordtest.Collect(kjson.Read(strings.NewReader(c.text), "f"))
			var got []string
			for _, g := range games {
				got = append(got, summary(g))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("games (-want +got):\n%s", diff)
			}
			text := fmt.Sprint(faults)
			if c.fault == "" && faults != nil || !strings.Contains(text, c.fault) {
				t.Errorf("errors %s, want %q", text, c.fault)
			}
		})
	}
}

// TestTreeNotes checks that the notes of a tree's nodes are read, and precede the judgements of their moves.
func TestTreeNotes(t *testing.T) {
	const text = `{"schema":"kaeshi/analysis-tree/1","size":4,"start":"usual","comment":"all","result":"+2",
		"reason":"time","tree":{"next":[{"move":"b1","judged":{"played":-1,"mark":"?","depth":6},
			"note":{"comment":"x","mark":"!","seconds":2,"seconds_left":60.5,
				"score":{"value":7,"depth":8,"confidence":95,"exact":true,"book":true,"by":"Ann"}},
			"next":[{"move":"a1"},{"move":"c1","note":{"comment":"y"},"judged":{"played":1,"mark":"?!","depth":3}}]}]}}`
	games, faults := recordtest.Collect(kjson.Read(strings.NewReader(text), "f"))
	if len(games) != 1 || faults != nil {
		t.Fatalf("%d games, want 1; errors %v", len(games), faults)
	}
	want := &record.Game{
		Start: othello.Start(othello.Size4, othello.Usual), Moves: games[0].Moves, Comment: "all",
		Result: record.Result{Known: true, ScoreBlack: 2, Reason: record.OutOfTime},
		Notes: []record.Note{{
			Comment: "x", Mark: "!", Spent: 2 * time.Second, Left: 60500 * time.Millisecond,
			Score: &record.Score{Value: 7, Depth: 8, Confidence: 95, Exact: true, Book: true, By: "Ann"},
		}, {}},
		Variations: []record.Variation{{
			Ply: 1, Moves: games[0].Variations[0].Moves,
			Notes: []record.Note{{Comment: "y", Mark: "?!", Score: &record.Score{Value: 1, Depth: 3}}},
		}},
	}
	if diff := cmp.Diff(want, games[0]); diff != "" {
		t.Error(diff)
	}
}

// TestLongDocument checks that a list of games may be longer than a single game, and that there is a limit.
func TestLongDocument(t *testing.T) {
	entry := `{"size":4,"start":"usual","moves":"b1"}`
	const many = 50_000
	text := `{"schema":"kaeshi/explorer/2","examples":[` + strings.Repeat(entry+",", many-1) + entry + "]}"
	games, faults := recordtest.Collect(kjson.Read(strings.NewReader(text), "f"))
	if len(games) != many || faults != nil {
		t.Errorf("%d games, want %d; errors %v", len(games), many, faults)
	}
	games, faults = recordtest.Collect(kjson.Read(strings.NewReader(`{"x":"`+strings.Repeat("x", 17<<20)), "f"))
	if len(games) > 0 || !strings.Contains(fmt.Sprint(faults), "longer than 16777216 bytes") {
		t.Errorf("a document above the limit: %d games, errors %v; want only an error about the limit", len(games),
			faults)
	}
}
