package files_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
)

// one reads text with one game and detects its format.
func one(t *testing.T, text, name string) *record.Game {
	t.Helper()
	var found *record.Game
	for g, err := range files.Read(strings.NewReader(text), name) {
		if err != nil || found != nil {
			t.Fatalf("%q: error %v, or a second game %v; want one game", text, err, g)
		}
		found = g
	}
	if found == nil {
		t.Fatalf("%q: no game, want one", text)
	}
	return found
}

// describe returns the moves and notes of a game in one line.
func describe(g *record.Game) string {
	var b strings.Builder
	for i, m := range g.Moves {
		b.WriteString(g.Start.Size.Name(m))
		if len(g.Notes) > 0 {
			b.WriteString(noteText(g.Notes[i]))
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

func noteText(n record.Note) string {
	var parts []string
	if n.Mark != "" {
		parts = append(parts, n.Mark)
	}
	if n.Score != nil {
		parts = append(parts, strings.TrimSuffix(time.Duration(n.Score.Value*1e9).String(), "s"))
	}
	if n.Spent != 0 {
		parts = append(parts, n.Spent.String())
	}
	if n.Left != 0 {
		parts = append(parts, n.Left.String()+" left")
	}
	for _, tag := range n.Tags {
		parts = append(parts, tag.Name+"="+tag.Value)
	}
	if n.Comment != "" {
		parts = append(parts, `"`+n.Comment+`"`)
	}
	if parts == nil {
		return ""
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// Examples of the output of programs and sites, including deviations from the standards.
const (
	ggfNBoard = `(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ` +
		`---------------------------O*------*O--------------------------- *]B[F5]W[F6];)`
	ggfServer = `1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[logistello]PW[hannibal]RB[2710.22]RW[2623.6]` +
		`TI[05:00//02:00]TY[8]RE[-4.000:t]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- ` +
		`-------- *]B[d3//0.01]W[c3/2.39/0.01]B[c4/-2.39];)`
	ggfPass = `(;GM[othello]BO[4 O-X-XXX-XXO-X--- O]W[PA]B[d4/+2.00/1.5];)`
	sgfEdax = "(;FF[4]GM[2]AP[edax:4.6]PC[Edax]DT[2025-01-31]PB[x]PW[y]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+4]B[f5];" +
		"W[d6];)"
	sgfOld    = "(;GaMe[2]PlayerBlack[me];B[fe]C[first\\]\\\\];W[df]BL[10]V[-1.5];B[tt])"
	pgnPlayOK = "[Event \"?\"]\r\n[Site \"PlayOK\"]\r\n[Date \"2011.05.??\"]\r\n[Round \"-\"]\r\n[Black " +
		"\"a\\\"b\"]\r\n[White \"y\"]\r\n[Result \"1-0\"]\r\n[Time \"12:00:00\"]\r\n[TimeControl " +
		"\"300+2\"]\r\n[BlackElo \"1500\"]\r\n\r\n" +
		"1. f5 {best [%eval +1.5,20] [%clk 0:04:58]} d6?! (1... f6 $1 2. e6 (2. f7 {odd})) 2. c3 ; so far\r\n{X " +
		"wins 34-30} 1-0\r\n"
)

func TestOutputOfPrograms(t *testing.T) {
	for _, c := range []struct{ text, format, want string }{
		{ggfNBoard, "ggf", "f5 f6"},
		{ggfPass, "ggf", "pass d4(2 1.5s)"},
		{sgfEdax, "sgf", "f5 d6"},
		{"1. f5 2. d6 3. c3", "transcript", "f5 d6 c3"},
		{"f5d6c3 33-31\n", "transcript", "f5 d6 c3"},
		{"Othello_game_id,winner,game_moves\n1056798,1,f5d6c3\n", "transcript", "f5 d6 c3"},
		{"1. f5 d6\n2. c3 d3\n", "transcript", "f5 d6 c3 d3"},
		{"\ufefff5d6\r\n", "transcript", "f5 d6"},
		{pgnPlayOK, "pgn", `f5(1.5 4m58s left "best") d6(?!) c3("so far")`},
		{"-----OX--XO----- X; B1:+2 % one\n", "obf", ""},
		{"% head\n-----OX--XO-----\nBlack\n", "obf", ""},
		{
			`{"schema":"kaeshi/game-record/1","position":"-----OX--XO----- X","plies":[{"move":"b1","score":2,` +
				`"pov":"white"}]}`, "json", "b1(-2)",
		},
		{
			"[\n {\"schema\":\"kaeshi/game-record/1\",\n  \"position\":\"-----OX--XO----- X\"," +
				"\"plies\":[]}\n]\n", "json", "",
		},
	} {
		g := one(t, c.text, "")
		f, err := files.Sniff([]byte(c.text), "")
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
		got := [2]string{f.String(), describe(g)}
		if diff := cmp.Diff([2]string{c.format, c.want}, got); diff != "" {
			t.Errorf("%q: format and moves (-want +got):\n%s", c.text, diff)
		}
	}
}

func TestGGFFields(t *testing.T) {
	g := one(t, ggfServer, "")
	want := *g
	want.Black, want.White, want.Place = "logistello", "hannibal", "GGS/os"
	want.Date, want.Clock = "2003-12-15T12:33:18-07:00", "05:00//02:00"
	want.Result = record.Result{Known: true, ScoreBlack: -4, Reason: record.OutOfTime}
	if diff := cmp.Diff(want, *g); diff != "" {
		t.Errorf("the game (-want +got):\n%s", diff)
	}
	if black, _ := g.Tag(record.BlackRating); black != "2710.22" || len(g.Tags) != 2 {
		t.Errorf("tags %v, want two, with the rating 2710.22 of Black", g.Tags)
	}
	if want := "d3(10ms) c3(2.39 10ms) c4(-2.39)"; describe(g) != want {
		t.Errorf("moves: %s, want %s", describe(g), want)
	}
}

func TestSGFFields(t *testing.T) {
	edax := one(t, sgfEdax, "")
	want := *edax
	want.Result, want.Date, want.Black = record.Result{Known: true, ScoreBlack: 4}, "2025-01-31", "x"
	if diff := cmp.Diff(want, *edax); diff != "" {
		t.Errorf("game of Edax (-want +got):\n%s", diff)
	}
	const wantOld = `f5("first]\") d6(1.5 BL=10)`
	text := strings.Replace(sgfOld, ";B[tt]", "", 1)
	if g := one(t, text, ""); describe(g) != wantOld || g.Black != "me" {
		t.Errorf("an old game is read as %s of %q, want %s of %q", describe(g), g.Black, wantOld, "me")
	}
	tree := "(;GM[2];B[f5](;W[d6];B[c3](;W[d3])(;W[f3]C[why]))(;C[or];W[f6](;B[e6])(;B[f7]))(;W[f4]))"
	g := one(t, tree, "")
	if moves := describe(g); moves != "f5 d6 c3 d3" {
		t.Errorf("the moves of the tree are %s, want f5 d6 c3 d3", moves)
	}
	variations := []record.Variation{
		{
			Ply: 1, Moves: squares(t, "f6", "e6"), Comment: "or",
			Variations: []record.Variation{{Ply: 1, Moves: squares(t, "f7")}},
		},
		{Ply: 1, Moves: squares(t, "f4")},
		{Ply: 3, Moves: squares(t, "f3"), Notes: []record.Note{{Comment: "why"}}},
	}
	if diff := cmp.Diff(variations, g.Variations); diff != "" {
		t.Errorf("the variations of the tree (-want +got):\n%s", diff)
	}
	set := one(t, "(;GM[2]SZ[4]AB[a1:d1][b2]AW[c2][b3][c3]AE[d1]PL[W];W[a2]B[b4])", "").Start.String()
	if set != "XXX--XO--OO----- O" {
		t.Errorf("the set-up position is %s, want XXX--XO--OO----- O", set)
	}
}

func squares(t *testing.T, names ...string) (list []othello.Square) {
	t.Helper()
	for _, name := range names {
		m, err := othello.Size8.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

func TestPGNFields(t *testing.T) {
	g := one(t, pgnPlayOK, "")
	want := *g
	want.Black, want.Place, want.Event, want.Date, want.Clock = `a"b`, "PlayOK", "", "2011-05", "5m+2s"
	want.Result = record.Result{Known: true, ScoreBlack: 4}
	if diff := cmp.Diff(want, *g); diff != "" {
		t.Errorf("the game (-want +got):\n%s", diff)
	}
	variations := []record.Variation{{
		Ply: 1, Moves: squares(t, "f6", "e6"), Notes: []record.Note{{Mark: "!"}, {}},
		Variations: []record.Variation{{Ply: 1, Moves: squares(t, "f7"), Notes: []record.Note{{Comment: "odd"}}}},
	}}
	if diff := cmp.Diff(variations, g.Variations); diff != "" {
		t.Errorf("the variations (-want +got):\n%s", diff)
	}
	if g.Notes[0].Score.Depth != 20 {
		t.Errorf("score: %+v, want depth 20", g.Notes[0].Score)
	}
	text := "[FEN \"8/8/8/3pP3/3Pp3/8/8/8 b\"]\n1. f5 *"
	if start := one(t, text, "").Start; start != othello.Start(8, othello.Usual) {
		t.Errorf("the start is read as %s, want the usual start", start)
	}
}

// TestCharacterSets reads the same names in every character set in use.
func TestCharacterSets(t *testing.T) {
	latin := func(s string) string { out, _ := charmap.Windows1252.NewEncoder().String(s); return out }
	shift := func(s string) string { out, _ := japanese.ShiftJIS.NewEncoder().String(s); return out }
	wide := func(s string) string {
		out, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(s)
		return out
	}
	// In Shift-JIS, the second name contains the bytes of \ and brackets.
	for _, name := range []string{"村上健", "表ソ能ポ", "オセロ ー", "井上"} {
		for set, encode := range map[string]func(string) string{
			"UTF-8": strings.Clone, "Shift-JIS": shift,
			"UTF-16": wide,
		} {
			for _, text := range []string{
				"(;GM[2]PB[" + name + "];B[f5])", "[Black \"" + name + "\"]\n\n1. f5 *\n",
				strings.Replace(ggfNBoard, "PB[a]", "PB["+name+"]", 1),
			} {
				if g := one(t, encode(text), ""); g.Black != name {
					t.Errorf("%s: name %s, want %s", set, g.Black, name)
				}
			}
		}
	}
	for _, name := range []string{"André Müller", "Ø", "Þór", "Garçon “Zoë”"} {
		if g := one(t, latin("(;GM[2]PB["+name+"];B[f5])"), ""); g.Black != name {
			t.Errorf("Latin-1: name %s, want %s", g.Black, name)
		}
	}
}

// TestMixedCharacterSets reads an archive whose games are in different character sets.
func TestMixedCharacterSets(t *testing.T) {
	latin, _ := charmap.Windows1252.NewEncoder().String("André")
	want := []string{"André", "村上健", "返し", "中島哲也"}
	var text strings.Builder
	for i, name := range []string{latin, want[1], want[2], want[3]} {
		text.WriteString("(;GM[2]PB[" + name + "];B[f5])\n")
		if i == 0 {
			text.WriteString(strings.Repeat("\n", 3))
		}
	}
	games, faults := read(text.String(), files.SGF)
	if len(games) != len(want) || faults != nil {
		t.Fatalf("%d games, want %d; errors %v", len(games), len(want), faults)
	}
	for i, g := range games {
		if g.Black != want[i] {
			t.Errorf("game %d: name %s, want %s", i, g.Black, want[i])
		}
	}
}
