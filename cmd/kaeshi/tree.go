package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/classroom"
)

func (p *program) treeCommand(language string) *cobra.Command {
	c := &cobra.Command{
		Use: "tree", Short: p.words["tree.short"], Long: p.words["tree.long"], Example: p.words["tree.example"], Args: between(0, 0, ""),
	}
	lesson := p.addLessonFlags(c)
	algorithm, format := &choice{"alphabeta", classroom.Algorithms()}, &choice{classroom.Formats()[0], classroom.Formats()}
	c.Flags().Var(algorithm, "algo", p.words["tree.algo"])
	c.Flags().Var(format, "format", p.words["tree.format"])
	completeChoices(c, "algo", algorithm)
	completeChoices(c, "format", format)
	nodes := c.Flags().Int("max-nodes", classroom.DefaultNodes, p.words["tree.max-nodes"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		request, err := lesson()
		if err != nil {
			return err
		}
		if *nodes < 1 {
			return usage("--max-nodes %d: expected a number from 1 to %d", *nodes, classroom.MostNodes)
		}
		request.Algorithm, request.MaxNodes = algorithm.value, *nodes
		document, err := classroom.Tree(c.Context(), request)
		if err != nil {
			return faulty(err)
		}
		return document.Write(p.out, format.value, language == "ja")
	}
	return c
}

// faulty gives an error in a request its exit status.
func faulty(err error) error {
	fault := (*classroom.Fault)(nil)
	switch {
	case !errors.As(err, &fault):
		return err
	case fault.Field == "position":
		return &exit{exitIllegal, err}
	}
	flag := map[string]string{"algorithm": "algo", "max_nodes": "max-nodes"}[fault.Field]
	if flag == "" {
		flag = fault.Field
	}
	return &exit{exitUsage, fmt.Errorf("--%s: %w", flag, fault.Err)}
}
