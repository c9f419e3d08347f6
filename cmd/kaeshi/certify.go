package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/newfile"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
	"github.com/kaeshi/kaeshi/search"
)

const usualLeaf = 8 // largest number of empty squares of a leaf

func (p *program) addLeaf(c *cobra.Command, leaf *int) {
	c.Flags().IntVar(leaf, "leaf", usualLeaf, p.Words["prove.leaf"])
	flags.Between(c, proof.MinLeaf, proof.MaxLeaf, "leaf")
}

// A certifier writes certificates to files.
type certifier struct {
	*program

	engine      *search.Engine
	threads     int
	leaf        int
	show        func(progress string)
	clear       func() // removes what show wrote
	isNew       func(paths ...string) error
	journal     *prove.Journal     // progress of proofs of the present position; nil: it is not stored
	assumptions *prove.Assumptions // nil: certificates assume nothing
	derived     *prove.Conditional // from given
	parts       *prove.Parts       // proved by a cluster; nil: everything is proved here
}

// certify proves a claim about the position, checks the certificate and, if it is valid, renames the file to path. An
// existing file that proves the claim with the same size of leaves is kept. Another existing file is an error without
// --force.
func (v *certifier) certify(ctx context.Context, at othello.Position, c proof.Claim, path string) (proved, error) {
	if made, ok, err := v.kept(ctx, c, path); ok || err != nil {
		return made, err
	}
	if err := v.isNew(path); err != nil {
		return proved{}, err
	}
	began := time.Now()
	b, err := v.prove(ctx, at, c)
	if errors.Is(err, prove.ErrFalse) || errors.Is(err, prove.ErrUnproved) {
		return proved{}, terminal.Mismatch("%s: %s %+d: %w", c.Position, c.Relation, c.Value, err)
	}
	if err != nil {
		return proved{}, err
	}
	found := time.Since(began)
	return v.store(ctx, b, path, found)
}

// prove proves a claim about the position.
func (v *certifier) prove(ctx context.Context, at othello.Position, c proof.Claim) (*proof.Builder, error) {
	if v.parts != nil {
		v.showParts(0)
	}
	return prove.Prove(ctx, at, c.Relation, c.Value, prove.Options{
		Engine: v.engine, Leaf: v.leaf, Generator: v.Build.String(), Conditional: v.conditional(),
		Journal: v.journal, Parts: v.parts,
		Progress: func(nodes int) { v.show(fmt.Sprintf(v.Words["prove.proving"], nodes)) },
	})
}

// kept reports whether there is a file at path that proves the claim.
func (v *certifier) kept(ctx context.Context, c proof.Claim, path string) (made proved, ok bool, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return made, false, nil
	}
	if err != nil {
		return made, false, err
	}
	began := time.Now()
	report, err := verifyFile(ctx, path, v.options())
	if fault := (*proof.Error)(nil); errors.As(err, &fault) {
		return made, false, nil
	}
	if err != nil || report.Claim != c || report.Leaf != v.leaf {
		return made, false, err
	}
	if same, err := v.assumesSame(report, path); !same || err != nil {
		return made, false, err
	}
	made = v.proved(report, path, info.Size())
	made.Kept, made.CheckSeconds = true, time.Since(began).Seconds()
	return made, true, nil
}

// assumesSame reports whether a certificate assumes no more than this run: nothing, or claims of the same source.
func (v *certifier) assumesSame(r proof.Report, path string) (bool, error) {
	if v.assumptions == nil || r.Assumed == 0 {
		return v.assumptions == nil && r.Assumed == 0, nil
	}
	sources, err := sourcesIn(path)
	return len(sources) == 1 && sources[0].Name == v.assumptions.Source(), err
}

