package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/internal/lang/langtest"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/web/webtest"
)

// aTree is a tree as the page saves it: f5 d6 c3 with the variation f4 e3 for d6, and the variation g3 for e3. Some
// moves have scores.
const aTree = `{"schema":"kaeshi/analysis-tree/1","size":8,"start":"usual","black":"A","event":"Cup","tree":{
	"analysis":{"pov":"black","nodes":1,"seconds":0.1,"moves":[
		{"move":"f5","score":0.5,"source":"depth","depth":12,"confidence":100,"exact":false,"pv":["f5","d6"]}]},
	"next":[{"move":"f5","turn":"black","next":[
		{"move":"d6","turn":"white","judged":{
			"pov":"white","played":-3,"best_score":1,"loss":4,"mark":"?","best":["f6"],
			"source":"selective","depth":20,"confidence":73,"exact":false,"pv":["f6"],"reply":["c3"],
			"why":[{"code":"corner","weight":1,"values":{},"en":"gives [a1]","ja":"a1を渡す"}]},
			"next":[{"move":"c3","turn":"black","judged":{
				"pov":"black","played":2,"best_score":2,"loss":0,"mark":"","best":["c3"],
				"source":"exact","depth":56,"confidence":100,"exact":true,"pv":["c3"],"reply":[],"why":[]},
				"next":[]}]},
		{"move":"f4","turn":"white","next":[
			{"move":"e3","turn":"black","next":[]},{"move":"g3","turn":"black","next":[]}]}]}]}}`

func exportOf(s *site, format, language string) exported {
	s.Helper()
	body := `{"format":"` + format + `","language":"` + language + `","document":` + aTree + `}`
	return read[exported](s, "POST", Path+"export", body)
}

