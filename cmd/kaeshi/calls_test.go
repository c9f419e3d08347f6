package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// wrongCalls are calls by their status and a part of the error. See faultsOf for the names of files.
var wrongCalls = []struct {
	status     int
	call, want string
}{
	{terminal.ExitUsage, "hint - -", "2 arguments"},
	{terminal.ExitUsage, "hint f5 f5d6", "2 arguments"},
	{terminal.ExitUsage, "move - f5", `"-" reads standard input`},
	{terminal.ExitUsage, "analyze - -", `"-" is given twice`},
	{terminal.ExitUsage, "solve - GAME -", `"-" is given twice`},
	{terminal.ExitUsage, "accuracy - -", `"-" is given twice`},
	{terminal.ExitUsage, "import - - --db :memory:", `"-" is given twice`},
	{terminal.ExitUsage, "puzzles - -", `"-" is given twice`},
	{terminal.ExitUsage, "book learn NEW - -", `"-" is given twice`},
	{terminal.ExitUsage, "convert - - - --to sgf", `"-" is given twice`},
	{terminal.ExitUsage, "convert GAME -", `the format of "-" is unknown`},
	{terminal.ExitUsage, "convert GAME NEW.xyz", "set it by --to"},
	{terminal.ExitFailure, "hint FOLDER", "FOLDER: is a folder"},
	{terminal.ExitIllegal, "analyze FOLDER", "FOLDER: the folder has no files of games"},
	{terminal.ExitIllegal, "import FOLDER --db :memory:", "FOLDER: the folder has no files of games"},
	{terminal.ExitIllegal, "puzzles FOLDER", "FOLDER: the folder has no files of games"},
	{terminal.ExitIllegal, "convert FOLDER NEW.sgf", "FOLDER: the folder has no files of games"},
	{terminal.ExitFailure, "solve FOLDER", "FOLDER"},
	{terminal.ExitFailure, "convert GAME FOLDER --to sgf", "FOLDER: it is a folder (want a file)"},
	{terminal.ExitFailure, "convert GAME FOLDER --to wthor", "FOLDER: it is a folder (want a file)"},
	{terminal.ExitFailure, "analyze --journal FOLDER GAME", "FOLDER: it is a folder (want a file)"},
	{terminal.ExitFailure, "hint --book FOLDER f5", "FOLDER is not a regular file"},
	{terminal.ExitFailure, "bench --weights FOLDER", "FOLDER: it is a folder (want a file)"},
	{terminal.ExitFailure, "find --db FOLDER", "it is a folder"},
	{terminal.ExitFailure, "match --file FOLDER", "FOLDER: it is a folder (want a file)"},
	{terminal.ExitFailure, "match greedy random --games 2 --db FOLDER", "it is a folder"},
	{terminal.ExitFailure, "book grow FOLDER --positions 1", "FOLDER is not a regular file"},
	{terminal.ExitIllegal, "analyze EMPTY", "the file is empty"},
	{terminal.ExitIllegal, "hint EMPTY", "the file is empty"},
	{terminal.ExitIllegal, "solve EMPTY", "no positions"},
	{terminal.ExitIllegal, "accuracy EMPTY", "no position with a score"},
	{terminal.ExitFailure, "verify FOLDER", "FOLDER: it is a folder (want a file)"},
	{terminal.ExitUsage, "perft ٣", "not a whole number"},
	{terminal.ExitUsage, "perft 1e3", "not a whole number"},
	{terminal.ExitUsage, "hint --level ٣ f5", "expected a whole number"},
	{terminal.ExitUsage, "hint --level 5.5 f5", "expected a whole number"},
	{terminal.ExitUsage, "hint --level 0x5 f5", "expected a whole number"},
	{terminal.ExitUsage, "hint --level 1_0 f5", "expected a whole number"},
	{terminal.ExitUsage, "match greedy random --seed 0x5", "expected a whole number"},
	{terminal.ExitUsage, "hint --level 99999999999999999999 f5", "the number is too large"},
	{terminal.ExitUsage, "hint --time NaN f5", "expected a duration"},
	{terminal.ExitUsage, "hint --time 0 f5", "expected a time longer than 0s"},
	{terminal.ExitUsage, "hint --hash Inf f5", "expected a size"},
	{terminal.ExitUsage, "hint --hash 1.5GB f5", "expected a size"},
	{terminal.ExitUsage, "hint --size ８ f5", "expected 4 or 6 or 8"},
	{terminal.ExitUsage, "hint --level 3 --depth 4 f5", "--depth"},
	{terminal.ExitUsage, "move -p kaeshi:level=NaN f5", "level=NaN"},
	{terminal.ExitUsage, "move -p kaeshi:level=5,level=6 f5", "level is given twice"},
	{terminal.ExitUsage, "move -p kaeshi:time=0s f5", "time=0s"},
	{terminal.ExitUsage, "move -p kaeshi:time=Inf f5", "time=Inf"},
	{terminal.ExitUsage, "move -p kaeshi:nodes=0 f5", "nodes=0"},
	{terminal.ExitUsage, "move -p kaeshi:variance=NaN f5", "variance=NaN"},
	{terminal.ExitUsage, "move -p random:seed=-1 f5", "seed=-1"},
	{terminal.ExitUsage, "tree --game tictactoe --size 4", "--size applies to --game othello"},
	{terminal.ExitUsage, "tree --game numbers --start parallel", "--start applies to --game othello"},
	{terminal.ExitUsage, "compare --game tictactoe --size 4", "--size applies to --game othello"},
	{terminal.ExitIllegal, "tree --game tictactoe --position f5d6", "expected nine cells"},
	{terminal.ExitUsage, "find --db :memory: --player a --player b --player c", "--player is given 3 times"},
	{terminal.ExitUsage, "export NEW.ggf --db :memory: --player a --player b --player c", "--player is given 3 times"},
	{terminal.ExitUsage, "find --db :memory: --year ２０２０", "is not a year"},
	{terminal.ExitUsage, "find --db :memory: --year 2020-2010", "is not a year"},
	{terminal.ExitUsage, "match greedy random --openings balanced:NaN --db :memory:", "balanced:NaN"},
	{terminal.ExitUsage, "match greedy random --sprt elo0=NaN,elo1=5 --db :memory:", "elo0"},
	{terminal.ExitUsage, "match greedy random --time nodes:-1 --db :memory:", "nodes:-1"},
	{terminal.ExitUsage, "match greedy random --format knockout --games 3 --db :memory:", "expected an even number"},
	{terminal.ExitUsage, "match greedy random greedy --sprt elo0=0,elo1=5 --db :memory:", "want two players"},
	{terminal.ExitUsage, "book grow NEW --ply-cost NaN", "--ply-cost NaN"},
	{terminal.ExitUsage, "openings balanced --window Inf", "--window +Inf"},
	{terminal.ExitUsage, "solve --wld --best 2 GAME", "exclude each other"},
	{terminal.ExitUsage, "gtp extra", "takes no argument"},
	{terminal.ExitUsage, "serve --addr :99999", "--addr :99999"},
}

