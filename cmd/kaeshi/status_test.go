package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// impossible is a board with an empty square in the centre, which does not occur in games.
const impossible = "OX--------------X"

// faultsOf lists calls of a command with invalid input. In the arguments, MISSING is replaced by a file that does not
// exist, GARBAGE by a file without game, position or book, IMPOSSIBLE by a file with the impossible board, GAME by a
// file with a game, EMPTY by an empty file, FOLDER by an empty folder, and NEW by a file that can be created.
type faultsOf struct {
	valid   string   // valid arguments, for calls with an invalid flag
	missing []string // calls that name a missing file: status 1
	garbage []string // calls with garbage: status 4 for positions and games, 1 for other files
	damaged []string // calls with a damaged book, database or weights: status 1
	empty   []string // calls with an empty database: status 1
	output  []string // calls that write into a missing folder: status 1
	status  int      // status of the calls with garbage; 0 means 4
}

// verbFaults returns the calls of every command. A command without files and arguments has an empty entry.
func verbFaults() map[string]faultsOf {
	failure := terminal.ExitFailure
	known := map[string]faultsOf{
		"": {}, "serve": {}, "levels": {}, "cassio": {}, "healthcheck": {}, "version": {}, "schema": {}, "book": {},
		"help": {}, "openings": {}, "openings balanced": {}, "train": {}, "completion": {valid: "bash"}, "man": {},
		"train all": {}, "train games": {}, "train lab": {}, "train probcut": {}, "train network": {},
		"play":  {missing: []string{"--black kaeshi:book=MISSING"}, damaged: playerFiles("--white")},
		"bench": {missing: []string{"--weights MISSING"}, garbage: []string{"--weights GARBAGE"}, status: failure},
		"move": {
			missing: []string{
				"-p kaeshi:book=MISSING", "-p kaeshi:weights=MISSING", "-p exec/gtp:MISSING", "-p exec/nboard:MISSING",
			},
			garbage: []string{"garbage", "d9", "d3d3", "-", impossible, "-p greedy f5 " + impossible},
			damaged: playerFiles("-p"),
		},
		"solve": {
			missing: []string{"MISSING", "--journal NEW MISSING", "--proof NEW MISSING"},
			garbage: []string{"GARBAGE", "-", "IMPOSSIBLE", "--journal NEW --proof NEW.d GARBAGE", "EMPTY"},
			output:  []string{"--journal MISSING/x -"},
		},
		"hint": {
			missing: []string{"MISSING.txt", "--book MISSING f5"},
			garbage: []string{"GARBAGE", "-", "garbage", "d9", impossible, "IMPOSSIBLE"},
			damaged: []string{"--book GARBAGE f5"},
		},
		"analyze": {
			missing: []string{"MISSING", "--html NEW.html --journal NEW MISSING"},
			garbage: []string{"GARBAGE", "-", "IMPOSSIBLE", "--html NEW.html --journal NEW GARBAGE", "EMPTY"},
			output:  []string{"--html MISSING/x.html -", "--journal MISSING/x -"},
		},
		"perft":   {valid: "3"},
		"tree":    {garbage: []string{"--position garbage", "--position d9", "--position " + impossible}},
		"compare": {garbage: []string{"--position garbage", "--position d9", "--position " + impossible}},
		"accuracy": {
			valid: "-", missing: []string{"MISSING"}, garbage: []string{"GARBAGE", "-", "IMPOSSIBLE"},
			damaged: []string{"-p kaeshi:book=GARBAGE GARBAGE"},
		},
		"match": {
			valid: "greedy random", missing: []string{
				"--file MISSING", "--resume --db MISSING", "greedy kaeshi:book=MISSING --db :memory:",
				"greedy exec/gtp:MISSING --db :memory:", "greedy exec/gtp:MISSING --db NEW --out NEW.ggf",
				"greedy random --db NEW --out NEW.ggf --openings MISSING", "--resume --db MISSING --out NEW.ggf",
			},
			garbage: []string{
				"greedy random --db NEW --out NEW.ggf --openings GARBAGE",
				"greedy random --db :memory: --openings GARBAGE", "greedy random --db :memory: --openings IMPOSSIBLE",
			},
			damaged: []string{"greedy kaeshi:book=GARBAGE --db :memory:"},
			output:  []string{"greedy random --db MISSING/x", "greedy random --db :memory: --out MISSING/x.pgn"},
		},
		"openings name": {valid: "f5", garbage: []string{"garbage", "d9", impossible}},
		"puzzles":       {missing: []string{"MISSING"}, garbage: []string{"GARBAGE", "-", "IMPOSSIBLE"}},
		"prove": {
			valid: "d3", missing: []string{"MISSING.txt"},
			garbage: []string{"GARBAGE", "d9", "garbage", impossible, "IMPOSSIBLE"},
		},
		"verify": {
			valid: "NEW", missing: []string{"MISSING"}, garbage: []string{"GARBAGE"}, status: terminal.ExitMismatch,
		},
		"gtp":    {missing: []string{"-p kaeshi:book=MISSING"}, damaged: playerFiles("-p")},
		"nboard": {missing: []string{"--book MISSING"}, garbage: []string{"--book GARBAGE"}, status: failure},
	}
	maps.Copy(known, gameFaults())
	maps.Copy(known, clusterFaults())
	maps.Copy(known, bookFaults())
	maps.Copy(known, trainFaults())
	return known
}

