package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) levelsCommand() *cobra.Command {
	c := p.Command("levels", "levels", verb.Args(0, 0, ""))
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	measure := c.Flags().Bool("measure", false, p.Words["levels.measure"])
	last := c.Flags().Int("to", search.MaxLevel, p.Words["levels.to"])
	limit := c.Flags().Duration("time", 3*time.Minute, p.Words["levels.time"])
	most := c.Flags().Duration("move-time", 10*time.Second, p.Words["levels.moveTime"])
	flags.Between(c, 0, search.MaxLevel, "to")
	flags.AtLeast(c, 1, "time", "move-time")
	c.RunE = func(c *cobra.Command, _ []string) error {
		measuring := func(name string) bool { return flags.OnCommandLine(c, name) }
		switch {
		case !*measure && slices.ContainsFunc([]string{"time", "move-time"}, measuring):
			return terminal.Usage("--time and --move-time require --measure")
		case *measure:
			return p.measureLevels(c.Context(), *last, *limit, *most, *asJSON)
		}
		known, err := search.KnownLevels()
		if err != nil {
			return err
		}
		known.Levels = slices.DeleteFunc(known.Levels, func(l search.Level) bool { return l.Level > *last })
		return p.showLevels(known, *asJSON)
	}
	return c
}

// measureLevels measures the levels up to last and shows each one when it is done. It ends early when the time limit is
// reached or ctx ends; the levels that are done are still shown.
func (p *program) measureLevels(ctx context.Context, last int, limit, most time.Duration, asJSON bool) error {
	sheet, measured := p.levelSheet(asJSON), search.NewLevels(machine(), p.Build.String(), time.Now())
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := search.MeasureLevels(limited, 0, last, most, func(l search.Level) error {
		measured.Levels = append(measured.Levels, l)
		return sheet.row(l)
	})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil
	}
	return errors.Join(sheet.end(measured), err)
}

// levelWriter writes levels as a table, row by row, or as one JSON document at the end.
type levelWriter struct {
	*program
	asJSON bool
	rows   int
}

func (p *program) levelSheet(asJSON bool) *levelWriter { return &levelWriter{p, asJSON, 0} }

// row writes a level to the table. It does nothing for JSON.
func (s *levelWriter) row(l search.Level) error {
	if s.asJSON {
		return nil
	}
	if s.rows++; s.rows == 1 {
		fmt.Fprintln(s.Out, s.Words["levels.header"])
	}
	selective, nodes, seconds, longest := "—", "—", "—", "—"
	if l.Selective > l.Exact {
		selective = strconv.Itoa(l.Selective)
	}
	if l.Nodes > 0 {
		nodes, seconds, longest = strconv.FormatUint(l.Nodes, 10), span(l.Seconds), span(l.Longest)
	}
	if l.Stopped > 0 { // the measurements are lower bounds
		nodes, seconds, longest = ">"+nodes, ">"+seconds, ">"+longest
	}
	_, err := fmt.Fprintf(s.Out, "%6d%6d%6d%10s%10d%%%14s%10s%10s\n", l.Level, l.Depth, l.Exact, selective,
		l.Confidence, nodes, seconds, longest)
	return err
}

// end writes the source of the times, or the JSON document.
func (s *levelWriter) end(l search.Levels) error {
	if s.asJSON {
		return json.NewEncoder(s.Out).Encode(l)
	}
	_, err := fmt.Fprintf(s.Out, s.Words["levels.source"]+"\n", l.Machine, l.Date, l.Build)
	return err
}

// showLevels writes levels with known measurements.
func (p *program) showLevels(known search.Levels, asJSON bool) error {
	sheet := p.levelSheet(asJSON)
	for _, l := range known.Levels {
		if err := sheet.row(l); err != nil {
			return err
		}
	}
	return sheet.end(known)
}

// machine describes this machine: the processor, if the system reports it, and the number of its cores.
func machine() string {
	name := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s × %d", name, runtime.NumCPU())
}

// span formats a time in seconds.
func span(seconds float64) string {
	return time.Duration(math.Round(seconds * float64(time.Second))).String()
}
