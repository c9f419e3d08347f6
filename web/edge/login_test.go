package edge

import (
	"regexp"
	"strings"
	"testing"
)

// Each text of the server's own pages is there in both languages, and used.
func TestPlainTexts(t *testing.T) {
	_, texts, err := readPlain("login.html")
	if err != nil {
		t.Fatal(err)
	}
	var used []byte
	for _, name := range []string{"plain/login.html", "plain/reference.html"} {
		text, err := plain.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		used = append(used, text...)
	}
	for key, text := range texts["en"] {
		if texts["ja"][key] == "" || text == "" {
			t.Errorf("%s is empty", key)
		}
		if short, isTrouble := strings.CutPrefix(key, "login_"); !regexp.MustCompile(`\b`+key+`\b`).Match(used) && (!isTrouble || short != "wrong" && short != "many") {
			t.Errorf("%s is not used", key)
		}
	}
	if len(texts["en"]) != len(texts["ja"]) {
		t.Errorf("%d texts in English, %d in Japanese", len(texts["en"]), len(texts["ja"]))
	}
}
