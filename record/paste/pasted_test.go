package paste_test

import (
	"fmt"
	"strings"
	"testing"
)

// pasted are texts as people paste them from phones, chats, tables and programs.
var pasted = []example{
	{"LRM marks", "\u200bf5 \u200ed6\u200e c3", []string{"f5d6c3"}},
	{"half-width digits, full-width letters", "ｆ5ｄ6ｃ3", []string{"f5d6c3"}},
	{"full-width spaces", "f5\u3000d6\u3000c3", []string{"f5d6c3"}},
	{
		"table with Unicode bars",
		"│ 1 │ f5 │ d6 │\n│ 2 │ c3 │ d3 │",
		[]string{
			`error: line 1: game 1: move 1, "│" at character 1: expected a square such as f5`,
			`error: line 2: game 2: move 1, "│" at character 1: expected a square such as f5`,
		},
	},
	{"pipes with spaces, last cell missing", "| 1 | f5 | d6 |\n| 2 | c3 |    |", []string{"f5d6c3"}},
	{
		"columns of black and white, pass as dashes",
		"1. f5 d6\n2. c3 --",
		[]string{
			`error: line 2: game 1: move 4, "--" at character 7: white may not pass while it has a ` +
				"legal move; legal moves are d3, f3, f4, g5",
		},
	},
	{"numbered with 手", "1手 f5 2手 d6 3手 c3", []string{"f5d6c3"}},
	{"numbered with 手目", "1手目 f5\n2手目 d6", []string{"f5d6"}},
	{
		"circled numbers",
		"①f5 ②d6 ③c3",
		[]string{
			`error: line 1: game 1: move 1, "①f" at character 1: expected a square such as f5`,
		},
	},
	{"numbers with full-width periods", "１．f5\u3000２．d6\u3000３．c3", []string{"f5d6c3"}},
	{"nested list with dash and numbers", "- 1. f5\n- 2. d6", []string{"f5d6"}},
	{"Unicode bullet points", "• f5 d6\n• c3 d3", []string{"f5d6c3d3"}},
	{
		"checkbox list",
		"- [ ] f5\n- [x] d6",
		[]string{
			`error: line 1: game 1: move 1, "[" at character 3: expected a square such as f5`,
			`error: line 2: game 2: move 1, "[x" at character 3: expected a square such as f5`,
		},
	},
	{"draw in Japanese", "f5d6c3 引き分け", []string{"f5d6c3 score +0"}},
	{"result ●34○30", "f5d6c3 ●34 ○30", []string{"f5d6c3 score +4"}},
	{"result 34-30 next line", "f5d6c3\n34-30", []string{"f5d6c3 score +4"}},
	{"result in Japanese on the next line", "f5d6c3\n黒34 白30", []string{"f5d6c3 score +4"}},
	{
		"result (B 34 W 30)",
		"f5d6c3 (B34-W30)",
		[]string{
			`error: line 1: game 1: move 4, "B34" at character 9: "B34" is not a square (want a1 to h8)`,
		},
	},
	{
		"result in words",
		"f5d6c3 34 to 30",
		[]string{
			`error: line 1: game 1: move 4, "34" at character 8: expected a square such as f5`,
		},
	},
	{
		"result in brackets",
		"f5d6c3 [34-30]",
		[]string{
			`error: line 1: game 1: move 4, "[3" at character 8: expected a square such as f5`,
		},
	},
	{"result with an en dash", "f5d6c3 34–30", []string{"f5d6c3 score +4"}},
	{"score trailing +4", "f5d6c3 +4", []string{"f5d6c3 score +4"}},
	{"score paren +4", "f5d6c3 (+4)", []string{"f5d6c3 3:+4"}},
	{
		"X/O/- board with side text",
		"--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n" +
			"X to move",
		[]string{
			"",
		},
	},
	{
		"B/W/. board",
		". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . W B . . .\n" +
			". . . B W . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n" +
			"Black to move",
		[]string{
			"",
		},
	},
	{
		"labels of rows left and right",
		"  A B C D E F G H\n1 . . . . . . . . 1\n2 . . . . . . . . 2\n" +
			"3 . . . . . . . . 3\n4 . . . O X . . . 4\n5 . . . X O . . . 5\n" +
			"6 . . . . . . . . 6\n7 . . . . . . . . 7\n8 . . . . . . . . 8\n  A B C D E F G H",
		[]string{
			"Reading=side by the number of discs",
		},
	},
	{
		"row missing",
		"--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------",
		[]string{
			"error: line 1: game 1: incomplete drawn board: want as many rows as columns",
		},
	},
	{
		"row too long",
		"--------\n--------\n--------\n---OX----\n---XO---\n--------\n--------\n--------",
		[]string{
			"error: line 1: game 1: incomplete drawn board: want as many rows as columns",
			"error: line 4: game 2: 8 cells: want 64, 36 or 16 and the side to move, X or O",
			"error: line 5: game 3: incomplete drawn board: want as many rows as columns",
		},
	},
	{
		"board in code fence",
		"```\n--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n```",
		[]string{
			"Reading=side by the number of discs",
		},
	},
	{
		"board quoted",
		"> --------\n> --------\n> --------\n> ---OX---\n> ---XO---\n> --------\n" +
			"> --------\n> --------",
		[]string{
			"Reading=side by the number of discs",
		},
	},
	{
		"board with mixed symbols",
		"--------\n--------\n--------\n---○X---\n---●O---\n--------\n--------\n--------",
		[]string{
			"Reading=side by the number of discs",
		},
	},
	{
		"emoji board with other empty squares",
		"⬛⬛⬛⬛\n⬛⚪⚫⬛\n⬛⚫⚪⬛\n⬛⬛⬛⬛",
		[]string{
			`error: line 1: game 1: move 1, "⬛⬛" at character 1: expected a square such as f5`,
		},
	},
	{
		"one line with dots",
		"...........................OX......XO........................... X",
		[]string{
			"",
		},
	},
	{
		"one line with lower-case side",
		"---------------------------OX------XO---------------------------x",
		[]string{
			"",
		},
	},
	{
		"one line with 63 cells",
		"---------------------------OX------XO-------------------------- X",
		[]string{
			`error: line 1: game 1: 63 cells and the side "X": want 64, 36 or 16 cells and the side ` +
				"to move, X or O",
		},
	},
	{
		"one line with two sides",
		"---------------------------OX------XO--------------------------- X O",
		[]string{
			`error: line 1: game 1: side to move "X O": want X for black or O for white`,
		},
	},
	{
		"FEN bad sum",
		"8/8/8/3pP4/3Pp3/8/8/8 b",
		[]string{
			`error: line 1: game 1: FEN "8/8/8/3pP4/3Pp3/8/8/8 b": row 5: wrong number of squares: ` +
				"9, want 8",
		},
	},
	{"FEN with the other fields of chess", "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", []string{""}},
	{
		"OBF with scores and comment",
		"---------------------------OX------XO--------------------------- X; D3:+0; % nice",
		[]string{
			`(0 d3) "nice"`,
		},
	},
	{
		"OBF score decimals",
		"---------------------------OX------XO--------------------------- X; D3:+0.5;",
		[]string{
			`error: line 1: game 1: score "+0.5" of D3: expected a disc difference from -64 to +64`,
		},
	},
	{
		"two boards separated by a blank line",
		"----\n-OX-\n-XO-\n----\n\n----\n-XO-\n-OX-\n----",
		[]string{
			"-----OX--XO----- X Reading=side by the number of discs",
			"-----XO--OX----- X Reading=side by the number of discs",
		},
	},
	{
		"game then board",
		"f5d6c3\n\n---------------------------OX------XO--------------------------- X",
		[]string{
			"f5d6c3",
			"",
		},
	},
	{
		"csv header and bad row",
		"moves;black\nf5d6;Ann\nf5xx;Bo",
		[]string{
			`f5d6 "Ann"`,
			`error: line 3: game 2: move 2, "xx" at character 3: "xx" is not a square (want a1 to h8)`,
		},
	},
	{
		"csv with an unbalanced quotation mark",
		"moves,black\n\"f5d6,Ann",
		[]string{
			"error: line 2: game 1: column 10 of the line: a quotation mark is missing or misplaced",
		},
	},
	{"csv moves column upper-case", "MOVES,Winner\nF5D6C3,Black", []string{"f5d6c3 won +1"}},
	{
		"csv with a row of empty fields",
		"moves,black,white\nf5d6,,Bo\n,,",
		[]string{
			`f5d6 "Bo"`,
			`error: line 3: game 2: column "moves" has no moves`,
		},
	},
	{"csv column game", "id,game\n7,f5d6c3", []string{"f5d6c3 id=7"}},
	{"moves with ! and comments {}", "f5! {good} d6?? c3", []string{`f5d6c3 1:! 1:"good" 2:??`}},
	{
		"moves with NAGs",
		"1. f5 $1 d6 $4 2. c3",
		[]string{
			`error: line 1: game 1: move 2, "$1" at character 7: expected a square such as f5`,
		},
	},
	{"parens variation", "f5 d6 (f4 e3) c3", []string{"f5d6c3 (1 f4e3)"}},
	{"parens only number", "f5(1) d6(2) c3(3)", []string{"f5d6c3 1:+1 2:+2 3:+3"}},
	{
		"numbers after moves",
		"f5 1 d6 2 c3 3",
		[]string{
			`error: line 1: game 1: move 4, "3" at character 14: a move number without a move`,
		},
	},
	{
		"moves with times mm:ss",
		"f5 00:01 d6 00:03",
		[]string{
			`error: line 1: game 1: move 2, "00:" at character 4: move number 0, want 2 or 1`,
		},
	},
	{
		"semicolon comment",
		"f5 d6 ; a comment",
		[]string{
			`error: line 1: game 1: move 3, "a" at character 9: "a" is not a square (want a1 to h8)`,
		},
	},
	{
		"slash comment",
		"f5 d6 // a comment",
		[]string{
			`error: line 1: game 1: move 3, "//" at character 7: expected a square such as f5`,
		},
	},
	{
		"dash signature",
		"f5d6c3\n--\nBob",
		[]string{
			"f5d6c3",
			`error: line 2: game 2: move 1, "--" at character 1: black may not pass while it has a ` +
				"legal move; legal moves are d3, c4, f5, e6",
			`error: line 3: game 3: move 1, "Bo" at character 1: "Bo" is not a square (want a1 to h8)`,
		},
	},
	{
		"emoji between moves",
		"f5 🙂 d6",
		[]string{
			`error: line 1: game 1: move 2, "🙂" at character 4: expected a square such as f5`,
		},
	},
	{
		"hearts",
		"f5❤\ufe0fd6",
		[]string{
			`error: line 1: game 1: move 2, "❤d" at character 3: expected a square such as f5`,
		},
	},
	{
		"keycap digits",
		"f5\ufe0f⃣ d6",
		[]string{
			`error: line 1: game 1: move 2, "⃣" at character 3: expected a square such as f5`,
		},
	},
	{
		"superscript",
		"f⁵ d⁶",
		[]string{
			`error: line 1: game 1: move 1, "f⁵" at character 1: "f⁵" is not a square (want a1 to h8)`,
		},
	},
	{
		"Arabic digits",
		"f٥ d٦",
		[]string{
			`error: line 1: game 1: move 1, "f٥" at character 1: "f٥" is not a square (want a1 to h8)`,
		},
	},
	{
		"i9",
		"f5 i9",
		[]string{
			`error: line 1: game 1: move 2, "i9" at character 4: "i9" is not a square (want a1 to h8)`,
		},
	},
	{
		"a0",
		"f5 a0",
		[]string{
			`error: line 1: game 1: move 2, "a0" at character 4: "a0" is not a square (want a1 to h8)`,
		},
	},
	{
		"letter o for a digit",
		"f5 d6 c3 do",
		[]string{
			`error: line 1: game 1: move 4, "do" at character 10: "do" is not a square (want a1 to h8)`,
		},
	},
	{
		"empty parens",
		"f5 () d6",
		[]string{
			`error: line 1: game 1: move 2, "()" at character 4: want a score or the moves of a ` +
				"variation in parentheses",
		},
	},
	{
		"open paren only",
		"f5 (d6",
		[]string{
			`error: line 1: game 1: move 2, "d6" at character 5: d6 turns nothing over for black; ` +
				"legal moves are d3, c4, f5, e6",
		},
	},
	{
		"close paren only",
		"f5) d6",
		[]string{
			`error: line 1: game 1: move 2, ")" at character 3: expected a square such as f5`,
		},
	},
	{
		"tab between square parts",
		"f\t5",
		[]string{
			`error: line 1: game 1: move 1, "f" at character 1: "f" is not a square (want a1 to h8)`,
		},
	},
	{
		"very long number",
		"f5 99999999999999999999 d6",
		[]string{
			`error: line 1: game 1: move 2, "99999999999999999999" at character 4: expected a square ` +
				"such as f5",
		},
	},
	{"negative number", "-1. f5", []string{"f5"}},
	{
		"resigned in Japanese",
		"f5d6c3 黒投了",
		[]string{
			`error: line 1: game 1: move 4, "黒投" at character 8: "黒投" is not a square (want a1 to h8)`,
		},
	},
	{
		"time loss",
		"f5d6c3 白時間切れ",
		[]string{
			`error: line 1: game 1: move 4, "白時" at character 8: "白時" is not a square (want a1 to h8)`,
		},
	},
	{
		"headers in Japanese then moves",
		"黒：田中\n白：佐藤\n結果：34-30\nf5d6c3",
		[]string{
			`f5d6c3 score +4 "田中" "佐藤"`,
		},
	},
	{"headers 先手 and 後手", "先手: 田中\u3000後手: 佐藤\n棋譜: f5d6c3", []string{`f5d6c3 "田中" "佐藤"`}},
	{"title line", "第3局 田中 - 佐藤\nf5d6c3", []string{`f5d6c3 "第3局 田中 - 佐藤"`}},
	{"line with vs", "Ann vs Bo\nf5d6c3", []string{`f5d6c3 "Ann vs Bo"`}},
	{"players score line", "Ann 34 - 30 Bo\nf5d6c3\n", []string{`f5d6c3 "Ann 34 - 30 Bo"`}},
	{
		"two games labelled",
		"Game 1: f5d6c3\nGame 2: f5f6e6",
		[]string{
			`f5d6c3 "Game 1"`,
			`f5f6e6 "Game 2"`,
		},
	},
	{
		"two games labelled in Japanese",
		"第1局：f5d6c3\n第2局：f5f6e6",
		[]string{
			`f5d6c3 "第1局"`,
			`f5f6e6 "第2局"`,
		},
	},
	{"Markdown list star", "* f5\n* d6\n* c3", []string{"f5d6c3"}},
	{"Markdown bold", "**f5** d6 **c3** d3", []string{"f5d6c3d3"}},
	{"Markdown code", "```\nf5d6c3d3\n```", []string{"f5d6c3d3"}},
	{
		"Markdown table",
		"| # | Black | White |\n|---|---|---|\n| 1 | f5 | d6 |\n| 2 | c3 | d3 |",
		[]string{
			`f5d6c3d3 "| # | Black | White |"`,
		},
	},
	{"result in Japanese", "f5d6c3 黒34 白30", []string{"f5d6c3 score +4"}},
	{"result with 対", "f5d6c3 34対30", []string{"f5d6c3 score +4"}},
	{"result with 石勝ち", "f5d6c3 黒4石勝ち", []string{"f5d6c3 score +4"}},
	{
		"quoted rows",
		"\"----\",\n\"-OX-\",\n\"-XO-\",\n\"----\"",
		[]string{
			"-----OX--XO----- X Reading=side by the number of discs",
		},
	},
	{
		"time in parens",
		"f5 (5s) d6 (10s)",
		[]string{
			`error: line 1: game 1: move 2, "5" at character 5: move number 5 in a variation, want 1`,
		},
	},
	{
		"chat",
		"[12:01] Ann: f5",
		[]string{
			`error: line 1: game 1: move 1, "12" at character 2: expected a square such as f5`,
			`error: line 1: game 2: move 1, "An" at character 9: "An" is not a square (want a1 to h8)`,
		},
	},
	{
		"game score",
		"f5d6c3 Black wins 34-30",
		[]string{
			`error: line 1: game 1: move 4, "Bl" at character 8: "Bl" is not a square (want a1 to h8)`,
		},
	},
	{
		"game score on the next line",
		"f5d6c3\nBlack wins 34-30",
		[]string{
			"f5d6c3",
			`error: line 2: game 2: move 1, "Bl" at character 1: "Bl" is not a square (want a1 to h8)`,
		},
	},
	{
		"greeting",
		"Hi! Here is my game:\nf5d6c3d3\nWhat do you think?",
		[]string{
			`f5d6c3d3 "Hi! Here is my game:"`,
			`error: line 3: game 2: move 1, "Wh" at character 1: "Wh" is not a square (want a1 to h8)`,
		},
	},
	{
		"Cyrillic c",
		"f5 d6 с3",
		[]string{
			`error: line 1: game 1: move 3, "с3" at character 7: "с3" is not a square (want a1 to h8)`,
		},
	},
	{
		"HTML entities",
		"f5&nbsp;d6&nbsp;c3",
		[]string{
			`error: line 1: game 1: move 2, "&n" at character 3: expected a square such as f5`,
		},
	},
	{
		"numbers of rows and columns",
		"56 64 33 34",
		[]string{
			`error: line 1: game 1: move 1, "56" at character 1: expected a square such as f5`,
		},
	},
	{
		"tab-separated without header",
		"Ann\tBo\tf5d6c3d3",
		[]string{
			`error: line 1: game 1: move 1, "An" at character 1: "An" is not a square (want a1 to h8)`,
		},
	},
	{"csv with semicolons", "Date;Black;White;Moves\n2020;Ann;Bo;f5d6c3", []string{`f5d6c3 "Ann" "Bo" "2020"`}},
	{
		"header with columns Black and White",
		"   Black White\n1. f5    d6\n2. c3    d3",
		[]string{
			`f5d6c3d3 "Black White"`,
		},
	},
	{
		"two games on one line",
		"f5d6c3 f5f6e6",
		[]string{
			`error: line 1: game 1: move 4, "f5" at character 8: f5 is taken; legal moves are d3, ` +
				"f3, f4, g5",
		},
	},
	{
		"emoji board", "🟩🟩🟩🟩\n🟩⚪\ufe0f⚫\ufe0f🟩\n🟩⚫\ufe0f⚪\ufe0f🟩\n🟩🟩🟩🟩\n黒番",
		[]string{"-----OX--XO----- X"},
	},
	{"quoted moves with star bullets", "> * f5\n> * d6", []string{"f5d6"}},
}

// TestPastedTexts checks that each text is read completely, or that the rest is an error with its place.
func TestPastedTexts(t *testing.T) { check(t, pasted) }

// TestBrokenAnywhere breaks lists of moves at each character, but not between a square and a number that is joined to
// it, nor where the second line is itself a game.
func TestBrokenAnywhere(t *testing.T) {
	const five = "f5d6c3d3c4"
	var list []example
	for _, text := range []string{
		five, "1. f5 d6 2. c3 d3 3. c4", "1. f5 2. d6 3. c3 4. d3 5. c4", "1: f5 d6 2: c3 d3 3: c4",
		"1) f5 2) d6 3) c3 4) d3 5) c4", "1... f5 d6 2... c3 d3 3. c4",
	} {
		for i := 1; i < len(text); i++ {
			if strings.HasPrefix(strings.TrimSpace(text[i:]), "c4") {
				continue
			}
			list = append(list, example{fmt.Sprintf("%q at %d", text, i), text[:i] + "\n" + text[i:], []string{five}})
		}
	}
	check(t, list)
}
