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

// The commands lz-analyze of Leela Zero and kata-analyze of KataGo have an answer with a line for each completed depth
// that continues until the next line of input. Lizzie and Sabaki display it.

// spread is the standard deviation in discs for converting an inexact score to a probability of winning.
const spread = 5

// winningChance converts a score to a probability of winning, which Go boards display: 0, ½ or 1 if the score is exact,
// otherwise by a normal distribution around it.
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

// gtpAnalysis holds the parameters of an analysis.
type gtpAnalysis struct {
	color    othello.Color
	interval time.Duration // least time between two lines
	lines    int           // greatest number of moves
	only     bitboard.Set  // moves to consider; empty: all
	kata     bool          // in the format of KataGo
}

// kataSwitches lists keys of kata-analyze for data that an alpha-beta search does not have.
var kataSwitches = []string{
	"ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits", "pvEdgeVisits", "rootInfo",
	"noResultValue",
}

// parseAnalysis parses [COLOUR] [CENTISECONDS] and pairs of a key and its value.
func (t *gtpSession) parseAnalysis(args []string, kata bool) (a gtpAnalysis, err error) {
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
		case key == "minmoves": // ignored: all moves are listed, up to maxmoves
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

// restrict includes or excludes moves, separated by commas, if they are of the analysed colour.
func (t *gtpSession) restrict(a *gtpAnalysis, allow bool, color, moves string) error {
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

// analyze prepares an analysis. run writes it until the next line of input, which is executed after it.
func (t *gtpSession) analyze(args []string, kata bool) (run func(context.Context), err error) {
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

// errNoSearch is the error of analysis commands without an engine.
var errNoSearch = errors.New("no engine to analyze with")

// stream searches with increasing depth and writes the reports.
func (t *gtpSession) stream(ctx context.Context, p othello.Position, a gtpAnalysis) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l := search.Limits{
		Exact: p.Size.Squares(), Lines: a.lines, Only: a.only,
		Enough: func(search.Report) bool { return false }, // makes each depth rank all moves
	}
	reports, over := make(chan search.Report), make(chan struct{})
	go func() {
		defer close(over)
		t.Search.Forget() // for reproducible results
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

// relay writes the reports, at most one per interval, until there is input. If the search ends without a report, it has
// failed.
func (t *gtpSession) relay(ctx context.Context, a gtpAnalysis, reports <-chan search.Report, over <-chan struct{}) {
	tick := time.NewTicker(max(a.interval, time.Millisecond))
	defer tick.Stop()
	var newest *search.Report
	input := t.input
	if len(t.waiting) > 0 { // commands that arrived during an earlier one
		input = nil
	}
	for shown := false; ; {
		var due <-chan time.Time
		if newest != nil {
			due = tick.C
		}
		select {
		case r := <-reports:
			if newest = &r; !shown { // the first without delay
				t.out.line("%s", t.analysisLine(r, a))
				newest, shown = nil, true
			}
		case <-due:
			t.out.line("%s", t.analysisLine(*newest, a))
			newest = nil
		case l, ok := <-input:
			if ok && !isInterrupt(l) {
				t.waiting = append(t.waiting, l)
			}
			if shown {
				return
			}
			input = nil // wait for the first depth, which takes no time
		case <-over:
			over = nil
			if !shown {
				return
			}
		case <-ctx.Done():
			return
		}
		if shown && input == nil {
			return
		}
	}
}

// analysisLine returns a report on one line, with numbers from the view of the side to move.
func (t *gtpSession) analysisLine(r search.Report, a gtpAnalysis) string {
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

// capitalName returns a move in the notation of Go boards: D3, or pass.
func (t *gtpSession) capitalName(m othello.Square) string {
	if m == othello.Pass {
		return "pass"
	}
	return strings.ToUpper(t.squareName(m))
}

// goguiCommands lists the entries of GoGui's menu Analyze: the type of the answer, a label and the command.
const goguiCommands = `string/Evaluation/kaeshi-evaluate
gfx/Values of all moves/kaeshi-values
gfx/Principal variation/kaeshi-variation`

// evaluate answers with the evaluation of the position by a search at the level of the session.
func (t *gtpSession) evaluate(ctx context.Context, lines int, text func(search.Report) string) (string, error) {
	if t.Search == nil {
		return "", errNoSearch
	}
	if t.game.Position().Over() {
		return "", errGameOver
	}
	l := search.LevelLimits(t.Level, 0)
	l.Lines = lines
	var r search.Report
	err := t.runWithInput(ctx, func(ctx context.Context) (err error) {
		t.Search.Forget()
		r, err = t.Search.Search(ctx, t.game.Position(), l, nil)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) { // interrupted: use the best so far
			err = nil
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return text(r), nil
}

// evaluation returns the score of a report from Black's view in the notation of Go.
func evaluation(r search.Report) string {
	score := r.Score
	if r.Position.Turn == othello.White {
		score = 0 - score // avoids −0
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

// valuesDrawn draws the value of each move, from the view of the side to move, on its square, and marks the best ones.
func (t *gtpSession) valuesDrawn(r search.Report) string {
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

// variationDrawn draws the principal variation with its colours.
func (t *gtpSession) variationDrawn(r search.Report) string {
	var moves strings.Builder
	p := r.Position
	for _, m := range r.PV {
		fmt.Fprintf(&moves, " %c %s", "bw"[p.Turn], t.capitalName(m))
		p = p.Play(m)
	}
	return "VAR" + moves.String() + "\nTEXT " + evaluation(r)
}
