package train

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/steps"
)

// harvest is a step that plays games and keeps some positions, judged: those of the games that are learned from in
// front of those that are kept apart.
type harvest struct {
	step     string     // its name, that of its folder and the end of its files' names
	kind     steps.Kind // of the files
	games    int
	shard    int      // games in a file
	settings any      // as the manifest tells them
	shared   any      // those that the files depend on
	inputs   []string // files beside the weights that it reads
	own      steps.Fingerprint
}

// taker is what is taken of the game of a number. Once its context is done it means nothing.
type taker func(ctx context.Context, number int) []judged

// harvest runs the step; each goroutine has a taker of its own, by the weights of the file.
func (r Run) harvest(
	ctx context.Context, dir string, h harvest, weights string, begin func(w *eval.Weights) taker,
) error {
	w, err := steps.LoadWeights(weights)
	if err != nil {
		return err
	}
	if w == nil {
		return &steps.SettingsError{Err: errors.New("no weights to search with: name a file of them")}
	}
	sum, err := steps.SumOf(weights)
	if err != nil {
		return err
	}
	if h.own, err = steps.FingerprintOf(h.step, h.shared, sum); err != nil {
		return err
	}
	folder, shards := filepath.Join(dir, h.step), (h.games+h.shard-1)/h.shard
	watch, paths, counts := r.Watch(h.step, h.games), make([]string, shards), make([]int, shards)
	err = steps.Each(ctx, r.Threads, shards, func() taker { return begin(w) }, func(take taker, i int) (err error) {
		paths[i] = steps.ShardPath(folder, i, h.step)
		counts[i], err = h.file(ctx, paths[i], i*h.shard, min(h.shard, h.games-i*h.shard), take, watch)
		return err
	})
	if err != nil {
		return err
	}
	positions := 0
	for _, n := range counts {
		positions += n
	}
	return r.WriteManifest(folder, h.step, h.settings, map[string]int{"games": h.games, "positions": positions},
		append([]string{weights}, h.inputs...), paths)
}

// file is what is taken of n games from the number first on, in a file; count is how many positions it has.
func (h *harvest) file(
	ctx context.Context, path string, first, n int, take taker, watch *steps.Watch,
) (count int, err error) {
	contents, ok, err := steps.ReadOwn(path, h.kind, h.own)
	if err != nil {
		return 0, err
	}
	if ok {
		watch.Add(n)
		return len(contents) / judgedBytes, nil
	}
	var parts [2][]judged // to learn from, and to check
	for number := first; number < first+n; number++ {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		part := &parts[0]
		if splitOf(number) != training {
			part = &parts[1]
		}
		*part = append(*part, take(ctx, number)...)
		watch.Add(1)
	}
	for _, list := range parts {
		contents = appendList(contents, list)
	}
	if ctx.Err() != nil { // judgements mean nothing
		return 0, context.Cause(ctx)
	}
	return len(contents) / judgedBytes, steps.WriteSealed(path, h.kind, h.own, contents)
}

// harvested reads what [Run.Leaves] and [Run.Outcomes] have left in the folders: what is learned from, and what says
// how it went, which comes from other games. Of FOLDER:N only positions with at most N empty squares count.
func harvested(from []string) (train, check []judged, files []string, err error) {
	folders, limits, err := sources(from)
	if err != nil {
		return nil, nil, nil, err
	}
	for i, folder := range folders {
		before, checked := len(train), len(check)
		kept, err := games.Files(folder)
		if err != nil {
			return nil, nil, nil, err
		}
		if train, check, err = judgedKept(train, check, kept); err != nil {
			return nil, nil, nil, err
		}
		found := len(kept)
		files = append(files, kept...)
		for _, h := range []harvest{{step: "leaves", kind: leafFile}, {step: "outcomes", kind: outcomeFile}} {
			paths, err := steps.Numbered(filepath.Join(folder, h.step), h.step)
			if err != nil {
				return nil, nil, nil, err
			}
			for _, path := range paths {
				contents, _, err := steps.ReadSealed(path, h.kind)
				if err != nil {
					return nil, nil, nil, err
				}
				if train, check, err = appendJudged(train, check, contents); err != nil {
					return nil, nil, nil, fmt.Errorf("%s: %w", path, err)
				}
			}
			files, found = append(files, paths...), found+len(paths)
		}
		beyond := func(x judged) bool { return x.empties() > limits[i] }
		train = append(train[:before], slices.DeleteFunc(train[before:], beyond)...)
		check = append(check[:checked], slices.DeleteFunc(check[checked:], beyond)...)
		if found == 0 {
			return nil, nil, nil,
				fmt.Errorf("there is nothing to learn from in %s: train outcomes and train leaves make it", folder)
		}
	}
	return train, check, files, nil
}
