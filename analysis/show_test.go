package analysis

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/lang/langtest"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
)

var update = flag.Bool("update", false, "write the golden files")

// sample returns a fixed judged game whose names need escaping.
func sample(t testing.TB) *Game {
	t.Helper()
	text, err := os.ReadFile("testdata/game.json")
	if err != nil {
		t.Fatal(err)
	}
	var d Game
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	d.Black, d.White, d.Event = `Ōno "<b>" & Söhne`, "", "</title><script>alert(1)</script>"
	d.sum(UsualMarks())
	return &d
}

// TestMakeSample writes the sample if the flag -update is set.
func TestMakeSample(t *testing.T) {
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), tournamentGame)
	if err != nil {
		t.Fatal(err)
	}
	if !*update {
		if d := sample(t); d.Transcript != g.Transcript() {
			t.Errorf("the sample is the game %s, want %s", d.Transcript, g.Transcript())
		}
		return
	}
	d := judged(t, New(search.Options{}, atLevel(t, 10), UsualMarks()), g)
	d.File, d.Game, d.Nodes, d.Seconds = "folder/games.txt", 7, 1_500_000, 0.25
	text, err := json.MarshalIndent(d, "", " ")
	if err == nil {
		err = os.WriteFile("testdata/game.json", append(text, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; review the changes of `go test ./analysis -update`. Got:\n%s", name, got)
	}
}

// report returns the output of a run for the sample, repeated n times.
func report(t *testing.T, language string, n int, s ReportSettings) string {
	t.Helper()
	var b strings.Builder
	s.Marks = UsualMarks()
	r, err := NewReport(&b, lang.Of(language), s)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		if err := r.Game(sample(t)); err != nil {
			t.Fatal(err)
		}
	}
	r.Damaged()
	if damaged, _, err := r.Close(true); err != nil || damaged != 1 {
		t.Fatalf("%d damaged games, want 1; error %v", damaged, err)
	}
	if err := r.Abandon(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		golden(t, "text."+language+".txt", report(t, language, 1, ReportSettings{}))
	}
	brief := report(t, "en", 2, ReportSettings{Brief: true})
	if strings.Contains(brief, "black f5") {
		t.Errorf("the brief report lists single moves, want none:\n%s", brief)
	}
	for _, want := range []string{"… and 3 more", "games: 2, moves: 120"} {
		if !strings.Contains(brief, want) {
			t.Errorf("the brief report does not contain %q:\n%s", want, brief)
		}
	}
	for _, line := range strings.Split(report(t, "en", 2, ReportSettings{JSON: true}), "\n")[:3] {
		if err := documentsSchema(t).Check(line, ""); err != nil {
			t.Error(err)
		}
	}
}

// element is an HTML element of a page.
type element struct {
	name  string
	attrs map[string]string
}

// elements parses a page strictly as XML.
func elements(t *testing.T, page string) (list []element, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict = true
	d.Entity = xml.HTMLEntity
	var b strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list, b.String()
		}
		if err != nil {
			t.Fatalf("byte %d: %v", d.InputOffset(), err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{token.Name.Local, map[string]string{}}
			for _, a := range token.Attr {
				if _, twice := e.attrs[a.Name.Local]; twice {
					t.Errorf("%s has %s twice", e.name, a.Name.Local)
				}
				e.attrs[a.Name.Local] = a.Value
			}
			list = append(list, e)
		case xml.CharData:
			b.Write(token)
		}
	}
}

// TestPage checks that a page is well-formed, self-contained, accessible, without scripts, and shows names correctly.
func TestPage(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		path := filepath.Join(t.TempDir(), "report.html")
		report(t, language, 2, ReportSettings{Page: path})
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		page := string(text)
		if head := "<!DOCTYPE html>\n<html lang=\"" + language + "\">"; !strings.HasPrefix(page, head) {
			t.Errorf("%s: starts with %.60q, want %q", language, page, head)
		}
		if !utf8.Valid(text) {
			t.Errorf("%s: the page is not valid UTF-8", language)
		}
		for _, broken := range []string{"%!", "ZgotmplZ"} {
			if strings.Contains(page, broken) {
				t.Errorf("%s: the page contains %s", language, broken)
			}
		}
		for _, want := range []string{
			"@media print", "prefers-color-scheme:dark",
			`content="default-src 'none'; style-src 'unsafe-inline'"`,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page does not contain %s", language, want)
			}
		}
		list, content := elements(t, page)
		if !strings.Contains(content, `Ōno "<b>" & Söhne`) ||
			!strings.Contains(content, "</title><script>alert(1)</script>") {
			t.Errorf("%s: names are not shown correctly", language)
		}
		checkElements(t, language, list)
	}
}

