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

// words contains the texts of one language.
type words struct{ lang.Texts }

func wordsIn(l lang.Lang) words { return words{catalogue.In(l)} }

// discs formats a score with a sign, and without decimals if it is exact.
func discs(x float64, exact bool) string {
	if exact {
		return fmt.Sprintf("%+.0f", x+0) // +0: not -0
	}
	return fmt.Sprintf("%+.1f", round(x, 10)+0)
}

// lost formats a loss. It returns "" for no loss.
func lost(m Move) string {
	switch {
	case m.Loss == 0:
		return ""
	case m.Exact:
		return fmt.Sprintf("%.0f", m.Loss)
	}
	return fmt.Sprintf("%.1f", m.Loss)
}

// source describes the origin of a score: exact, or the depth and the confidence of the search.
func (w words) source(depth, confidence int, exact bool) string {
	switch {
	case exact:
		return w.Say("exact")
	case confidence < 100:
		return w.Say("depth-at", depth, confidence)
	}
	return w.Say("depth", depth)
}

// effort describes the effort.
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

// title returns the title of a game: players, result, event, round and date.
func (w words) title(d *Game) string {
	parts := []string{w.Say("players", w.side(d, "black"), w.side(d, "white"))}
	for _, more := range []string{w.result(d), d.Event, d.Round, d.Date} {
		if more = oneLine(more); more != "" {
			parts = append(parts, more)
		}
	}
	return strings.Join(parts, w.Say("comma"))
}

// oneLine replaces line breaks and runs of spaces by a space.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// player returns a name, or the colour if the name is empty.
func (w words) player(name, pov string) string {
	if name == "" {
		return w.Say(pov)
	}
	return name
}

// side returns the player of a colour with the colour in words. A disc symbol would be ambiguous, because a filled
// circle is white on a dark screen.
func (w words) side(d *Game, pov string) string {
	if name := d.name(pov); name != "" {
		return w.Say("named-"+pov, name)
	}
	return w.Say(pov)
}

// result returns the numbers of discs of Black and White and, unless the game was played out, the reason for its end.
// Empty squares count for the winner. If the board contradicts the recorded result, it gives both.
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

// discs returns the numbers of discs of Black and White for a score from Black's point of view.
func (w words) discs(d *Game, scoreBlack int) string {
	squares := len(strings.Fields(d.Position)[0])
	return fmt.Sprintf("%d–%d", (squares+scoreBlack)/2, (squares-scoreBlack)/2)
}

// place returns the file, without folders, and the number of a game.
func (w words) place(file string, game int) string {
	switch {
	case file == "" && game == 0: // the only game
		return ""
	case file == "":
		return w.Say("game", game)
	}
	return w.Say("game-of", game, filepath.Base(file))
}

// accuracy formats a percentage, or – if it is absent.
func (w words) accuracy(a *float64) string {
	if a == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f", *a)
}
