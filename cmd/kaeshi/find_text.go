package main

import (
	"cmp"
	"fmt"
	"strings"
)

// String is what people read: the opening, the results, the moves, the games.
func (f findings) String() string {
	var b strings.Builder
	if n := f.names.In(f.language); len(n.Names) > 0 {
		fmt.Fprintf(&b, "%s (%s)\n", n, n.Line())
	}
	fmt.Fprintf(&b, "%d games: black won %s, drawn %s, white won %s, mean %s\n", f.Games,
		share(f.Black, f.Games), share(f.Draws, f.Games), share(f.White, f.Games), f.mean())
	if len(f.Moves) > 0 {
		b.WriteString("move    games      %   black   draw  white    mean\n")
	}
	for _, m := range f.Moves {
		fmt.Fprintf(&b, "%-4s %8d %6.1f  %6.1f %6.1f %6.1f %7s\n", m.Moves[0], m.Games, percent(m.Games, f.Games),
			percent(m.Black, m.Games), percent(m.Draws, m.Games), percent(m.White, m.Games), m.mean())
	}
	if len(f.List) > 0 {
		fmt.Fprintf(&b, "games %d to %d, the newest first:\n", f.Offset+1, f.Offset+len(f.List))
	}
	for _, g := range f.List {
		fmt.Fprintln(&b, g)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (r results) mean() string {
	if r.Mean == nil {
		return "-"
	}
	return fmt.Sprintf("%+.2f", *r.Mean)
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

func share(part, whole int) string { return fmt.Sprintf("%d (%.1f %%)", part, percent(part, whole)) }

// String is a line of the list.
func (g foundGame) String() string {
	result := cmp.Or(g.Winner, "?")
	if g.Score != nil {
		result = fmt.Sprintf("%+d", *g.Score)
	}
	if g.Reason != "" {
		result += " " + g.Reason
	}
	where := strings.TrimSpace(cmp.Or(g.Tournament, g.Place) + " " + g.Round)
	return fmt.Sprintf("%-10s  %s - %s  %s  %s  %s", cmp.Or(g.Date, "?"), cmp.Or(g.Black, "?"), cmp.Or(g.White, "?"), result, where, g.Moves)
}
