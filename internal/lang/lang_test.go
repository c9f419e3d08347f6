package lang

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func files(en, ja string) fstest.MapFS {
	return fstest.MapFS{"words/en.json": {Data: []byte(en)}, "words/ja.json": {Data: []byte(ja)}}
}

func TestCatalogue(t *testing.T) {
	c := NewCatalogue(files(`{"of":"%d of %s","rate":"100 %"}`, `{"of":"%[2]sの%[1]d","rate":"100%"}`), "words")
	var got []string
	for _, l := range []Lang{English, Japanese, "de", ""} {
		w := c.In(l)
		got = append(got, w.Say("of", 3, "x"), w.Say("rate"), w.Say("none"))
	}
	want := []string{"3 of x", "100 %", "", "xの3", "100%", "", "3 of x", "100 %", "", "3 of x", "100 %", ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

func TestCatalogueIsReadOnce(t *testing.T) {
	f := files(`{"a":"b"}`, `{"a":"c"}`)
	c := NewCatalogue(f, "words")
	c.In(English)
	delete(f, "words/ja.json")
	if text := c.In(Japanese).Say("a"); text != "c" {
		t.Errorf("text %q, want c", text)
	}
}

func TestCataloguePanicsWithoutTexts(t *testing.T) {
	for name, f := range map[string]fstest.MapFS{"no files": {}, "no JSON": files("{", "{}")} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic, want one")
				}
			}()
			NewCatalogue(f, "words").In(English)
		})
	}
}

func TestMapIsACopy(t *testing.T) {
	w := NewCatalogue(files(`{"a":"b"}`, `{"a":"c"}`), "words").In(English)
	w.Map()["a"] = "changed"
	if text := w.Say("a"); text != "b" {
		t.Errorf("text %q, want b", text)
	}
}

func TestOf(t *testing.T) {
	got := map[string]Lang{}
	for _, locale := range []string{"ja_JP.UTF-8", "JA", "ja", "en_US", "C", "", "de"} {
		got[locale] = Of(locale)
	}
	want := map[string]Lang{
		"ja_JP.UTF-8": Japanese, "JA": Japanese, "ja": Japanese, "en_US": English, "C": English, "": English,
		"de": English,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("languages (-want +got):\n%s", diff)
	}
}