// gameFaults returns the calls of the commands that store, search and convert games.
func gameFaults() map[string]faultsOf {
	return map[string]faultsOf{
		"convert": {
			valid: "- -", missing: []string{"MISSING NEW.sgf"},
			garbage: []string{"GARBAGE NEW.sgf", "IMPOSSIBLE NEW.sgf"},
			output:  []string{"GAME MISSING/x.txt", "GAME MISSING/x.wtb"},
		},
		"import": {
			valid: "NEW", missing: []string{"MISSING --db :memory:", "MISSING --db NEW"},
			garbage: []string{"GARBAGE --db :memory:", "IMPOSSIBLE --db :memory:", "GARBAGE EMPTY --db NEW"},
			output:  []string{"GAME --db MISSING/x"},
		},
		"find": {
			missing: []string{"--db MISSING"}, damaged: []string{"--db GARBAGE"}, empty: []string{"--db EMPTY"},
			garbage: []string{"--position d9 --db :memory:", "--db :memory: --position " + impossible},
		},
		"backup": {
			valid: "NEW", missing: []string{"NEW --db MISSING"}, damaged: []string{"NEW --db GARBAGE"},
			empty: []string{"NEW --db EMPTY"},
		},
		"restore": {
			valid: "NEW.db", missing: []string{"MISSING --db NEW"}, damaged: []string{"GARBAGE --db NEW"},
			empty: []string{"EMPTY --db NEW"},
		},
		"doctor": {damaged: []string{"--db GARBAGE"}, empty: []string{"--db EMPTY"}},
		"export": {
			valid: "NEW.json", missing: []string{"NEW.json --db MISSING"}, damaged: []string{"NEW.json --db GARBAGE"},
			empty: []string{"NEW.json --db EMPTY"},
			garbage: []string{
				"NEW.json --position d9 --db :memory:", "NEW.json --db :memory: --position " + impossible,
			},
		},
	}
}

// clusterFaults returns the calls of the commands for clusters.
func clusterFaults() map[string]faultsOf {
	return map[string]faultsOf{
		"hub":     {output: []string{"--dir MISSING/x"}},
		"worker":  {valid: "--join kaeshi://127.0.0.1:1/#token~" + strings.Repeat("0", 64)},
		"cluster": {}, "cluster status": {}, "cluster jobs": {}, "cluster workers": {},
		"cluster failures": {valid: "x"}, "cluster pause": {valid: "x"}, "cluster resume": {valid: "x"},
		"cluster cancel": {valid: "x"}, "cluster drain": {valid: "x"},
	}
}

