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

// split is what a game is used for. All positions of a game go the same way, since they are much alike.
type split int

const (
	training   split = iota
	validation       // says when to stop
	heldOut          // seen by reports alone
)

// splitOf is one game in sixteen each for validation and reports, by the number of the game in its folder.
func splitOf(number int) split {
	switch number % 16 {
	case 7:
		return validation
	case 15:
		return heldOut
	}
	return training
}

// data is the games of a training, with their labels.
type data struct {
	games  []games.Game
	labels [][]int16 // nil for lines that were not judged
	number []int     // of each line's game in its folder
	early  []int     // positions of a line with more empty squares than this are left out
	files  []string  // that they came from
	limits []int     // of the folders, if any has one
}

// load reads the games of the sources, and the labels that a training in dir has of them, if any.
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

// sources takes FOLDER:N apart: only positions with at most N empty squares of the games in the folder are used;
// without a number, all are.
func sources(from []string) (folders []string, limits []int, err error) {
	for _, text := range from {
		folder, limit := text, squaresLeft
		if at := strings.LastIndexByte(text, ':'); at > 1 { // a first letter before it is a drive
			if limit, err = strconv.Atoi(text[at+1:]); err != nil || limit < 1 || limit > squaresLeft {
				return nil, nil, fmt.Errorf(
					"games of %q: expected a folder, or FOLDER:N with at most N empty squares, 1 to %d", text,
					squaresLeft)
			}
			folder = text[:at]
		}
		folders, limits = append(folders, folder), append(limits, limit)
	}
	return folders, limits, nil
}

// add reads the games of a file and their labels, for positions with at most so many empty squares; the first has the
// number given. It says how many there are.
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

// readLabels reads the labels of games whose file had this sum; nil for each when there is no such file.
func readLabels(path string, sum [sha256.Size]byte, list []games.Game) ([][]int16, error) {
	contents, _, err := steps.ReadSealed(path, labelFile)
	if errors.Is(err, fs.ErrNotExist) {
		return make([][]int16, len(list)), nil
	}
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(contents, sum[:]) {
		return nil, fmt.Errorf("%s: the labels are of other games: remove it", path)
	}
	labels, err := parseLabels(contents[len(sum):], list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return labels, nil
}

// thin leaves only one training game in every one, with its side lines.
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

// trained is how many games are learned from, side lines not counted.
func (d *data) trained() (games int) {
	for i := range d.games {
		if splitOf(d.number[i]) == training && !d.games[i].Side {
			games++
		}
	}
	return games
}

// sample is a position that can be learned from.
type sample struct {
	games.Board
	want  float32 // what it is worth to its mover, in discs
	exact bool    // with perfect play
	known bool    // exact, or judged; else it is what the line came to
}

// visit calls do for the positions of a line that can be learned from with from ≤ empties ≤ to. Those that were judged
// are worth what the line came to, drawn by trust, 0 to 1, to the judgement.
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

// The kinds of the sealed files of a training.
const (
	labelFile  steps.Kind = "kaeshil1"
	phaseFile  steps.Kind = "kaeship1"
	judgedFile steps.Kind = "kaeshij1"
	passFile   steps.Kind = "kaeshin1"
)

// squaresLeft is how many squares are empty at the start.
const squaresLeft = 60

// count is how many positions [data.visit] would visit, and how many of them have no exact value.
func (d *data) count(i, from, to int) (all, unsolved int) {
	g := &d.games[i]
	first, last := max(g.Random, squaresLeft-min(to, d.early[i])), min(squaresLeft+1-from, len(g.Moves))
	return max(0, last-first), max(0, min(last, g.Exact())-first)
}

// blocks is into how many parts data is divided. It does not depend on the number of threads, since sums of the parts
// are added in their order, and sums of floating-point numbers depend on the order.
const blocks = 16

// samples is positions, ready to be learned from.
type samples struct {
	active []uint32  // eval.Active for each
	want   []float32 // what is to be explained
}

// wanted is which positions are learned from, and how they are judged.
type wanted struct {
	from, to int     // from ≤ empties ≤ to
	most     int     // about so many training positions that have no exact value at most; 0: all
	trust    float64 // in judgements, 0 to 1
	look     int     // plies to look ahead from positions that have not been judged; 0: their games' results count
	deep     bool    // judge all that have no exact value, by solving or by looking ahead; nothing else counts
	solve    int     // solve positions with at most so many empty squares
	weights  *eval.Weights
}

// take gathers the positions wanted of the training and the validation games, block by block.
func (d *data) take(ctx context.Context, threads int, w wanted) (train, check [blocks]samples, err error) {
	into := map[split]*[blocks]samples{training: &train, validation: &check}
	reserve := func(part split, b, n int) { into[part][b].reserve(n) }
	err = d.gather(ctx, threads, w, reserve, func(part split, b int, s sample) { into[part][b].add(s.P, s.O, s.want) })
	return train, check, err
}

// gather calls add for the positions wanted of the training and the validation games, judged, block by block, and
// before those of a block reserve, which is told about how many there are. Blocks are gathered at once.
func (d *data) gather(
	ctx context.Context, threads int, w wanted, reserve func(part split, b, n int),
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

// every is of how many positions without an exact value one is taken.
func (d *data) every(w wanted) int {
	if w.most <= 0 {
		return 1
	}
	_, unsolved := d.countBetween(0, len(d.games), training, w)
	return max(1, unsolved/w.most)
}

func (d *data) countBetween(first, last int, part split, w wanted) (all, unsolved int) {
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
