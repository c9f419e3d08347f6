package book

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
)

func showCommand(env *verb.Env) *cobra.Command {
	c := env.Command("book.show", "show BOOK [POSITION]", verb.Args(1, 2, "a book and optionally a position"))
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

// gameTo returns the game of a text, which is a transcript or a position of the 8×8 board. It fails on texts that are
// neither and on other sizes.
func gameTo(text string) (*record.Game, error) {
	g, err := files.Text(othello.Start(othello.Size8, othello.Usual), text)
	if err == nil && g.Start.Size != othello.Size8 {
		err = fmt.Errorf("position of a %d×%d board: books have 8×8 boards", g.Start.Size, g.Start.Size)
	}
	return g, err
}
