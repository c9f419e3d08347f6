package paste_test

import "testing"

// TestNotes reads moves with marks, values and comments.
func TestNotes(t *testing.T) {
	first := func(text string) string { return "error: line 1: game 1: " + text }
	const mark = "want one of the marks !, ?, !!, ??, !?, ?! after a move"
	const full = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3" +
		"b2h5b7a3a4" +
		"a1a2c1h2h1g2b8a8g7h8h7h6"
	check(t, []example{
		{"marks", "f5! d6??", []string{"f5d6 1:! 2:??"}},
		{"all marks", "f5!d6?c3!!d3??c4!?f4?!", []string{"f5d6c3d3c4f4 1:! 2:? 3:!! 4:?? 5:!? 6:?!"}},
		{"move numbers", "1. f5! 2. d6?! 3. c3", []string{"f5d6c3 1:! 2:?!"}},
		{"full-width marks", "ｆ５！ｄ６？？", []string{"f5d6 1:! 2:??"}},
		{"one-character marks", "f5‼d6⁇c3⁉d3⁈", []string{"f5d6c3d3 1:!! 2:?? 3:!? 4:?!"}},
		{"emoji", "f5❗️d6❓", []string{"f5d6 1:! 2:?"}},
		{"marks on lines", "1. f5! d6\n2. c3?! d3??\n", []string{"f5d6c3d3 1:! 3:?! 4:??"}},
		{"a mark before a result", "f5d6c3!? 34-30", []string{"f5d6c3 3:!? score +4"}},
		{"a mark in a variation", "f5d6c3?(c4!d3)d3", []string{"f5d6c3d3 3:? (2 c4d3)"}},
		{"values", "f5(0.5) d6(-1)", []string{"f5d6 1:+0.5 2:-1"}},
		{"values after a blank", "f5 (+2) d6 ( -3.25 )", []string{"f5d6 1:+2 2:-3.25"}},
		{"a value and a result", "f5 (+2) d6 (-2) 34-30", []string{"f5d6 1:+2 2:-2 score +4"}},
		{"a value at the end of a line", "f5 (+2)\nd6 (-2)\nc3", []string{"f5d6c3 1:+2 2:-2"}},
		{"values with slashes", "f5/1 d6/-2.5/3", []string{"f5d6 1:+1 2:-2.5 2:3s"}},
		{"a mark and a value", "f5!(+2)d6?/-4", []string{"f5d6 1:+2 1:! 2:-4 2:?"}},
		{"comments in braces", "f5 {the usual one} d6! {tiger, or c4}", []string{
			`f5d6 1:"the usual one" 2:! 2:"tiger, or c4"`,
		}},
		{"a result in parentheses", "f5d6c3 (34-30)", []string{"f5d6c3 score +4"}},
		{"a score in parentheses after the end", full + " (+0)", []string{full + " score +0"}},
		{"a bad mark", "f5!!! d6", []string{first(`move 2, "!!!" at character 3: ` + mark)}},
		{"no move", "f5 ? c3", []string{first(`move 2, "?" at character 4: expected a square such as f5`)}},
		{"no move at the end", "f5 ?", []string{
			first(`move 2, "?" at character 4: expected a square such as f5`),
		}},
		{"a mark before a move", "?! f5", []string{first(`move 1, "?!" at character 1: expected a square such as f5`)}},
		{"two values", "f5(1)(2)d6", []string{first(`move 2, "(2)" at character 6: a second score of the same move`)}},
		{"an open brace", "f5 {good d6", []string{first(`move 2, "{g" at character 4: a } is missing`)}},
	})
}

// TestLists reads lists in the notation of JSON and other languages.
func TestLists(t *testing.T) {
	check(t, []example{
		{"a string", `"f5d6c3"`, []string{"f5d6c3"}},
		{"an array of moves", `["f5","d6"]`, []string{"f5d6"}},
		{"spaced", ` [ "f5", "d6" , "c3" ] `, []string{"f5d6c3"}},
		{"single quotes", `['f5', 'd6']`, []string{"f5d6"}},
		{"no quotes", `[f5, d6, c3]`, []string{"f5d6c3"}},
		{"capitals and a pass", `["F5","D6","c3",]`, []string{"f5d6c3"}},
		{"typographic quotes", "“f5d6c3”", []string{"f5d6c3"}},
		{"Japanese quotes", "「f5d6c3」", []string{"f5d6c3"}},
		{"marks", `["f5!", "d6??"]`, []string{"f5d6 1:! 2:??"}},
		{"an array of games", `["f5d6c3","c4e3"]`, []string{"f5d6c3", "c4e3"}},
		{"games that could be one", `["f5d6","c3d3"]`, []string{
			"f5d6", `error: line 1: game 2: move 1, "c3" at character 10: c3 turns nothing over for black; ` +
				"legal moves are d3, c4, f5, e6",
		}},
		{"strings", `"f5d6c3","c4e3"`, []string{"f5d6c3", "c4e3"}},
		{"strings on lines", "\"f5d6c3\"\n\"c4e3\"\n", []string{"f5d6c3", "c4e3"}},
		{"moves on lines", "[\n  \"f5\",\n  \"d6\",\n  \"c3\"\n]\n", []string{"f5d6c3"}},
		{"moves on a few lines", "[\"f5\", \"d6\",\n \"c3\", \"d3\"]", []string{"f5d6c3d3"}},
		{"moves that could begin a game", "[\"f5\", \"f6\",\n \"e6\", \"f4\"]", []string{"f5f6e6f4"}},
		{"games on lines", "[\n\"f5d6c3\",\n\"c4e3\"\n]", []string{"f5d6c3", "c4e3"}},
		{"arrays in an array", `[["f5","d6"],["c4","e3"]]`, []string{"f5d6", "c4e3"}},
		{"arrays on lines", "[[\"f5\",\n\"d6\"],\n[\"c4\"]]", []string{"f5d6", "c4"}},
		{"a heading", `Moves: ["f5","d6"]`, []string{"f5d6"}},
		{"below a heading", "Black: A\n[\"f5\",\"d6\"]", []string{`f5d6 "A"`}},
		{"below a board", start + " X\n[\"f5\",\"d6\"]", []string{"f5d6"}},
		{"after a game", "f5d6\n[\"c4\",\"e3\"]", []string{"f5d6", "c4e3"}},
		{"a bad move", `["f5","f5","d6"]`, []string{
			`error: line 1: game 1: move 2, "f5" at character 8: f5 is taken; legal moves are f4, d6, f6`,
		}},
		{"a bad move on lines", "[\"f5\",\n\"f5\",\n\"d6\"]", []string{
			`error: line 2: game 1: move 2, "f5" at character 2: f5 is taken; legal moves are f4, d6, f6`,
		}},
		{"a bad game", "[\"f5f5\",\n\"c4e3\"]", []string{
			`error: line 1: game 1: move 2, "f5" at character 5: f5 is taken; legal moves are f4, d6, f6`, "c4e3",
		}},
		{"no square", `["f5","x"]`, []string{
			`error: line 1: game 1: move 2, "x" at character 8: "x" is not a square (want a1 to h8)`,
		}},
		{"cut off", `["f5","d6"`, []string{"error: line 1: game 1: a ] is missing"}},
		{"empty", `[]`, []string{"error: line 1: game 1: an empty list: want moves in [ ]"}},
		{"empty on lines", "[\n]", []string{"error: line 2: game 1: an empty list: want moves in [ ]"}},
	})
}
