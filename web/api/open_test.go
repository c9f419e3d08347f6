package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/wthor"
	"github.com/kaeshi/kaeshi/web/webtest"
)

func openBody(t *testing.T, q openRequest) string {
	t.Helper()
	body, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestOpenFormats checks that games of every writable format are read back unchanged.
func TestOpenFormats(t *testing.T) {
	s := serve(t)
	g, err := (GameInput{Size: 8, Start: "usual", Moves: game60}).game()
	if err != nil {
		t.Fatal(err)
	}
	g.Black, g.White, g.Event, g.Date = "Ada", "Ben", "Cup", "2001-11-03"
	for _, f := range []files.Format{files.Transcript, files.GGF, files.SGF, files.PGN, files.JSON} {
		var file bytes.Buffer
		if _, err := files.Write(&file, f, slices.Values([]*record.Game{g, g})); err != nil {
			t.Fatal(err)
		}
		found := read[opened](s, "POST", openPath, openBody(t, openRequest{Text: file.String()}))
		webtest.Same(t, f.String()+": format", f.String(), found.Format)
		if len(found.Games) != 2 {
			t.Errorf("%s: %d games, want 2", f, len(found.Games))
			continue
		}
		want := found.Games[1]
		want.Moves, want.Size = game60, 8
		webtest.Same(t, f.String(), want, found.Games[1])
		if f != files.Transcript && (found.Games[0].Black != "Ada" || found.Games[0].White != "Ben") {
			t.Errorf("%s: the players are %s and %s, want Ada and Ben", f, found.Games[0].Black, found.Games[0].White)
		}
	}
}

// TestOpenTrees checks that variations, comments, marks and scores are returned with their moves.
func TestOpenTrees(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		text, moves, tree string
		notes             []openedNote
	}{
		{"f5d6c3", "f5d6c3", "", nil},
		{"f5d6c3(c4d3)d3", "f5d6c3d3", "f5d6c3(c4d3)d3", nil},
		{"f5d6(f6e6(f7)f4)c3", "f5d6c3", "f5d6(f6e6(f7)f4)c3", nil},
		{
			"(;GM[2]C[all];B[f5](;W[d6]TE[1];B[c3](;W[d3])(;W[f3]C[why]))(;C[or];W[f6]V[1.5]))", "f5d6c3d3",
			"f5d6(f6)c3d3(f3)",
			[]openedNote{
				{"f5d6", moveNote{Mark: "!"}},
				{"f5f6", moveNote{Comment: "or", Score: &noteScore{Value: -1.5}}},
				{"f5d6c3f3", moveNote{Comment: "why"}},
			},
		},
		{
			"(;GM[2];B[f5];W[d6](;B[c3])(;B[c3];W[d3]C[same])(;B[c4]))", "f5d6c3", "f5d6c3(c4)d3",
			[]openedNote{{"f5d6c3d3", moveNote{Comment: "same"}}},
		},
		{
			`{"schema":"kaeshi/game-record/1","position":"XO--XXX-XXXXXXXX O","plies":[{"move":"pass","comment":"no"}]}`,
			"", "",
			[]openedNote{{"--", moveNote{Comment: "no"}}},
		},
	} {
		found := read[opened](s, "POST", openPath, openBody(t, openRequest{Text: c.text}))
		g := found.Games[0]
		webtest.Same(t, c.text, openedGame{Moves: c.moves, Tree: c.tree, Notes: c.notes},
			openedGame{Moves: g.Moves, Tree: g.Tree, Notes: g.Notes})
	}
}

// TestOpenLimits checks that remarks count the games and notes that exceed the limits.
func TestOpenLimits(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		name, text   string
		lines, notes int
		remarks      []string
	}{
		{
			"comments", "(;GM[2];B[f5]C[x]" + strings.Repeat(
				"(;W[d6]C[x];B[c3]C[x];W[d3]C[x];B[c4]C[x];W[f4]C[x];B[f6]C[x];W[f3]C[x])", maxLines,
			) + ")", 0, maxNotes, []string{
				fmt.Sprint("comments, marks and scores left out because the game has too many: ",
					1+7*maxLines-maxNotes),
			},
		},
		{
			"lines", "(;GM[2];B[f5];W[d6](;B[c3]" +
				strings.Repeat("(;W[d3]C[x]TE[1])", maxLines) + ")(;B[c4](;W[b3])(;W[d3])))",
			2, 299,
			[]string{"variations left out because the game has too many: 1"},
		},
		{
			"fields", "(;GM[2]AN" + strings.Repeat("[x]", maxDetails+3) + ";B[f5])", 0, 0,
			[]string{"fields left out because the game has too many: 3"},
		},
	} {
		g := read[opened](s, "POST", openPath, openBody(t, openRequest{Text: c.text})).Games[0]
		var remarks []string
		for _, r := range g.Remarks {
			remarks = append(remarks, r.En)
		}
		webtest.Same(t, c.name+": lines", c.lines, strings.Count(g.Tree, "("))
		webtest.Same(t, c.name+": notes", c.notes, len(g.Notes))
		webtest.Same(t, c.name+": remarks", c.remarks, remarks)
	}
}

