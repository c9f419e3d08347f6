package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/paste"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) moveCommand() *cobra.Command {
	c := p.Command("move", "move [POSITION…|-]", nil)
	c.ValidArgsFunction = cobra.NoFileCompletions
	board := flags.AddBoard(c, p.Words)
	spec := c.Flags().StringP("player", "p", "kaeshi:level=10", p.Words["move.player"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	known := append(players.Local(), players.TicTacToe()...)
	players.Complete(c, known, "player")
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 1 && slices.Contains(args, "-") {
			return terminal.Usage("%q reads standard input and cannot be combined with other positions", "-")
		}
		start, err := board.Position()
		if err != nil {
			return err
		}
		chosen, err := players.New(known, "player", *spec)
		if err != nil {
			return err
		}
		defer func() { _ = chosen.Close() }() // its moves have been printed
		if t, ok := chosen.(player.TicTacToe); ok {
			return p.answerTicTacToe(c.Context(), t, args, *asJSON)
		}
		answers := &player.Answers{Player: chosen, Start: start, Check: board.Check, JSON: *asJSON}
		defer p.watchAnswers(c.Context(), answers).Stop()
		if slices.Equal(args, []string{"-"}) {
			return p.answerLines(c.Context(), answers)
		}
		return p.answerAll(c.Context(), answers, args)
	}
	return c
}

// watchAnswers shows on a terminal how deep the player has searched, and makes the answers appear in place of that.
func (p *program) watchAnswers(ctx context.Context, answers *player.Answers) *verb.Watch {
	var deepest atomic.Pointer[search.Report]
	watch := p.Watch(ctx, func(time.Duration) string {
		r := deepest.Load()
		if r == nil {
			return ""
		}
		return fmt.Sprintf("%d empties  depth %d  %s %+.1f  %.1f M nodes", r.Position.Empties(), r.Depth,
			r.Position.Size.Name(r.Move), r.Score, float64(r.Nodes)/1e6)
	})
	answers.Progress = func(c player.Choice) { deepest.Store(c.Report) }
	answers.Out = writerFunc(func(b []byte) (int, error) {
		deepest.Store(nil)
		watch.Clear()
		return p.Out.Write(b)
	})
	return watch
}

// writerFunc is an io.Writer made of a function.
type writerFunc func([]byte) (int, error)

func (w writerFunc) Write(b []byte) (int, error) { return w(b) }

// answerAll parses all positions before it answers the first. Without positions it answers the start position.
func (p *program) answerAll(ctx context.Context, answers *player.Answers, texts []string) error {
	if len(texts) == 0 {
		texts = []string{""}
	}
	positions := make([]othello.Position, len(texts))
	for i, text := range texts {
		var remarks []paste.Remark
		var err error
		if positions[i], remarks, err = files.Position(answers.Start, text); err != nil {
			return terminal.Illegal("position %d of %d: %w", i+1, len(texts), err)
		}
		if err := answers.Check(positions[i]); err != nil {
			return err
		}
		for _, remark := range remarks {
			p.Log("position %d of %d: %s", i+1, len(texts), remark.In(p.Language))
		}
	}
	for _, position := range positions {
		if err := answers.Position(ctx, position); err != nil {
			return err
		}
	}
	return nil
}

// answerTicTacToe answers each position, or each line of standard input. Without arguments it answers the empty board.
func (p *program) answerTicTacToe(ctx context.Context, t player.TicTacToe, texts []string, asJSON bool) error {
	if slices.Equal(texts, []string{"-"}) {
		texts = nil
		lines := bufio.NewScanner(p.Stdin(ctx))
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
		if err := player.AnswerTicTacToe(p.Out, t, text, asJSON); err != nil {
			if bad := (*player.BadTicTacToe)(nil); errors.As(err, &bad) {
				return terminal.Illegal("position %d of %d: %w", i+1, len(texts), err)
			}
			return err
		}
	}
	return nil
}

// answerLines answers standard input line by line.
func (p *program) answerLines(ctx context.Context, answers *player.Answers) error {
	bad := 0
	answers.Bad = func(line int, err error) {
		bad++
		p.Log("line %d: %v", line, err)
	}
	answers.Remark = func(line int, remark paste.Remark) { p.Log("line %d: %s", line, remark.In(p.Language)) }
	err := answers.Lines(ctx, p.Stdin(ctx))
	if err == nil && bad > 0 {
		err = verb.NotPositions(bad)
	}
	return err
}
