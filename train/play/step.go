package play

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/steps"
)

// gamesFile is the kind of a sealed file of games.
const gamesFile steps.Kind = "kaeshig2"

// Games is the step that plays games into the folder dir/games. Its players search with the file of weights, or with
// the plain evaluation if weights is empty. It fails on wrong settings, on weights that cannot be read, and on files
// that were made with other settings.
func Games(ctx context.Context, r steps.Run, dir string, s Settings, weights string) error {
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
	shared := s
	shared.Games = 0 // more games of the same kind may be added
	own, err := steps.FingerprintOf("games", shared, sum)
	if err != nil {
		return err
	}
	folder, shards := filepath.Join(dir, "games"), (s.Games+s.Shard-1)/s.Shard
	if _, err := os.Stat(steps.ShardPath(folder, shards, "games")); err == nil {
		return fmt.Errorf("%s already has more than %d games; choose another folder, or remove it", folder, s.Games)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err // before hours of games, not after them
	}
	g := gaming{settings: s, own: own, paths: make([]string, shards), watch: r.Watch("games", s.Games)}
	for i := range g.paths {
		g.paths[i] = steps.ShardPath(folder, i, "games")
	}
	if r.Remote != nil {
		work := steps.Work{
			Step: "games", Settings: shared, Own: own, Weights: weights,
			Parts: steps.Divided(s.Games, s.Shard, s.partGames()),
		}
		err = r.Assemble(ctx, work, g.assembly())
	} else {
		err = steps.Each(ctx, r.Threads, shards, func() *Gamer { return New(s, w) }, func(m *Gamer, i int) error {
			return g.shard(ctx, m, i)
		})
	}
	if err != nil {
		return err
	}
	var inputs []string
	if weights != "" {
		inputs = []string{weights}
	}
	return r.WriteManifest(folder, "games", s, map[string]int{"games": s.Games, "lines": s.Games * s.Lines}, inputs,
		g.paths)
}

// gaming is a run of the step.
type gaming struct {
	settings Settings
	own      steps.Fingerprint
	paths    []string // of the files
	watch    *steps.Watch
}

// games returns the number of the first game of a file, and the number of its games.
func (g *gaming) games(file int) (first, n int) {
	first = file * g.settings.Shard
	return first, min(g.settings.Shard, g.settings.Games-first)
}

// kept reports whether a file exists. It fails if the file was made with other settings or has another number of games.
func (g *gaming) kept(file int) (bool, error) {
	path := g.paths[file]
	contents, ok, err := steps.ReadOwn(path, gamesFile, g.own)
	if err != nil || !ok {
		return false, err
	}
	_, n := g.games(file)
	_, games, err := ParseGames(contents)
	if err == nil && games != n {
		err = fmt.Errorf("the file has %d games, want %d; "+
			"a number of games that ends within a file cannot be raised", games, n)
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	g.watch.Keep(n)
	return true, nil
}

// shard plays the games of a file unless it exists.
func (g *gaming) shard(ctx context.Context, m *Gamer, file int) error {
	if ok, err := g.kept(file); ok || err != nil {
		return err
	}
	first, n := g.games(file)
	contents, err := m.block(ctx, first, n, func() { g.watch.Add(1) })
	if err != nil {
		return err
	}
	return steps.WriteSealed(g.paths[file], gamesFile, g.own, contents)
}

// block plays n games, starting with the number first, and returns their lines. It calls played after each game.
func (m *Gamer) block(ctx context.Context, first, n int, played func()) (contents []byte, err error) {
	for i := range n {
		lines, err := m.Play(ctx, first+i)
		if err != nil {
			return nil, err
		}
		for j := range lines {
			contents = AppendLine(contents, &lines[j])
		}
		played()
	}
	return contents, nil
}

// AppendLine encodes a line: whether it is a side line, the numbers of moves, random moves and values, the score, the
// values and the moves.
func AppendLine(b []byte, g *games.Game) []byte {
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

// ParseGames decodes lines of [AppendLine]. count is the number of games without side lines. It returns an error if a
// line is truncated or illegal.
func ParseGames(b []byte) (lines []games.Game, count int, err error) {
	const head = 5
	for at := 0; at < len(b); {
		rest := b[at:]
		if len(rest) < head || len(rest) < head+int(rest[1])+int(rest[3]) {
			return nil, 0, fmt.Errorf("line %d is truncated", len(lines))
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

// File is a file of games that [Games] wrote.
type File struct {
	Lines []games.Game
	Games int               // without side lines
	Sum   [sha256.Size]byte // of the contents
}

// ReadFile reads a file that [Games] wrote. It fails if the file is damaged or of another kind.
func ReadFile(path string) (File, error) {
	contents, _, err := steps.ReadSealed(path, gamesFile)
	if err != nil {
		return File{}, err
	}
	lines, count, err := ParseGames(contents)
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", path, err)
	}
	return File{lines, count, sha256.Sum256(contents)}, nil
}

// Files returns the files of games in the folder of a training. It fails if the folder cannot be searched.
func Files(dir string) ([]string, error) { return steps.Numbered(filepath.Join(dir, "games"), "games") }
