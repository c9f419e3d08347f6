package play

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/train/steps"
)

// partGames returns the number of games in a part, so that another machine plays it in seconds. It depends on the
// settings only, so that a run that continues another has the same parts.
func (s Settings) partGames() int {
	const lines = 6000 // at a depth of one ply; each ply takes about four times as long
	return max(1, lines>>(2*(s.Depth-1))/s.Lines)
}

// assembly makes the files from parts that other machines play.
func (g *gaming) assembly() steps.Assembly {
	begin := func(file int) (pieces steps.Pieces, err error) {
		if ok, err := g.kept(file); ok || err != nil {
			return pieces, err
		}
		first, n := g.games(file)
		pieces.Parts = steps.Divide(first, n, g.settings.partGames())
		pieces.End = func(results [][]byte) error {
			return steps.WriteSealed(g.paths[file], gamesFile, g.own, bytes.Join(results, nil))
		}
		return pieces, nil
	}
	return steps.Assembly{Files: len(g.paths), Begin: begin, Check: Check, Watch: g.watch}
}

// Check returns an error unless the result consists of as many games as the part.
func Check(p steps.Part, result []byte) error {
	_, n, err := ParseGames(result)
	if err == nil && n != p.Games {
		err = fmt.Errorf("%d games, want %d", n, p.Games)
	}
	if err != nil {
		return fmt.Errorf("result of the part that begins with game %d: %w", p.First, err)
	}
	return nil
}

// Compute plays the games of a part of [Games].
func Compute(ctx context.Context, p steps.Part, w *eval.Weights) ([]byte, error) {
	var s Settings
	if err := json.Unmarshal(p.Settings, &s); err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	s.Games = p.First + p.Games
	if err := s.check(); err != nil {
		return nil, err
	}
	return New(s, w).block(ctx, p.First, p.Games, func() {})
}
