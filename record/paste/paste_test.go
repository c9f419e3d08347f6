package paste_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/paste"
)

const (
	ffo40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
	start = "---------------------------OX------XO---------------------------"
	f5d6  = "---------------------------OX------XXX-------------------------- O" // after f5
)

// describe returns a game in one line: the start unless it is the usual one, moves, notes, variations, result, names,
// comment, tags and remarks.
func describe(g *record.Game) string {
	var parts []string
	if g.Start != othello.Start(othello.Size8, othello.Usual) {
		parts = append(parts, g.Start.String())
	}
	if moves := g.Transcript(); moves != "" {
		parts = append(parts, moves)
	}
	for i, n := range g.Notes {
		if n.Score != nil {
			parts = append(parts, fmt.Sprintf("%d:%+g", i+1, n.Score.Value))
		}
		if n.Mark != "" {
			parts = append(parts, fmt.Sprintf("%d:%s", i+1, n.Mark))
		}
		if n.Comment != "" {
			parts = append(parts, fmt.Sprintf("%d:%q", i+1, n.Comment))
		}
		if n.Spent != 0 {
			parts = append(parts, fmt.Sprintf("%d:%v", i+1, n.Spent))
		}
	}
	for _, v := range g.Variations {
		moves := (&record.Game{Start: g.PositionAt(v.Ply), Moves: v.Moves}).Transcript()
		parts = append(parts, fmt.Sprintf("(%d %s)", v.Ply, moves))
	}
	if r := g.Result; r.Known {
		kind := map[bool]string{true: "won", false: "score"}[r.OnlyWinner]
		parts = append(parts, fmt.Sprintf("%s %+d", kind, r.ScoreBlack))
	}
	for _, text := range []string{g.Black, g.White, g.Event, g.Date, g.Comment} {
		if text != "" {
			parts = append(parts, fmt.Sprintf("%q", text))
		}
	}
	for _, t := range g.Tags {
		parts = append(parts, t.Name+"="+t.Value)
	}
	return strings.Join(parts, " ")
}

// read returns the games and errors of a text in order.
func read(text string) []string {
	var list []string
	for g, err := range paste.Read(strings.NewReader(text), "") {
		if err != nil {
			list = append(list, "error: "+err.Error())
			continue
		}
		if err := g.Validate(); err != nil {
			list = append(list, "invalid: "+err.Error())
		}
		list = append(list, describe(g))
	}
	return list
}

type example struct {
	name, text string
	want       []string
}

func check(t *testing.T, examples []example) {
	t.Helper()
	for _, e := range examples {
		if diff := cmp.Diff(e.want, read(e.text)); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", e.name, e.text, diff)
		}
	}
}

