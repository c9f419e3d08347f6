package analysis

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
)

//go:embed page.css
var pageStyle string

// PageStyle returns the content of the style element of every page, for a content security policy that allows only
// this.
func PageStyle() string { return "\n" + pageStyle }

// htmlWriter writes the HTML of a page. It avoids html/template, whose use of reflection would enlarge the engine for
// browsers by a quarter.
type htmlWriter struct {
	words

	out io.Writer
	err error // first error; nothing is written after it
}

// markup is text that is already HTML.
type markup string

// inHTML escapes text for elements and quoted attributes like html/template.
var inHTML = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;",
	">", "&gt;")

// put writes HTML with values, which are escaped unless they are markup.
func (s *htmlWriter) put(html string, values ...any) {
	for i, value := range values {
		if m, ok := value.(markup); ok {
			values[i] = string(m)
		} else {
			values[i] = inHTML.Replace(fmt.Sprint(value))
		}
	}
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.out, html, values...)
	}
}

func (s *htmlWriter) head(f frame) {
	s.put(`<!DOCTYPE html>
<html lang="%s">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="color-scheme" content="light dark"/>
<meta name="generator" content="Kaeshi"/>
<title>%s</title>
<style>%s</style>
</head>
<body>
<main>
<h1>%s</h1>
<p>%s</p>
`, f.Language, s.Say("page-title"), markup(PageStyle()), s.Say("page-title"), f.Sum)
	if !f.Single {
		s.table(s.Say("by-player"), f.Players)
		s.table(s.Say("by-phase"), f.Phases)
		s.table(s.Say("by-opening"), f.Openings)
		s.put("\n")
		s.worst(f.Worst)
	}
	s.put("\n")
	if f.Left > 0 {
		s.put("<p>%s</p>", s.Say("page-left", f.Left, f.Most))
	}
	s.put("\n<p class=\"soft\">%s</p>\n", s.Say("how-to-read", f.Marks.Inaccuracy, f.Marks.Mistake, f.Marks.Blunder))
}

func (s *htmlWriter) worst(rows []worstRow) {
	if len(rows) == 0 {
		return
	}
	s.put("<h3>%s</h3><ol>", s.Say("worst"))
	for _, r := range rows {
		s.put("<li>%s%s%s%s%s</li>", r.Place, s.Say("comma"), r.Player, s.Say("colon"), r.Text)
	}
	s.put("</ol>")
}

// table writes a table. The first row is the header, and the first column contains the names of the rows.
func (s *htmlWriter) table(caption string, rows [][]string) {
	s.put(`<div class="wide" tabindex="0" role="region" aria-label="%s"><table><caption>%s</caption>
<thead><tr>`, caption, caption)
	for i, cell := range rows[0] {
		s.put(`<th scope="col"%s>%s</th>`, onlyIf(i == 0, ` class="text"`), cell)
	}
	s.put("</tr></thead>\n<tbody>")
	for _, row := range rows[1:] {
		s.put("<tr>")
		for i, cell := range row {
			if i == 0 {
				s.put(`<th scope="row">%s</th>`, cell)
			} else {
				s.put("<td>%s</td>", cell)
			}
		}
		s.put("</tr>\n")
	}
	s.put("</tbody></table></div>\n")
}

func onlyIf(condition bool, m markup) markup {
	if condition {
		return m
	}
	return ""
}

func (s *htmlWriter) game(d section) {
	s.put(`<section class="game" aria-labelledby="%s">
<h2 id="%s">%s</h2>
<p class="soft">%s`, d.ID, d.ID, d.Title, d.Place)
	if d.Name != "" {
		if d.Place != "" {
			s.put("%s", s.Say("comma"))
		}
		s.put("%s%s%s", s.Say("opening"), s.Say("colon"), d.Name)
	}
	s.put("<br/>%s%s%s</p>\n", d.Effort, s.Say("semicolon"), d.At)
	s.table(s.Say("by-player"), d.Sides)
	s.put("\n")
	if len(d.Moves) == 0 {
		s.put("<p>%s</p>\n</section>\n", s.Say("no-moves"))
		return
	}
	s.put("<figure>")
	s.graph(d.ID, d.Graph)
	s.put("<figcaption>%s</figcaption></figure>\n", s.Say("graph-caption"))
	if len(d.Boards) > 0 {
		s.put(`<h3>%s</h3><div class="boards">`, s.Say("mistakes"))
		for _, b := range d.Boards {
			s.board(b)
		}
		s.put("</div>")
	}
	s.put("\n")
	if d.More > 0 {
		s.put("<p>%s</p>", s.Say("mistakes-more", d.More))
	}
	s.put("\n")
	s.moves(d.Moves)
	s.put("\n</section>\n")
}

