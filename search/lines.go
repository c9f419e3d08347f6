package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

const (
	confirmMargin = 200 // by which the window of [root.confirm] is opened below the best value, in hundredths of a disc
	confirmDepth  = 12  // largest depth with that margin: at greater depths it would take half of the search time
)

// confirm searches the moves that null windows have refuted again with an open window, in which ProbCut cuts off less.
// It returns the report of the best move found.
func (r *root) confirm(report Report) Report {
	if r.stop.Load() || report.Exact || r.confidence >= sound || report.Bound != Value {
		return report
	}
	_, beta := r.limits.window()
	best, value := 0, hundredths(report.Score)
	below := 0
	if report.Depth <= confirmDepth {
		below = confirmMargin
	}
	for i := 1; i < len(r.moves); i++ {
		v := r.searchMove(r.node, r.moves[i], value-below, beta, report.Depth, pv)
		if r.stop.Load() {
			return r.stamp(report)
		}
		if v > value {
			best, value = i, v
		}
	}
	if best > 0 {
		toFront(r.moves, best)
		report = r.ranked(step{report.Depth, r.confidence}, []int{value})
	}
	return r.stamp(report)
}

// hundredths converts a score to a value of package eval.
func hundredths(score othello.Score) int { return int(math.Round(score.Discs() * eval.Disc)) }

// discs converts a value of package eval to a score.
func discs(value int) othello.Score { return othello.Score(value) / eval.Disc }

// list adds the lines after the best one, up to Limits.Lines, and calls progress for each. Each move is searched with a
// window that is open up to the value of the best move, so that its value does not depend on the order.
func (r *root) list(report Report, progress func(Report)) Report {
	if r.limits.Lines <= 1 || r.stop.Load() {
		return report
	}
	low, beta := r.limits.window()
	high := min(hundredths(report.Score), beta)
	lines := []Line{{report.Move, report.Score, report.PV}}
	for _, c := range r.moves[1:] {
		if len(lines) == r.limits.Lines {
			low = max(low, hundredths(lines[len(lines)-1].Score))
		}
		value := high
		if low < high {
			value = min(r.searchMove(r.node, c, low, high, report.Depth, pv), high)
		}
		if r.stop.Load() {
			break
		}
		line := r.line(othello.Square(c.square), value)
		at, _ := slices.BinarySearchFunc(lines, line, func(a, b Line) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), -1) // after lines of equal score
		})
		if at == r.limits.Lines {
			continue
		}
		lines = slices.Insert(lines, at, line)
		lines = lines[:min(len(lines), r.limits.Lines)]
		report.Lines, report.Best = nil, report.Best[:1]
		for _, line := range lines {
			r.add(&report, line)
		}
		progress(r.stamp(report))
	}
	return r.stamp(report)
}

// add adds a line and those of the move's mirror images to the report, up to Limits.Lines.
func (r *root) add(report *Report, line Line) {
	all := []Line{line}
	for _, mirror := range r.mirrors[line.Move] {
		all = append(all, r.reflected(line, mirror))
	}
	for _, l := range first(all, r.limits.Lines-len(report.Lines)) {
		report.add(l)
	}
}

// first returns the first lines, no more than most of them.
func first(lines []Line, most int) []Line { return lines[:max(min(len(lines), most), 0)] }

// movesPerStep returns how many of the best moves each step of iterative deepening ranks. With fixed limits it is one,
// because [root.list] ranks the others after the last step. Otherwise the search may end after any step, and each ranks
// all requested moves.
func (r *root) movesPerStep() int {
	if r.limits.fixed() {
		return 1
	}
	return min(max(r.limits.Lines, 1), len(r.moves))
}

// rank sorts the first moves by their values. A selective search may find them out of order.
func (r *root) rank(values []int) {
	for i := 1; i < len(values); i++ {
		for j := i; j > 0 && values[j] > values[j-1]; j-- {
			values[j], values[j-1] = values[j-1], values[j]
			r.moves[j], r.moves[j-1] = r.moves[j-1], r.moves[j]
		}
	}
}
