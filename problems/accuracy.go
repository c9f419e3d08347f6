package problems

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/search"
)

// Trial measures the accuracy of a player on positions with known scores. Its fields are set before the first call.
type Trial struct {
	// Evaluate returns the report of the player on a position.
	Evaluate func(context.Context, othello.Position) (search.Report, error)
	Began    func(obf.Problem)      // called before each position; may be nil
	Judged   func(Comparison) error // called with each result, in order
	Bad      func(error)            // called with each line that is not a position
}

// File evaluates each position of a file that has scores, and returns the sums. The error is that of ctx, the reader,
// the player or Judged. The sums are valid after any error.
func (t *Trial) File(ctx context.Context, in io.Reader) (a Accuracy, err error) {
	a = NewAccuracy()
	for problem, err := range files.Problems(in) {
		switch unreadable := (*fs.PathError)(nil); {
		case ctx.Err() != nil:
			return a, ctx.Err()
		case errors.As(err, &unreadable):
			return a, err
		case err != nil:
			a.bad++
			t.Bad(err)
			continue
		case len(problem.Scores) == 0:
			a.Unscored++
			continue
		}
		if err := t.judge(ctx, problem, &a); err != nil {
			return a, err
		}
	}
	return a, ctx.Err()
}

func (t *Trial) judge(ctx context.Context, problem obf.Problem, a *Accuracy) error {
	if t.Began != nil {
		t.Began(problem)
	}
	report, err := t.Evaluate(ctx, problem.Position)
	if err != nil {
		return fmt.Errorf("line %d: %w", problem.Line, err)
	}
	g := newComparison(problem, report)
	a.add(g)
	return t.Judged(g)
}

// Accuracy is the result of a trial. Scores are final disc differences from the view of the side to move.
type Accuracy struct {
	Positions int     // evaluated positions
	Unscored  int     // positions without a score in the file, which are skipped
	Best      int     // positions in which the chosen move has the best score
	Close     int     // positions in which the player's score is within three discs of the best score
	Scored    int     // positions in which the chosen move has a score in the file
	Lost      int     // sum of the discs that these moves lose
	Absolute  float64 // sum of |player's score − exact score|
	Bias      float64 // sum of player's score − exact score
	Square    float64 // sum of the squares of these differences
	Least     int     // least confidence of a search in percent; 100: no forward pruning
	Nodes     uint64
	Seconds   float64
	bad       int
}

const closeDiscs = 3

func (a *Accuracy) add(g Comparison) {
	a.Positions++
	if math.Abs(g.Off) <= closeDiscs {
		a.Close++
	}
	if g.Lost != nil {
		a.Scored++
		a.Lost += *g.Lost
		if *g.Lost == 0 {
			a.Best++
		}
	}
	a.Absolute, a.Bias, a.Square = a.Absolute+math.Abs(g.Off), a.Bias+g.Off, a.Square+float64(g.Off*g.Off)
	a.Least = min(a.Least, g.Confidence)
	a.Nodes += g.Nodes
	a.Seconds += g.Seconds
}

// Plus returns the accuracy over the positions of both.
func (a Accuracy) Plus(b Accuracy) Accuracy {
	return Accuracy{
		a.Positions + b.Positions, a.Unscored + b.Unscored, a.Best + b.Best, a.Close + b.Close, a.Scored + b.Scored,
		a.Lost + b.Lost, a.Absolute + b.Absolute, a.Bias + b.Bias, a.Square + b.Square, min(a.Least, b.Least),
		a.Nodes + b.Nodes, a.Seconds + b.Seconds, a.bad + b.bad,
	}
}

// NewAccuracy returns the Accuracy over no positions.
func NewAccuracy() Accuracy { return Accuracy{Least: 100} }

// Bad returns the number of lines that are not positions.
func (a Accuracy) Bad() int { return a.bad }

// mean returns sum/n, or nil if n is 0.
func mean(sum float64, n int) *float64 {
	if n == 0 {
		return nil
	}
	m := sum / float64(n)
	return &m
}

// String returns the result as lines of text.
func (a Accuracy) String() string {
	lines := []string{fmt.Sprintf("total: %s, %s, %.3f s, %.0f nodes/s",
		lang.Count(a.Positions, "position", "positions"), lang.Count(a.Nodes, "node", "nodes"), a.Seconds,
		float64(a.Nodes)/max(a.Seconds, 1e-9))}
	if a.Unscored > 0 {
		lines = append(lines, fmt.Sprintf("skipped, without a score in the file: %s",
			lang.Count(a.Unscored, "position", "positions")))
	}
	if a.Positions > 0 {
		n := float64(a.Positions)
		lines = append(
			lines,
			fmt.Sprintf("move among the best: %d, %.1f %%", a.Best, 100*float64(a.Best)/n),
			fmt.Sprintf("|score − exact| ≤ %d: %d, %.1f %%", closeDiscs, a.Close, 100*float64(a.Close)/n),
			fmt.Sprintf("score − exact: mean absolute %.3f, root mean square %.3f, bias %+.3f", a.Absolute/n,
				math.Sqrt(a.Square/n), a.Bias/n),
			fmt.Sprintf("confidence: at least %d %%", a.Least),
		)
	}
	if lost := mean(float64(a.Lost), a.Scored); lost != nil {
		lines = append(lines, fmt.Sprintf("discs lost by a move: %.3f, over %s with a score in the file",
			*lost, lang.Count(a.Scored, "move", "moves")))
	}
	return strings.Join(lines, "\n")
}

// AccuracyDocument is an [Accuracy] as JSON. Shares and means over no positions are absent.
type AccuracyDocument struct {
	Schema     string   `json:"schema"`
	Positions  int      `json:"positions"`
	Unscored   int      `json:"unscored"`
	Best       int      `json:"best_count"`
	BestShare  *float64 `json:"best_share,omitempty"`
	Close      int      `json:"close_count"`
	CloseShare *float64 `json:"close_share,omitempty"`
	MAE        *float64 `json:"mae,omitempty"`
	RMSE       *float64 `json:"rmse,omitempty"`
	Bias       *float64 `json:"bias,omitempty"`
	Moves      int      `json:"scored_moves"`
	Lost       *float64 `json:"mean_loss,omitempty"`
	Confidence int      `json:"confidence"`
	Nodes      uint64   `json:"nodes"`
	Seconds    float64  `json:"seconds"`
}

// MarshalJSON returns the counts and their means. It leaves out means over no positions.
func (a Accuracy) MarshalJSON() ([]byte, error) {
	rms := mean(a.Square, a.Positions)
	if rms != nil {
		*rms = math.Sqrt(*rms)
	}
	return json.Marshal(AccuracyDocument{
		"kaeshi/accuracy/1", a.Positions, a.Unscored, a.Best, mean(float64(a.Best), a.Positions), a.Close,
		mean(float64(a.Close), a.Positions),
		mean(a.Absolute, a.Positions), rms, mean(a.Bias, a.Positions), a.Scored, mean(float64(a.Lost), a.Scored),
		a.Least, a.Nodes, a.Seconds,
	})
}