// TestOpenDetails checks that fields of the file without a field in the response are returned as details.
func TestOpenDetails(t *testing.T) {
	s := serve(t)
	const text = `(;GM[Othello]PC[GGS/os]DT[2003-12-15 12:33:18 GMT]PB[Ann]PW[Bo]RB[1700]TI[5:00//2:00]TY[8]` +
		`RE[-6.00:r]BO[8 ---------------------------O*------*O--------------------------- *]B[D3//1.5]W[C3/2.00/3];)`
	g := read[opened](s, "POST", openPath, openBody(t, openRequest{Text: text})).Games[0]
	want := openedGame{
		Size: 8, Start: "usual", Moves: "d3c3", Black: "Ann", White: "Bo", Result: "-6", Reason: record.Resigned,
		Name: "2003-12-15T12:33:18Z", Date: "2003-12-15T12:33:18Z",
		Notes: []openedNote{
			{"d3", moveNote{Seconds: 1.5}}, {"d3c3", moveNote{Seconds: 3, Score: &noteScore{Value: 2}}},
		},
		Details: []openedDetail{{"Place", "GGS/os"}, {"Clock", "5:00//2:00"}, {"BlackRating", "1700"}},
	}
	webtest.Same(t, "a GGF game", want, g)
}

// TestOpenedAgain checks that a game read from a file equals the game read from the response of POST /open to that
// file.
func TestOpenedAgain(t *testing.T) {
	s := serve(t)
	for _, text := range []string{
		"f5d6c3",
		"f5d6(f6e6(f7)f4)c3",
		"(;GM[2]PB[Ann]PW[Bo]EV[Cup]RO[2]DT[2001-02-03]PC[Oslo]RE[B+R]TM[300]BR[1700]AN[Eva]C[all];B[f5]GB[1]BL[290]" +
			"(;W[d6]TE[1]N[main]HO[2];B[c3](;W[d3])(;W[f3]C[why]CR[f5][d6]))(;W[f6]V[1.5]C[or]))",
		`(;GM[Othello]PC[GGS]DT[2003-12-15 12:33:18 GMT]PB[Ann]PW[Bo]RB[1700]RW[1800]TI[5:00//2:00]TY[8]RE[-6.00:t]` +
			`BO[8 ---------------------------O*------*O--------------------------- *]B[D3/x/1.5]W[C3/2.00/3/rest];)`,
		"[Event \"Cup\"]\n[Round \"3\"]\n[White \"A\"]\n[Black \"B\"]\n[Opening \"Tiger\"]\n" +
			"[TimeControl \"60+1\"]\n\n" +
			"1. f5 $9 d6 {[%clk 0:59] fine} (1... f4 $20 {hm}) 2. c3 *\n",
		`{"schema":"kaeshi/game-record/1","position":"-----OX--XO----- X","place":"Oslo","clock":"5m+3s",` +
			`"tags":[{"name":"Place","value":"room 2"},{"name":"x y","value":"z"}],` +
			`"result":{"score":-2,"reason":"fault","detail":"crashed"},"plies":[{"move":"b1","seconds":2.3,` +
			`"tags":[{"name":"a","value":"b"},{"name":"a","value":"c"}]},` +
			`{"move":"a1","mark":"?!","score":3,"depth":5,"confidence":73,"by":"x"}],"variations":[` +
			`{"ply":0,"plies":[{"move":"a2","tags":[{"name":"only","value":"here"}]},{"move":"a1"}]}]}`,
		`{"schema":"kaeshi/game-record/1","position":"XO--XXXXXXXXXX-- O","result":{"score":16},` +
			`"plies":[{"move":"pass","comment":"no"},{"move":"c1"}]}`,
		"(;GM[2]RE[B+2];B[f5];W[d6](;)(;B[c4]C[on];W[d3](;B[c3])(;B[c5]))(;B[c3]))",
		`{"schema":"kaeshi/game-record/1","position":"XO--XXX-XXXXXXXX O","result":{"score":2},` +
			`"plies":[{"move":"pass","comment":"no"}]}`,
	} {
		body := openBody(t, openRequest{Text: text})
		response, err := json.Marshal(read[opened](s, "POST", openPath, body))
		if err != nil {
			t.Fatal(err)
		}
		want, got := theGame(t, text), theGame(t, string(response))
		if diff := cmp.Diff(withoutEmptyNotes(want), withoutEmptyNotes(got)); diff != "" {
			t.Errorf("%s\nthe file and the response (-file +response):\n%s\n%s", text, diff, response)
		}
	}
}

