package train

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// split is the use of a game. All positions of a game have the same use because they are similar.
type split int

const (
	training   split = iota
	validation       // decides when to stop
	heldOut          // used only by reports
)

// splitOf returns the use of a game by its number in its folder. One game in sixteen is for validation, and one for
// reports.
func splitOf(number int) split {
	switch number % 16 {
	case 7:
		return validation
	case 15:
		return heldOut
	}
	return training
}

// data contains the games of a training with their labels.
type data struct {
	games  []games.Game
	labels [][]int16 // for each line; nil without labels
	number []int     // for each line, the number of its game in the folder
	early  []int     // for each line, the maximum number of empty squares of its positions
	files  []string  // files of the games and labels
	limits []int     // limits of the folders; nil if none has one
}

// load reads the games of the sources, and their labels of the training in dir, if any.
func load(dir string, from []string) (*data, error) {
	d := &data{}
	folders, limits, err := sources(from)
	if err != nil {
		return nil, err
	}
	if slices.Min(limits) < squaresLeft {
		d.limits = limits
	}
	for i, limit := range limits {
		kept, err := games.Files(folders[i])
		if err != nil {
			return nil, err
		}
		if err := d.addKept(kept, limit); err != nil {
			return nil, err
		}
		if len(kept) > 0 {
			continue
		}
		shards, labels, err := labelled(dir, folders, i)
		if err != nil {
			return nil, err
		}
		number := 0
		for j, path := range shards {
			n, err := d.add(path, labels[j], number, limit)
			if err != nil {
				return nil, err
			}
			number += n
		}
	}
	return d, nil
}

// sources parses sources of the form FOLDER:N, which stands for the positions with at most N empty squares of the games
// in the folder. Without a number, all positions are used.
func sources(from []string) (folders []string, limits []int, err error) {
	for _, text := range from {
		folder, limit := text, squaresLeft
		if at := strings.LastIndexByte(text, ':'); at > 1 { // a single letter before the colon is a drive
			if limit, err = strconv.Atoi(text[at+1:]); err != nil || limit < 1 || limit > squaresLeft {
				return nil, nil, fmt.Errorf(
					"games %q: expected a folder, or FOLDER:N for positions with at most N empty squares, 1 to %d",
					text, squaresLeft)
			}
			folder = text[:at]
		}
		folders, limits = append(folders, folder), append(limits, limit)
	}
	return folders, limits, nil
}

// add reads the games of a file and their labels, for positions with at most the given number of empty squares. The
// first game gets the given number. It returns the number of games.
func (d *data) add(path, labelPath string, number, most int) (int, error) {
	f, err := play.ReadFile(path)
	if err != nil {
		return 0, err
	}
	list := f.Lines
	labels, err := readLabels(labelPath, f.Sum, list)
	if err != nil {
		return 0, err
	}
	d.games, d.labels, d.files = append(d.games, list...), append(d.labels, labels...), append(d.files, path)
	if _, err := os.Stat(labelPath); err == nil {
		d.files = append(d.files, labelPath)
	}
	number--
	for i := range list {
		if !list[i].Side {
			number++
		}
		d.number, d.early = append(d.number, number), append(d.early, most)
	}
	return f.Games, nil
}

