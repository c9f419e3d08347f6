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

// sample is a judged game that does not change when the engine does, under names that must be escaped.
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

// TestMakeSample writes the sample anew with -update.
func TestMakeSample(t *testing.T) {
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), tournamentGame)
	if err != nil {
		t.Fatal(err)
	}
	if !*update {
		if d := sample(t); d.Transcript != g.Transcript() {
			t.Errorf("the sample is of another game: %s", d.Transcript)
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
		t.Errorf("%s differs; look at what `go test ./analysis -update` changes. Got:\n%s", name, got)
	}
}

// report is what a run writes of the sample, n times over.
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
		t.Fatalf("%d damaged, error %v", damaged, err)
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
		t.Errorf("the brief report tells of single moves:\n%s", brief)
	}
	for _, says := range []string{"… and 3 more", "games: 2, moves: 120"} {
		if !strings.Contains(brief, says) {
			t.Errorf("the brief report does not say %q:\n%s", says, brief)
		}
	}
	for _, line := range strings.Split(report(t, "en", 2, ReportSettings{JSON: true}), "\n")[:3] {
		if err := documentsSchema(t).Check(line, ""); err != nil {
			t.Error(err)
		}
	}
}

// element is a part of a page.
type element struct {
	name  string
	attrs map[string]string
}

// elements reads a page strictly, as XML: what is open is closed, and quoted what must be.
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

// TestPage: a page is well-formed, needs nothing from outside and no script, can be read aloud, and shows names as they
// are.
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
			t.Errorf("%s: begins %.60q, want %q", language, page, head)
		}
		if !utf8.Valid(text) {
			t.Errorf("%s: a text is no UTF-8", language)
		}
		for _, broken := range []string{"%!", "ZgotmplZ"} {
			if strings.Contains(page, broken) {
				t.Errorf("%s: a text has %s", language, broken)
			}
		}
		for _, needs := range []string{
			"@media print", "prefers-color-scheme:dark",
			`content="default-src 'none'; style-src 'unsafe-inline'"`,
		} {
			if !strings.Contains(page, needs) {
				t.Errorf("%s: no %s", language, needs)
			}
		}
		list, content := elements(t, page)
		if !strings.Contains(content, `Ōno "<b>" & Söhne`) ||
			!strings.Contains(content, "</title><script>alert(1)</script>") {
			t.Errorf("%s: names are not shown as they are", language)
		}
		checkElements(t, language, list)
	}
}

func TestPageIsThePage(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		path := filepath.Join(t.TempDir(), "report.html")
		report(t, language, 1, ReportSettings{Page: path})
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "page."+language+".html", string(text))
		if style := "<style>" + PageStyle() + "</style>"; strings.Count(string(text), style) != 1 {
			t.Errorf("%s: the style is not %q", language, style)
		}
	}
}

// TestDeviceIsTold: what the engine in a browser judged is not taken for what the full weights say.
func TestDeviceIsTold(t *testing.T) {
	for language, want := range map[string]string{"en": "the engine in the browser", "ja": "ブラウザ内のエンジン"} {
		w := wordsIn(lang.Of(language))
		level := 8
		h := How{Level: &level, Depth: 8, Exact: 16}
		if text := w.effort(h); strings.Contains(text, want) {
			t.Errorf("%s: %q", language, text)
		}
		h.Device = true
		if text := w.effort(h); !strings.Contains(text, want) {
			t.Errorf("%s: %q does not say %q", language, text, want)
		}
	}
}

func checkElements(t *testing.T, language string, list []element) {
	t.Helper()
	ids, counts := map[string]bool{}, map[string]int{}
	for _, e := range list {
		counts[e.name]++
		if id := e.attrs["id"]; id != "" && ids[id] {
			t.Errorf("%s: id %s twice", language, id)
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
				t.Errorf("%s: %s is labelled by %s, which is not there", language, e.name, id)
			}
		}
		switch {
		case slices.Contains([]string{"script", "link", "img", "iframe", "object", "base"}, e.name):
			t.Errorf("%s: an element %s", language, e.name)
		case e.name == "svg" &&
			(e.attrs["role"] != "img" || e.attrs["aria-label"] == "" && e.attrs["aria-labelledby"] == ""):
			t.Errorf("%s: a picture without a text", language)
		case e.name == "th" && e.attrs["scope"] == "":
			t.Errorf("%s: a heading of a table without a scope", language)
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

// TestPageAppearsWhole: a run that does not end leaves no page and nothing beside it, and a page has room for so many
// games.
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
		t.Errorf("%v is left, error %v", left, err)
	}
	if _, err := NewPage(filepath.Join(dir, "nowhere", "report.html"), "en", UsualMarks()); err == nil {
		t.Error("a page in no folder begins")
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
		t.Errorf("%d left, error %v", p.Left(), err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v is left, error %v", left, err)
	}
}

func TestWords(t *testing.T) { langtest.Check(t, catalogue, "*.go") }
