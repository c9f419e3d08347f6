package probcut

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// Sample contains the values of searches to each depth for one position, in hundredths of a disc from the point of view
// of the side to move. A sample without values means that no position was found.
type Sample struct {
	Empties int     // empty squares
	Values  []int16 // by depth in plies; the first is the static evaluation; may end with the game
	Exact   int16   // final result, or NoExact
}

// NoExact is the value of [Sample.Exact] if the position was not solved.
const NoExact = -1 << 15

// cutFile is the kind of a file of samples.
const cutFile steps.Kind = "kaeshic1"

// appendCut encodes a sample: empty squares, number of values, exact result, values.
func (s *Sample) appendCut(b []byte) []byte {
	b = append(b, byte(s.Empties), byte(len(s.Values)))
	b = binary.LittleEndian.AppendUint16(b, uint16(s.Exact))
	for _, x := range s.Values {
		b = binary.LittleEndian.AppendUint16(b, uint16(x))
	}
	return b
}

// parseCuts decodes samples of appendCut. It returns an error if a sample is truncated or impossible.
func parseCuts(b []byte) (list []Sample, err error) {
	const head = 4
	for len(b) > 0 {
		if len(b) < head || len(b) < head+2*int(b[1]) {
			return nil, fmt.Errorf("sample %d is truncated", len(list))
		}
		s := Sample{Empties: int(b[0]), Exact: int16(binary.LittleEndian.Uint16(b[2:]))}
		if s.Empties > 60 {
			return nil, fmt.Errorf("sample %d: empty squares: %d, want at most 60", len(list), s.Empties)
		}
		n := int(b[1])
		for i := range n {
			s.Values = append(s.Values, int16(binary.LittleEndian.Uint16(b[head+2*i:])))
		}
		list, b = append(list, s), b[head+2*n:]
	}
	return list, nil
}

// cutter makes samples. It must be used by one goroutine at a time.
type cutter struct {
	settings Settings
	weights  *eval.Weights
	player   play.PositionFinder
	engine   *search.Engine
}

// cutterBytes is the size of the hash table, which is enough for the deepest search.
const cutterBytes = 16 << 20

func newCutter(s Settings, games []games.Game, w *eval.Weights) *cutter {
	return &cutter{
		s, w,
		play.PositionFinder{Games: games, Lookahead: play.Lookahead{Weights: w}},
		search.New(search.Options{HashBytes: cutterBytes, Weights: w, Without: search.Leaves | search.Claims}),
	}
}

// sample makes the sample with a number. It depends only on the settings, the games, the weights and the number.
func (c *cutter) sample(ctx context.Context, number int) (Sample, error) {
	levels := (c.settings.Most-c.settings.Least)/c.settings.Step + 1
	s := Sample{Empties: c.settings.Least + number%levels*c.settings.Step, Exact: NoExact}
	for try := range tries {
		r := rand.New(rand.NewPCG(c.settings.Seed, uint64(number*tries+try)))
		if p, ok := c.player.Position(r, s.Empties); ok {
			return c.look(ctx, p, s)
		}
	}
	return s, nil
}

// tries is the maximum number of games in which a position is searched for.
const tries = 20

// look searches a position to each depth without pruning, and solves it if the settings say so.
func (c *cutter) look(ctx context.Context, p othello.Position, s Sample) (Sample, error) {
	c.engine.Forget() // a sample must not depend on earlier ones
	s.Values = []int16{int16(c.weights.Evaluate(p.Mover, p.Other))}
	_, err := c.engine.Search(ctx, p, search.Limits{Depth: min(c.settings.Depth, s.Empties-1), Confidence: 100},
		func(r search.Report) {
			s.Values = append(s.Values, hundredths(r))
		})
	if err != nil || s.Empties > c.settings.Exact {
		return s, err
	}
	r, err := c.engine.Search(ctx, p, search.Limits{Exact: s.Empties}, nil)
	s.Exact = hundredths(r)
	return s, err
}

func hundredths(r search.Report) int16 { return int16(math.Round(r.Score.Discs() * eval.Disc)) }

// shard returns n samples, starting with the number first. It writes them to a file unless it exists.
func (c *cutter) shard(
	ctx context.Context, path string, own steps.Fingerprint, first, n int, watch *steps.Watch,
) ([]Sample, error) {
	contents, ok, err := steps.ReadOwn(path, cutFile, own)
	if err != nil {
		return nil, err
	}
	if ok {
		list, err := parseCuts(contents)
		if err == nil && len(list) != n {
			err = fmt.Errorf("the file has %d samples, want %d; "+
				"a number of positions that ends within a file cannot be raised", len(list), n)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		watch.Keep(n)
		return list, nil
	}
	var list []Sample
	for i := range n {
		s, err := c.sample(ctx, first+i)
		if err != nil {
			return nil, err
		}
		list, contents = append(list, s), s.appendCut(contents)
		watch.Add(1)
	}
	return list, steps.WriteSealed(path, cutFile, own, contents)
}

// cutGames returns the games of the folders and their files. It returns nil if there are no folders, and an error if
// there are no games in them.
func cutGames(from []string) (list []games.Game, files []string, err error) {
	for _, folder := range from {
		kept, err := games.Files(folder)
		if err != nil {
			return nil, nil, err
		}
		for _, path := range kept {
			if err := games.EachBlock(path, func(b games.Block) { list = append(list, b.Lines...) }); err != nil {
				return nil, nil, err
			}
		}
		files = append(files, kept...)
		shards, err := play.Files(folder)
		if err != nil {
			return nil, nil, err
		}
		for _, path := range shards {
			played, err := play.ReadFile(path)
			if err != nil {
				return nil, nil, err
			}
			list, files = append(list, played.Lines...), append(files, path)
		}
	}
	if len(from) > 0 && len(list) == 0 {
		return nil, nil,
			errors.New("no games in " + filepath.Join(from[0], "games") + "; run train games first")
	}
	return list, files, nil
}
