package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis/queries"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

const usualLeaf = 8 // empty squares

func (p *program) proveCommand() *cobra.Command {
	c := p.Command("prove", "prove POSITION", verb.Args(1, 1, "one position"))
	board, build := flags.AddBoard(c, p.Words), flags.AddEngine(c, p.Words)
	atLeast := c.Flags().Int("at-least", 0, p.Words["prove.at-least"])
	atMost := c.Flags().Int("at-most", 0, p.Words["prove.at-most"])
	flags.Between(c, -64, 64, "at-least", "at-most")
	flags.Alternatives(c, "at-least", "at-most")
	run := proving{program: p}
	c.Flags().StringVarP(&run.path, "out", "o", "position.kproof", p.Words["prove.out"])
	c.Flags().IntVar(&run.leaf, "leaf", usualLeaf, p.Words["prove.leaf"])
	flags.Between(c, proof.MinLeaf, proof.MaxLeaf, "leaf")
	c.Flags().BoolVar(&run.asJSON, "json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) error {
		start, err := board.Position()
		if err != nil {
			return err
		}
		at, err := onePosition(args[0], start)
		if err != nil {
			return err
		}
		options, err := build.Options()
		if err != nil {
			return err
		}
		run.engine, run.threads = search.New(options), options.Threads
		run.progress = terminal.NewProgress(p.Err, nil)
		defer run.progress.Clear()
		switch {
		case c.Flags().Changed("at-least"):
			return run.claim(c.Context(), at, proof.AtLeast, *atLeast, run.path)
		case c.Flags().Changed("at-most"):
			return run.claim(c.Context(), at, proof.AtMost, *atMost, run.path)
		}
		return run.exactly(c.Context(), at)
	}
	return c
}

// onePosition is the position that an argument names.
func onePosition(text string, start othello.Position) (at othello.Position, err error) {
	if text == "-" {
		return at, terminal.Usage("prove reads no standard input: give the position or the moves as an argument")
	}
	found := 0
	for asked := range queries.Positions(text, start, nil) {
		if asked.Err != nil {
			if verb.Unreadable(asked.Err) {
				return at, terminal.Failure("%w", asked.Err)
			}
			return at, terminal.Illegal("%w", asked.Err)
		}
		at = asked.Position
		found++
	}
	if found != 1 {
		return at, terminal.Illegal("%s holds %d positions: expected one", text, found)
	}
	return at, nil
}

// proving is a run of the verb prove.
type proving struct {
	*program

	engine   *search.Engine
	threads  int
	leaf     int
	path     string
	asJSON   bool
	progress *terminal.Progress
}

// exactly proves both that the position is worth what it is at least, and at most.
func (v *proving) exactly(ctx context.Context, at othello.Position) error {
	value := at.Score()
	if !at.Over() {
		v.progress.Show(fmt.Sprintf(v.Words["prove.solving"], at.Empties()))
		solved, err := v.engine.Solve(ctx, at)
		if err != nil {
			return err
		}
		value = int(solved.Score)
	}
	base := strings.TrimSuffix(v.path, filepath.Ext(v.path))
	return errors.Join(
		v.claim(ctx, at, proof.AtLeast, value, base+"-at-least"+filepath.Ext(v.path)),
		v.claim(ctx, at, proof.AtMost, value, base+"-at-most"+filepath.Ext(v.path)),
	)
}

// claim proves one claim, checks the certificate and gives the file its name when it is right.
func (v *proving) claim(ctx context.Context, at othello.Position, relation string, value int, path string) (err error) {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	began := time.Now()
	b, err := prove.Prove(ctx, at, relation, value, prove.Options{
		Engine: v.engine, Leaf: v.leaf, Generator: v.Build.String(),
		Progress: func(nodes int) { v.progress.Show(fmt.Sprintf(v.Words["prove.proving"], nodes)) },
	})
	if errors.Is(err, prove.ErrFalse) {
		return terminal.Mismatch("%s: %s %+d: %w", at, relation, value, err)
	}
	if err != nil {
		return err
	}
	found := time.Since(began)
	part := path + ".part"
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(part)))
		}
	}()
	size, err := writeProof(part, b)
	if err != nil {
		return err
	}
	began = time.Now()
	report, err := verifyFile(ctx, part, proof.Options{Threads: v.threads, Progress: v.checking})
	if err != nil {
		return fmt.Errorf("the certificate that was made is wrong, which is a fault of this program: %w", err)
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	v.progress.Clear()
	return v.Show(proved{
		Schema: "kaeshi/prove/1", words: v.Words, Claim: report.Claim, File: path, Leaf: report.Leaf,
		Nodes: report.Nodes, Leaves: report.Leaves, Bytes: size, Seconds: found.Seconds(),
		CheckSeconds: time.Since(began).Seconds(),
	}, v.asJSON)
}

func (v *proving) checking(done, all int64) {
	v.progress.Show(fmt.Sprintf(v.Words["verify.checking"], done, all))
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// writeProof writes a certificate to the disk.
func writeProof(path string, b *proof.Builder) (size int64, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	size, err = b.WriteTo(f)
	if err == nil {
		err = f.Sync()
	}
	return size, errors.Join(err, f.Close())
}

// proved is what a run of prove tells of a certificate.
type proved struct {
	Schema string `json:"schema"`
	proof.Claim
	File         string  `json:"file"`
	Leaf         int     `json:"leaf"`
	Nodes        int64   `json:"nodes"`
	Leaves       int64   `json:"leaves"`
	Bytes        int64   `json:"bytes"`
	Seconds      float64 `json:"seconds"`       // to find it
	CheckSeconds float64 `json:"check_seconds"` // to check it

	words map[string]string
}

// String is the line that people read.
func (p proved) String() string {
	return fmt.Sprintf(p.words["prove.proved"], p.File, claimIn(p.words, p.Claim), p.Nodes, p.Leaves, p.Bytes,
		p.Seconds, p.CheckSeconds)
}

// claimIn says a claim in a language.
func claimIn(words map[string]string, c proof.Claim) string {
	key := "proof.at-least"
	if c.Relation == proof.AtMost {
		key = "proof.at-most"
	}
	return fmt.Sprintf(words[key], c.Position, c.Value)
}