func TestMoves(t *testing.T) {
	const five = "f5d6c3d3c4"
	check(t, []example{
		{"plain", "f5d6c3d3c4", []string{five}},
		{"capitals", "F5D6C3D3C4\n", []string{five}},
		{"a list", "f5d6c3\nc4e3\nf5f6\n", []string{"f5d6c3", "c4e3", "f5f6"}},
		{"numbered moves", "1. f5 2. d6 3. c3 4. d3 5. c4", []string{five}},
		{"numbered pairs", "1. f5 d6 2. c3 d3 3. c4", []string{five}},
		{"numbers with colons", "1: f5 d6 2: c3 d3 3: c4", []string{five}},
		{"numbers with brackets", "1) f5 2) d6 3) c3 4) d3 5) c4", []string{five}},
		{"bare numbers", "1 f5 2 d6 3 c3 4 d3 5 c4", []string{five}},
		{"numbers without blanks", "1.f52.d63.c34.d35.c4", []string{five}},
		{"pairs on lines", "1. f5 d6\n2. c3 d3\n3. c4", []string{five}},
		{"broken inside a pair", "1. f5\nd6 2. c3\nd3 3. c4", []string{five}},
		{"broken after a number", "1. f5 d6 2.\nc3 d3 3.\nc4", []string{five}},
		{"broken after a bare number", "1 f5 2 d6 3\nc3 4 d3 5\nc4", []string{five}},
		{"broken inside a square", "f5d6c\n3d3c4", []string{five}},
		{"broken inside a numbered square", "1. f5 d\n6 2. c3 d3 3. c\n4", []string{five}},
		{"broken between moves", "f5d6c3\nd3c4", []string{five}},
		{"a second game after a broken one", "f5d6c3\nd3c4\nc4e3\nf6", []string{five, "c4e3f6"}},
		{"numbered games", "1. f5 d6\n2. c3 d3\n1. c4 e3\n2. f6", []string{"f5d6c3d3", "c4e3f6"}},
		{"one move a line", "f5\nd6\nc3\nd3\nc4\n", []string{five}},
		{"one numbered move a line", "1. f5\n2. d6\n3. c3\n4. d3\n5. c4", []string{five}},
		{"one move a line, double spaced", "f5\n\nd6\n\nc3\n\nd3\n\nc4\n", []string{five}},
		{"a first move on each line", "f5\nd3\nc4\ne6\n", []string{"f5", "d3", "c4", "e6"}},
		{"two games of one move a line", "f5\nd6\nc3\n\nc4\ne3\n", []string{"f5d6c3", "c4e3"}},
		{"carriage returns", "1. f5 d6\r2. c3 d3\r3. c4\r", []string{five}},
		{"both line ends", "1. f5 d6\r\n2. c3 d3\r\n3. c4\r\n", []string{five}},
		{"full width", "ｆ５ｄ６ｃ３　ｄ３　Ｃ４", []string{five}},
		{"full width numbers", "１．ｆ５　２．ｄ６　３：ｃ３", []string{"f5d6c3"}},
		{"commas and dashes", "f5, d6, c3-d3–c4", []string{five}},
		{"signed", "+f5-d6+c3-d3+c4: -04 10", []string{five + " score -4 Number=10"}},
		{"signed with a pass", "+f5-d6+c3: +12 7\n+c4-e3", []string{"f5d6c3 score +12 Number=7", "c4e3"}},
		{"sides", "Black f5, White d6, Black c3", []string{"f5d6c3"}},
		{"a heading with moves", "Game: f5d6c3", []string{"f5d6c3"}},
		{"letters of sides", "B: f5\nW: d6\nB: c3", []string{"f5d6c3"}},
		{"discs as sides", "●f5 ○d6 ●c3", []string{"f5d6c3"}},
		{"discs after the moves", "f5d6c3 30 34", []string{"f5d6c3 score -4"}},
		{"discs with a dash", "f5d6c3 34-30", []string{"f5d6c3 score +4"}},
		{"discs with a colon", "f5d6c3 34:30", []string{"f5d6c3 score +4"}},
		{"discs on the last line", "1. f5 d6\n2. c3\n30 34\n", []string{"f5d6c3 score -4"}},
		{"a difference", "f5d6c3 +4.00", []string{"f5d6c3 score +4"}},
		{"a winner", "f5d6c3 W+12", []string{"f5d6c3 score -12"}},
		{"a result of a match", "f5d6c3 1-0", []string{"f5d6c3 won +1"}},
		{"Egaroucid's result", "f5d6c3 -1", []string{"f5d6c3 won -1"}},
		{"scores and seconds", "f5/1.5/0.2 d6/-2 c3", []string{"f5d6c3 1:+1.5 1:200ms 2:-2"}},
		{"scores in brackets", "f5 (+1.5) d6 (-2) c3", []string{"f5d6c3 1:+1.5 2:-2"}},
		{"variations", "f5d6c3(c4d3)d3", []string{"f5d6c3d3 (2 c4d3)"}},
	})
}