// moves writes the table of all moves.
func (s *htmlWriter) moves(moves []Move) {
	say := s.Say
	s.put(`<div class="wide" tabindex="0" role="region" aria-label="%s"><table><caption>%s</caption>
<thead><tr><th scope="col">#</th><th scope="col" class="text">%s</th>`, say("all-moves"), say("all-moves"), say("move"))
	for _, column := range []string{"mark", "loss", "score", "played", "known"} {
		s.put(`<th scope="col">%s</th>`, say(column))
	}
	s.put(`<th scope="col" class="text">%s</th><th scope="col" class="text">%s</th></tr></thead>
<tbody>`, say("best"), say("line"))
	for _, m := range moves {
		s.put(`<tr%s><td>%v</td><th scope="row">%s %s</th><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td`+
			` class="text">%s</td><td class="text">`,
			onlyIf(m.Mark != "", ` class="marked"`), m.Number, say(m.Pov), m.Move, m.sign(), lost(m),
			discs(m.Score, m.Exact), discs(m.Played, m.Exact),
			s.basisOf(m), strings.Join(m.Best, ", "))
		if m.Loss != 0 {
			s.put("%s", strings.Join(first(m.PV, 8), " "))
		}
		s.put("</td></tr>\n")
	}
	s.put("</tbody></table></div>")
}

func (s *htmlWriter) graph(id string, g graph) {
	s.put(`<svg class="graph" viewBox="0 0 %v %v" width="%v" height="%v" role="img" `+
		`aria-labelledby="%s-title %s-text"><title id="%s-title">%s</title><desc id="%s-text">%s</desc>
`, g.Width, g.Height, g.Width, g.Height, id, id, id, s.Say("graph-caption"), id, g.Description)
	for _, t := range g.Grid {
		s.put(`<line class="rule" x1="%v" x2="%v" y1="%v" y2="%v"/>`+
			`<text x="38" y="%v" dy="4" text-anchor="end">%s</text>`, g.Left, g.Right, t.At, t.At, t.At, t.Text)
	}
	s.put("\n")
	for _, t := range g.Moves {
		s.put(`<text x="%v" y="232" text-anchor="middle">%s</text>`, t.At, t.Text)
	}
	s.put(`
<line class="zero" x1="%v" x2="%v" y1="%v" y2="%v"/>
`, g.Left, g.Right, g.Zero, g.Zero)
	if g.Exact != 0 {
		s.put(`<line class="exact" x1="%v" x2="%v" y1="8" y2="214"/><text x="%v" y="16" dx="4">%s</text>`, g.Exact,
			g.Exact, g.Exact, s.Say("exact"))
	}
	s.put(`
<polyline points="%s"/>
`, g.Line)
	for _, d := range g.Dots {
		s.put(`<g><title>%s</title><circle class="dot %s" cx="%v" cy="%v" r="4"/>`+
			`<text class="mark" x="%v" y="%v" text-anchor="middle">%s</text></g>`,
			d.Title, d.Side, d.X, d.Y, d.X, d.TextY, d.Mark)
	}
	s.put("\n</svg>")
}

func (s *htmlWriter) board(b board) {
	s.put(`<figure class="board">%s<figcaption>%s`, b.Picture, b.Caption)
	if len(b.Why) > 0 {
		s.put("<ul>")
		for _, reason := range b.Why {
			s.put("<li>%s</li>", reason)
		}
		s.put("</ul>")
	}
	s.put("</figcaption></figure>")
}

func (s *htmlWriter) foot() { s.put("</main>\n</body>\n</html>\n") }
