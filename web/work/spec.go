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

// allowed returns an error for specs that clients may not use: human players, external programs, and arguments that
// control resources of the server. Arguments that select the strength and the kind of a player are allowed.
func allowed(s player.Spec) error {
	switch {
	case s.Name == "human":
		return fmt.Errorf("player %q: human players are not available over HTTP (want a computer player such as "+
			"kaeshi:level=6)", Clip(s.Text))
	case strings.HasPrefix(s.Name, "exec/"):
		return fmt.Errorf("player %q: external programs are not available over HTTP (want a computer player such as "+
			"kaeshi:level=6)", Clip(s.Text))
	}
	free := []string{"", "level", "skill", "depth", "eval", "seed", "time", "version"}
	for _, a := range s.Args {
		if !slices.Contains(free, a.Key) && a.Value != "+" && a.Value != "-" {
			return fmt.Errorf("player %q: argument %s is not allowed over HTTP (want one of %s)",
				Clip(s.Text), Clip(a.Key), strings.Join(free[1:], ", "))
		}
	}
	return nil
}

// Clip shortens input of a client for a message and replaces characters that cannot be printed.
func Clip(s string) string {
	return excerpt.Of(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s))
}