func TestComments(t *testing.T) {
	check(t, []example{
		{"above", "# mine\nf5d6\n", []string{`f5d6 "mine"`}},
		{"above each game", "% one\nf5d6\n% two\nc4e3\n", []string{`f5d6 "one"`, `c4e3 "two"`}},
		{"inside", "f5\n# best\nd6\nc3\n", []string{`f5d6c3 "best"`}},
		{"below", "f5d6\n# end\n", []string{`f5d6 "end"`}},
		{"after each game", "f5d6 # one\nc4e3 %two\n", []string{`f5d6 "one"`, `c4e3 "two"`}},
		{"after a move", "1. f5 d6\n2. c3 # so far\n", []string{`f5d6c3 "so far"`}},
		{"a sign in a heading", "Event: Cup # 3\nf5d6\n", []string{`f5d6 "Cup # 3"`}},
		{
			"a heading", "Black: Tanaka\nWhite: Suzuki\nDate: 2001\nResult: 34-30\n\nf5d6c3\n",
			[]string{`f5d6c3 score +4 "Tanaka" "Suzuki" "2001"`},
		},
		{"a Japanese heading", "黒：田中\n白：鈴木\n棋譜：f5d6c3\n", []string{`f5d6c3 "田中" "鈴木"`}},
		{"a heading for each game", "Black: A\nf5d6\n\nBlack: B\nf5f6\n", []string{`f5d6 "A"`, `f5f6 "B"`}},
		{"headings on a line", "Black: Ann White: Bo\nf5d6\n", []string{`f5d6 "Ann" "Bo"`}},
		{"headings with commas", "Event: Cup, Date: 2001; Result: 34-30\nf5d6", []string{`f5d6 score +4 "Cup" "2001"`}},
		{"Japanese headings on a line", "黒：田中　白：鈴木\nf5d6", []string{`f5d6 "田中" "鈴木"`}},
		{"a heading without a value", "Black: White: Bo\nf5d6", []string{`f5d6 "Bo"`}},
		{"headings and moves on a line", "Event: Cup Moves: f5d6", []string{`f5d6 "Cup"`}},
		{"headings for each game", "Black: A, White: B\nf5d6\nBlack: C, White: D\nf5f6\n", []string{
			`f5d6 "A" "B"`, `f5f6 "C" "D"`,
		}},
		{"a word in a name", "Black: Ann (White: cat)\nf5d6", []string{`f5d6 "Ann (White: cat)"`}},
		{"a heading in a comment", "Comment: good, White: bad\nf5d6", []string{`f5d6 "good, White: bad"`}},
		{"an unknown heading", "Board number: 7\nf5d6", []string{"f5d6 Board number=7"}},
		{"a heading above the moves", "Black: A\nMoves:\n1. f5 d6\n2. c3", []string{`f5d6c3 "A"`}},
		{"a heading with moves", "Transcript = f5d6", []string{"f5d6"}},
		{"a title", "Tanaka - Suzuki, final\nf5d6c3", []string{`f5d6c3 "Tanaka - Suzuki, final"`}},
	})
}

func TestTables(t *testing.T) {
	check(t, []example{
		{
			"eOthello", "Othello_game_id,winner,game_moves\n12,1,f5d6c3\n13,-1,c4e3\n",
			[]string{"f5d6c3 won +1 Othello_game_id=12", "c4e3 won -1 Othello_game_id=13"},
		},
		{"no head", "12,0,f5d6c3\n", []string{"f5d6c3 score +0 Number=12"}},
		{"names", "black;white;moves;result\nA;B;f5d6;34-30\n", []string{`f5d6 score +4 "A" "B"`}},
		{"quoted", "moves,event\n\"f5 d6, c3\",\"Cup, final\"\n", []string{`f5d6c3 "Cup, final"`}},
		{"tabs", "date\ttranscript\n2001\tF5D6\n", []string{`f5d6 "2001"`}},
		{"a column of games", "id\tgame\n1\tf5d6\n2\tf5f6\n", []string{"f5d6 id=1", "f5f6 id=2"}},
		{"numbers of games", "game,moves\n1,f5d6\n", []string{"f5d6 game=1"}},
		{"a bad row", "id,moves\n1,f5f5\n2,f5d6\n", []string{
			`error: line 2: game 1: move 2, "f5" at character 5: f5 is taken; legal moves are f4, d6, f6`, "f5d6 id=2",
		}},
		{"a short row", "id,moves\n1\n", []string{"error: line 2: game 1: 1 columns, want 2"}},
	})
}

