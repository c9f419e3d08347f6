package analysis

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// ReportSettings contains the settings of a report.
type ReportSettings struct {
	JSON  bool   // JSON documents, one per line, instead of text
	Brief bool   // text without the tables of all moves
	Page  string // additional HTML file; empty for none
	Marks Marks  // thresholds of the marks
}

// Report writes judged games one by one and their totals at the end.
type Report struct {
	settings ReportSettings
	text     *Text
	json     *json.Encoder
	page     *Page
	summing  *Summing
	games    int
	damaged  int
}

// NewReport returns a Report that writes to out in a language.
func NewReport(out io.Writer, l lang.Lang, s ReportSettings) (r *Report, err error) {
	r = &Report{settings: s, json: json.NewEncoder(out), text: NewText(out, l, s.Brief), summing: NewSumming()}
	r.json.SetEscapeHTML(false)
	if s.Page != "" {
		r.page, err = NewPage(s.Page, l, s.Marks)
	}
	return r, err
}

// Game writes a game.
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

// Close writes the totals: always as JSON, and as text unless there is exactly one game. If complete is true, it also
// creates the page. It returns the number of damaged games and the number of games that the page leaves out.
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

// Abandon removes an incomplete page. It has no effect after Close.
func (r *Report) Abandon() error {
	if r.page == nil {
		return nil
	}
	return r.page.Abandon()
}
