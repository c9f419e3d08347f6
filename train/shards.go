package train

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/steps"
)

// Games plays games into the folder dir/games, with players that judge by the file of weights, or by the plain evaluation when that is "".
func (r Run) Games(ctx context.Context, dir string, s GameSettings, weights string) error {
	if err := s.check(); err != nil {
		return err
	}
	w, err := steps.LoadWeights(weights)
	if err != nil {
		return err
	}
	sum, err := steps.SumOf(weights)
	if err != nil {
		return err
	}
	shared := s
	shared.Games = 0 // more games of the same kind may be added
	own, err := steps.FingerprintOf("games", shared, sum)
	if err != nil {
		return err
	}
	folder, shards := filepath.Join(dir, "games"), (s.Games+s.Shard-1)/s.Shard
	if _, err := os.Stat(steps.ShardPath(folder, shards, "games")); err == nil {
		return fmt.Errorf("%s has more than %d games already: choose another folder, or remove it", folder, s.Games)
	}
	watch, paths := r.Watch("games", s.Games), make([]string, shards)
	err = steps.Each(ctx, r.Threads, shards, func() *Gamer { return NewGamer(s, w) }, func(m *Gamer, i int) error {
		paths[i] = steps.ShardPath(folder, i, "games")
		return m.shard(ctx, paths[i], own, i*s.Shard, min(s.Shard, s.Games-i*s.Shard), watch)
	})
	if err != nil {
		return err
	}
	var inputs []string
	if weights != "" {
		inputs = []string{weights}
	}
	return r.WriteManifest(folder, "games", s, map[string]int{"games": s.Games, "lines": s.Games * s.Lines}, inputs, paths)
}

// shard plays n games from the number first on into a file, unless it is there.
func (m *Gamer) shard(ctx context.Context, path string, own steps.Fingerprint, first, n int, watch *steps.Watch) error {
	contents, ok, err := steps.ReadOwn(path, gamesFile, own)
	if err != nil {
		return err
	}
	if ok {
		_, games, err := parseGames(contents)
		if err == nil && games != n {
			err = fmt.Errorf("it has %d games, not %d: a number of games that ends within a file cannot be raised", games, n)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		watch.Add(n)
		return nil
	}
	contents = nil
	for i := range n {
		lines, err := m.Play(ctx, first+i)
		if err != nil {
			return err
		}
		for j := range lines {
			contents = appendLine(contents, &lines[j])
		}
		watch.Add(1)
	}
	return steps.WriteSealed(path, gamesFile, own, contents)
}

// appendLine writes a line down: whether it is a side line, how many moves, how many random, how many values, the score, the values, the moves.
func appendLine(b []byte, g *games.Game) []byte {
	side := byte(0)
	if g.Side {
		side = 1
	}
	b = append(b, side, byte(len(g.Moves)), byte(g.Random), byte(len(g.Values)), byte(int8(g.Score)))
	for _, v := range g.Values {
		b = append(b, byte(v))
	}
	return append(b, g.Moves...)
}

// parseGames reads what appendLine wrote, and checks that the games can have been played. It says how many there are, side lines not counted.
func parseGames(b []byte) (lines []games.Game, count int, err error) {
	const head = 5
	for at := 0; at < len(b); {
		rest := b[at:]
		if len(rest) < head || len(rest) < head+int(rest[1])+int(rest[3]) {
			return nil, 0, fmt.Errorf("line %d is cut off", len(lines))
		}
		g := games.Game{Side: rest[0] == 1, Random: int(rest[2]), Score: int(int8(rest[4]))}
		g.Values = make([]int8, rest[3])
		for i := range g.Values {
			g.Values[i] = int8(rest[head+i])
		}
		g.Moves = rest[head+len(g.Values) : head+len(g.Values)+int(rest[1])]
		if err := g.Check(); err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", len(lines), err)
		}
		switch {
		case rest[0] > 1 || g.Side && count == 0:
			return nil, 0, fmt.Errorf("line %d is neither a game nor a side line of one", len(lines))
		case !g.Side:
			count++
		}
		lines = append(lines, g)
		at += head + len(g.Values) + len(g.Moves)
	}
	return lines, count, nil
}

// noLabel marks positions that were not judged.
const noLabel = -1 << 15

// appendLabels writes down what the positions of a game are worth to their movers, in hundredths of a disc.
func appendLabels(b []byte, labels []int16) []byte {
	for _, x := range labels {
		b = binary.LittleEndian.AppendUint16(b, uint16(x))
	}
	return b
}

// parseLabels reads the labels of games, each as many as it has moves.
func parseLabels(b []byte, of []games.Game) (list [][]int16, err error) {
	for i := range of {
		n := len(of[i].Moves)
		if len(b) < 2*n {
			return nil, fmt.Errorf("the labels of game %d are cut off", i)
		}
		labels := make([]int16, n)
		for j := range labels {
			labels[j] = int16(binary.LittleEndian.Uint16(b[2*j:]))
		}
		list, b = append(list, labels), b[2*n:]
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("%d bytes of labels belong to no game", len(b))
	}
	return list, nil
}