// theGame reads the only game of a text in any format.
func theGame(t *testing.T, text string) *record.Game {
	t.Helper()
	f, err := files.Sniff([]byte(text), "")
	if err != nil {
		t.Fatal(err)
	}
	var games []*record.Game
	for g, err := range files.ReadAs(strings.NewReader(text), f, "") {
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		games = append(games, g)
	}
	if len(games) != 1 {
		t.Fatalf("%s: %d games, want 1", text, len(games))
	}
	return games[0]
}

// withoutEmptyNotes returns a game in which lines without annotations have no notes.
func withoutEmptyNotes(g *record.Game) *record.Game {
	var bare func(notes []record.Note, list []record.Variation) []record.Note
	bare = func(notes []record.Note, list []record.Variation) []record.Note {
		for i := range list {
			list[i].Notes = bare(list[i].Notes, list[i].Variations)
		}
		for _, n := range notes {
			if !cmp.Equal(n, record.Note{}) {
				return notes
			}
		}
		return nil
	}
	g.Notes = bare(g.Notes, g.Variations)
	return g
}

// TestOpenSpecialCases checks that binary files are read from base64, that positions are games without moves, and that
// damaged games are counted.
func TestOpenSpecialCases(t *testing.T) {
	s := serve(t)
	var wtb, jou, trn bytes.Buffer
	g, err := (GameInput{Size: 8, Start: "usual", Moves: game60}).game()
	if err != nil {
		t.Fatal(err)
	}
	many := func(yield func(*record.Game) bool) {
		for range maxOpenedGames + 7 {
			if !yield(g) {
				return
			}
		}
	}
	if _, err := wthor.Write(&wtb, &jou, &trn, &wthor.Names{}, time.Date(2001, 2, 3, 0, 0, 0, 0, time.UTC),
		many); err != nil {
		t.Fatal(err)
	}
	found := read[opened](s, "POST", openPath,
		openBody(t, openRequest{Base64: base64.StdEncoding.EncodeToString(wtb.Bytes()), Name: "WTH_2001.wtb"}))
	webtest.Same(t, "format", "wthor", found.Format)
	webtest.Same(t, "games left out", 7, found.More)
	if len(found.Games) != maxOpenedGames {
		t.Fatalf("%d games, want %d", len(found.Games), maxOpenedGames)
	}
	webtest.Same(t, "moves of the first game", game60, found.Games[0].Moves)
	const board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
	for text, format := range map[string]string{
		board + " X; A2:+38; C7:+36;": "obf",
		board + " X":                  "obf",
		board + "X":                   "obf",
		othellotest.Parse(t, board+" X").Diagram(): "diagram",
	} {
		found := read[opened](s, "POST", openPath, openBody(t, openRequest{Text: text}))
		webtest.Same(t, text+": format", format, found.Format)
		if len(found.Games) != 1 {
			t.Fatalf("%q: %d games, want 1", text, len(found.Games))
		}
		want := found.Games[0]
		want.Position, want.Moves = board+" X", ""
		webtest.Same(t, text, want, found.Games[0])
	}
	found = read[opened](s, "POST", openPath, openBody(t, openRequest{Text: "f5d6c3\nf5f5f5\nc4e3\n"}))
	webtest.Same(t, "games between damaged ones", 2, len(found.Games))
	webtest.Same(t, "damaged games", 1, found.Damaged)
	if found.Problem == "" {
		t.Error("the response lacks the error of the damaged game")
	}
}

func TestOpenProblems(t *testing.T) {
	s := serve(t)
	for body, words := range map[string][]string{
		`{}`:                         {"empty"},
		`{"text":"hello"}`:           {""},
		`{"text":"a","base64":"YQ"}`: {"text and base64"},
		`{"base64":"?"}`:             {"base64"},
		`{"url":"http://x/"}`:        {`"url"`, "text"},
		`{"text":"f5f5"}`:            {"f5"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "POST", openPath, body, words...)
	}
	large := openBody(t, openRequest{Text: strings.Repeat("f5d6c3\n", maxOpenBytes/7+9)})
	s.WantProblem(http.StatusRequestEntityTooLarge, "POST", openPath, large, "4 MiB")
	s.WantProblem(http.StatusRequestEntityTooLarge, "POST", openPath,
		openBody(t, openRequest{Text: strings.Repeat("f5d6c3\n", 1<<20)}), "KiB")
	s.WantProblem(http.StatusRequestEntityTooLarge, "POST", movePath,
		openBody(t, openRequest{Text: strings.Repeat("x", 1<<17)}), "64 KiB")
}

