package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

const (
	doubt   = 200 // how far below the best value the window of [root.confirm] opens, in hundredths of a disc
	doubted = 12  // plies up to which it does so: deeper, it would cost a level half of its time
)

// confirm searches the moves that null windows have refuted once more with an open window, where ProbCut cuts off less.
// A move that comes out better than the best one replaces it.
func (r *root) confirm(report Report) Report {
	if r.stop.Load() || report.Exact || r.sure >= sound || report.Bound != Value {
		return report
	}
	_, beta := r.limits.window()
	best, value := 0, hundredths(report.Score)
	below := 0
	if report.Depth <= doubted {
		below = doubt
	}
	for i := 1; i < len(r.moves); i++ {
		v := r.whole(r.node, r.moves[i], value-below, beta, report.Depth, pv)
		if r.stop.Load() {
			return r.stamp(report)
		}
		if v > value {
			best, value = i, v
		}
	}
	if best > 0 {
		toFront(r.moves, best)
		report = r.report(step{report.Depth, r.sure}, value)
	}
	return r.stamp(report)
}

// hundredths is a score in discs as a value of package eval.
func hundredths(score othello.Score) int { return int(math.Round(score.Discs() * eval.Disc)) }

// discs is a value of package eval in discs.
func discs(value int) othello.Score { return othello.Score(value) / eval.Disc }

// list adds the lines after the best one, as many as there shall be, and tells of each. Each move has a window of its
// own that is open up to the value of the best one, so that its value does not depend on the order.
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
			value = min(r.whole(r.node, c, low, high, report.Depth, pv), high)
		}
		if r.stop.Load() {
			break
		}
		line := r.line(othello.Square(c.square), value)
		at, _ := slices.BinarySearchFunc(lines, line, func(a, b Line) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), -1) // behind its equals
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

// add adds a line and those of the move's mirror images to the report, while it shall have more.
func (r *root) add(report *Report, line Line) {
	all := []Line{line}
	for _, twin := range r.twins[line.Move] {
		all = append(all, r.reflected(line, twin))
	}
	for _, l := range first(all, r.limits.Lines-len(report.Lines)) {
		report.add(l)
	}
}

// first is at most so many of the lines.
func first(lines []Line, most int) []Line { return lines[:max(min(len(lines), most), 0)] }

// together is how many of the best moves each search ranks: with a fixed effort one, since [root.list] ranks the others
// after the last search; under a clock, which may end any search, as many as are asked for.
func (r *root) together() int {
	if r.limits.fixed() {
		return 1
	}
	return min(max(r.limits.Lines, 1), len(r.moves))
}

// rank sorts the first moves by their values, which a selective search need not have found in order.
func (r *root) rank(values []int) {
	for i := 1; i < len(values); i++ {
		for j := i; j > 0 && values[j] > values[j-1]; j-- {
			values[j], values[j-1] = values[j-1], values[j]
			r.moves[j], r.moves[j-1] = r.moves[j-1], r.moves[j]
		}
	}
}