func TestLinks(t *testing.T) {
	check(t, []example{
		{"a query", "https://example.org/viewer?kifu=F5D6C3&size=300", []string{"f5d6c3"}},
		{"a fragment", "http://example.org/othello#f5d6c3", []string{"f5d6c3"}},
		{"a bare query", "http://example.org/?f5d6c3", []string{"f5d6c3"}},
		{"a path", "https://example.org/game/f5d6c3", []string{"f5d6c3"}},
		{"a file name", "https://example.org/games/f5d6c3.html", []string{"f5d6c3"}},
		{"escaped", "https://example.org/?m=f5%20d6%20c3", []string{"f5d6c3"}},
		{
			"our game", "http://127.0.0.1:8080/#8/usual/f5d6c3?black=human&white=random&at=1",
			[]string{`f5d6c3 "human" "random"`},
		},
		{"our analysis", "#analyse/4/usual/a2a3?at=1", []string{othello.Start(4, othello.Usual).String() + " a2a3"}},
		{"our variations", "#analyse/8/usual/f5d6c3(c4d3)d3", []string{"f5d6c3d3 (2 c4d3)"}},
		{"our board", "http://x/#set-up/-----OX--XO-----X/b1", []string{"-----OX--XO----- X b1"}},
		{"a board in a query", "https://example.org/?board=" + ffo40 + "&turn=X", []string{
			"error: line 1: game 1: the board in the link has no side to move; want X or O after the cells",
		}},
		{"in brackets", "The game (https://example.org/#f5d6c3).", []string{`f5d6c3 "The game"`}},
		{"in Markdown", "[game](https://example.org/?m=F5D6C3)", []string{`f5d6c3 "game"`}},
		{"in mail", "<https://example.org/#f5d6c3>,", []string{"f5d6c3"}},
		{"two links", "https://a.org/#f5d6\nhttps://a.org/#f5f6\n", []string{"f5d6", "f5f6"}},
		{"no moves", "https://example.org/", []string{
			"error: line 1: game 1: the link contains no moves; paste the moves instead",
		}},
	})
}

// TestBoxes reads boards whose squares are boxes, the empty ones being blank.
func TestBoxes(t *testing.T) {
	const letters, drawnRule = "  a b c d e f g h\n", "├─┼─┼─┼─┼─┼─┼─┼─┤"
	want := []string{ffo40 + " X"}
	boxes := func(bar, blank, rule, number string) string {
		var b strings.Builder
		b.WriteString(rule)
		i := 0
		for row := range slices.Chunk(strings.Split(ffo40, ""), 8) {
			if i++; number != "" {
				fmt.Fprintf(&b, number, i)
			}
			cells := strings.ReplaceAll(strings.Join(row, bar), "-", blank)
			b.WriteString(bar + cells + bar + "\n" + rule)
		}
		return b.String()
	}
	check(t, []example{
		{"boxes", boxes("|", " ", "+-+-+-+-+-+-+-+-+\n", "") + "X", want},
		{"boxes with numbers", letters + boxes("|", " ", "", "%d ") + "X", want},
		{"empty boxes", boxes("|", "", "", "%d"), want},
		{"drawn boxes", boxes("│", " ", drawnRule+"\n", "") + "● to move", want},
	})
}

