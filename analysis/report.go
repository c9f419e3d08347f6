package analysis

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// ReportSettings say how judged games are shown.
type ReportSettings struct {
	JSON  bool   // documents, one a line, instead of text
	Brief bool   // of text: leave out the tables of all moves
	Page  string // a file for a page beside it; empty: none
	Marks Marks  // what the games are marked by
}

// Report shows games as they come, and in the end what they come to.
type Report struct {
	settings ReportSettings
	text     *Text
	json     *json.Encoder
	page     *Page
	summing  *Summing
	games    int
	damaged  int
}

// NewReport writes to out, in a language.
func NewReport(out io.Writer, l lang.Lang, s ReportSettings) (r *Report, err error) {
	r = &Report{settings: s, json: json.NewEncoder(out), text: NewText(out, l, s.Brief), summing: NewSumming()}
	r.json.SetEscapeHTML(false)
	if s.Page != "" {
		r.page, err = NewPage(s.Page, l, s.Marks)
	}
	return r, err
}

// Game shows a game.
func (r *Report) Game(d *Game) error {
	r.games++
	r.summing.Add(d)
	var err error
	if r.page != nil {
		err = r.page.Game(d)
	}
	if r.settings.JSON {
		return errors.Join(err, r.json.Encode(d))
	}
	return errors.Join(err, r.text.Game(d))
}

// Damaged counts a game that could not be read.
func (r *Report) Damaged() {
	r.damaged++
	r.summing.Damaged()
}

// Close shows what the games come to: always as JSON, as text of several games. The page is completed when the run is,
// and else left out. It tells how many games were damaged, and how many the page has no place for.
func (r *Report) Close(complete bool) (damaged, left int, err error) {
	sum := r.summing.Sum()
	switch {
	case r.settings.JSON:
		err = r.json.Encode(sum)
	case r.games != 1 || r.damaged > 0:
		err = r.text.Sum(sum)
	}
	if r.page != nil && complete {
		err = errors.Join(err, r.page.Close(sum))
		left = r.page.Left()
	}
	return r.damaged, left, err
}

// Abandon leaves nothing half done behind; after a complete Close it does nothing.
func (r *Report) Abandon() error {
	if r.page == nil {
		return nil
	}
	return r.page.Abandon()
}
