package edge

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"

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
	mux.Handle("GET "+LinkPath, &linkPage{before, after, find, e.options.Proxied})
	return nil
}

// ServeHTTP sends the page. It contains no private data, so it needs no token.
func (l *linkPage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	words := plainTexts.In(languageOf(r))
	title, picture := words.Say("link_title"), ""
	game, found := l.find(r.URL.Query().Get("game"))
	if found {
		title, picture = titleOf(words, game), l.absolute(r, game.Picture)
	}
	width := strconv.Itoa(game.Width)
	var m markup
	m.add(`<title>%s</title>
<meta property="og:type" content="website">
<meta property="og:site_name" content="Kaeshi">
<meta property="og:title" content="%s">
<meta property="og:description" content="%s">
`, title, title, words.Say("link_about"))
	m.addIf(`<meta property="og:image" content="%s">
<meta property="og:image:width" content="%s">
<meta property="og:image:height" content="%s">
<meta name="twitter:card" content="summary">
`, picture, width, width)
	m.add("<meta name=\"robots\" content=\"noindex\">\n")
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept-Language")
	for _, part := range [][]byte{l.before, []byte(m.String()), l.after} {
		_, _ = w.Write(part) //nolint:gosec // markup escapes the title; the client may have left
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
