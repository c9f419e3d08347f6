package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/steps"
)

// harvest is a step that plays games and stores some of their positions with values. In each file, positions of
// training games come before those of other games.
type harvest struct {
	step     string     // name of the step, its folder and the extension of its files
	kind     steps.Kind // of the files
	games    int
	shard    int      // games per file
	settings any      // for the manifest
	shared   any      // settings that determine the contents of the files
	inputs   []string // input files other than the weights
	own      steps.Fingerprint
	part     int    // games per part, if other machines can play them
	starts   []byte // of the games, for other machines
	watch    *steps.Watch
	paths    []string // of the files
	counts   []int    // positions in each file
}

var errNoWeights = errors.New("no weights: a file of weights is required")

// collector returns the positions taken from the game with a number. The result is not valid if ctx has ended.
type collector func(ctx context.Context, number int) []judged

// harvest runs the step. Each goroutine has its own collector with the weights of the file.
func (r Run) harvest(
	ctx context.Context, dir string, h harvest, weights string, begin func(w *eval.Weights) collector,
) error {
	w, err := steps.LoadWeights(weights)
	if err != nil {
		return err
	}
	if w == nil {
		return &steps.SettingsError{Err: errNoWeights}
	}
	sum, err := steps.SumOf(weights)
	if err != nil {
		return err
	}
	if h.own, err = steps.FingerprintOf(h.step, h.shared, sum); err != nil {
		return err
	}
	folder, shards := filepath.Join(dir, h.step), (h.games+h.shard-1)/h.shard
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err // before hours of games, not after them
	}
	h.watch, h.paths, h.counts = r.Watch(h.step, h.games), make([]string, shards), make([]int, shards)
	for i := range h.paths {
		h.paths[i] = steps.ShardPath(folder, i, h.step)
	}
	if r.Remote != nil && h.part > 0 {
		err = h.remotely(ctx, r, weights)
	} else {
		start := func() collector { return begin(w) }
		err = steps.Each(ctx, r.Threads, shards, start, func(take collector, i int) error {
			return h.file(ctx, i, take)
		})
	}
	if err != nil {
		return err
	}
	positions := 0
	for _, n := range h.counts {
		positions += n
	}
	return r.WriteManifest(folder, h.step, h.settings, map[string]int{"games": h.games, "positions": positions},
		append([]string{weights}, h.inputs...), h.paths)
}

// gamesOf returns the number of the first game of a file, and the number of its games.
func (h *harvest) gamesOf(file int) (first, n int) {
	first = file * h.shard
	return first, min(h.shard, h.games-first)
}

// kept reports whether a file exists, and counts its positions.
func (h *harvest) kept(file int) (bool, error) {
	contents, ok, err := steps.ReadOwn(h.paths[file], h.kind, h.own)
	if err != nil || !ok {
		return false, err
	}
	_, n := h.gamesOf(file)
	h.watch.Keep(n)
	h.counts[file] = len(contents) / judgedBytes
	return true, nil
}

// file writes the positions of the games of a file unless it exists.
func (h *harvest) file(ctx context.Context, file int, take collector) error {
	if ok, err := h.kept(file); ok || err != nil {
		return err
	}
	first, n := h.gamesOf(file)
	contents, err := take.block(ctx, first, n, func() { h.watch.Add(1) })
	if err != nil {
		return err
	}
	return h.write(file, contents)
}

// write writes a file and counts its positions.
func (h *harvest) write(file int, contents []byte) error {
	h.counts[file] = len(contents) / judgedBytes
	return steps.WriteSealed(h.paths[file], h.kind, h.own, contents)
}

// block returns the encoded positions of n games, starting with the number first. It calls played after each game.
func (take collector) block(ctx context.Context, first, n int, played func()) (contents []byte, err error) {
	var lists [2][]judged // training and validation
	for number := first; number < first+n; number++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		list := &lists[0]
		if splitOf(number) != training {
			list = &lists[1]
		}
		*list = append(*list, take(ctx, number)...)
		played()
	}
	if ctx.Err() != nil { // the positions are not valid
		return nil, context.Cause(ctx)
	}
	for _, list := range lists {
		contents = appendList(contents, list)
	}
	return contents, nil
}

// harvested reads the positions that [Run.Leaves] and [Run.Outcomes] have stored in the folders, for training and for
// validation by other games. FOLDER:N stands for positions with at most N empty squares.
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
				fmt.Errorf("no positions in %s; run train outcomes or train leaves first", folder)
		}
	}
	return train, check, files, nil
}
