package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record/transcript"
)

func (p *program) moveCommand() *cobra.Command {
	c := &cobra.Command{Use: "move [POSITION…|-]", Short: p.words["move.short"], Long: p.words["move.long"], Example: p.words["move.example"]}
	c.ValidArgsFunction = cobra.NoFileCompletions
	board := p.addBoardFlags(c)
	spec := c.Flags().StringP("player", "p", "kaeshi:level=10", p.words["move.player"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	known := append(localMakers(), ticTacToeMakers()...)
	completePlayers(c, known, "player")
	c.RunE = func(c *cobra.Command, args []string) error {
		start, err := board.position()
		if err != nil {
			return err
		}
		chosen, err := newPlayer(known, "player", *spec)
		if err != nil {
			return err
		}
		defer func() { _ = chosen.Close() }() // it has answered
		if t, ok := chosen.(player.TicTacToe); ok {
			return p.answerTicTacToe(c.Context(), t, args, *asJSON)
		}
		answers := &player.Answers{Player: chosen, Start: start, JSON: *asJSON, Out: p.out}
		if slices.Equal(args, []string{"-"}) {
			return p.answerLines(c.Context(), answers)
		}
		return p.answerAll(c.Context(), answers, args)
	}
	return c
}

// answerAll reads all positions before the first is answered; without any it is the start that is asked about.
func (p *program) answerAll(ctx context.Context, answers *player.Answers, texts []string) error {
	if len(texts) == 0 {
		texts = []string{""}
	}
	positions := make([]othello.Position, len(texts))
	for i, text := range texts {
		var err error
		if positions[i], err = transcript.ParsePosition(answers.Start, text); err != nil {
			return &exit{exitIllegal, fmt.Errorf("position %d of %d: %w", i+1, len(texts), err)}
		}
	}
	for _, position := range positions {
		if err := answers.Position(ctx, position); err != nil {
			return err
		}
	}
	return nil
}

// answerTicTacToe answers each position, or each line of standard input; without any it is the empty board that is asked about.
func (p *program) answerTicTacToe(ctx context.Context, t player.TicTacToe, texts []string, asJSON bool) error {
	if slices.Equal(texts, []string{"-"}) {
		texts = nil
		lines := bufio.NewScanner(p.stdin(ctx))
		for lines.Scan() {
			if text := strings.TrimSpace(lines.Text()); text != "" {
				texts = append(texts, text)
			}
		}
		if err := cmp.Or(lines.Err(), ctx.Err()); err != nil || len(texts) == 0 {
			return err
		}
	}
	if len(texts) == 0 {
		texts = []string{""}
	}
	for i, text := range texts {
		if err := player.AnswerTicTacToe(p.out, t, text, asJSON); err != nil {
			if bad := (*player.BadTicTacToe)(nil); errors.As(err, &bad) {
				return &exit{exitIllegal, fmt.Errorf("position %d of %d: %w", i+1, len(texts), err)}
			}
			return err
		}
	}
	return nil
}
