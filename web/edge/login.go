package edge

import (
	"embed"
	"io"
	"net/http"
	"slices"

	"golang.org/x/text/language"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// plain holds the texts and the style sheet of the login and reference pages, which need neither the built page nor
// scripts.
//
//go:embed plain
var plain embed.FS

const plainStyle = "/plain.css"

// plainTexts holds the texts of those pages.
var plainTexts = lang.NewCatalogue(plain, "plain")

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

// showLogin sends the page with the form for the token. trouble is the key of an error message, or empty.
func showLogin(w http.ResponseWriter, r *http.Request, status int, trouble string) {
	words := plainTexts.In(languageOf(r))
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept-Language, Cookie")
	w.WriteHeader(status)
	if trouble != "" {
		trouble = words.Say("login_" + trouble)
	}
	var m markup
	m.begin(words, words.Say("login_title"))
	m.add("<main class=\"narrow\">\n<h1>%s</h1>\n<p>%s</p>\n", words.Say("login_title"), words.Say("login_lead"))
	m.addIf("<p class=\"trouble\" role=\"alert\">%s</p>\n", trouble)
	m.add(`<form method="post">
<input type="text" name="username" value="kaeshi" autocomplete="username" hidden>
<label for="token">%s</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>%s</button>
</form>
<p class="small">%s <code>Authorization: Bearer …</code></p>
</main>
</body>
</html>
`, words.Say("login_token"), words.Say("login_enter"), words.Say("login_program"))
	_, _ = io.WriteString(w, m.String()) // the client may have left
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