// readLabels reads the labels of games from a file with the given checksum. If there are no labels, it returns nil for
// each line.
func readLabels(path string, sum [sha256.Size]byte, list []games.Game) ([][]int16, error) {
	contents, _, err := steps.ReadSealed(path, labelFile)
	if errors.Is(err, fs.ErrNotExist) {
		return make([][]int16, len(list)), nil
	}
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(contents, sum[:]) {
		return nil, fmt.Errorf("%s: the labels belong to other games; remove the file", path)
	}
	labels, err := parseLabels(contents[len(sum):], list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return labels, nil
}

// thin keeps one in the given number of training games with their side lines, and all other games.
func (d *data) thin(every int) *data {
	t, seen := &data{files: d.files, limits: d.limits}, 0
	for i := range d.games {
		if splitOf(d.number[i]) == training {
			if !d.games[i].Side {
				seen++
			}
			if seen%every != 0 {
				continue
			}
		}
		t.games, t.labels = append(t.games, d.games[i]), append(t.labels, d.labels[i])
		t.number, t.early = append(t.number, d.number[i]), append(t.early, d.early[i])
	}
	return t
}

// trained returns the number of training games, without side lines.
func (d *data) trained() (games int) {
	for i := range d.games {
		if splitOf(d.number[i]) == training && !d.games[i].Side {
			games++
		}
	}
	return games
}

// sample is a position to learn from.
type sample struct {
	games.Board
	want  float32 // value for the mover in discs
	exact bool    // the value is exact
	known bool    // the value is exact or a label; otherwise it is the result of the line
}

// visit calls do for the positions of a line with from ≤ empties ≤ to that can be learned from. The value of a position
// without an exact value is the result of the line, or, if the position has a label, the weighted mean of the result
// and the label. trust is the weight of the label, 0 to 1.
func (d *data) visit(i, from, to int, trust float64, do func(s sample)) {
	g, exact := &d.games[i], d.games[i].Exact()
	g.Between(max(g.Random, squaresLeft-min(to, d.early[i])), squaresLeft+1-from, func(b games.Board, ply int) {
		if ply >= exact {
			do(sample{b, float32(g.Values[ply-exact]), true, true})
			return
		}
		want := float64(g.Score)
		if !b.Black {
			want = -want
		}
		l, judged := d.labels[i], false
		if l != nil && l[ply] != noLabel {
			want, judged = want+float64(trust*(float64(l[ply])/eval.Disc-want)), true
		}
		do(sample{b, float32(want), false, judged})
	})
}

// Kinds of the sealed files of a training.
const (
	labelFile  steps.Kind = "kaeshil1"
	phaseFile  steps.Kind = "kaeship1"
	judgedFile steps.Kind = "kaeshij1"
	passFile   steps.Kind = "kaeshin1"
)

// squaresLeft is the number of empty squares at the start.
const squaresLeft = 60

// count returns the number of positions that [data.visit] would visit, and how many of them have no exact value.
func (d *data) count(i, from, to int) (all, unsolved int) {
	g := &d.games[i]
	first, last := max(g.Random, squaresLeft-min(to, d.early[i])), min(squaresLeft+1-from, len(g.Moves))
	return max(0, last-first), max(0, min(last, g.Exact())-first)
}

// blocks is the number of parts into which data is divided. It does not depend on the number of threads because sums of
// floating-point numbers depend on the order of addition.
const blocks = 16

// samples contains positions in the form of a regression.
type samples struct {
	active []uint32  // eval.Active parameters for each position
	want   []float32 // target of each position
}

// selection selects the positions to learn from and the way to judge them.
type selection struct {
	from, to int     // from ≤ empties ≤ to
	most     int     // approximate maximum of training positions without an exact value; 0 for all
	trust    float64 // weight of judgements, 0 to 1
	look     int     // depth in plies for positions without a label; 0 to use the result of the game
	deep     bool    // judge all positions without an exact value by solving or searching
	solve    int     // maximum number of empty squares of positions to solve
	weights  *eval.Weights
}

// collect collects the selected positions of the training and validation games by block.
func (d *data) collect(ctx context.Context, threads int, w selection) (train, check [blocks]samples, err error) {
	into := map[split]*[blocks]samples{training: &train, validation: &check}
	reserve := func(part split, b, n int) { into[part][b].reserve(n) }
	err = d.gather(ctx, threads, w, reserve, func(part split, b int, s sample) { into[part][b].add(s.P, s.O, s.want) })
	return train, check, err
}

// gather calls add for each selected position of the training and validation games after judging it. Before the
// positions of a block it calls reserve with their approximate number. Blocks are processed concurrently.
func (d *data) gather(
	ctx context.Context, threads int, w selection, reserve func(part split, b, n int),
	add func(part split, b int, s sample),
) error {
	every := d.every(w)
	begin := func() *judge { return newJudge(w.weights) }
	return steps.Each(ctx, threads, blocks, begin, func(j *judge, b int) error {
		first, last := b*len(d.games)/blocks, (b+1)*len(d.games)/blocks
		for _, part := range []split{training, validation} {
			all, unsolved := d.countBetween(first, last, part, w)
			reserve(part, b, all-unsolved+unsolved/every+1)
			seen := 0
			for i := first; i < last && ctx.Err() == nil; i++ {
				if splitOf(d.number[i]) != part {
					continue
				}
				d.visit(i, w.from, w.to, w.trust, func(s sample) {
					if !s.exact {
						if seen++; seen%every != 0 {
							return
						}
					}
					s.want = j.judge(ctx, s, w)
					add(part, b, s)
				})
			}
		}
		return ctx.Err()
	})
}

// every returns n if one in n positions without an exact value is used.
func (d *data) every(w selection) int {
	if w.most <= 0 {
		return 1
	}
	_, unsolved := d.countBetween(0, len(d.games), training, w)
	return max(1, unsolved/w.most)
}

func (d *data) countBetween(first, last int, part split, w selection) (all, unsolved int) {
	for i := first; i < last; i++ {
		if splitOf(d.number[i]) == part {
			n, m := d.count(i, w.from, w.to)
			all, unsolved = all+n, unsolved+m
		}
	}
	return all, unsolved
}

// reserve makes room for n more positions.
func (s *samples) reserve(n int) {
	s.active, s.want = slices.Grow(s.active, n*eval.Active), slices.Grow(s.want, n)
}

func (s *samples) add(p, o bitboard.Set, want float32) {
	var active [eval.Active]uint32
	state := eval.NewState(p, o)
	state.Active(p, o, &active)
	s.active, s.want = append(s.active, active[:]...), append(s.want, want)
}
