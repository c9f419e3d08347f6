package protocol

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// lz-analyze is Leela Zero's command and kata-analyze KataGo's: an answer that goes on, with a line for each finished
// depth, until the next line of input. Lizzie and Sabaki draw what it says.

// spread is the standard deviation, in discs, by which a score that is not exact becomes a winning chance.
const spread = 5

// winningChance converts a score to the chance to win that boards for Go ask for, between 0 and 1: certain where the
// score is exact, else that of a normal distribution around it.
func winningChance(score othello.Score, exact bool) float64 {
	switch {
	case !exact:
		return 0.5 * math.Erfc(-float64(score)/(spread*math.Sqrt2))
	case score > 0:
		return 1
	case score < 0:
		return 0
	}
	return 0.5
}

// gtpAnalysis is an analysis that was asked for.
type gtpAnalysis struct {
	color    othello.Color
	interval time.Duration // at least between two lines
	lines    int           // at most so many moves
	only     bitboard.Set  // the moves to consider; none: all
	kata     bool          // in KataGo's words
}

// kataSwitches are keys of kata-analyze that ask for what an alpha-beta search does not have.
var kataSwitches = []string{
	"ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits", "pvEdgeVisits", "rootInfo",
	"noResultValue",
}

// parseAnalysis reads [COLOUR] [CENTISECONDS] and pairs of a key and its value.
func (t *gtpTable) parseAnalysis(args []string, kata bool) (a gtpAnalysis, err error) {
	a = gtpAnalysis{color: t.game.Position().Turn, lines: maxQueue, kata: kata}
	if color, err := gtpColor(args); err == nil {
		a.color, args = color, args[1:]
	}
	if len(args) > 0 && strings.Trim(args[0], "0123456789") == "" {
		args = append([]string{"interval"}, args...)
	}
	for err == nil && len(args) > 0 {
		if len(args) == 1 {
			return a, fmt.Errorf("syntax error: expected a value after %.40q", args[0])
		}
		key, value := args[0], args[1]
		args = args[2:]
		switch {
		case key == "interval":
			var n int
			n, err = wholeUpTo(value, longest, "interval")
			a.interval = time.Duration(n) * 10 * time.Millisecond
		case key == "maxmoves":
			a.lines, err = wholeUpTo(value, math.MaxInt32, key)
			a.lines = min(max(a.lines, 1), maxQueue)
		case key == "minmoves": // every move is listed that maxmoves leaves room for
			_, err = wholeUpTo(value, math.MaxInt32, key)
		case key == "allow" || key == "avoid":
			if len(args) < 2 {
				return a, fmt.Errorf("syntax error: expected %s COLOUR MOVES DEPTH", key)
			}
			err = t.restrict(&a, key == "allow", value, args[0])
			args = args[2:]
		case kata && slices.Contains(kataSwitches, key):
		default:
			err = fmt.Errorf("syntax error: unknown key %.40q", key)
		}
	}
	return a, err
}

// restrict takes moves divided by commas into or out of account, if they are of the colour that is analysed.
func (t *gtpTable) restrict(a *gtpAnalysis, allow bool, color, moves string) error {
	whose, err := gtpColor([]string{color})
	if err != nil {
		return err
	}
	var set bitboard.Set
	for name := range strings.SplitSeq(moves, ",") {
		m, err := t.square(name)
		if err != nil {
			return err
		}
		if m != othello.Pass {
			set |= 1 << m
		}
	}
	if whose != a.color {
		return nil
	}
	if !allow {
		if set = ^set; a.only != 0 {
			set &= a.only
		}
	}
	a.only = set
	return nil
}

// analyze makes an analysis ready; run writes it until the next line of input, which is obeyed afterwards.
func (t *gtpTable) analyze(args []string, kata bool) (run func(context.Context), err error) {
	a, err := t.parseAnalysis(args, kata)
	if err != nil {
		return nil, err
	}
	if t.Search == nil {
		return nil, errNoSearch
	}
	if t.game.Position().Over() {
		return nil, errGameOver
	}
	passed, err := t.turn(a.color)
	if err != nil {
		return nil, err
	}
	p := t.game.Position()
	t.takeBack(passed)
	return func(ctx context.Context) { t.stream(ctx, p, a) }, nil
}

// errNoSearch says that no engine was given to analyse with.
var errNoSearch = errors.New("no engine to analyze with")

// stream searches deeper and deeper and says what it finds.
func (t *gtpTable) stream(ctx context.Context, p othello.Position, a gtpAnalysis) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l := search.Limits{
		Exact: p.Size.Squares(), Lines: a.lines, Only: a.only,
		Enough: func(search.Report) bool { return false }, // so that each depth ranks all moves
	}
	reports, over := make(chan search.Report), make(chan struct{})
	go func() {
		defer close(over)
		t.Search.Forget() // so that the answer is the same as elsewhere
		show := func(r search.Report) {
			select {
			case reports <- r:
			case <-ctx.Done():
			}
		}
		if r, err := t.Search.Search(ctx, p, l, show); err == nil {
			show(r) // with the line to the end of the game
		}
	}()
	t.relay(ctx, a, reports, over)
	stop()
	<-over
}

