package files_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
)

// One game in each format.
const (
	oneSGF  = "(;GM[2];B[f5];W[d6])\n"
	oneGGF  = "(;GM[Othello]BO[4 -----O*--*O----- *]B[a2];)\n"
	onePGN  = "[Event \"x\"]\n\n1. f5 d6 *\n\n"
	oneJSON = `{"schema":"kaeshi/game-record/1","position":"-----OX--XO----- X","plies":[]}` + "\n"
)

// longText exceeds the limit on a game.
var longText = strings.Repeat("x", 1<<20)

// badGames contains texts with one bad game among good ones.
var badGames = []struct {
	name, text string
	games      int
	want       string // part of the error
}{
	{"a.txt", "f5d6\nf5f5\nf5f6\n", 2, `a.txt: line 2: game 2: move 2, "f5" at character 3: f5 is taken`},
	{
		"a.txt", "f5d6\nf5d6c3 \x81 \nf5\n", 2,
		"a.txt: line 2: game 2: character 8 is not valid in UTF-8, Shift-JIS or Latin-1",
	},
	{"a.txt", "f5\n" + longText + "\nf5f6\n", 2, "a.txt: line 2: game 2: longer than 1048576 bytes"},
	{"a.txt", "f5d6\n34-3x\n", 1, `line 2: game 2: move 1, "34" at character 1: expected a square such as f5`},
	{
		"a.obf", "-----OX--XO----- X\n-----OX--XO----- X; A1:+2\n-----OX--XO----- O\n", 2,
		"a.obf: line 2: game 2: a1 turns nothing over for black",
	},
	{
		"a.obf", "-----OX--XO----- X\n----------------\nBlack\n", 1,
		"line 2: game 2: impossible board: b2 in the centre is empty",
	},
	{
		"a.ggf", oneGGF + "(;GM[Othello]BO[4 -----O*--*O----- *]B[a2]\n" + oneGGF, 2,
		"a.ggf: line 3: game 2: the game is cut off: a ) is missing",
	},
	{
		"a.ggf", oneGGF + "(;GM[Othello]BO[4 -----O*--*O----- *]B[a2\n" + oneGGF, 2,
		"line 3: game 2: the game is cut off: a ] is missing",
	},
	{
		"a.ggf", "2 (;GM[Othello]BO[4 -----O*--*O----- *]B[a2];(;GM[Othello]BO[4 -----O*--*O----- *]B[a2];)", 1,
		"line 1: game 1: the game is cut off: a ) is missing",
	},
	{
		"a.ggf", oneGGF + "(;GM[Othello]BO[8 -----O*--*O----- *]B[a2];)", 1,
		"line 2: game 2: the board has 16 cells, but its size is given as 8×8",
	},
	{"a.ggf", oneGGF + "(;GM[Othello]BO[10 -----O*--*O----- *];)", 1, "want 4, 6 or 8"},
	{"a.ggf", oneGGF + "(;GM[Othello]B[a2];)", 1, "missing BO (the start position), and no TY implies it"},
	{"a.ggf", oneGGF + "(;GM[Othello]TY[8r18]B[f5];)", 1, "missing BO (the start position), and no TY implies it"},
	{"a.ggf", oneGGF + "(;GM[Othello]TY[s8ar4]BO[4 -----O*--*O----- *];)", 1, "TY[s8ar4] is anti-Othello"},
	{"a.ggf", oneGGF + "(;GM[Othello]TY[88]BO[8 -----O*--*O----- *];)", 1, "TY[88] is Othello on an octagon"},
	{"a.ggf", oneGGF + "(;GM[Othello]TY[10]BO[10 ---- *];)", 1, "TY[10] is a game on a 10×10 board"},
	{
		"a.ggf", oneGGF + "(;GM[Othello]BO[4 -----O*--*O----- *]BO[4 -----*O--O*----- *];)", 1, "BO is given twice",
	},
	{"a.sgf", oneSGF + "(;GM[2]PL[C];B[f5])", 1, "PL[C]: want the side to move, B or W"},
	{"a.sgf", oneSGF + "(;GM[2]PL[B]PL[W];B[f5])", 1, "PL is given twice with different sides"},
	{"a.json", oneJSON + `{"schema":"kaeshi/game-record/1","black":"a","black":"b"}`, 1, `"black" is given twice`},
	{"a.obf", "-----OX--XO----- X;\n-----OX--XO----- X; --b1:+2\n", 1, `"--b1" is not a square`},
	{"a.obf", "-----OX--XO----- X;\n-----OX--XO-----\nX; B1:+2\n", 1, "move scores must be on the line of the board"},
	{"a.ggf", oneGGF + "(;GM[Amazons]BO[8];)", 1, "GM[Amazons]: want Othello"},
	{
		"a.ggf", oneGGF + "(;GM[Othello]BO[4 -----O*--*O----- *]W[a2];)", 1,
		`move 1, "a2": white plays, but it is black's turn`,
	},
	{"a.sgf", oneSGF + "(;GM[2];B[f5]\n;W[f5])\n" + oneSGF, 2, "a.sgf: line 3: game 2: move 2, \"f5\": f5 is taken"},
	{
		"a.sgf", oneSGF + "(;GM[2];B[f5]C[never ends)\n" + oneSGF, 2,
		"line 3: game 2: the game is cut off: a ] is missing",
	},
	{"a.sgf", oneSGF + "(;GM[2];B[f5](;W[d6]", 1, "line 2: game 2: the game is cut off: a ) is missing"},
	{"a.sgf", "hello\n" + oneSGF, 1, `a.sgf: line 1: game 1: text outside of a game: "hello"`},
	{"a.sgf", oneSGF + "(;GM[1];B[aa])", 1, "line 2: game 2: GM[1]: want 2 (Othello)"},
	{"a.sgf", oneSGF + "(;GM[2]SZ[19];B[aa])", 1, "SZ[19]: board size 19: want 4, 6 or 8"},
	{"a.sgf", oneSGF + "(;GM[2];B[f5];AB[a1])", 1, "AB after the first move: set-up is only allowed before it"},
	{
		"a.sgf", oneSGF + strings.Repeat("(;", 300) + strings.Repeat(")", 300), 1,
		"variations nested deeper than 200",
	},
	{"a.sgf", oneSGF + "(;GM[2]C[" + longText + "])\n" + oneSGF, 2, "longer than 1048576 bytes"},
	{
		"a.pgn", onePGN + "[Event \"y\"]\n\n1. f5 {never ends\n\n" + onePGN, 2,
		"a.pgn: line 7: game 2: the game is cut off: a } is missing",
	},
	{"a.pgn", onePGN + "[Event \"y\"]\n\n1. f5\nf5 *\n\n" + onePGN, 2, "line 8: game 2: move 2, \"f5\": f5 is taken"},
	{"a.pgn", onePGN + "[FEN \"8/8 b\"]\n\n*\n", 1, `line 5: game 2: FEN "8/8 b": 2 rows`},
	{"a.pgn", onePGN + "[FEN \"4/1pP11/1Pp1/4 b\"]\n\n*\n", 1, "row 3: wrong number of squares: 5, want 4"},
	{"a.pgn", onePGN + "[Event \"y\"]\n\n1. f5 (1. d3\n", 1, "a ) is missing"},
	{"a.pgn", onePGN + "[Event \"y\"]\n\n(1. d3)", 1, "a variation before the first move"},
	{"a.pgn", onePGN + "[Event \"y\"]\n\n$1", 1, "$1 before the first move"},
	{
		"a.json", oneJSON + "{\"schema\":\"kaeshi/game-record/1\",\n" + oneJSON, 2,
		"a.json: line 3: game 2: the object before this line is not closed",
	},
	{
		"a.json", oneJSON + `{"schema":"kaeshi/levels/1"}`, 1,
		`line 2: game 2: kaeshi/levels/1 contains no games or positions`,
	},
	{
		"a.json", oneJSON + `{"schema":"kaeshi/game-record/1","position":"-----OX--XO----- X","plies":[{"move":"a1"}]}`,
		1, `move 1, "a1": a1 turns nothing over`,
	},
	{"a.json", oneJSON + `{"colour":1}`, 1, `no schema; want an object with "schema":"kaeshi/game-record/1"`},
	{"a.json", oneJSON + `{"schema":"kaeshi/game-record/1","colour":1}`, 1, `unknown field "colour"`},
	{"a.json", oneJSON +
		`{"schema":"kaeshi/game-record/1","position":"-----OX--XO----- X","plies":[],"variations":[{"ply":1,` +
		`"plies":[]}]}`, 1, "variation at ply 1: want 0 to 0"},
	{"a.json", oneJSON + "{\"schema\":", 1, "the game is cut off: a } is missing"},
}