func TestBoards(t *testing.T) {
	at := ffo40 + " X"
	rows := func(sep string) string {
		var list []string
		for row := range slices.Chunk([]byte(ffo40), 8) {
			list = append(list, string(row))
		}
		return strings.Join(list, sep)
	}
	var rims strings.Builder
	for i, row := range strings.Split(rows(" "), " ") {
		fmt.Fprintf(&rims, "%d %s %d\n", i+1, strings.Join(strings.Split(row, ""), " "), i+1)
	}
	const letters, turnedLetters = "  a b c d e f g h\n", "  h g f e d c b a\n"
	symbols := strings.NewReplacer("X", "⚫\ufe0f", "O", "⚪\ufe0f", "-", "🟩")
	list := strings.SplitAfter(rims.String(), "\n")
	slices.Reverse(list)
	upwards := strings.Join(list, "")
	turned := func() string {
		var b strings.Builder
		for row := range strings.SplitSeq(rows(" "), " ") {
			cells := []byte(row)
			slices.Reverse(cells)
			b.WriteString(string(cells) + "\n")
		}
		return b.String()
	}
	p, err := othello.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	check(t, []example{
		{"one line", at, []string{at}},
		{"attached", ffo40 + "O", []string{ffo40 + " O"}},
		{"a word", ffo40 + " white to move", []string{ffo40 + " O"}},
		{"below", ffo40 + "\nBlack\n", []string{at}},
		{"no side", ffo40, []string{at}}, // White cannot move
		{"no side, both can move", f5d6[:64], []string{f5d6 + " Reading=side by the number of discs"}},
		{"rows in a line", rows(" ") + " X", []string{at}},
		{"rows with slashes", rows("/") + " O", []string{ffo40 + " O"}},
		{"single cells", strings.Join(strings.Split(ffo40, ""), " ") + " X", []string{at}},
		{"other letters", strings.NewReplacer("X", "*", "O", "o").Replace(ffo40) + " *", []string{at}},
		{"discs", strings.NewReplacer("X", "●", "O", "○", "-", "・").Replace(ffo40) + " ●", []string{at}},
		{"GGS", "[8 " + rows(" ") + " *]", []string{at}},
		{"GGS with BO", "BO[8 " + ffo40 + " O]", []string{ffo40 + " O"}},
		{"rows", rows("\n") + "\nX", []string{at}},
		{"rows and words", rows("\n") + "\nWhite to move\n", []string{ffo40 + " O"}},
		{"rows and a heading", rows("\n") + "\nTurn: white\n", []string{ffo40 + " O"}},
		{"rows below a heading", "Black to move\n" + rows("\n") + "\n", []string{at}},
		{"rows and Japanese", rows("\n") + "\n白番\n", []string{ffo40 + " O"}},
		{"rims", letters + rims.String() + letters + "* to move\n", []string{at}},
		{"numbers", rims.String() + "X", []string{at}},
		{"bars", "| " + strings.ReplaceAll(strings.TrimSpace(rims.String()), "\n", "\n| ") + "\nX", []string{at}},
		{"our drawing", p.Diagram(), []string{at}},
		{"a heading with a board", "Board: " + ffo40 + "\nTurn: X", []string{at}},
		{"symbols of phones", symbols.Replace(rows("\n")) + "\n⚫\ufe0f", []string{at}},
		{"numbers from below", upwards + "X", []string{at}},
		{"numbers from below and letters", letters + upwards + letters + "X", []string{at}},
		{"turned letters above", turnedLetters + turned() + "X", []string{at}},
		{"turned letters below", turned() + turnedLetters + "X", []string{at}},
		{"the start drawn", othello.Start(8, othello.Usual).Diagram(), []string{""}},
		{"FEN", "8/8/8/3pP3/3Pp3/8/8/8 b", []string{""}},
		{"FEN and moves", "8/8/8/3pP3/3Pp3/8/8/8 b f5d6", []string{"f5d6"}},
		{"moves after a board", at + " a2", []string{at + " a2"}},
		{"6×6", "--------------OX----XO-------------- X e4", []string{
			othello.Start(6, othello.Usual).String() + " e4",
		}},
		{"the start and moves", start + " X f5d6c3", []string{"f5d6c3"}},
		{"moves below", start + " X\nf5d6\nc3", []string{"f5d6c3"}},
		{"moves below rows", othello.Start(8, othello.Usual).Diagram() + "f5d6", []string{"f5d6"}},
		{"moves give the side", f5d6[:64] + "\nd6c3", []string{f5d6 + " d6c3"}},
		{"numbered moves after a board", f5d6 + " 2. d6 3. c3", []string{f5d6 + " d6c3"}},
		{"scores", at + "; A2:+38; C7:+36; % one", []string{at + ` (0 a2) (0 c7) "one"`}},
	})
}

func TestOtherStarts(t *testing.T) {
	const mirrored = "---------------------------XO------OX--------------------------- X"
	check(t, []example{
		{"mirrored", "c5e6f3", []string{mirrored + " c5e6f3 Reading=mirrored start"}},
		{"White begins", "-f4+f3", []string{start + " O f4f3 Reading=White begins"}},
		{"White begins in words", "White f4 Black f3", []string{start + " O f4f3 Reading=White begins"}},
	})
}