func TestOpenings(t *testing.T) {
	s := serve(t, func(o *setup) { o.Store = nil })
	list := read[openingList](s, "GET", Path+"openings", "")
	found := false
	for _, o := range list.Openings {
		if _, err := (GameInput{Size: 8, Start: "usual", Moves: o.Moves}).game(); err != nil ||
			o.Name == (openingName{}) {
			t.Errorf("opening %+v, want legal moves and a name (%v)", o, err)
		}
		found = found || o.Name.English == "Tiger" && o.Name.Japanese == "虎"
	}
	if !found || len(list.Openings) < 50 {
		t.Errorf("%d openings, want at least 50; contain Tiger (虎): %t, want true", len(list.Openings), found)
	}
	one := read[startList](s, "GET", Path+"starts?n=20&seed=5", "")
	two := read[startList](s, "GET", Path+"starts?n=20&seed=5", "")
	webtest.Same(t, "starts of the same seed", one, two)
	if len(one.Starts) != 20 {
		t.Fatalf("%d starts, want 20", len(one.Starts))
	}
	webtest.Same(t, "bytes of the first line", 16, len(one.Starts[0].Moves))
	if len(read[startList](s, "GET", Path+"starts", "").Starts) != 1 {
		t.Error("want starts, got none")
	}
}

func TestDiagram(t *testing.T) {
	s := serve(t, func(o *setup) { o.Store = nil })
	path := Path + "diagram?moves=f5d6c3&last=c3&marks=d3:%2B2,c4:-1&arrows=c4d3&circles=a1,h8&theme=print"
	response, file := s.Do(s.Request(t.Context(), "GET", path, ""))
	webtest.Same(t, "type", "image/svg+xml", response.Header.Get("Content-Type"))
	for _, text := range []string{"<svg ", "−1"} {
		if !bytes.Contains(file, []byte(text)) {
			t.Errorf("the SVG lacks %q: %s", text, file)
		}
	}
	response, file = s.Do(s.Request(t.Context(), "GET", path+"&format=png&width=300&flip=1&coordinates=0", ""))
	drawn, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	webtest.Same(t, "type", "image/png", response.Header.Get("Content-Type"))
	webtest.Same(t, "width", 300, drawn.Bounds().Dx())
	for query, words := range map[string][]string{
		"last=z9":          {"last", "z9"},
		"marks=d3":         {"marks", "d3:+2"},
		"marks=d3:12345":   {"1 to 4"},
		"arrows=c4":        {"arrows", "c4d3"},
		"arrows=c4c4":      {"itself"},
		"circles=pa":       {"circles"},
		"theme=pink":       {"theme"},
		"width=3":          {"width"},
		"size=4&last=h8":   {"last"},
		"moves=a1":         {"a1"},
		"position=garbage": {"position"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", Path+"diagram?"+query, "", words...)
	}
}

func TestWhy(t *testing.T) {
	s := serve(t, func(o *setup) { o.Store = nil })
	// b7 gives up the corner a8.
	const position = "----------O-----O-OOXXX--OOXOOO-OOOXXOXOXXOXXXXX--XOXX---XXXXX-- X"
	found := read[reasons](s, "GET", Path+"why?position="+strings.ReplaceAll(position, " ", "%20")+"&move=b7&best=d2",
		"")
	if len(found.Reasons) < 2 {
		t.Fatalf("%d reasons, want 2 or more", len(found.Reasons))
	}
	first := found.Reasons[0]
	webtest.Same(t, "the first reason", analysis.ReasonCorner, first.Code)
	if !strings.Contains(first.En, "a8") || !strings.Contains(first.Ja, "a8") {
		t.Errorf("the first reason is %+v, want one that names a8", first.Sentence)
	}
	webtest.Same(t, "the first move of the line", "b7", found.Line[0])
	if same := read[reasons](s, "GET", Path+"why?move=f5&best=f5", ""); len(same.Reasons) != 0 {
		t.Errorf("reasons for equal moves: %+v, want none", same)
	}
	s.WantProblem(http.StatusUnprocessableEntity, "GET", Path+"why?move=a1&best=f5", "", "move", "a1")
	s.WantProblem(http.StatusUnprocessableEntity, "GET", Path+"why?move=f5", "", "best")
}
