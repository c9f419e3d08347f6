package main

import (
	"context"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// answerAll reads all positions before the first is answered; without any it is the start that is asked about.
func (p *program) answerAll(ctx context.Context, answers *player.Answers, texts []string) error {
	if len(texts) == 0 {
		texts = []string{""}
	}
	positions := make([]othello.Position, len(texts))
	for i, text := range texts {
		var err error
		if positions[i], err = record.ParsePosition(answers.Start, text); err != nil {
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