// TestBadGamesOfGoodArchives checks that an error names the file, the line and the game, and that the other games are
// read.
func TestBadGamesOfGoodArchives(t *testing.T) {
	for _, c := range badGames {
		games, faults := 0, []string(nil)
		for g, err := range files.Read(strings.NewReader(c.text), c.name) {
			if (g == nil) == (err == nil) {
				t.Errorf("%s: game %v with error %v, want either a game or an error", c.name, g, err)
			}
			if err != nil {
				faults = append(faults, err.Error())
				continue
			}
			games++
		}
		if games != c.games {
			t.Errorf("%s, %q: %d games, want %d", c.name, c.want, games, c.games)
		}
		if len(faults) != 1 || !strings.Contains(faults[0], c.want) {
			t.Errorf("%s: errors %q, want only %q", c.name, faults, c.want)
		}
	}
}

func TestNoGamesAtAll(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a.txt": {"hello world", "a.txt: line 1: game 1: move 1, \"he\" at character 1"},
		"a.dat": {
			"hello world",
			"a.dat: unknown format that begins with \"hello world\"; want one of transcript, obf, ggf, sgf, " +
				"wthor, pgn, json",
		},
		"a.bin": {"\x7fELF\x00\x00\x01", "a zero byte"},
		"a.sgf": {" \n", "a.sgf: the file is empty"},
		"a.wtb": {"\x14\x07", "a.wtb: header of 16 bytes: the file is truncated"},
	} {
		for g, err := range files.Read(strings.NewReader(c.text), name) {
			if g != nil {
				t.Errorf("%s: game %v, want none", name, g)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
			at := (*record.FileError)(nil)
			if !errors.As(err, &at) || at.File != name {
				t.Fatalf("%s: %v is not a *FileError of this file", name, err)
			}
			if !errors.Is(err, at.Err) {
				t.Errorf("%s: %v does not wrap %v", name, err, at.Err)
			}
		}
	}
	broken := errors.New("disk removed")
	for _, f := range []files.Format{
		files.Transcript, files.OBF, files.GGF, files.SGF, files.WTHOR, files.PGN,
		files.JSON,
	} {
		seen := false
		for g, err := range files.ReadAs(io.MultiReader(strings.NewReader("\n"), iotest.ErrReader(broken)), f, "x") {
			seen = seen || g == nil && errors.Is(err, broken)
		}
		if !seen {
			t.Errorf("%s: the error of the reader is not reported", f)
		}
	}
	for g, err := range files.ReadFile(filepath.Join(t.TempDir(), "nothing.sgf")) {
		if g != nil || !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a missing file: %v, want os.ErrNotExist", err)
		}
	}
}

