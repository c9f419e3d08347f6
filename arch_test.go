package kaeshi_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const module = "github.com/kaeshi/kaeshi"

// importTable is the table of ARCHITECTURE.md. A package may import only packages of earlier lines. Test files may
// import anything.
const importTable = `
internal/disk
bitboard  gametree  proof  web  match/stats  analysis/schema  internal/filelock  internal/lang  internal/chart
internal/excerpt  internal/lines  internal/newfile  internal/span  internal/splitmix  internal/crashtest
internal/texttest  internal/diskfree  cluster
cluster/hub  cluster/gauges  othello  tictactoe  bitboard/kerneltest  gametree/gametreetest
internal/lang/langtest  internal/journal  internal/terminal
othello/othellotest  record  eval  solve  opening  classic  claims  diagram  train/games
record/internal/timing
record/internal/scan  record/internal/emit  record/internal/recordtest
record/internal/bracket  claims/claimstest
record/transcript  search  store  train/steps
record/obf  record/ggf  record/sgf  record/pgn  record/wthor  record/kjson  train/play
record/paste
record/files  train/probcut  classroom
book  problems  puzzles  explorer  prove
player
player/console  player/playertest  protocol  match  train  analysis  online
train/lab  analysis/queries  cluster/units
web/work
web/api  web/webtest
web/edge  web/api/links  web/api/database  web/api/tournaments  web/certs
web/server
cmd/kaeshi/text  cmd/kaeshi/players  cmd/kaeshi/flags  cmd/kaeshi/verb
cmd/kaeshi/analyze  cmd/kaeshi/book  cmd/kaeshi/cluster  cmd/kaeshi/match  cmd/kaeshi/serve  cmd/kaeshi/train
cmd/kaeshi  cmd/wasm  cmd/checker
`

const (
	fileLimit      = 400 // lines of a file, tests excluded
	functionLimit  = 80  // lines of a function
	packageLimit   = 25  // files of a package, tests excluded
	parameterLimit = 6   // parameters of a function, receiver excluded
)

// largePackages lists the packages that may have more files than packageLimit.
func largePackages() []string { return []string{"cmd/kaeshi"} }

// corePackages lists the packages of the engine. They may use the standard library and golang.org/x/sys/cpu only.
func corePackages() []string {
	return []string{
		"bitboard", "othello", "gametree", "gametree/gametreetest", "tictactoe", "claims", "eval", "solve", "search",
	}
}

// lowLevelPackages lists the packages that may have assembly and use unsafe.
func lowLevelPackages() []string { return []string{"bitboard", "eval", "solve"} }

// unsafeFiles lists further files that may use unsafe. Each of them states the reason.
func unsafeFiles() []string { return []string{"search/memory_linux.go"} }

// rule is a check of the code. It returns one message for each violation.
type rule struct {
	name  string
	check func(tree) []string
}

func rules() []rule {
	return []rule{
		{"packages are listed", unlistedPackages},
		{"imports follow the table", wrongImports},
		{"core is free of dependencies", coreDependencies},
		{"one package comment", packageComments},
		{"package comments name no imports", commentsOnImports},
		{"assembly and unsafe", lowLevelCode},
		{"file length", longFiles},
		{"function length", tooLongFunctions},
		{"package size", largeFolders},
		{"parameters", parameterLists},
		{"files are written through internal/disk", directWrites},
	}
}

func TestArchitecture(t *testing.T) {
	code, err := readTree(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if len(code.files) == 0 {
		t.Fatal("no Go files in the module")
	}
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			for _, finding := range r.check(code) {
				t.Error(finding)
			}
		})
	}
}

// TestArchitecturePage checks that ARCHITECTURE.md contains the import table.
func TestArchitecturePage(t *testing.T) {
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```"+importTable+"```") {
		t.Errorf("ARCHITECTURE.md does not contain a code block with this table:%s", importTable)
	}
}

// goFile returns a file that violates no rule except by its imports.
func goFile(pkg string, imports ...string) *fstest.MapFile {
	var b strings.Builder
	b.WriteString("// Package " + pkg + " is an example.\npackage " + pkg + "\n")
	for _, path := range imports {
		b.WriteString("\nimport _ \"" + path + "\"\n")
	}
	return &fstest.MapFile{Data: []byte(b.String())}
}

// padded appends comment lines to a file up to n lines in total.
func padded(f *fstest.MapFile, n int) *fstest.MapFile {
	text := string(f.Data)
	text += strings.Repeat("// more\n", n-strings.Count(text, "\n"))
	return &fstest.MapFile{Data: []byte(text)}
}

// longFunc appends a function of n lines to a file.
func longFunc(f *fstest.MapFile, n int) *fstest.MapFile {
	body := "\nfunc long() {\n" + strings.Repeat("\t_ = 0\n", n-2) + "}\n"
	return &fstest.MapFile{Data: append(slices.Clone(f.Data), body...)}
}

