package main

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
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
