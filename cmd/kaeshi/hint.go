package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/book"
)

func (p *program) hintCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "hint [POSITION|FILE|-]", Short: p.words["hint.short"], Long: p.words["hint.long"], Example: p.words["hint.example"],
		Args: between(0, 1, "one position, one file, or - for standard input"),
	}
	board, build := p.addBoardFlags(c), p.engineFlags(c)
	effort := p.effortFlags(c).withTime(p.words["hint.time"])
	lines := c.Flags().IntP("lines", "n", usualLines, p.words["hint.lines"])
	openings := c.Flags().String("book", "", p.words["hint.book"])
	asJSON := c.Flags().Bool("json", false, p.words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) error {
		start, err := board.position()
		if err != nil {
			return err
		}
		asked, err := effort.effort()
		if err != nil {
			return err
		}
		options, err := build.options()
		if err != nil {
			return err
		}
		if *lines < 1 || *lines > analysis.MaxLines {
			return usage("--lines %d: expected a number from 1 to %d", *lines, analysis.MaxLines)
		}
		h := hinting{program: p, analyst: analysis.New(options, asked, analysis.UsualMarks()), lines: *lines, asJSON: *asJSON, language: language}
		if h.analyst.Book, err = hintBook(*openings); err != nil {
			return err
		}
		h.analyst.Trust = *openings != ""
		return h.answer(c.Context(), analysis.Positions(first(args), start, p.asked(c.Context(), args)))
	}
	return c
}

// first is the only argument, or nothing.
func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

// usualLines is how many of the best moves are shown without --lines.
const usualLines = 5

// hinting is a run of the verb hint.
type hinting struct {
	*program

	analyst  *analysis.Analyst
	lines    int
	asJSON   bool
	language string
}

// answer shows the best moves of each position, however many are none. A search that is interrupted shows what it has.
func (h *hinting) answer(ctx context.Context, positions iter.Seq[analysis.Asked]) error {
	text, err := analysis.NewText(h.out, h.language, false)
	if err != nil {
		return err
	}
	show := h.outlet(text)
	progress, wipe := h.watch(text)
	bad, unread := 0, false
	for asked := range positions {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if asked.Err != nil {
			bad++
			unread = unread || failed(asked.Err)
			h.log("%v", asked.Err)
			continue
		}
		hint, err := h.analyst.Hint(ctx, asked.Position, h.lines, progress)
		hint.Line = asked.Number
		wipe()
		if shown := show(hint); shown != nil || err != nil {
			return errors.Join(shown, err)
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case unread:
		return &exit{exitFailure, fmt.Errorf("no positions, or files that could not be read: %d", bad)}
	case bad > 0:
		return &exit{exitIllegal, fmt.Errorf("no positions: %d", bad)}
	}
	return nil
}

// withoutBook is the value of --book that looks into none.
const withoutBook = "none"

// hintBook is the book of that name: a file, none, or, without a name, the one that is part of the program, where there is one.
func hintBook(name string) (*book.Book, error) {
	switch name {
	case withoutBook:
		return nil, nil
	case "":
		b, _, err := book.Shipped()
		return b, err
	}
	return book.Load(name)
}

// watch shows on a terminal how far the search has come.
func (h *hinting) watch(text *analysis.Text) (progress func(analysis.Hint), wipe func()) {
	if f, ok := h.err.(*os.File); !ok || !isTerminal(f) {
		return nil, func() {}
	}
	progress = func(found analysis.Hint) {
		fmt.Fprintf(h.err, "\r%s\033[K", text.Searching(found))
	}
	return progress, func() { fmt.Fprint(h.err, "\r\033[K") }
}

// asked is standard input when it is among the arguments, and otherwise left alone.
func (p *program) asked(ctx context.Context, args []string) io.Reader {
	if slices.Contains(args, "-") {
		return p.stdin(ctx)
	}
	return strings.NewReader("")
}

// outlet writes hints as JSON or as people read them.
func (h *hinting) outlet(text *analysis.Text) func(analysis.Hint) error {
	if !h.asJSON {
		return text.Hint
	}
	encoder := json.NewEncoder(h.out)
	encoder.SetEscapeHTML(false)
	return func(h analysis.Hint) error { return encoder.Encode(h) }
}
