package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis/queries"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/search"
)

func (p *program) proveCommand() *cobra.Command {
	c := p.Command("prove", "prove [POSITION]", verb.Args(0, 2, "one position"))
	board, build := flags.AddBoard(c, p.Words), flags.AddEngine(c, p.Words)
	atLeast := c.Flags().Int("at-least", 0, p.Words["prove.at-least"])
	atMost := c.Flags().Int("at-most", 0, p.Words["prove.at-most"])
	flags.Between(c, -64, 64, "at-least", "at-most")
	flags.Alternatives(c, "at-least", "at-most")
	c.Flags().Lookup("start").NoOptDefVal = othello.Usual.String() // --start alone is the start position
	assume := p.addAssume(c)
	run := proveRun{certifier: certifier{program: p}}
	c.Flags().StringVarP(&run.path, "out", "o", "position.kproof", p.Words["prove.out"])
	run.isNew = p.AddForce(c)
	p.addLeaf(c, &run.leaf)
	c.Flags().BoolVar(&run.asJSON, "json", false, p.Words["flag.json"])
	named := flags.AddCluster(c, p.Words, "cluster", "flag.cluster")
	flags.Alternatives(c, "cluster", "assume")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := run.loadAssumptions(assume); err != nil {
			return err
		}
		at, err := proveFrom(c, board, assume, args)
		if err != nil {
			return err
		}
		options, err := build.Options()
		if err != nil {
			return err
		}
		options.Without |= search.Claims // a certificate rests on no claim that it does not list
		run.engine, run.threads = search.New(options), options.Threads
		watched, stop := context.WithCancel(c.Context())
		watch := watchProof(watched, p.Progress(), run.engine.Nodes)
		run.show, run.clear = watch.show, watch.clear
		defer watch.clear()
		defer stop()
		if assume.audit > 0 {
			return run.audit(c.Context(), assume)
		}
		work := func() error {
			switch {
			case c.Flags().Changed("at-least"):
				return run.claim(c.Context(), at, proof.AtLeast, *atLeast, run.path)
			case c.Flags().Changed("at-most"):
				return run.claim(c.Context(), at, proof.AtMost, *atMost, run.path)
			}
			return run.proveScore(c.Context(), at)
		}
		if named.Named() {
			return run.proveOnCluster(c, named, at, options.HashBytes, work)
		}
		if err := run.begin(at, run.path); err != nil {
			return err
		}
		return run.end(work())
	}
	return c
}

// proveFrom returns the position that the arguments name. Without an argument, it is the start position if --start or
// --assume is given. The value of --start may be a separate argument.
func proveFrom(c *cobra.Command, board flags.Board, assume *assumeFlags, args []string) (othello.Position, error) {
	if c.Flags().Changed("start") && len(args) > 0 && board.Setup.Set(args[0]) == nil {
		args = args[1:]
	}
	start, err := board.Position()
	if err != nil {
		return start, err
	}
	switch {
	case len(args) == 1:
		at, err := onePosition(args[0], start)
		if err != nil {
			return at, err
		}
		return at, board.Check(at)
	case len(args) == 0 && (c.Flags().Changed("start") || assume.from != ""):
		return start, nil
	}
	return start, terminal.Usage("prove takes one position, but %d are given; usage: %s", len(args), verb.UseLine(c))
}

// onePosition returns the position that an argument names: a position, a transcript, or a file with one game.
func onePosition(text string, start othello.Position) (at othello.Position, err error) {
	if text == "-" {
		return at, terminal.Usage("prove does not read standard input (want a position, a transcript or a file)")
	}
	found := 0
	for input := range queries.Positions(text, start, nil) {
		if input.Err != nil {
			if verb.Unreadable(input.Err) {
				return at, terminal.Failure("%w", input.Err)
			}
			return at, terminal.Illegal("%w", input.Err)
		}
		at = input.Position
		found++
	}
	if found != 1 {
		return at, terminal.Illegal("positions in %s: %d (want 1)", text, found)
	}
	return at, nil
}

// proveRun is a run of the command prove.
type proveRun struct {
	certifier

	path   string
	asJSON bool
}

// proveScore solves the position and proves that it scores at least and at most the result.
func (v *proveRun) proveScore(ctx context.Context, at othello.Position) error {
	base := strings.TrimSuffix(v.path, filepath.Ext(v.path))
	least, most := base+"-at-least"+filepath.Ext(v.path), base+"-at-most"+filepath.Ext(v.path)
	if v.assumptions != nil {
		return v.proveBounds(ctx, at, least, most)
	}
	value, err := v.score(ctx, at)
	if err != nil {
		return err
	}
	return errors.Join(
		v.claim(ctx, at, proof.AtLeast, value, least),
		v.claim(ctx, at, proof.AtMost, value, most),
	)
}

// score returns the score of the position, from the journal or by a search that it stores there.
func (v *proveRun) score(ctx context.Context, at othello.Position) (int, error) {
	if at.Over() {
		return at.Score(), nil
	}
	if value, ok := v.journal.Score(); ok {
		return value, nil
	}
	if v.parts != nil && at.Empties() > mostSolved {
		return v.scoreByParts(ctx, at)
	}
	v.show(fmt.Sprintf(v.Words["prove.solving"], at.Empties()))
	solved, err := v.engine.Solve(ctx, at)
	if err != nil {
		return 0, err
	}
	return int(solved.Score), v.journal.SetScore(int(solved.Score))
}

// claim proves one claim and prints its certificate.
func (v *proveRun) claim(ctx context.Context, at othello.Position, relation string, value int, path string) error {
	claim := proof.Claim{Position: at.String(), Relation: relation, Value: value}
	made, err := v.certify(ctx, at, claim, path)
	if err != nil {
		return err
	}
	v.clear()
	return v.Show(made, v.asJSON)
}
