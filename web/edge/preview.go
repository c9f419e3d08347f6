package edge

import (
	"bytes"
	"cmp"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// LinkPath is the path of the page in the links of games of two people. The query parameter "game" has the id of the
// game, for previews of the link. The key is in the fragment, which browsers do not send.
const LinkPath = "/online"

// Preview describes a game for the preview of its link.
type Preview struct {
	Black, White string // names; may be empty
	Host         string // name of the creator if the guest has not joined yet; may be empty
	Waiting      bool   // the guest has not joined yet
	Picture      string // path of the picture of the board
	Width        int    // of the picture, which is square
}

// linkPage is the built page with a title and a picture for previews of links (https://ogp.me).
type linkPage struct {
	before, after []byte // of the page, without its title
	preview       *template.Template
	find          func(id string) (Preview, bool)
	proxied       bool
}

// AddLinkPage registers the page of links. find returns the game with an id.
func (e *Edge) AddLinkPage(mux *http.ServeMux, page fs.FS, find func(id string) (Preview, bool)) error {
	built, err := fs.ReadFile(page, "index.html")
	if err != nil {
		return err
	}
	before, rest, found := bytes.Cut(built, []byte("<title>"))
	_, after, closed := bytes.Cut(rest, []byte("</title>"))
	if !found || !closed {
		return errors.New("index.html has no title")
	}
	preview, err := readPlain("preview.html")
	if err != nil {
		return err
	}
	mux.Handle("GET "+LinkPath, &linkPage{before, after, preview, find, e.options.Proxied})
	return nil
}

// ServeHTTP sends the page. It contains no private data, so it needs no token.
func (l *linkPage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	words := plainTexts.In(languageOf(r))
	data := map[string]any{"Title": words.Say("link_title"), "About": words.Say("link_about")}
	if game, ok := l.find(r.URL.Query().Get("game")); ok {
		data["Title"], data["Width"] = titleOf(words, game), game.Width
		data["Picture"] = l.absolute(r, game.Picture)
	}
	var head bytes.Buffer
	if err := l.preview.Execute(&head, data); err != nil {
		http.Error(w, "the preview failed", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept-Language")
	for _, part := range [][]byte{l.before, head.Bytes(), l.after} {
		_, _ = w.Write(part) //nolint:gosec // html/template escapes the title; the client may have left
	}
}

// absolute returns the address of a path. Previews require absolute addresses.
func (l *linkPage) absolute(r *http.Request, path string) string {
	u := url.URL{Scheme: "http", Host: r.Host, Path: path}
	if isSecure(r, l.proxied) {
		u.Scheme = "https"
	}
	return u.String()
}

func titleOf(words lang.Texts, game Preview) string {
	switch {
	case game.Waiting && game.Host != "":
		return words.Say("link_invites", game.Host)
	case game.Waiting:
		return words.Say("link_invitation")
	}
	return words.Say("link_players", cmp.Or(game.Black, words.Say("link_black")),
		cmp.Or(game.White, words.Say("link_white")))
}