func TestPageIsGolden(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		path := filepath.Join(t.TempDir(), "report.html")
		report(t, language, 1, ReportSettings{Page: path})
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "page."+language+".html", string(text))
		if style := "<style>" + PageStyle() + "</style>"; strings.Count(string(text), style) != 1 {
			t.Errorf("%s: the page does not contain the style once: %q", language, style)
		}
	}
}

// TestDeviceIsNamed checks that judgements by the engine in a browser are labelled.
func TestDeviceIsNamed(t *testing.T) {
	for language, want := range map[string]string{"en": "the engine in the browser", "ja": "ブラウザ内のエンジン"} {
		w := wordsIn(lang.Of(language))
		level := 8
		h := How{Level: &level, Depth: 8, Exact: 16}
		if text := w.effort(h); strings.Contains(text, want) {
			t.Errorf("%s: %q contains %q", language, text, want)
		}
		h.Device = true
		if text := w.effort(h); !strings.Contains(text, want) {
			t.Errorf("%s: %q does not contain %q", language, text, want)
		}
	}
}

func checkElements(t *testing.T, language string, list []element) {
	t.Helper()
	ids, counts := map[string]bool{}, map[string]int{}
	for _, e := range list {
		counts[e.name]++
		if id := e.attrs["id"]; id != "" && ids[id] {
			t.Errorf("%s: duplicate id %s", language, id)
		}
		ids[e.attrs["id"]] = true
	}
	for _, e := range list {
		for name, value := range e.attrs {
			if slices.Contains([]string{"src", "href", "srcset", "action", "data"}, name) ||
				strings.HasPrefix(name, "on") {
				t.Errorf("%s: %s has %s=%s", language, e.name, name, value)
			}
			if strings.Contains(value, "://") {
				t.Errorf("%s: %s has an address in %s=%s", language, e.name, name, value)
			}
		}
		for id := range strings.FieldsSeq(e.attrs["aria-labelledby"]) {
			if !ids[id] {
				t.Errorf("%s: %s is labelled by %s, which does not exist", language, e.name, id)
			}
		}
		switch {
		case slices.Contains([]string{"script", "link", "img", "iframe", "object", "base"}, e.name):
			t.Errorf("%s: unexpected element %s", language, e.name)
		case e.name == "svg" &&
			(e.attrs["role"] != "img" || e.attrs["aria-label"] == "" && e.attrs["aria-labelledby"] == ""):
			t.Errorf("%s: a picture without a label", language)
		case e.name == "th" && e.attrs["scope"] == "":
			t.Errorf("%s: a table header without a scope", language)
		}
	}
	want := map[string]int{
		"svg": 2 * (1 + pageBoards), "section": 2, "caption": counts["table"], "h1": 1, "main": 1,
	}
	got := map[string]int{}
	for name := range want {
		got[name] = counts[name]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: elements (-want +got):\n%s", language, diff)
	}
}

// TestPageAppearsWhole checks that an interrupted run leaves no files, and that the number of games on a page is
// limited.
func TestPageAppearsWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.html")
	r, err := NewReport(io.Discard, "en", ReportSettings{Page: path, Marks: UsualMarks()})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Game(sample(t)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Close(false); err != nil {
		t.Fatal(err)
	}
	if err := r.Abandon(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("files left: %v, want none; error %v", left, err)
	}
	if _, err := NewPage(filepath.Join(dir, "nowhere", "report.html"), "en", UsualMarks()); err == nil {
		t.Error("a page in a missing folder is accepted")
	}
	p, err := NewPage(path, "en", UsualMarks())
	if err != nil {
		t.Fatal(err)
	}
	empty := &Game{Position: othello.Start(othello.Size8, othello.Usual).String()}
	for range PageGames + 3 {
		if err := p.Game(empty); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Close(NewSumming().Sum()); err != nil || p.Left() != 3 {
		t.Errorf("Left() = %d, want 3; error %v", p.Left(), err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("files: %v, want one; error %v", left, err)
	}
}

func TestWords(t *testing.T) { langtest.Check(t, catalogue, "*.go") }
