package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/analysis/queries"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func (p *program) hintCommand() *cobra.Command {
	c := p.Command("hint", "hint [POSITION|FILE|-]", verb.Args(0, 1, "one position, one file, or - for standard input"))
	board, build := flags.AddBoard(c, p.Words), flags.AddEngine(c, p.Words)
	effort := flags.AddTimedEffort(c, p.Words, p.Words["hint.time"])
	lines := c.Flags().IntP("lines", "n", flags.UsualLines, p.Words["hint.lines"])
	flags.Between(c, 1, analysis.MaxLines, "lines")
	openings := c.Flags().String("book", "", p.Words["hint.book"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) error {
		start, err := board.Position()
		if err != nil {
			return err
		}
		requested, err := effort.Effort()
		if err != nil {
			return err
		}
		options, err := build.Options()
		if err != nil {
			return err
		}
		h := hintRun{program: p, lines: *lines, asJSON: *asJSON}
		h.analyst = analysis.New(options, requested, analysis.UsualMarks())
		if h.analyst.Book, err = flags.OpenBook(*openings); err != nil {
			return err
		}
		h.analyst.Trust = *openings != ""
		in := p.StdinIfNamed(c.Context(), args)
		return h.answer(c.Context(), board, queries.Positions(first(args), start, in))
	}
	return c
}

// first returns the only argument, or the empty string.
func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// hintRun is a run of the command hint.
type hintRun struct {
	*program

	analyst *analysis.Analyst
	lines   int
	asJSON  bool
}

// answer shows the best moves of each position. Input that is not a position is logged and counted. If a search is
// interrupted, its result so far is shown.
func (h *hintRun) answer(ctx context.Context, board flags.Board, positions iter.Seq[queries.Input]) error {
	text := analysis.NewText(h.Out, h.Language, false)
	show := h.writer(text)
	progress := terminal.NewProgress(h.Err, nil)
	var searching func(analysis.Hint) // nil reports nothing
	if progress.Live() {
		searching = func(found analysis.Hint) { progress.Show(text.Searching(found)) }
	}
	var faults verb.Faults
	for input := range positions {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if input.Err == nil {
			if err := board.Check(input.Position); err != nil && input.Number == 0 {
				return err
			} else if err != nil {
				input.Err = fmt.Errorf("position %d: %w", input.Number, err)
			}
		}
		if input.Err != nil {
			faults.Add(input.Err)
			h.Fault(input.Err, h.asJSON)
			continue
		}
		for _, remark := range input.Remarks {
			h.Log("%s", remark.In(h.Language))
		}
		hint, err := h.analyst.Hint(ctx, input.Position, h.lines, searching)
		hint.Line = input.Number
		progress.Clear()
		if shown := show(hint); shown != nil || err != nil {
			return errors.Join(shown, err)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return faults.Verdict("positions")
}

// writer returns the function that writes a hint, as JSON or as text.
func (h *hintRun) writer(text *analysis.Text) func(analysis.Hint) error {
	if !h.asJSON {
		return text.Hint
	}
	encoder := json.NewEncoder(h.Out)
	encoder.SetEscapeHTML(false)
	return func(h analysis.Hint) error { return encoder.Encode(h) }
}
