package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

func (p *program) treeCommand() *cobra.Command {
	c := p.Command("tree", "tree", verb.Args(0, 0, ""))
	lesson := p.addLessonFlags(c)
	algorithm := flags.NewChoice("alphabeta", classroom.Algorithms()...)
	format := flags.NewChoice(classroom.Formats()[0], classroom.Formats()...)
	c.Flags().Var(algorithm, "algo", p.Words["tree.algo"])
	c.Flags().Var(format, "format", p.Words["tree.format"])
	flags.Complete(c, "algo", algorithm)
	flags.Complete(c, "format", format)
	nodes := c.Flags().Int("max-nodes", classroom.DefaultNodes, p.Words["tree.max-nodes"])
	flags.Between(c, 1, classroom.MostNodes, "max-nodes")
	c.RunE = func(c *cobra.Command, _ []string) error {
		request, err := lesson()
		if err != nil {
			return err
		}
		request.Algorithm, request.MaxNodes = algorithm.Value, *nodes
		watch := p.Watch(c.Context(), func(elapsed time.Duration) string {
			return fmt.Sprintf("searching, %.0f s", elapsed.Seconds())
		})
		document, err := classroom.Tree(c.Context(), request)
		watch.Stop()
		if err != nil {
			return faulty(err)
		}
		return document.Write(p.Out, format.Value, p.Language)
	}
	return c
}

// faulty adds the exit status to the error of a request, and names the flag.
func faulty(err error) error {
	fault := (*classroom.Fault)(nil)
	switch {
	case !errors.As(err, &fault):
		return err
	case fault.Field == "position":
		return terminal.Illegal("%w", err)
	}
	flag := map[string]string{"algorithm": "algo", "max_nodes": "max-nodes"}[fault.Field]
	if flag == "" {
		flag = fault.Field
	}
	return terminal.Usage("--%s: %w", flag, fault.Err)
}
