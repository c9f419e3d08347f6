package work

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaeshi/kaeshi/internal/excerpt"
	"github.com/kaeshi/kaeshi/player"
)

// allowed refuses specifications that clients may not use: people, programs of the server's machine, and arguments that
// control the server's resources. Arguments that select the strength and the kind of a player are allowed.
func allowed(s player.Spec) error {
	switch {
	case s.Name == "human":
		return fmt.Errorf("player %q: a person chooses moves on the page; name a computer player, such as "+
			"kaeshi:level=6", Clip(s.Text))
	case strings.HasPrefix(s.Name, "exec/"):
		return fmt.Errorf("player %q: programs of the server's machine cannot be used over HTTP; "+
			"name a computer player, such as kaeshi:level=6", Clip(s.Text))
	}
	free := []string{"", "level", "skill", "depth", "eval", "seed", "time", "version"}
	for _, a := range s.Args {
		if !slices.Contains(free, a.Key) && a.Value != "+" && a.Value != "-" {
			return fmt.Errorf("player %q: %s cannot be set over HTTP; allowed are %s",
				Clip(s.Text), Clip(a.Key), strings.Join(free[1:], ", "))
		}
	}
	return nil
}

// Clip shortens a quotation of a client's input and replaces what cannot be printed.
func Clip(s string) string {
	return excerpt.Of(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s))
}
