package train

import (
	"context"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// LabelSettings contains the settings of [Run.Label].
type LabelSettings struct {
	Depth int `json:"depth"` // search depth in plies
}

func (s LabelSettings) check() error {
	if s.Depth < 1 || s.Depth > play.MaxDepth {
		return fmt.Errorf("depth %d: expected 1 to %d", s.Depth, play.MaxDepth)
	}
	return nil
}

// Label judges the positions of the games in the folders from with a search, and writes the labels to dir/labels. It
// skips positions with exact values and those before random moves. weights is a file of weights, or "" for the plain
// evaluation.
func (r Run) Label(ctx context.Context, dir string, from []string, s LabelSettings, weights string) error {
	if err := s.check(); err != nil {
		return &steps.SettingsError{Err: err}
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
	l := labelling{
		settings: s, weights: sum, shards: shards, paths: paths, watch: r.Watch("label", len(shards)),
	}
	if r.Remote != nil {
		err = l.remotely(ctx, r, weights)
	} else {
		err = steps.Each(ctx, r.Threads, len(shards), func() *play.Lookahead { return &play.Lookahead{Weights: w} },
			func(look *play.Lookahead, i int) error {
				defer l.watch.Add(1)
				return l.shard(ctx, look, i)
			})
	}
	if err != nil {
		return err
	}
	inputs := shards
	if weights != "" {
		inputs = append(inputs, weights)
	}
	return r.WriteManifest(filepath.Join(dir, "labels"), "labels", s, map[string]int{"files": len(shards)}, inputs,
		paths)
}

// labelled returns the files of games in the folder with that number, and the paths of their labels for a training in
// dir.
func labelled(dir string, folders []string, number int) (shards, labels []string, err error) {
	if shards, err = play.Files(folders[number]); err != nil {
		return nil, nil, err
	}
	if len(shards) == 0 {
		folder := filepath.Join(folders[number], "games")
		return nil, nil, fmt.Errorf("no games in %s; run train games first", folder)
	}
	for i := range shards {
		labels = append(labels, steps.ShardPath(filepath.Join(dir, "labels", strconv.Itoa(number)), i, "labels"))
	}
	return shards, labels, nil
}

// labelling is a run of the step.
type labelling struct {
	settings LabelSettings
	weights  string   // checksum
	shards   []string // files of games
	paths    []string // files of their labels
	watch    *steps.Watch
}

// open reads the games of a file. kept reports whether an earlier run judged them. own identifies their labels.
func (l *labelling) open(file int) (f play.File, own steps.Fingerprint, kept bool, err error) {
	if f, err = play.ReadFile(l.shards[file]); err != nil {
		return f, own, false, err
	}
	if own, err = l.fingerprint(f); err != nil {
		return f, own, false, err
	}
	_, kept, err = steps.ReadOwn(l.paths[file], labelFile, own)
	return f, own, kept, err
}

func (l *labelling) fingerprint(f play.File) (steps.Fingerprint, error) {
	return steps.FingerprintOf("labels", l.settings, l.weights, f.Sum)
}

// shard judges the games of one file unless an earlier run did so.
func (l *labelling) shard(ctx context.Context, look *play.Lookahead, file int) error {
	f, own, kept, err := l.open(file)
	if kept || err != nil {
		return err
	}
	labels, err := judgeLines(ctx, look, f.Lines, l.settings.Depth)
	if err != nil {
		return err
	}
	return l.write(file, f, own, labels)
}

// write writes the labels of a file of games, which begin with the checksum of the games.
func (l *labelling) write(file int, f play.File, own steps.Fingerprint, labels []byte) error {
	return steps.WriteSealed(l.paths[file], labelFile, own, append(f.Sum[:], labels...))
}

// judgeLines returns the labels of lines.
func judgeLines(ctx context.Context, l *play.Lookahead, lines []games.Game, depth int) (labels []byte, err error) {
	for i := range lines {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		labels = appendLabels(labels, labelsOf(l, &lines[i], depth))
	}
	return labels, nil
}

// labelsOf judges the positions after the random moves and before the solved ones.
func labelsOf(l *play.Lookahead, g *games.Game, depth int) []int16 {
	labels := make([]int16, len(g.Moves))
	for ply := range labels {
		labels[ply] = noLabel
	}
	g.Between(g.Random, g.Exact(), func(b games.Board, ply int) {
		labels[ply] = int16(min(max(steady(l, b.P, b.O, depth), -64*eval.Disc), 64*eval.Disc))
	})
	return labels
}

// steady returns the mean of searches to depth and depth-1. The side that moves last in a line selects the best of many
// errors, so one of the two values is too high and the other too low.
func steady(l *play.Lookahead, p, o bitboard.Set, depth int) int {
	return (l.Value(p, o, depth) + l.Value(p, o, depth-1)) / 2
}

// noLabel is the label of positions that were not judged.
const noLabel = -1 << 15

// appendLabels encodes the labels of a game, which are values for the mover in hundredths of a disc.
func appendLabels(b []byte, labels []int16) []byte {
	for _, x := range labels {
		b = binary.LittleEndian.AppendUint16(b, uint16(x))
	}
	return b
}

// parseLabels decodes the labels of games, one label per move.
func parseLabels(b []byte, of []games.Game) (list [][]int16, err error) {
	for i := range of {
		n := len(of[i].Moves)
		if len(b) < 2*n {
			return nil, fmt.Errorf("truncated labels of game %d", i)
		}
		labels := make([]int16, n)
		for j := range labels {
			labels[j] = int16(binary.LittleEndian.Uint16(b[2*j:]))
		}
		list, b = append(list, labels), b[2*n:]
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("bytes after the labels of the last game: %d", len(b))
	}
	return list, nil
}