// bookFaults returns the calls of the subcommands of kaeshi book.
func bookFaults() map[string]faultsOf {
	failure := terminal.ExitFailure
	return map[string]faultsOf{
		"book grow": {
			valid: "NEW", garbage: []string{"NEW --from d9", "NEW --from " + impossible}, damaged: []string{"GARBAGE"},
			output: []string{"MISSING/x"},
		},
		"book learn": {
			valid: "NEW NEW", missing: []string{"NEW MISSING", "NEW.b MISSING GAME"},
			garbage: []string{"NEW GARBAGE", "NEW EMPTY"},
			damaged: []string{"GARBAGE GAME"}, output: []string{"MISSING/x GAME"},
		},
		"book merge": {
			valid: "NEW NEW NEW", missing: []string{"MISSING MISSING NEW"}, garbage: []string{"GARBAGE GARBAGE NEW"},
			output: []string{"shipped shipped MISSING/x"}, status: failure,
		},
		"book verify": {valid: "NEW", missing: []string{"MISSING"}, garbage: []string{"GARBAGE"}, status: failure},
		"book show": {
			valid: "NEW", missing: []string{"MISSING"}, garbage: []string{"GARBAGE"}, status: failure,
		},
		"book export": {
			valid: "NEW NEW", missing: []string{"MISSING NEW.txt"},
			garbage: []string{"GARBAGE NEW.txt"}, output: []string{"shipped MISSING/x.jsonl"}, status: failure,
		},
		"book import": {
			valid: "NEW NEW", missing: []string{"MISSING NEW"},
			garbage: []string{"GARBAGE NEW"}, status: failure,
		},
	}
}

// trainFaults returns the calls of the subcommands of kaeshi train that read files.
func trainFaults() map[string]faultsOf {
	failure := terminal.ExitFailure
	return map[string]faultsOf{
		"train label": {missing: []string{"--dir MISSING", "--weights MISSING"}},
		"train fit":   {missing: []string{"--dir MISSING"}},
		"train pack":  {missing: []string{"--dir MISSING"}},
		"train outcomes": {
			missing: []string{"--weights MISSING"},
			garbage: []string{"--weights GARBAGE"}, status: failure,
		},
		"train leaves": {
			missing: []string{"--weights MISSING"},
			garbage: []string{"--weights GARBAGE"}, status: failure,
		},
		"train tune": {
			missing: []string{"--weights MISSING"},
			garbage: []string{"--weights GARBAGE"}, status: failure,
		},
		"train even":   {missing: []string{"--dir MISSING"}},
		"train report": {missing: []string{"--dir MISSING"}},
	}
}

// playerFiles returns calls with players whose file is damaged.
func playerFiles(flag string) []string {
	return []string{flag + " kaeshi:book=GARBAGE", flag + " kaeshi:weights=GARBAGE"}
}

// textFlags returns invalid values of string flags by name. Other string flags accept any text, such as a file name.
func textFlags() map[string]string {
	return map[string]string{
		"addr": "nowhere", "black": "nobody", "white": "nobody", "player": "nobody", "without": "magic", "marks": "abc",
		"time": "soon", "margin": "soon", "sprt": "elo0=x", "adjudicate": "never", "year": "soon",
		"cluster": "nowhere", "join": "nowhere", "kinds": "nothing", "metrics": "nowhere",
		"empties": "many", "difficulty": "hard", "algo": "magic", "openings": "balanced:x",
	}
}

// noTextFault returns flags that accept any text although textFlags has their name.
func noTextFault() []string {
	return []string{"find --player", "export --player"}
}

// folders holds, by test, a folder that no call has changed.
var folders sync.Map

// filesFor returns a folder with the files that call lines name.
func filesFor(t *testing.T) string {
	t.Helper()
	if folder, ok := folders.Load(t); ok {
		return folder.(string)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"GARBAGE": "what is this?\n", "GAME": "f5d6c3\n", "IMPOSSIBLE": impossible + "\n", "EMPTY": "",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "FOLDER"), 0o700); err != nil {
		t.Fatal(err)
	}
	folders.Store(t, folder)
	t.Cleanup(func() { folders.Delete(t) })
	return folder
}

