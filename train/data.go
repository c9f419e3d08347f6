package train

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
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
	games  []Game
	labels [][]int16 // nil for games that were not judged
	number []int     // of each game in its folder
	files  []string  // that they came from
}

// load reads the games of the folders from, and the labels that a training in dir has of them, if any.
func load(dir string, from []string) (*data, error) {
	shards, labels, err := labelled(dir, from)
	if err != nil {
		return nil, err
	}
	d, folder, number := &data{}, "", 0
	for i, path := range shards {
		if filepath.Dir(path) != folder {
			folder, number = filepath.Dir(path), 0
		}
		n, err := d.add(path, labels[i], number)
		if err != nil {
			return nil, err
		}
		number += n
	}
	return d, nil
}

// add reads the games of a file and their labels; the first has the number given. It says how many there are.
func (d *data) add(path, labelPath string, number int) (int, error) {
	contents, _, err := readSealed(path, gamesFile)
	if err != nil {
		return 0, err
	}
	games, err := parseGames(contents)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	labels, err := readLabels(labelPath, sha256.Sum256(contents), games)
	if err != nil {
		return 0, err
	}
	d.games, d.labels, d.files = append(d.games, games...), append(d.labels, labels...), append(d.files, path)
	if _, err := os.Stat(labelPath); err == nil {
		d.files = append(d.files, labelPath)
	}
	for i := range games {
		d.number = append(d.number, number+i)
	}
	return len(games), nil
}

// readLabels reads the labels of games whose file had this sum; nil for each when there is no such file.
func readLabels(path string, sum [sha256.Size]byte, games []Game) ([][]int16, error) {
	contents, _, err := readSealed(path, labelFile)
	if errors.Is(err, fs.ErrNotExist) {
		return make([][]int16, len(games)), nil
	}
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(contents, sum[:]) {
		return nil, fmt.Errorf("%s: the labels are of other games: remove it", path)
	}
	labels, err := parseLabels(contents[len(sum):], games)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return labels, nil
}

// thin leaves only one training game in every one.
func (d *data) thin(every int) *data {
	t, seen := &data{files: d.files}, 0
	for i := range d.games {
		if splitOf(d.number[i]) == training {
			if seen++; seen%every != 0 {
				continue
			}
		}
		t.games, t.labels, t.number = append(t.games, d.games[i]), append(t.labels, d.labels[i]), append(t.number, d.number[i])
	}
	return t
}

// visit calls do for the positions of a game that can be learned from, with what each is worth to its mover in discs: the result of the game, drawn by
// trust, 0 to 1, to what the position was judged to be worth. It is known when both sides played perfectly from there, or a judgement is there.
func (d *data) visit(i int, trust float64, do func(p othello.Position, want float32, known bool)) {
	g := &d.games[i]
	g.positions(func(p othello.Position, ply int) {
		if ply < g.Random {
			return
		}
		want := float64(g.Score)
		if p.Turn == othello.White {
			want = -want
		}
		known := ply >= g.Exact
		if l := d.labels[i]; l != nil && l[ply] != noLabel {
			want += trust * (float64(l[ply])/eval.Disc - want)
			known = true
		}
		do(p, float32(want), known)
	})
}

// blocks is into how many parts data is divided. It does not depend on the number of threads, since sums of the parts are added in their order, and
// sums of floating-point numbers depend on the order.
const blocks = 16

// samples is positions, ready to be learned from.
type samples struct {
	active []uint32  // eval.Active for each
	want   []float32 // what is to be explained
}

// wanted is which positions are learned from, and how they are judged.
type wanted struct {
	from, to int     // from ≤ empties ≤ to
	trust    float64 // in judgements, 0 to 1
	look     int     // plies to look ahead from positions that have not been judged; 0: their games' results count
	weights  *eval.Weights
}

// take gathers the positions wanted of the training and the validation games, block by block.
func (d *data) take(ctx context.Context, threads int, w wanted) (train, check [blocks]samples, err error) {
	begin := func() *lookahead { return &lookahead{weights: w.weights} }
	err = each(ctx, threads, blocks, begin, func(l *lookahead, b int) error {
		first, last := b*len(d.games)/blocks, (b+1)*len(d.games)/blocks
		for part, into := range map[split]*samples{training: &train[b], validation: &check[b]} {
			count := 0
			d.between(ctx, first, last, part, w, func(othello.Position, float32, bool) { count++ })
			into.active, into.want = make([]uint32, 0, count*eval.Active), make([]float32, 0, count)
			d.between(ctx, first, last, part, w, func(p othello.Position, want float32, known bool) {
				if !known && w.look > 0 {
					want += float32(w.trust * (float64(l.steady(p, w.look))/eval.Disc - float64(want)))
				}
				into.add(p, want)
			})
		}
		return ctx.Err()
	})
	return train, check, err
}

// between visits the positions wanted of some of the games from first up to last.
func (d *data) between(ctx context.Context, first, last int, part split, w wanted, do func(othello.Position, float32, bool)) {
	for i := first; i < last && ctx.Err() == nil; i++ {
		if splitOf(d.number[i]) == part {
			d.visit(i, w.trust, func(p othello.Position, want float32, known bool) {
				if n := p.Empties(); n >= w.from && n <= w.to {
					do(p, want, known)
				}
			})
		}
	}
}

func (s *samples) add(p othello.Position, want float32) {
	var active [eval.Active]uint32
	state := eval.NewState(p.Mover, p.Other)
	state.Active(p.Mover, p.Other, &active)
	s.active, s.want = append(s.active, active[:]...), append(s.want, want)
}
