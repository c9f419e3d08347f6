package edge

import (
	"embed"
	"html/template"
	"net/http"
	"slices"

	"golang.org/x/text/language"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// plain holds the templates of the login and reference pages, which need neither the built page nor scripts.
//
//go:embed plain
var plain embed.FS

const plainStyle = "/plain.css"

// plainTexts holds the texts of those pages.
var plainTexts = lang.NewCatalogue(plain, "plain")

func readPlain(name string) (*template.Template, error) {
	fields := func(words map[string]string, list []field) map[string]any {
		return map[string]any{"Words": words, "Fields": list}
	}
	return template.New(name).Funcs(template.FuncMap{"fields": fields}).ParseFS(plain, "plain/"+name)
}

// languageOf returns the language of the query parameter lang or, without one, the language that the browser prefers.
func languageOf(r *http.Request) lang.Lang {
	if requested := lang.Lang(r.URL.Query().Get("lang")); slices.Contains(lang.All(), requested) {
		return requested
	}
	known := language.NewMatcher([]language.Tag{language.English, language.Japanese})
	preferred, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if _, i, _ := known.Match(preferred...); err == nil && i == 1 {
		return lang.Japanese
	}
	return lang.English
}

// loginPage is the page with the form for the token.
type loginPage struct{ page *template.Template }

func newLoginPage() (loginPage, error) {
	page, err := readPlain("login.html")
	return loginPage{page}, err
}

// show sends the page. trouble is the key of an error message, or empty.
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

// addPlain registers the metrics and the style sheet of the plain pages.
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