// store writes a certificate to a temporary file, checks it, and renames the file to path. A proof whose parts were
// verified on arrival is checked as a whole too, because only this covers the nodes above the parts, parts that an
// earlier run has left in the journal, and the bytes on the disk. The check on arrival is needed as well, because a
// false part would mislead the search, and its worker could not be named at the end.
func (v *certifier) store(
	ctx context.Context, b *proof.Builder, path string, found time.Duration,
) (made proved, err error) {
	part := path + ".part"
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(part)))
		}
	}()
	size, err := writeProof(part, b)
	if err != nil {
		return made, newfile.Named(err, path)
	}
	began := time.Now()
	report, err := verifyFile(ctx, part, v.options())
	if fault := (*proof.Error)(nil); errors.As(err, &fault) {
		return made, fmt.Errorf("internal error: the new certificate is not valid: %w", err)
	}
	if err != nil {
		return made, err
	}
	made = v.proved(report, path, size)
	made.Seconds, made.CheckSeconds = found.Seconds(), time.Since(began).Seconds()
	return made, newfile.Named(newfile.Rename(part, path), path)
}

// options returns the options for checking a new certificate.
func (v *certifier) options() proof.Options {
	return proof.Options{Threads: v.threads, Progress: func(done, all int64) {
		v.show(fmt.Sprintf(v.Words["verify.checking"], done, all))
	}}
}

func (v *certifier) proved(r proof.Report, path string, size int64) proved {
	return proved{
		Schema: "kaeshi/prove/1", words: v.Words, Claim: r.Claim, File: path, Leaf: r.Leaf, Nodes: r.Nodes,
		Leaves: r.Leaves, Bytes: size, Assumptions: r.Assumptions,
	}
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// writeProof writes a certificate to a file and syncs it to the disk.
func writeProof(path string, b *proof.Builder) (size int64, err error) {
	f, err := disk.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return 0, err
	}
	size, err = b.WriteTo(f)
	if err == nil {
		err = f.Sync()
	}
	return size, errors.Join(err, f.Close())
}

// solution proves both claims of a solved position, in files of the folder that are named after its line.
func (v *certifier) solution(ctx context.Context, s problems.Solution, folder string) (made []proved, err error) {
	at, err := othello.Parse(s.Position)
	if err != nil {
		return nil, err
	}
	if err := v.begin(at, filepath.Join(folder, fmt.Sprintf("line-%04d.kproof", s.Line))); err != nil {
		return nil, err
	}
	defer func() { err = v.end(err) }()
	for _, claim := range []struct{ relation, name string }{{proof.AtLeast, "at-least"}, {proof.AtMost, "at-most"}} {
		path := filepath.Join(folder, fmt.Sprintf("line-%04d-%s.kproof", s.Line, claim.name))
		c := proof.Claim{Position: s.Position, Relation: claim.relation, Value: *s.Score}
		one, err := v.certify(ctx, at, c, path)
		if err != nil {
			return made, err
		}
		made = append(made, one)
	}
	return made, nil
}

// proved describes a certificate in the output.
type proved struct {
	Schema string `json:"schema"`
	proof.Claim
	File         string  `json:"file"`
	Leaf         int     `json:"leaf"`
	Nodes        int64   `json:"nodes"`
	Leaves       int64   `json:"leaves"`
	Bytes        int64   `json:"bytes"`
	Assumptions  int     `json:"assumptions"`    // number of assumptions in the file
	Kept         bool    `json:"kept,omitempty"` // an existing file was kept
	Seconds      float64 `json:"seconds"`        // of the proof search
	CheckSeconds float64 `json:"check_seconds"`  // of the check

	words map[string]string
}

// String returns the line of the text output.
func (p proved) String() string {
	claim := claimIn(p.words, p.Claim)
	if p.Assumptions > 0 {
		claim = fmt.Sprintf(p.words["prove.given"], claim, p.Assumptions)
	}
	if p.Kept {
		return fmt.Sprintf(p.words["prove.kept"], p.File, claim, p.Nodes, p.Leaves, p.Bytes, p.CheckSeconds)
	}
	return fmt.Sprintf(p.words["prove.proved"], p.File, claim, p.Nodes, p.Leaves, p.Bytes, p.Seconds, p.CheckSeconds)
}

// claimIn returns a claim as text.
func claimIn(words map[string]string, c proof.Claim) string {
	key := "proof.at-least"
	if c.Relation == proof.AtMost {
		key = "proof.at-most"
	}
	return fmt.Sprintf(words[key], c.Position, c.Value)
}