// TestReadingStops checks that no game is yielded after the consumer has stopped.
func TestReadingStops(t *testing.T) {
	for _, f := range []files.Format{files.Transcript, files.OBF, files.GGF, files.SGF, files.PGN, files.JSON} {
		for _, text := range samples(t, f) {
			seen := 0
			for g, err := range files.ReadAs(strings.NewReader(text), f, "") {
				if seen++; g != nil && err == nil {
					break
				}
			}
			if seen != 1 {
				t.Errorf("%s: %d games yielded, want 1", f, seen)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	for _, name := range files.FormatNames() {
		f, err := files.ParseFormat(strings.ToUpper(name))
		if err != nil || f.String() != name {
			t.Errorf("ParseFormat(%q) = %s, %v; want the format %s", name, f, err, name)
		}
	}
	if _, err := files.ParseFormat("chess"); err == nil || !strings.Contains(err.Error(),
		"want one of transcript, obf") {
		t.Errorf("unknown format: error %v, want one about it", err)
	}
	for name, want := range map[string]files.Format{
		"x/A.SGF": files.SGF, "WTH_1977.wtb": files.WTHOR,
		"a.jsonl": files.JSON, "a.csv": files.Transcript, "a": 0, "a.gz": 0,
	} {
		if f, ok := files.FormatOf(name); f != want || ok != (want != 0) {
			t.Errorf("FormatOf(%q) = %s, want %s", name, f, want)
		}
	}
}

// TestOneFile checks that WTHOR, which consists of three files, is not written to one.
func TestOneFile(t *testing.T) {
	if _, err := files.Write(io.Discard, files.WTHOR, slices.Values([]*record.Game{})); err == nil {
		t.Error("WTHOR is written to one file, want an error")
	}
}

// TestLosses checks the losses of a game that has all kinds of data, in each format.
func TestLosses(t *testing.T) {
	var games []*record.Game
	for _, text := range samples(t, files.JSON) {
		more, _ := read(text, files.JSON)
		games = append(games, more...)
	}
	for f, want := range map[files.Format][]string{
		files.Transcript: {
			"the names of the players", "tags", "variations",
			"the whole game: it does not begin at the usual start of the 8×8 board",
		},
		files.OBF: {"the moves that led to the position", "the time control", "scores of moves"},
		files.GGF: {
			"the round", "variations", "comments", "marks of moves", "the time left on the clocks",
			"where scores come from", "why the game ended",
		},
		files.SGF: {
			"the time spent on moves", "where scores come from", "the depth of scores",
			"the score of games that did not end on the board",
		},
		files.PGN:  {"where scores come from", "tags of moves", "variations that continue from the end of a line"},
		files.JSON: nil,
	} {
		_, lost := write(t, f, games...)
		for _, what := range want {
			if !slices.ContainsFunc(lost, func(l record.Loss) bool {
				return l.What == what && l.Games > 0 && l.First > 0
			}) {
				t.Errorf("%s does not report %q: %v", f, what, lost)
			}
		}
		if f == files.JSON && lost != nil {
			t.Errorf("JSON reports losses: %v", lost)
		}
	}
}

// TestControlCharacters checks that no format writes control characters, which could control the terminal on which a
// file is shown. JSON escapes them. Other formats replace them and report it if they have a place for the text.
func TestControlCharacters(t *testing.T) {
	const evil = "a\x1b[2Jb\x7fc\u009b31md\be\x00f"
	game := func(edit func(*record.Game)) *record.Game {
		games, _ := read(oneSGF, files.SGF)
		edit(games[0])
		return games[0]
	}
	for name, g := range map[string]*record.Game{
		"black": game(func(g *record.Game) { g.Black = evil }),
		"event": game(func(g *record.Game) { g.Event = evil }),
		"place": game(func(g *record.Game) { g.Place = evil }),
		"round": game(func(g *record.Game) { g.Round = evil }),
		"date":  game(func(g *record.Game) { g.Date = evil }),
		"clock": game(func(g *record.Game) { g.Clock = evil }),
		"tag":   game(func(g *record.Game) { g.Tags = []record.Tag{{Name: "Annotator", Value: evil}} }),
		"game":  game(func(g *record.Game) { g.Comment = evil }),
		"move":  game(func(g *record.Game) { g.Notes = []record.Note{{Comment: evil}, {}} }),
	} {
		for f := files.Transcript; f <= files.JSON; f++ {
			if f == files.WTHOR {
				continue
			}
			text, lost := write(t, f, g)
			if at := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && unicode.IsControl(r) }); at >= 0 {
				t.Errorf("%s of %s has a control character: %q", f, name, text)
			}
			if f != files.JSON && strings.Contains(text, "31m") && len(lost) == 0 {
				t.Errorf("%s of %s reports no loss: %q", f, name, text)
			}
			if games, faults := read(text, f); len(games) != 1 || faults != nil {
				t.Errorf("%s of %s: read back %d games, faults %v", f, name, len(games), faults)
			}
		}
	}
}

// TestFormatTexts checks that the name of each format is parsed as that format, and that other numbers and names are
// errors.
func TestFormatTexts(t *testing.T) {
	for f := files.Transcript; f <= files.JSON; f++ {
		text, err := f.MarshalText()
		var back files.Format
		if err := errors.Join(err, back.UnmarshalText(text)); err != nil || back != f {
			t.Errorf("%v: %q is parsed as %v: %v", f, text, back, err)
		}
	}
	if text, err := files.Format(0).MarshalText(); err == nil {
		t.Errorf("Format(0) is written as %q, want an error", text)
	}
	if err := new(files.Format).UnmarshalText([]byte("chess")); err == nil {
		t.Error("\"chess\" is accepted as a format")
	}
}