// call runs kaeshi with the garbage as standard input and the given environment. A call that fails must not leave new
// files.
func call(t *testing.T, args []string, variables map[string]string) (status int, out, errs string) {
	t.Helper()
	folder := filesFor(t)
	for i := range args {
		names := regexp.MustCompile(`MISSING|GARBAGE|IMPOSSIBLE|GAME|NEW|EMPTY|FOLDER`)
		args[i] = names.ReplaceAllStringFunc(args[i], func(name string) string {
			return filepath.Join(folder, name)
		})
	}
	in, err := os.Open(filepath.Join(folder, "GARBAGE"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }() // opened for reading only
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	// Clearing the usual tables would take most of the time.
	all := map[string]string{"XDG_DATA_HOME": folder, "CI": "true", "KAESHI_HASH": "1MB"}
	maps.Copy(all, variables)
	before := namesIn(t, folder)
	p := &program{Env: &verb.Env{
		In: in, Out: &terminal.Output{Writer: &stdout}, Err: &stderr,
		Getenv: func(name string) string { return all[name] },
	}}
	status = p.run(ctx, args)
	diff := cmp.Diff(before, namesIn(t, folder))
	if status != 0 && diff != "" {
		t.Errorf("kaeshi %s failed with status %d and changed the files (-before +after):\n%s",
			strings.Join(args, " "), status, diff)
	}
	if status == 0 || diff != "" {
		folders.Delete(t)
	}
	return status, stdout.String(), stderr.String()
}

// namesIn returns the names of the files and folders in a folder.
func namesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		names = append(names, strings.TrimPrefix(path, folder))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// checkFault checks the status of a call, and that its error names the place and has no internal details.
func checkFault(t *testing.T, line string, want int, place string) {
	t.Helper()
	checkFaultIn(t, nil, line, want, place)
}

// checkFaultIn is checkFault with environment variables.
func checkFaultIn(t *testing.T, variables map[string]string, line string, want int, place string) {
	t.Helper()
	status, out, errs := call(t, strings.Fields(line), variables)
	for name, value := range variables {
		line = name + "=" + value + " " + line
	}
	if status != want {
		t.Errorf("kaeshi %s: status %d, want %d\n%s%s", line, status, want, out, errs)
	}
	if !strings.Contains(errs, place) {
		t.Errorf("kaeshi %s: the error does not name %q:\n%s", line, place, errs)
	}
	raw := regexp.MustCompile(`strconv\.|time: |fork/exec|invalid argument|kaeshi: kaeshi|%!|unmarshal|` +
		`\.part\b|\.kaeshi-| 1 [a-z]+s\b`).FindString(errs)
	if raw != "" {
		t.Errorf("kaeshi %s: the error contains the internal detail %q:\n%s", line, raw, errs)
	}
	if strings.Count(errs, "\n") > 4 {
		t.Errorf("kaeshi %s: the error has more than 4 lines:\n%s", line, errs)
	}
}

// badValues returns invalid values of a flag.
func badValues(path string, f *pflag.Flag) []string {
	switch f.Value.Type() {
	case "int", "float64", "duration", "intSlice":
		return []string{"x", "-1", "99999999999999999999999999", "NaN"}
	case "uint64":
		return []string{"x", "-1", "99999999999999999999999999"}
	case "bool":
		return []string{"perhaps"}
	case "string", "stringArray", "stringSlice":
		bad, ok := textFlags()[f.Name]
		if !ok || slices.Contains(noTextFault(), path+" --"+f.Name) {
			return nil
		}
		return []string{bad}
	}
	if f.Name == "hash" {
		return []string{"no-such-value", "0", "-1", "999TB", "99999999999TB"}
	}
	return []string{"no-such-value"} // for a flag with a list of values
}

// TestStatuses runs every command with invalid flag values, an unknown flag, a missing file and garbage.
func TestStatuses(t *testing.T) {
	if testing.Short() {
		t.Skip("runs several hundred commands")
	}
	known := verbFaults()
	root := newProgram(t, "en", nil).rootCommand()
	for _, c := range append(verbsOf(root), root) {
		path := strings.TrimSpace(strings.TrimPrefix(c.CommandPath(), "kaeshi"))
		faults, ok := known[path]
		if !ok {
			t.Errorf("verbFaults has no calls of the command %q", path)
			continue
		}
		t.Run(strings.ReplaceAll(path, " ", "-"), func(t *testing.T) { checkVerb(t, c, path, faults) })
	}
}

func checkVerb(t *testing.T, c *cobra.Command, path string, faults faultsOf) {
	t.Helper()
	checkFault(t, fmt.Sprintf("%s %s --no-such-flag", path, faults.valid), terminal.ExitUsage, "--no-such-flag")
	for _, line := range faults.missing {
		checkFault(t, path+" "+line, terminal.ExitFailure, "MISSING")
	}
	for _, line := range faults.damaged {
		checkFault(t, path+" "+line, terminal.ExitFailure, "GARBAGE")
	}
	for _, line := range faults.empty {
		checkFault(t, path+" "+line, terminal.ExitFailure, "EMPTY")
	}
	for _, line := range faults.output {
		named := regexp.MustCompile(`MISSING/[a-z.]+`).FindString(line)
		checkFault(t, path+" "+line, terminal.ExitFailure, strings.TrimSuffix(named, ".wtb"))
	}
	for _, line := range faults.garbage {
		status := terminal.ExitIllegal
		if faults.status != 0 {
			status = faults.status
		}
		checkFault(t, path+" "+line, status, "")
	}
	visit(c, func(f *pflag.Flag) {
		for _, value := range badValues(path, f) {
			number := f.Value.Type() == "float64" && strings.HasPrefix(value, "9")
			if score := strings.HasPrefix(f.Name, "at-"); number || score && value == "-1" {
				continue // a valid value
			}
			checkFault(t, fmt.Sprintf("%s %s --%s=%s", path, faults.valid, f.Name, value), terminal.ExitUsage, f.Name)
			name := flags.Variable(f.Name)
			ignored := f.Name == "help" || f.Name == "lang" // KAESHI_LANG may be any language
			if !ignored && !strings.Contains(faults.valid, "--"+f.Name) {
				checkFaultIn(t, map[string]string{name: value}, path+" "+faults.valid, terminal.ExitUsage, name)
			}
		}
	})
}

// TestBoardSize checks that a --size that differs from the size of a board is refused, and that the board has
// precedence over the environment variable.
func TestBoardSize(t *testing.T) {
	const board = "--------------OX----XO--------------" // 6×6
	for _, verb := range []string{
		"hint --level 0 BOARD", "move -p greedy BOARD", "compare --depth 1 --position BOARD",
		"tree --depth 1 --position BOARD",
	} {
		line := strings.ReplaceAll(verb, "BOARD", board)
		for size, want := range map[string]int{"4": terminal.ExitUsage, "6": 0, "8": terminal.ExitUsage} {
			status, out, errs := call(t, strings.Fields(line+" --size "+size), nil)
			if status != want || want != 0 && !strings.Contains(errs, "--size "+size) {
				t.Errorf("kaeshi %s --size %s: status %d, want %d\n%s%s", line, size, status, want, out,
					errs)
			}
			status, out, errs = call(t, strings.Fields(line), map[string]string{"KAESHI_SIZE": size})
			if status != 0 {
				t.Errorf("KAESHI_SIZE=%s kaeshi %s: status %d, want 0\n%s%s", size, line, status, out,
					errs)
			}
		}
	}
	for _, line := range []string{
		"find --db :memory: --size 8 --position " + board,
		"export --db :memory: --size 8 NEW.ggf --position " + board,
		"prove --size 8 " + board,
	} {
		checkFault(t, line, terminal.ExitUsage, "--size 8")
	}
}
