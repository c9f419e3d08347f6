package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/opening"
)

// findings is the result of find, with the opening name and texts for the text output.
type findings struct {
	explorer.Explored

	opening opening.Name
	words   map[string]string
}

// String returns the text output: the opening, the results, the moves and the games.
func (f findings) String() string {
	var b strings.Builder
	if len(f.opening.Names) > 0 {
		fmt.Fprintf(&b, "%s (%s)\n", f.opening, f.opening.Line())
	}
	results := lang.English.Plural(f.Games, f.words["find.results.one"], f.words["find.results"])
	fmt.Fprintf(&b, results+"\n", f.Games,
		share(f.Black, f.Games), share(f.Draws, f.Games), share(f.White, f.Games), meanText(f.Results))
	if len(f.Moves) > 0 || f.Ended != nil {
		b.WriteString(f.words["find.columns"] + "\n")
	}
	for _, m := range f.Moves {
		f.writeRow(&b, m.Move, m.Results)
	}
	if f.Ended != nil {
		f.writeRow(&b, f.words["find.ended"], *f.Ended)
	}
	if len(f.Examples) > 0 {
		fmt.Fprintf(&b, f.words["find.games"]+"\n", f.Offset+1, f.Offset+len(f.Examples))
	}
	for _, g := range f.Examples {
		b.WriteString(f.gameText(g) + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// writeRow writes the results of the games that continued with a move.
func (f findings) writeRow(b *strings.Builder, move string, r explorer.Results) {
	const columns = 4
	fmt.Fprintf(b, "%s %8d %6.1f  %6.1f %6.1f %6.1f %7s\n",
		move+strings.Repeat(" ", max(0, columns-terminal.Columns(move))), r.Games, percent(r.Games, f.Games),
		percent(r.Black, r.Games), percent(r.Draws, r.Games), percent(r.White, r.Games), meanText(r))
}

// meanText formats the mean of the results, or returns "-" if it is unknown.
func meanText(r explorer.Results) string {
	if r.Mean == nil {
		return "-"
	}
	return fmt.Sprintf("%+.2f", *r.Mean)
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

func share(part, whole int) string { return fmt.Sprintf("%d (%.1f %%)", part, percent(part, whole)) }

// gameText returns the line of a game in the list.
func (f findings) gameText(g explorer.ExploredGame) string {
	result := "?"
	switch {
	case g.Score != nil:
		result = fmt.Sprintf("%+d", *g.Score)
	case g.Winner != "":
		result = f.words["find.winner."+g.Winner]
	}
	if g.Reason != "" {
		result += " " + f.words["find.reason."+g.Reason]
	}
	where := strings.TrimSpace(cmp.Or(g.Event, g.Place) + " " + g.Round)
	return fmt.Sprintf("%-10s  %s - %s  %s  %s  %s",
		cmp.Or(oneLine(g.Date), "?"), cmp.Or(oneLine(g.Black), "?"), cmp.Or(oneLine(g.White), "?"), result,
		oneLine(where), g.Transcript)
}

// oneLine replaces line breaks and runs of spaces by a space.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