// TestWrongCalls checks calls with wrong combinations, folders, numbers in other notations and repeated arguments.
func TestWrongCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("runs seventy commands")
	}
	for _, c := range wrongCalls {
		checkFault(t, c.call, c.status, c.want)
	}
}

// TestUnusedVariables checks that a command ignores bad values of variables for flags that it does not have.
func TestUnusedVariables(t *testing.T) {
	bad := map[string]string{
		"KAESHI_LEVEL": "٣", "KAESHI_SIZE": "7", "KAESHI_DEPTH": "-1", "KAESHI_TIME": "NaN", "KAESHI_GAMES": "x",
		"KAESHI_DB": "/nowhere/x", "KAESHI_FROM": "x", "KAESHI_HELP": "perhaps", "KAESHI_LANG": "xx",
	}
	for _, line := range []string{"move -p greedy f5", "openings name f5d6c3", "perft 1", "schema kaeshi/hint/1"} {
		want, wantErrs := resultOf(t, line, nil)
		got, errs := resultOf(t, line, without(bad, map[string][]string{
			"move": {"KAESHI_SIZE"}, "perft": {"KAESHI_SIZE"},
		}[strings.Fields(line)[0]]))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-without variables +with):\n%s%s%s", line, diff, wantErrs, errs)
		}
	}
}

// without returns variables without some of them.
func without(variables map[string]string, names []string) map[string]string {
	rest := map[string]string{}
	for name, value := range variables {
		if !slices.Contains(names, name) {
			rest[name] = value
		}
	}
	return rest
}

// resultOf returns the output of a call that must succeed.
func resultOf(t *testing.T, line string, variables map[string]string) (out, errs string) {
	t.Helper()
	status, out, errs := call(t, strings.Fields(line), variables)
	if status != 0 {
		t.Errorf("%s: status %d, want 0\n%s", line, status, errs)
	}
	return out, errs
}