// manyFiles returns a package of n files and a test file.
func manyFiles(pkg string, n int) fstest.MapFS {
	files := fstest.MapFS{pkg + "/" + pkg + ".go": goFile(pkg), pkg + "/x_test.go": goFile(pkg + "_test")}
	for i := 1; i < n; i++ {
		files[fmt.Sprintf("%s/more%d.go", pkg, i)] = &fstest.MapFile{Data: []byte("package " + pkg + "\n")}
	}
	return files
}

// withCode appends declarations to a file.
func withCode(f *fstest.MapFile, code string) *fstest.MapFile {
	return &fstest.MapFile{Data: append(slices.Clone(f.Data), "\n"+code+"\n"...)}
}

// TestRulesHold checks that valid code has no findings, including code that resembles the cases of TestRulesBreak.
func TestRulesHold(t *testing.T) {
	good := fstest.MapFS{
		"doc.go":                  goFile("kaeshi"),
		"arch_test.go":            goFile("kaeshi_test", module+"/web"),
		"bitboard/bitboard.go":    goFile("bitboard", "math/bits", "unsafe", "golang.org/x/sys/cpu"),
		"bitboard/kernel_amd64.s": {Data: []byte("TEXT")},
		"bitboard/more.go":        {Data: []byte("//go:build !purego\n\npackage bitboard\n")},
		"bitboard/bitboard_test.go": padded(goFile("bitboard_test", module+"/search", "example.org/rapid"),
			fileLimit+1),
		"othello/othello.go":         padded(goFile("othello", module+"/bitboard"), fileLimit),
		"othello/long.go":            longFunc(&fstest.MapFile{Data: []byte("package othello\n")}, functionLimit),
		"store/store.go":             goFile("store", "database/sql", "example.org/sqlite", module+"/othello"),
		"cmd/kaeshi/main.go":         goFile("main", "example.org/cobra", module+"/web"),
		"tools/go.mod":               {Data: []byte("module other\n")},
		"tools/testall/main.go":      {Data: []byte("package main\n")},
		"web/ui/node_modules/x/x.go": {Data: []byte("package x\n")},
		"search/testdata/broken.go":  {Data: []byte("package\n")},
		".cache/x.go":                {Data: []byte("package x\n")},
		"search/search.go":           withCode(goFile("search"), "func (x X) f(a, b, c int, d bool, e int, g bool) {}"),
	}
	maps.Copy(good, manyFiles("solve", packageLimit))
	code, err := readTree(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules() {
		for _, finding := range r.check(code) {
			t.Errorf("%s: %s", r.name, finding)
		}
	}
}

// rulesBroken contains trees that violate one rule each.
var rulesBroken = []struct {
	rule, want string
	files      fstest.MapFS
}{
	{"packages are listed", "common is not in the import table", fstest.MapFS{"common/c.go": goFile("common")}},
	{
		"packages are listed", "web/common is not in the import table",
		fstest.MapFS{"web/common/a.go": goFile("common")},
	},
	{"packages are listed", "tools is not in the import table", fstest.MapFS{"tools/t.go": goFile("tools")}},
	{
		"imports follow the table", "othello may not import search",
		fstest.MapFS{"othello/o.go": goFile("othello", module+"/search")},
	},
	{
		"imports follow the table", "eval may not import solve",
		fstest.MapFS{"eval/e.go": goFile("eval", module+"/solve")},
	},
	{
		"imports follow the table", "web may not import cmd/kaeshi",
		fstest.MapFS{"web/w.go": goFile("web", module+"/cmd/kaeshi")},
	},
	{
		"imports follow the table", "player may not import common",
		fstest.MapFS{"player/p.go": goFile("player", module+"/common")},
	},
	{
		"imports follow the table", ". may not import othello",
		fstest.MapFS{"doc.go": goFile("kaeshi", module+"/othello")},
	},
	{"core is free of dependencies", "example.org/x", fstest.MapFS{"solve/s.go": goFile("solve", "example.org/x")}},
	{
		"core is free of dependencies", "golang.org/x/sys/unix",
		fstest.MapFS{"search/s.go": goFile("search", "golang.org/x/sys/unix")},
	},
	{
		"core is free of dependencies", "golang.org/x/sys/cpu/more",
		fstest.MapFS{"bitboard/b.go": goFile("bitboard", "golang.org/x/sys/cpu/more")},
	},
	{
		"one package comment", "othello has no package comment",
		fstest.MapFS{"othello/o.go": {Data: []byte("package othello\n")}},
	},
	{
		"one package comment", "othello has no package comment",
		fstest.MapFS{"othello/o.go": {Data: []byte("//go:build linux\npackage othello\n")}},
	},
	{"one package comment", "2 package comments", fstest.MapFS{
		"othello/a.go": goFile("othello"),
		"othello/b.go": {Data: []byte("// Package othello again.\npackage othello\n")},
	}},
	{"assembly and unsafe", "search/s_amd64.s", fstest.MapFS{
		"search/s.go":      goFile("search"),
		"search/s_amd64.s": {Data: []byte("TEXT")},
	}},
	{
		"assembly and unsafe", "othello/o.go imports unsafe",
		fstest.MapFS{"othello/o.go": goFile("othello", "unsafe")},
	},
	{
		"assembly and unsafe", "othello/o_test.go imports unsafe",
		fstest.MapFS{"othello/o_test.go": goFile("othello", "unsafe")},
	},
	{"assembly and unsafe", "imports C", fstest.MapFS{"bitboard/b.go": goFile("bitboard", "C")}},
	{"file length", "othello/o.go has 401 lines", fstest.MapFS{"othello/o.go": padded(goFile("othello"), 401)}},
	{
		"function length", "othello/o.go: long has 81 lines",
		fstest.MapFS{"othello/o.go": longFunc(goFile("othello"), 81)},
	},
	{"package size", "othello has 26 files, more than 25", manyFiles("othello", packageLimit+1)},
	{"parameters", "othello/o.go:4: f has 7 parameters, more than 6", fstest.MapFS{
		"othello/o.go": withCode(goFile("othello"), "func f(a, b, c int, d, e, f, g string) {}"),
	}},
	{"parameters", "othello/o.go:4: f has two adjacent bool parameters", fstest.MapFS{
		"othello/o.go": withCode(goFile("othello"), "func (T) f(n int, a, b bool) {}"),
	}},
	{"parameters", "othello/o.go:4: f has two adjacent bool parameters", fstest.MapFS{
		"othello/o.go": withCode(goFile("othello"), "func f(a bool, b bool) {}"),
	}},
	{"parameters", "othello/o.go:4: f has two adjacent bool parameters", fstest.MapFS{
		"othello/o.go": withCode(goFile("othello"), "func f(bool, bool)"), // in assembly
	}},
	{"parameters", "othello/o.go:4: a function type has 7 parameters, more than 6", fstest.MapFS{
		"othello/o.go": withCode(goFile("othello"), "type F func(_, _, _, _, _, _, _ int)"),
	}},
	{"parameters", "othello/o_test.go:4: a function type has two adjacent bool parameters", fstest.MapFS{
		"othello/o_test.go": withCode(goFile("othello"), "var _ = func(bool, bool) {}"),
	}},
	{"package comments name no imports", "othello/o.go", fstest.MapFS{"othello/o.go": {
		Data: []byte("// Package othello is an example. It imports\n// bitboard.\npackage othello\n"),
	}}},
	{
		"files are written through internal/disk", "store/s.go:6 calls os.WriteFile",
		fstest.MapFS{"store/s.go": withCode(goFile("store", "os"), "var _ = os.WriteFile")},
	},
	{
		"function length", "othello/o_test.go: long has 81 lines",
		fstest.MapFS{"othello/o_test.go": longFunc(goFile("othello"), 81)},
	},
}

// TestRulesBreak checks that each violation is found by its rule and by no other rule.
func TestRulesBreak(t *testing.T) {
	for _, c := range rulesBroken {
		t.Run(c.want, func(t *testing.T) {
			code, err := readTree(c.files)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rules() {
				found := strings.Join(r.check(code), "\n")
				if broken := r.name == c.rule; broken != (found != "") || broken && !strings.Contains(found, c.want) {
					t.Errorf("rule %q finds %q, want a finding with %q from rule %q only", r.name, found, c.want,
						c.rule)
				}
			}
		})
	}
}

func TestInvalidCode(t *testing.T) {
	for name, code := range map[string]fs.FS{
		"a syntax error": fstest.MapFS{"othello/o.go": {Data: []byte("package\n")}},
		"no folder":      os.DirFS("no such folder"),
	} {
		if _, err := readTree(code); err == nil {
			t.Errorf("%s: the tree is read without an error, want one", name)
		}
	}
}

// TestListsAreNotStale checks that exceptions are needed and that listed packages exist.
func TestListsAreNotStale(t *testing.T) {
	code, err := readTree(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range staleLists(code) {
		t.Error(finding)
	}
}

func TestStaleLists(t *testing.T) {
	code, err := readTree(fstest.MapFS{"bitboard/b.go": goFile("bitboard")})
	if err != nil {
		t.Fatal(err)
	}
	found := strings.Join(staleLists(code), "\n")
	for _, want := range []string{
		"importTable: search does not exist",
		"corePackages: othello does not exist",
		"largePackages: cmd/kaeshi has no more than 25 files",
		"lowLevelPackages: bitboard has neither assembly nor unsafe",
		"unsafeFiles: search/memory_linux.go does not import unsafe",
	} {
		if !strings.Contains(found, want) {
			t.Errorf("findings\n%s\nwant %q among them", found, want)
		}
	}
}
