package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/player"
)

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
