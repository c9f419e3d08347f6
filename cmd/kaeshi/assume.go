package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/prove"
)

// publishedClaims is the value of --assume for the claims that are built into the program.
const publishedClaims = "e50"

// assumeFlags holds the flags of conditional proofs.
type assumeFlags struct {
	from  string // publishedClaims or a file; empty: nothing is assumed
	audit int    // number of claims to test; 0: none
	time  time.Duration
	seed  uint64
}

func (p *program) addAssume(c *cobra.Command) *assumeFlags {
	a := &assumeFlags{}
	f := c.Flags()
	f.StringVar(&a.from, "assume", "", p.Words["prove.assume"])
	f.IntVar(&a.audit, "audit", 0, p.Words["prove.audit"])
	f.DurationVar(&a.time, "time", 10*time.Second, p.Words["prove.time"])
	f.Uint64Var(&a.seed, "seed", 1, p.Words["prove.seed"])
	flags.AtLeast(c, 1, "audit", "time")
	return a
}

// loadAssumptions reads the assumptions that the flags name.
func (v *proveRun) loadAssumptions(a *assumeFlags) (err error) {
	switch a.from {
	case "":
		if a.audit > 0 {
			return terminal.Usage("--audit needs --assume")
		}
		return nil
	case publishedClaims:
		v.assumptions, err = prove.Published()
	default:
		v.assumptions, err = readAssumptions(a.from)
	}
	return err
}

func readAssumptions(path string) (*prove.Assumptions, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, terminal.Failure("%w", err)
	}
	defer func() { _ = f.Close() }() // opened for reading only
	a, err := prove.ReadAssumptions(f, filepath.Base(path))
	if err != nil {
		return nil, terminal.Illegal("%s: %w", path, err)
	}
	return a, nil
}

// conditional returns the options of conditional proofs, or nil if nothing is assumed.
func (v *certifier) conditional() *prove.Conditional {
	if v.assumptions == nil {
		return nil
	}
	if v.derived == nil {
		v.derived = prove.NewConditional(v.assumptions, v.leaf)
	}
	return v.derived
}

// proveBounds proves the bounds of a position that follow from the assumptions. The paths are those of the two
// certificates.
func (v *proveRun) proveBounds(ctx context.Context, at othello.Position, least, most string) error {
	v.show(v.Words["prove.deriving"])
	b, err := v.conditional().Bounds(ctx, at)
	if err != nil {
		return err
	}
	whole := at.Size.Squares()
	if b.AtLeast <= -whole && b.AtMost >= whole {
		return terminal.Mismatch("%s: no bound follows from the assumptions", at)
	}
	if b.AtLeast > -whole {
		err = v.claim(ctx, at, proof.AtLeast, b.AtLeast, least)
	}
	if b.AtMost < whole {
		err = errors.Join(err, v.claim(ctx, at, proof.AtMost, b.AtMost, most))
	}
	return err
}

// auditDocument is the result of the test of a claim.
type auditDocument struct {
	Schema string `json:"schema"`
	proof.Claim
	Moves      []string `json:"moves"`      // to the position reached
	Reached    string   `json:"reached"`    // the position
	Empties    int      `json:"empties"`    // in the position reached
	Confirmed  bool     `json:"confirmed"`  // an exact search shows that the claim holds there
	Agrees     bool     `json:"agrees"`     // by the deepest search, the claim holds there
	Depth      int      `json:"depth"`      // of the deepest search
	Confidence int      `json:"confidence"` // of the deepest search, in percent
	Nodes      uint64   `json:"nodes"`
	Seconds    float64  `json:"seconds"` // of the search in the position reached

	words map[string]string
}

// String returns the line of the text output.
func (d auditDocument) String() string {
	key := "audit.confirmed"
	switch {
	case d.Confirmed:
	case d.Agrees:
		key = "audit.agrees"
	default:
		key = "audit.disagrees"
	}
	return fmt.Sprintf(d.words[key], claimIn(d.words, d.Claim), strings.Join(d.Moves, ""), d.Empties, d.Depth,
		d.Confidence, d.Seconds)
}

// auditTotal is the summary of an audit.
type auditTotal struct {
	Schema    string `json:"schema"`
	Claims    int    `json:"claims"`    // tested
	Confirmed int    `json:"confirmed"` // tested claims that an exact search confirmed
	Of        int    `json:"of"`        // claims in the source
	Source    string `json:"source"`
	Seed      uint64 `json:"seed"`

	words map[string]string
}

// String returns the line of the text output.
func (t auditTotal) String() string {
	return fmt.Sprintf(t.words["audit.total"], t.Confirmed, t.Claims, t.Source)
}

// audit tests a random sample of the assumed claims.
func (v *proveRun) audit(ctx context.Context, a *assumeFlags) error {
	r := rand.New(rand.NewPCG(a.seed, 0))
	sample := v.assumptions.Sample(a.audit, r)
	total := auditTotal{
		Schema: "kaeshi/audit-total/1", Of: len(v.assumptions.Claims()), Source: v.assumptions.Source(), Seed: a.seed,
		words: v.Words,
	}
	auditor := prove.Auditor{Engine: v.engine, Time: a.time}
	for _, claim := range sample {
		v.show(fmt.Sprintf(v.Words["audit.testing"], total.Claims+1, len(sample)))
		tested, err := auditor.Audit(ctx, claim, r)
		if err != nil {
			return err
		}
		total.Claims++
		if tested.Confirmed {
			total.Confirmed++
		}
		v.clear()
		if err := v.Show(newAuditDocument(v.Words, tested), v.asJSON); err != nil {
			return err
		}
	}
	return v.Show(total, v.asJSON)
}

func newAuditDocument(words map[string]string, t prove.Audited) auditDocument {
	return auditDocument{
		Schema: "kaeshi/audit/1", Claim: t.Claim, Moves: t.Moves, Reached: t.Reached, Empties: t.Empties,
		Confirmed: t.Confirmed, Agrees: t.Agrees, Depth: t.Depth, Confidence: t.Confidence, Nodes: t.Nodes,
		Seconds: t.Elapsed.Seconds(), words: words,
	}
}