// relay writes the reports, the newest once in an interval, until there is input. A search that is over without one has
// failed.
func (t *gtpTable) relay(ctx context.Context, a gtpAnalysis, reports <-chan search.Report, over <-chan struct{}) {
	tick := time.NewTicker(max(a.interval, time.Millisecond))
	defer tick.Stop()
	var newest *search.Report
	input := t.input
	if len(t.waiting) > 0 { // commands that came during an earlier one
		input = nil
	}
	for told := false; ; {
		var due <-chan time.Time
		if newest != nil {
			due = tick.C
		}
		select {
		case r := <-reports:
			if newest = &r; !told { // the first at once
				t.out.line("%s", t.analysisLine(r, a))
				newest, told = nil, true
			}
		case <-due:
			t.out.line("%s", t.analysisLine(*newest, a))
			newest = nil
		case l, ok := <-input:
			if ok && !isInterrupt(l) {
				t.waiting = append(t.waiting, l)
			}
			if told {
				return
			}
			input = nil // the first depth takes no time, and is worth saying
		case <-over:
			over = nil
			if !told {
				return
			}
		case <-ctx.Done():
			return
		}
		if told && input == nil {
			return
		}
	}
}

// analysisLine is a report on one line, its numbers from the view of the side to move.
func (t *gtpTable) analysisLine(r search.Report, a gtpAnalysis) string {
	lines := r.Lines
	if len(lines) == 0 {
		lines = []search.Line{{Move: r.Move, Score: r.Score, PV: r.PV}}
	}
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		chance := winningChance(line.Score, r.Exact)
		fmt.Fprintf(&b, "info move %s visits %d ", t.capitalName(line.Move), max(r.Nodes, 1))
		if a.kata {
			fmt.Fprintf(&b, "utility %.6f winrate %.6f scoreMean %.2f scoreLead %.2f lcb %.6f",
				2*chance-1, chance, line.Score, line.Score, chance)
		} else {
			winrate := int(math.Round(chance * 10000))
			fmt.Fprintf(&b, "winrate %d lcb %d", winrate, winrate)
		}
		fmt.Fprintf(&b, " order %d pv", i)
		for _, m := range line.PV {
			b.WriteString(" " + t.capitalName(m))
		}
	}
	return b.String()
}

// capitalName is a move as boards for Go write it: D3, or pass.
func (t *gtpTable) capitalName(m othello.Square) string {
	if m == othello.Pass {
		return "pass"
	}
	return strings.ToUpper(t.squareName(m))
}

// goguiCommands are what GoGui offers in its menu Analyze: a type of answer, a label and the command.
const goguiCommands = `string/Evaluation/kaeshi-evaluate
gfx/Values of all moves/kaeshi-values
gfx/Principal variation/kaeshi-variation`

// evaluate answers with what a search at the session's level says of the position.
func (t *gtpTable) evaluate(ctx context.Context, lines int, text func(search.Report) string) (string, error) {
	if t.Search == nil {
		return "", errNoSearch
	}
	if t.game.Position().Over() {
		return "", errGameOver
	}
	l := search.LevelLimits(t.Level, 0)
	l.Lines = lines
	var r search.Report
	err := t.during(ctx, func(ctx context.Context) (err error) {
		t.Search.Forget()
		r, err = t.Search.Search(ctx, t.game.Position(), l, nil)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) { // interrupted: the best so far
			err = nil
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return text(r), nil
}

// evaluation is a report in words, from Black's view, as scores of Go are written.
func evaluation(r search.Report) string {
	score := r.Score
	if r.Position.Turn == othello.White {
		score = -score
	}
	side, amount := "B", score
	if score < 0 {
		side, amount = "W", -score
	}
	if r.Exact {
		return fmt.Sprintf("%s+%.0f, exact", side, amount)
	}
	return fmt.Sprintf("%s+%.2f, depth %d at %d %%", side, amount, r.Depth, r.Confidence)
}

// valuesDrawn writes the value of each move, for the side to move, on its square, and marks the best ones.
func (t *gtpTable) valuesDrawn(r search.Report) string {
	var labels, best strings.Builder
	for _, line := range r.Lines {
		if line.Move == othello.Pass {
			continue
		}
		fmt.Fprintf(&labels, " %s %s", t.capitalName(line.Move), strconv.Itoa(int(math.Round(float64(line.Score)))))
		if slices.Contains(r.Best, line.Move) {
			fmt.Fprintf(&best, " %s", t.capitalName(line.Move))
		}
	}
	text := "TEXT " + evaluation(r)
	if labels.Len() > 0 {
		text = "LABEL" + labels.String() + "\n" + text
	}
	if best.Len() > 0 {
		text = "COLOR green" + best.String() + "\n" + text
	}
	return text
}

// variationDrawn shows the principal variation with its colours.
func (t *gtpTable) variationDrawn(r search.Report) string {
	var moves strings.Builder
	p := r.Position
	for _, m := range r.PV {
		fmt.Fprintf(&moves, " %c %s", "bw"[p.Turn], t.capitalName(m))
		p = p.Play(m)
	}
	return "VAR" + moves.String() + "\nTEXT " + evaluation(r)
}
