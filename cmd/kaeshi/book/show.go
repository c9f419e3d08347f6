package book

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

func showCommand(env *verb.Env) *cobra.Command {
	c := env.Command("book.show", "show BOOK [POSITION]", verb.Args(1, 2, "a book, and a position or a transcript"))
	asJSON := c.Flags().Bool("json", false, env.Words["flag.json"])
	c.RunE = func(_ *cobra.Command, args []string) error {
		b, err := load(args[0])
		if err != nil {
			return err
		}
		g, err := gameTo(strings.Join(args[1:], " "))
		if err != nil {
			return terminal.Illegal("%w", err)
		}
		return env.Show(b.Show(g, env.Language), *asJSON)
	}
	return c
}

// gameTo is the game that a text tells, a transcript or a position of the 8×8 board.
func gameTo(text string) (*record.Game, error) {
	start := othello.Start(othello.Size8, othello.Usual)
	if g, err := transcript.Parse(start, text); err == nil {
		return g, nil
	}
	at, err := transcript.ParsePosition(start, text)
	if err == nil && at.Size != othello.Size8 {
		err = fmt.Errorf("a position of %d×%d: books are of 8×8 boards", at.Size, at.Size)
	}
	return &record.Game{Start: at}, err
}