// TestExportSGF checks that exported SGF is read back with its variations, marks, scores and comments, in both
// languages.
func TestExportSGF(t *testing.T) {
	s := serve(t)
	for language, words := range map[string][]string{
		"en": {
			"? -3 for White, loses 4 (depth 20, 73 % confidence); best f6", "gives [a1]",
			"f5 +0.5 (depth 12) f5 d6",
		},
		"ja": {"? -3(白から見て)、損失 4(20手読み、確信度73 %)、最善 f6", "a1を渡す", "f5 +0.5 (12手読み) f5 d6"},
	} {
		file := exportOf(s, "sgf", language)
		webtest.Same(t, language,
			exported{Schema: "kaeshi/exported/1", Format: "sgf", Text: file.Text, Lost: []string{}}, file)
		var games []*record.Game
		for g, err := range files.ReadAs(strings.NewReader(file.Text), files.SGF, "a.sgf") {
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
		if len(games) != 1 {
			t.Fatalf("%d games, want 1: %s", len(games), file.Text)
		}
		g := games[0]
		want := *g
		want.Black, want.Event, want.Comment = "A", "Cup", words[2]
		webtest.Same(t, language, want, *g)
		webtest.Same(t, language+": moves", "f5d6c3", g.Transcript())
		note := g.Notes[1]
		note.Mark, note.Comment = "?", words[0]+"\n"+words[1]
		webtest.Same(t, language+": the note on d6", note, g.Notes[1])
		if score := g.Notes[1].Score; score == nil || score.Value != -3 {
			t.Errorf("%s: score %+v, want -3", language, score)
		}
		if n := g.Notes[0]; n.Score == nil || n.Score.Value != 0.5 {
			t.Errorf("score %+v of an analysed move without a judgement, want 0.5", n.Score)
		}
		webtest.Same(t, language+": variations", []record.Variation{{
			Ply: 1, Moves: squares(t, "f4e3"), Variations: []record.Variation{{Ply: 1, Moves: squares(t, "g3")}},
		}}, g.Variations)
	}
}

func squares(t *testing.T, names string) (list []othello.Square) {
	t.Helper()
	for i := 0; i < len(names); i += 2 {
		m, err := othello.Size8.Parse(names[i : i+2])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// TestExportNotes checks that notes and the result of an opened file are exported again, with the judgements of moves.
func TestExportNotes(t *testing.T) {
	s := serve(t)
	const document = `{"schema":"kaeshi/analysis-tree/1","size":8,"start":"usual","comment":"all","result":"0-1",
		"reason":"resign","tree":{"next":[
		{"move":"f5","note":{"comment":"first","mark":"!?","score":{"value":2,"depth":9,"confidence":95,"by":"Ntest"},
			"seconds":1.5,"seconds_left":60},
			"judged":{"played":-3,"loss":4,"mark":"?","best":["c4"],"source":"exact","depth":60,
				"confidence":100,"exact":true},
			"next":[{"move":"d6"},{"move":"f4","note":{"comment":"aside"}}]}]}}`
	want := &record.Game{
		Start: othello.Start(othello.Size8, othello.Usual), Moves: squares(t, "f5d6"), Comment: "all",
		Result: record.Result{Known: true, ScoreBlack: -1, OnlyWinner: true, Reason: record.Resigned},
		Notes: []record.Note{{
			Comment: "first\n? -3 for Black, loses 4 (exact); best c4", Mark: "!?",
			Score: &record.Score{Value: 2, Depth: 9, Confidence: 95, By: "Ntest"}, Spent: 1500 * time.Millisecond,
			Left: time.Minute,
		}, {}},
		Variations: []record.Variation{{Ply: 1, Moves: squares(t, "f4"), Notes: []record.Note{{Comment: "aside"}}}},
	}
	var q exportRequest
	if err := json.Unmarshal([]byte(`{"document":`+document+`}`), &q); err != nil {
		t.Fatal(err)
	}
	got, err := q.game()
	if err != nil {
		t.Fatal(err)
	}
	webtest.Same(t, "the game", want, got)
	file := read[exported](s, "POST", Path+"export", `{"format":"sgf","document":`+document+`}`)
	again := read[opened](s, "POST", openPath, openBody(t, openRequest{Text: file.Text})).Games[0]
	webtest.Same(t, "the game opened again", openedGame{
		Size: 8, Start: "usual", Moves: "f5d6", Comment: "all", Result: "0-1", Reason: record.Resigned,
		Tree: "f5d6(f4)",
		Notes: []openedNote{
			{"f5", moveNote{
				Comment: want.Notes[0].Comment, Mark: "!?", Score: &noteScore{Value: 2}, Left: 60,
			}},
			{"f5f4", moveNote{Comment: "aside"}},
		},
	}, again)
	s.WantProblem(http.StatusUnprocessableEntity, "POST", Path+"export",
		`{"format":"sgf","document":{"schema":"kaeshi/analysis-tree/1","result":"?","tree":{}}}`, "result", "+6")
}

// TestExportFields checks that fields of a file and of its moves that Kaeshi does not interpret are exported.
func TestExportFields(t *testing.T) {
	s := serve(t)
	const document = `{"schema":"kaeshi/analysis-tree/1","event":"Cup","round":"2","date":"2001-02-03","result":"+6",
		"details":[{"name":"Place","value":"Oslo"},{"name":"Clock","value":"5m"},{"name":"BlackRating","value":"1700"},
			{"name":"AN","value":"Eva"},{"name":"Place","value":"room 2"}],
		"tree":{"next":[{"move":"f5","note":{"seconds":2.3,"tags":[{"name":"GB","value":"1"}]},"next":[
			{"move":"d6"},{"move":"f4","note":{"tags":[{"name":"CR","value":"f4"},{"name":"CR","value":"f5"}]}}]}]}}`
	for format, want := range map[string]exported{
		"sgf": {
			Text: "(;FF[4]GM[2]CA[UTF-8]SZ[8]EV[Cup]RO[2]PC[Oslo]DT[2001-02-03]RE[B+6]TM[300]BR[1700]AN[Eva]" +
				"AB[e4][d5]AW[d4][e5]PL[B]\n;B[f5]GB[1](;W[d6]\n)\n(;W[f4]CR[f4][f5]\n)\n)\n",
			Lost: []string{"the time spent on moves", "tags"},
		},
		"ggf": {
			Text: "(;GM[Othello]PC[Oslo]DT[2001.02.03]RE[+6.000]TI[05:00]TY[8]RB[1700]AN[Eva]" +
				"BO[8 ---------------------------O*------*O--------------------------- *]B[F5//2.30]W[D6];)\n",
			Lost: []string{"the tournament", "the round", "variations", "tags of moves", "tags"},
		},
	} {
		want.Schema, want.Format = "kaeshi/exported/1", format
		body := `{"format":"` + format + `","document":` + document + `}`
		webtest.Same(t, format, want, read[exported](s, "POST", Path+"export", body))
	}
}

// TestExportGGF checks that GGF contains only the main line, and that the response lists what is lost.
func TestExportGGF(t *testing.T) {
	s := serve(t)
	file := exportOf(s, "ggf", "en")
	if !strings.Contains(file.Text, "B[F5/0.50]W[D6/-3.00]B[C3/2.00]") || strings.Contains(file.Text, "F4") {
		t.Errorf("%s, want the main line with its scores and no variation", file.Text)
	}
	for _, what := range []string{
		"variations", "comments", "marks of moves", "where scores come from",
		"the tournament",
	} {
		if !slices.Contains(file.Lost, what) {
			t.Errorf("lost: %v, want %q in it", file.Lost, what)
		}
	}
}

// TestExportTrees checks that passes, set-up positions and empty trees are exported, and that invalid trees are
// refused.
func TestExportTrees(t *testing.T) {
	s := serve(t)
	body := func(document string) string { return `{"format":"sgf","document":` + document + `}` }
	begun := read[exported](s, "POST", Path+"export",
		body(`{"schema":"kaeshi/analysis-tree/1","position":"-----OX--XO----- O","tree":{}}`))
	if !strings.Contains(begun.Text, "SZ[4]") || !strings.Contains(begun.Text, "PL[W]") {
		t.Errorf("empty tree: %s, want the board size and the side to move", begun.Text)
	}
	const passing = `{"schema":"kaeshi/analysis-tree/1","position":"XO--XXXXXXXXXX-- O",` +
		`"tree":{"next":[{"move":"pass","next":[{"move":"c1"}]}]}}`
	if file := read[exported](s, "POST", Path+"export", body(passing)); !strings.Contains(file.Text, ";W[PA];B[c1]") {
		t.Errorf("%s, want the pass before c1", file.Text)
	}
	for document, words := range map[string][]string{
		`{"schema":"kaeshi/analysis-tree/1","tree":{"next":[{"move":"a1"}]}}`: {"tree", "a1"},
		`{"schema":"kaeshi/analysis-tree/1","tree":{"next":[{}]}}`:            {"tree"},
		`{"schema":"kaeshi/analysis-tree/2","tree":{}}`:                       {"schema"},
		`{"schema":"kaeshi/analysis-tree/1","position":"XX","tree":{}}`:       {"position"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "POST", Path+"export", body(document), words...)
	}
	s.WantProblem(http.StatusUnprocessableEntity, "POST", Path+"export",
		`{"format":"wthor","document":{"schema":"kaeshi/analysis-tree/1","tree":{}}}`, "format")
}

func TestExportWords(t *testing.T) { langtest.Check(t, catalogue, "export.go") }
