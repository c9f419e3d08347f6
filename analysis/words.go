package analysis

import (
	"embed"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/record"
)

//go:embed words/*.json
var wordFiles embed.FS

var catalogue = lang.NewCatalogue(wordFiles, "words")

// words are what texts and pages say in one language, by their keys.
type words struct{ lang.Texts }

func wordsIn(l lang.Lang) words { return words{catalogue.In(l)} }

// discs is a score as people read it: with its sign, and without decimals when it is exact.
func discs(x float64, exact bool) string {
	if exact {
		return minus(fmt.Sprintf("%+.0f", x))
	}
	return minus(fmt.Sprintf("%+.1f", round(x, 10)))
}

// minus sets a proper minus sign.
func minus(text string) string { return strings.ReplaceAll(text, "-", "−") }

// lost is a loss as people read it; nothing for a move that lost nothing.
func lost(m Move) string {
	switch {
	case m.Loss == 0:
		return ""
	case m.Exact:
		return fmt.Sprintf("%.0f", m.Loss)
	}
	return fmt.Sprintf("%.1f", m.Loss)
}

// source is where a number is known from: exact, or so many plies, and how sure the search wanted to be of what it cut.
func (w words) source(depth, selectivity int, exact bool) string {
	switch {
	case exact:
		return w.Say("exact")
	case selectivity < 100:
		return w.Say("depth-at", depth, selectivity)
	}
	return w.Say("depth", depth)
}

// effort is the effort in words.
func (w words) effort(h How) string {
	var text string
	switch {
	case h.Level != nil:
		text = w.Say("effort-level", *h.Level, h.Depth, h.Exact)
	case h.Seconds > 0:
		text = w.Say("effort-time", h.Seconds)
	default:
		text = w.Say("effort-depth", h.Depth)
	}
	if h.Device {
		text += w.Say("comma") + w.Say("effort-device")
	}
	return text
}

// title names the game: who played, when and where, and the result.
func (w words) title(d *Game) string {
	parts := []string{w.Say("players", w.side(d, "black"), w.side(d, "white"))}
	for _, more := range []string{w.result(d), d.Event, d.Round, d.Date} {
		if more != "" {
			parts = append(parts, more)
		}
	}
	return strings.Join(parts, w.Say("comma"))
}

// player is a name, or the colour of a player without one.
func (w words) player(name, pov string) string {
	if name == "" {
		return w.Say(pov)
	}
	return name
}

// side is the player of a colour with the colour. Words say it: a full circle is white on a dark screen.
func (w words) side(d *Game, pov string) string {
	if name := d.name(pov); name != "" {
		return w.Say("named-"+pov, name)
	}
	return w.Say(pov)
}

// result is the discs of Black and White, with empty squares counted to the winner, and how the game ended unless it
// was played out. A board that contradicts the record is named, too.
func (w words) result(d *Game) string {
	var parts []string
	if d.ScoreBlack != nil {
		parts = append(parts, w.discs(d, *d.ScoreBlack))
	}
	if d.BoardBlack != nil {
		parts = append(parts, w.Say("board-result", w.discs(d, *d.BoardBlack)))
	}
	switch {
	case d.Reason == record.Unfinished:
		parts = append(parts, w.Say("ended-unfinished"))
	case d.Reason != record.PlayedOut && (d.Winner == "black" || d.Winner == "white"):
		parts = append(parts, w.Say("ended-"+d.Reason, w.Say(d.Winner)))
	case d.Reason != record.PlayedOut:
		parts = append(parts, w.Say("drawn-"+d.Reason))
	case d.ScoreBlack == nil && d.Winner != "":
		parts = append(parts, w.Say("winner-"+d.Winner))
	}
	return strings.Join(parts, w.Say("comma"))
}

// discs is the discs of Black and White by the difference as Black sees it.
func (w words) discs(d *Game, scoreBlack int) string {
	squares := len(strings.Fields(d.Position)[0])
	return fmt.Sprintf("%d–%d", (squares+scoreBlack)/2, (squares-scoreBlack)/2)
}

// place is where the game stands: its file, without folders, and its number.
func (w words) place(file string, game int) string {
	switch {
	case file == "" && game == 0: // the only one there is
		return ""
	case file == "":
		return w.Say("game", game)
	}
	return w.Say("game-of", game, filepath.Base(file))
}

// accuracy is a percentage, or that there is none.
func (w words) accuracy(a *float64) string {
	if a == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f", *a)
}
