package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

func (p *program) bookShowCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "show BOOK [POSITION]", Short: p.words["book.show.short"], Long: p.words["book.show.long"], Example: p.words["book.show.example"],
		Args: between(1, 2, "a book, and a position or a transcript"),
	}
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(_ *cobra.Command, args []string) error {
		b, err := loadBook(args[0])
		if err != nil {
			return err
		}
		g, err := gameTo(strings.Join(args[1:], " "))
		if err != nil {
			return &exit{exitIllegal, err}
		}
		return p.show(b.Show(g, language), *asJSON)
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
