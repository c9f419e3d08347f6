package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/proof"
)

func (p *program) verifyCommand() *cobra.Command {
	c := p.Command("verify", "verify FILE.kproof…", verb.Args(1, 1000, "certificates"))
	threads := c.Flags().Int("threads", 0, p.Words["verify.threads"])
	memory := flags.ByteSize(4 << 30)
	c.Flags().Var(&memory, "memory", p.Words["verify.memory"])
	unconditional := c.Flags().Bool("unconditional", false, p.Words["verify.unconditional"])
	flags.Between(c, 1, flags.MaxThreads, "threads")
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) error {
		progress := terminal.NewProgress(p.Err, nil)
		o := proof.Options{Threads: *threads, Memory: int64(memory), Progress: func(done, all int64) {
			progress.Show(fmt.Sprintf(p.Words["verify.checking"], done, all))
		}}
		wrong := 0
		var unread []error
		for _, path := range args {
			began := time.Now()
			report, err := verifyFile(c.Context(), path, o)
			progress.Clear()
			if c.Context().Err() != nil {
				return c.Context().Err()
			}
			fault := (*proof.Error)(nil)
			switch {
			case err == nil && *unconditional && report.Assumed > 0:
				fault = &proof.Error{Place: "assumptions", Reason: "not allowed by --unconditional"}
			case err != nil && !errors.As(err, &fault):
				unread = append(unread, err)
				continue
			}
			v := newVerdict(p.Words, path, report, time.Since(began))
			if report.Assumptions > 0 {
				if v.Sources, err = sourcesIn(path); err != nil {
					return err
				}
			}
			if fault != nil {
				v.Valid, v.Error = false, fault.Error()
				wrong++
			}
			if err := p.Show(v, *asJSON); err != nil {
				return err
			}
		}
		return verdictOf(wrong, len(args), unread)
	}
	return c
}

// verdictOf returns the error of a run: for files that cannot be read, or else for files that prove nothing.
func verdictOf(wrong, files int, unread []error) error {
	if len(unread) > 0 {
		return terminal.Failure("%w", errors.Join(unread...))
	}
	if wrong > 0 {
		return terminal.Mismatch("%d of %s %s nothing", wrong, lang.Count(files, "file", "files"),
			lang.English.Plural(wrong, "proves", "prove"))
	}
	return nil
}

func verifyFile(ctx context.Context, path string, o proof.Options) (proof.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return proof.Report{}, err
	}
	defer func() { _ = f.Close() }() // opened for reading only
	return proof.Verify(ctx, f, o)
}

// sourcesIn returns the origins of the assumptions of a certificate.
func sourcesIn(path string) ([]proof.Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // opened for reading only
	return proof.Sources(f)
}

// verdictDocument is the result for one file. It has no claim if the header is not valid.
type verdictDocument struct {
	Schema string `json:"schema"`
	File   string `json:"file"`
	Valid  bool   `json:"valid"`
	Error  string `json:"error,omitempty"` // the reason why the file is not valid
	// the squares from a1 on, row by row, X, O or -; a space; the side to move, X or O
	Position string `json:"position,omitempty"`
	Relation string `json:"claim,omitempty"` // at least or at most
	Value    *int   `json:"value,omitempty"` // discs

	Leaf        int   `json:"leaf,omitempty"`
	Nodes       int64 `json:"nodes"`
	Leaves      int64 `json:"leaves"`
	Finished    int64 `json:"finished"`    // finished games
	Assumptions int   `json:"assumptions"` // number of assumptions in the file
	Assumed     int64 `json:"assumed"`     // how often assumptions were used
	// origins of the assumptions
	Sources   []proof.Source `json:"sources,omitempty"`
	Generator string         `json:"generator,omitempty"`
	Seconds   float64        `json:"seconds"`

	claim *proof.Claim // nil if the header is not valid
	words map[string]string
}

func newVerdict(words map[string]string, path string, r proof.Report, took time.Duration) verdictDocument {
	v := verdictDocument{
		Schema: "kaeshi/verify/1", File: path, Valid: true, Leaf: r.Leaf, Nodes: r.Nodes, Leaves: r.Leaves,
		Finished: r.Finished, Assumptions: r.Assumptions, Assumed: r.Assumed, Generator: r.Generator,
		Seconds: took.Seconds(), words: words,
	}
	if r.Position != "" {
		v.Position, v.Relation, v.Value, v.claim = r.Position, r.Relation, &r.Value, &r.Claim
	}
	return v
}

// String returns the line of the text output.
func (v verdictDocument) String() string {
	switch {
	case !v.Valid:
		return fmt.Sprintf(v.words["verify.wrong"], v.File, v.Error)
	case v.Assumed > 0:
		return fmt.Sprintf(v.words["verify.conditional"], v.File, claimIn(v.words, *v.claim), v.Nodes, v.Leaves,
			v.Seconds, v.Assumptions, sourceNames(v.Sources))
	default:
		return fmt.Sprintf(v.words["verify.valid"], v.File, claimIn(v.words, *v.claim), v.Nodes, v.Leaves, v.Seconds)
	}
}

// sourceNames returns the names of sources as text, without control characters.
func sourceNames(list []proof.Source) string {
	names := make([]string, len(list))
	for i, s := range list {
		quoted := strconv.Quote(s.Name)
		names[i] = quoted[1 : len(quoted)-1]
	}
	return strings.Join(names, "; ")
}
