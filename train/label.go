package train

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/steps"
)

// LabelSettings say how positions are judged.
type LabelSettings struct {
	Depth int `json:"depth"` // plies to look ahead
}

// Label judges the positions of the games in the folders from, those excepted whose value is known or says nothing, by looking ahead with the weights of
// the file, or with the plain evaluation when that is "", into dir/labels.
func (r Run) Label(ctx context.Context, dir string, from []string, s LabelSettings, weights string) error {
	if s.Depth < 1 || s.Depth > maxDepth {
		return fmt.Errorf("depth %d: expected 1 to %d", s.Depth, maxDepth)
	}
	w, err := steps.LoadWeights(weights)
	if err != nil {
		return err
	}
	sum, err := steps.SumOf(weights)
	if err != nil {
		return err
	}
	folders, _, err := sources(from)
	if err != nil {
		return err
	}
	var shards, paths []string
	for i := range folders {
		own, labels, err := labelled(dir, folders, i)
		if err != nil {
			return err
		}
		shards, paths = append(shards, own...), append(paths, labels...)
	}
	watch := r.Watch("label", len(shards))
	err = steps.Each(ctx, r.Threads, len(shards), func() *lookahead { return &lookahead{weights: w} }, func(l *lookahead, i int) error {
		defer watch.Add(1)
		return l.shard(ctx, shards[i], paths[i], s, sum)
	})
	if err != nil {
		return err
	}
	inputs := shards
	if weights != "" {
		inputs = append(inputs, weights)
	}
	return r.WriteManifest(filepath.Join(dir, "labels"), "labels", s, map[string]int{"files": len(shards)}, inputs, paths)
}

// labelled is the files of games in the folder of that number, and where a training in dir has the labels of each.
func labelled(dir string, folders []string, number int) (shards, labels []string, err error) {
	folder := filepath.Join(folders[number], "games")
	if shards, err = steps.Numbered(folder, "games"); err != nil {
		return nil, nil, err
	}
	if len(shards) == 0 {
		return nil, nil, fmt.Errorf("there are no games in %s: train games plays some", folder)
	}
	for i := range shards {
		labels = append(labels, steps.ShardPath(filepath.Join(dir, "labels", strconv.Itoa(number)), i, "labels"))
	}
	return shards, labels, nil
}

// shard judges the games of one file, unless that was done.
func (l *lookahead) shard(ctx context.Context, from, to string, s LabelSettings, weights string) error {
	contents, _, err := steps.ReadSealed(from, gamesFile)
	if err != nil {
		return err
	}
	games, _, err := parseGames(contents)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	sum := sha256.Sum256(contents)
	own, err := steps.FingerprintOf("labels", s, weights, sum)
	if err != nil {
		return err
	}
	if _, ok, err := steps.ReadOwn(to, labelFile, own); ok || err != nil {
		return err
	}
	labels := sum[:] // whose they are
	for i := range games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		labels = appendLabels(labels, l.label(&games[i], s.Depth))
	}
	return steps.WriteSealed(to, labelFile, own, labels)
}

// label judges the positions between the random moves and those that were solved.
func (l *lookahead) label(g *games.Game, depth int) []int16 {
	labels := make([]int16, len(g.Moves))
	for ply := range labels {
		labels[ply] = noLabel
	}
	g.Between(g.Random, g.Exact(), func(b games.Board, ply int) {
		labels[ply] = int16(min(max(l.steady(b.P, b.O, depth), -64*eval.Disc), 64*eval.Disc))
	})
	return labels
}

// steady is the mean of looking depth plies ahead and one less: the side that moves last in a line takes the best of many misjudgements, so that
// one of the two is too high and the other too low.
func (l *lookahead) steady(p, o bitboard.Set, depth int) int {
	return (l.value(p, o, depth) + l.value(p, o, depth-1)) / 2
}
