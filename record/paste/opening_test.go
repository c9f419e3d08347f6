package paste_test

import "testing"

// TestOpeningLines checks the lines that kaeshi openings prints, and lines that resemble them.
func TestOpeningLines(t *testing.T) {
	check(t, []example{
		{"a name", "f5f6\t2 Diagonal Opening\n", []string{`f5f6 "Diagonal Opening"`}},
		{
			"names in two languages", "f5d6c3\t2 Perpendicular Opening\t3 虎 / とら\nf5f4\t2 並び取り\n",
			[]string{`f5d6c3 "Perpendicular Opening\n虎 / とら"`, `f5f4 "並び取り"`},
		},
		{
			"a name with a square", "f5f6e6f4c3e7\t6 e7バッファロー・基本形",
			[]string{`f5f6e6f4c3e7 "e7バッファロー・基本形"`},
		},
		{"no name", "f5d6\t-", []string{"f5d6"}},
		{"a score", "f5d6c6\t3 -0.52 for white", []string{`f5d6c6 "-0.52 for white"`}},
		{"with a heading", "Event: Cup\nf5f6\t2 Diagonal", []string{`f5f6 "Cup" "Diagonal"`}},
		{"after a game", "f5d6c3d3\nf5f6\t2 Diagonal", []string{"f5d6c3d3", `f5f6 "Diagonal"`}},
		{"an illegal move", "f5a1\t2 Diagonal\nf5f6\t2 Diagonal", []string{
			`error: line 1: game 1: move 2, "a1" at character 3: a1 turns nothing over for white; ` +
				"legal moves are f4, d6, f6",
			`f5f6 "Diagonal"`,
		}},
		{"moves in columns", "f5 d6\t2 c3 d3", []string{"f5d6c3d3"}},
		{"moves without spaces in columns", "f5d6\t2 c3d3", []string{"f5d6c3d3"}},
		{"a number that is too great", "f5d6\t9 Diagonal", []string{
			`error: line 1: game 1: move 3, "9" at character 6: expected a square such as f5`,
		}},
		{"a result", "f5d6\t+4.00", []string{"f5d6 score +4"}},
	})
}

// TestTerminalBoard checks boards as kaeshi play and showboard of GTP draw them.
func TestTerminalBoard(t *testing.T) {
	const rows = "  a b c d\n1 - . - - 1\n2 . O X - 2\n3 - X O . 3\n4 - - . - 4\n  a b c d\n"
	const marked = "    a  b  c  d\n 1  -  -  .  -  1\n 2  -  O  X  .  2\n 3  - [X] X  -  3\n 4  .  -  -  -  4\n" +
		"    a  b  c  d\n"
	check(t, []example{
		{"GTP", rows + "white to move; black X 2, white O 2\n", []string{"-----OX--XO----- O"}},
		{"the side to move", rows + "Black X 2, White O 2 · White to move\n", []string{"-----OX--XO----- O"}},
		{"in Japanese", rows + "黒 X 2、白 O 2 · 白の番です\n", []string{"-----OX--XO----- O"}},
		{"the last move", marked + "Black X 3, White O 1 · White to move\n", []string{"-----OX--XX----- O"}},
	})
}
