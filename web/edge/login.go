package edge

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"

	"golang.org/x/text/language"
)

// plain holds the pages that the server makes itself. They work without the built page and without scripts.
//
//go:embed plain
var plain embed.FS

const plainStyle = "/plain.css"

// plainTexts are the texts of those pages in each language.
type plainTexts map[string]map[string]string

func readPlain(name string) (*template.Template, plainTexts, error) {
	fields := func(words map[string]string, list []field) map[string]any {
		return map[string]any{"Words": words, "Fields": list}
	}
	t, err := template.New(name).Funcs(template.FuncMap{"fields": fields}).ParseFS(plain, "plain/"+name)
	if err != nil {
		return nil, nil, err
	}
	texts := plainTexts{}
	for _, tag := range []string{"en", "ja"} {
		text, err := plain.ReadFile("plain/" + tag + ".json")
		if err != nil {
			return nil, nil, err
		}
		words := map[string]string{}
		if err := json.Unmarshal(text, &words); err != nil {
			return nil, nil, fmt.Errorf("plain/%s.json: %w", tag, err)
		}
		texts[tag] = words
	}
	return t, texts, nil
}

// languageOf is "ja" or "en": what the query says, else what the browser likes best.
func languageOf(r *http.Request) string {
	if asked := r.URL.Query().Get("lang"); asked == "ja" || asked == "en" {
		return asked
	}
	known := language.NewMatcher([]language.Tag{language.English, language.Japanese})
	liked, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if _, i, _ := known.Match(liked...); err == nil && i == 1 {
		return "ja"
	}
	return "en"
}

// loginPage asks a person for the token.
type loginPage struct {
	page  *template.Template
	texts plainTexts
}

func newLoginPage() (loginPage, error) {
	page, texts, err := readPlain("login.html")
	return loginPage{page, texts}, err
}

// show shows the page; trouble names what was wrong with the last attempt.
func (l loginPage) show(w http.ResponseWriter, r *http.Request, status int, trouble string) {
	tag := languageOf(r)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept-Language, Cookie")
	w.WriteHeader(status)
	if trouble != "" {
		trouble = l.texts[tag]["login_"+trouble]
	}
	_ = l.page.Execute(w, map[string]any{"Lang": tag, "Words": l.texts[tag], "Trouble": trouble, "Style": plainStyle}) // the client may have left
}

// addPlain serves the metrics and the style of the server's own pages.
func (e *Edge) addPlain(mux *http.ServeMux) error {
	style, err := plain.ReadFile("plain/plain.css")
	if err != nil {
		return err
	}
	sheet, err := newAsset("plain.css", style)
	if err != nil {
		return err
	}
	mux.Handle("GET "+plainStyle, sheet)
	mux.Handle("GET /metrics", e.meter.handler())
	return nil
}