// TestRefused checks the errors of bad texts and their places.
func TestRefused(t *testing.T) {
	first := func(text string) string { return "error: line 1: game 1: " + text }
	check(t, []example{
		{"digits", "12345", []string{first(`move 1, "12" at character 1: expected a square such as f5`)}},
		{"words", "hello world", []string{
			first(`move 1, "he" at character 1: "he" is not a square (want a1 to h8)`),
		}},
		{"a comma", ",", []string{first(`move 1, "," at character 1: expected a square such as f5`)}},
		{"10×10", "f5d6 j10", []string{
			first(`move 3, "j10" at character 6: "j10" is not a square (want a1 to h8)`),
		}},
		{"a bare number", "f5d6c3 34", []string{first(`move 4, "34" at character 8: expected a square such as f5`)}},
		{"a missing number", "1. f5 2. d6 4. c3", []string{
			first(`move 3, "4." at character 13: move number 4, want 3`),
		}},
		{"a list without its beginning", "5. f5 d6 6. c3", []string{
			first(`move 1, "5." at character 1: the list begins with move number 5, want 1`),
		}},
		{"a wrong side", "+f5+d6", []string{first(`move 2, "d6" at character 5: black plays, but it is white's turn`)}},
		{"a half square", "f5d6c", []string{
			first(`move 3, "c" at character 5: "c" is not a square (want a1 to h8)`),
		}},
		{"an illegal move in line 3", "1. f5 d6\n2. c3 d3\n3. a1", []string{
			`error: line 3: game 1: move 5, "a1" at character 4: a1 turns nothing over for black; legal moves are ` +
				"c2, e3, c4, c5, c6, c7",
		}},
		{"text after a result", "f5d6 34-30 more", []string{
			first(`move 3, "34" at character 6: expected a square such as f5`),
		}},
		{"only headings", "Black: A\nWhite: B\n", []string{
			first("a heading without a game: want moves or a board below it"),
		}},
		{"half a board", "--------\n--------\nX\n", []string{
			"error: line 3: game 1: " + "incomplete drawn board: want as many rows as columns",
		}},
		{"a row with a wrong number", "1 ----\n2 -OX-\n2 -XO-\n4 ----\nX", []string{
			"error: line 4: game 1: row 3 of the board has the number 2, want 3",
			"error: line 5: game 2: a heading without a game: want moves or a board below it",
		}},
		{"a row with two numbers", "1 ---- 1\n2 -OX- 3\n3 -XO- 3\n4 ---- 4\nX", []string{
			"error: line 4: game 1: the numbers at the ends of row 2 of the board differ",
			"error: line 5: game 2: a heading without a game: want moves or a board below it",
		}},
		{"letters in both directions", "dcba\n----\n-OX-\n-XO-\n----\nabcd\n", []string{
			"error: line 6: game 1: the letters above and below the board run in opposite directions",
		}},
		{"times in parentheses", "f5 (0:05) d6 (0:10) c3", []string{
			first(`move 2, "(0:05)" at character 4: want a score or the moves of a variation in parentheses`),
		}},
		{"times in brackets", "f5[12] d6[3.4]", []string{
			first(`move 2, "[1" at character 3: expected a square such as f5`),
		}},
		{"a web page", "<html><body>\n<p>f5d6c3</p>\n", []string{
			first("the source of an HTML page, which is not read; paste its text instead"),
		}},
		{"a table of a web page", "<td>f5</td>", []string{
			first("the source of an HTML page, which is not read; paste its text instead"),
		}},
		{"an empty variation", "f5d6()c3", []string{
			first(`move 3, "()" at character 5: want a score or the moves of a variation in parentheses`),
		}},
		{"a wrong number in a variation", "1. f5 d6 2. c3 (7. c4) d3", []string{
			first(`move 4, "7." at character 17: move number 7 in a variation, want 3 or 2`),
		}},
		{"a short board", ffo40[1:] + " X", []string{
			first("63 cells and the side \"X\": want 64, 36 or 16 cells and the side to move, X or O"),
		}},
		{"an unknown side", start + " Z", []string{first(`side to move "Z": want X for black or O for white`)}},
		{"10×10 in brackets", "[10 " + strings.Repeat("-", 100) + " *]", []string{
			first("board size 10: want 4, 6 or 8"),
		}},
	})
}

// TestText checks that Text accepts one game, and that errors have the line if there are several.
func TestText(t *testing.T) {
	usual := othello.Start(othello.Size8, othello.Usual)
	for text, want := range map[string]string{
		"":             "",
		"f5d6":         "f5d6",
		"f5\nd6\n":     "f5d6",
		"f5f5":         `move 2, "f5" at character 3: f5 is taken; legal moves are f4, d6, f6`,
		"f5\nd6\nd6":   `line 3: move 3, "d6" at character 1: d6 is taken; legal moves are c3, c4, c5, c6, c7`,
		"f5\nc4":       "2 games or positions, want one",
		"# no game \n": "no game or position: every line is a comment",
		"OX-------------- X": "impossible board: b2 in the centre is empty, " +
			"and the four centre squares are never empty in a game",
	} {
		g, err := paste.Text(usual, text)
		got := fmt.Sprint(err)
		if err == nil {
			got = describe(g)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
