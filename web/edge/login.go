package edge

import (
	"embed"
	"html/template"
	"net/http"
	"slices"

	"golang.org/x/text/language"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// plain holds the pages that the server makes itself. They work without the built page and without scripts.
//
//go:embed plain
var plain embed.FS

const plainStyle = "/plain.css"

// plainTexts are the texts of those pages.
var plainTexts = lang.NewCatalogue(plain, "plain")

func readPlain(name string) (*template.Template, error) {
	fields := func(words map[string]string, list []field) map[string]any {
		return map[string]any{"Words": words, "Fields": list}
	}
	return template.New(name).Funcs(template.FuncMap{"fields": fields}).ParseFS(plain, "plain/"+name)
}

// languageOf returns the language of the query, or else the one that the browser likes best.
func languageOf(r *http.Request) lang.Lang {
	if asked := lang.Lang(r.URL.Query().Get("lang")); slices.Contains(lang.All(), asked) {
		return asked
	}
	known := language.NewMatcher([]language.Tag{language.English, language.Japanese})
	liked, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if _, i, _ := known.Match(liked...); err == nil && i == 1 {
		return lang.Japanese
	}
	return lang.English
}

// loginPage asks a person for the token.
type loginPage struct{ page *template.Template }

func newLoginPage() (loginPage, error) {
	page, err := readPlain("login.html")
	return loginPage{page}, err
}

// show shows the page; trouble names what was wrong with the last attempt.
func (l loginPage) show(w http.ResponseWriter, r *http.Request, status int, trouble string) {
	words := plainTexts.In(languageOf(r))
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept-Language, Cookie")
	w.WriteHeader(status)
	if trouble != "" {
		trouble = words.Say("login_" + trouble)
	}
	_ = l.page.Execute(w, map[string]any{ // the client may have left
		"Lang": words.Lang, "Words": words.Map(), "Trouble": trouble, "Style": plainStyle,
	})
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
