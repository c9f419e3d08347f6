package train

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

// cutSample is what searches of every depth say of one position, in hundredths of a disc from the view of the side to move. A sample without values stands
// for a position that could not be had.
type cutSample struct {
	empties int
	values  []int16 // by plies looked ahead, 0 being the evaluation; shorter than the settings say when the end of the game comes before
	exact   int16   // the final result; noLabel when it was not searched for
}

// cutFile is the kind of a file of samples.
const cutFile steps.Kind = "kaeshic1"

// appendCut writes a sample down: empty squares, how many values, the exact one, the values.
func (s *cutSample) appendCut(b []byte) []byte {
	b = append(b, byte(s.empties), byte(len(s.values)))
	b = binary.LittleEndian.AppendUint16(b, uint16(s.exact))
	return appendLabels(b, s.values)
}

// parseCuts reads what appendCut wrote.
func parseCuts(b []byte) (list []cutSample, err error) {
	const head = 4
	for len(b) > 0 {
		if len(b) < head || len(b) < head+2*int(b[1]) {
			return nil, fmt.Errorf("sample %d is cut off", len(list))
		}
		s := cutSample{empties: int(b[0]), exact: int16(binary.LittleEndian.Uint16(b[2:]))}
		if s.empties > 60 {
			return nil, fmt.Errorf("sample %d has %d empty squares", len(list), s.empties)
		}
		n := int(b[1])
		for i := range n {
			s.values = append(s.values, int16(binary.LittleEndian.Uint16(b[head+2*i:])))
		}
		list, b = append(list, s), b[head+2*n:]
	}
	return list, nil
}

// cutter makes samples. It belongs to one goroutine.
type cutter struct {
	settings ProbCutSettings
	weights  *eval.Weights
	player   play.Wanderer
	engine   *search.Engine
}

// cutterBytes is a table that the deepest of these searches can use.
const cutterBytes = 16 << 20

func newCutter(s ProbCutSettings, games []games.Game, w *eval.Weights) *cutter {
	return &cutter{s, w, play.Wanderer{Games: games, Lookahead: play.Lookahead{Weights: w}}, search.New(search.Options{HashBytes: cutterBytes, Weights: w, Without: search.Leaves})}
}

// sample makes the sample of that number; it depends on the settings, the games, the weights and the number alone.
func (c *cutter) sample(ctx context.Context, number int) (cutSample, error) {
	levels := (c.settings.Most-c.settings.Least)/c.settings.Step + 1
	s := cutSample{empties: c.settings.Least + number%levels*c.settings.Step, exact: noLabel}
	for try := range tries {
		r := rand.New(rand.NewPCG(c.settings.Seed, uint64(number*tries+try)))
		if p, ok := c.player.Position(r, s.empties); ok {
			return c.look(ctx, p, s)
		}
	}
	return s, nil
}

// tries is how many games may lack a position before it is given up.
const tries = 20

// look searches the position ever deeper, cutting nothing off, and to its end where that is asked for.
func (c *cutter) look(ctx context.Context, p othello.Position, s cutSample) (cutSample, error) {
	c.engine.Forget() // what a sample says must not depend on those before
	s.values = []int16{int16(c.weights.Evaluate(p.Mover, p.Other))}
	_, err := c.engine.Search(ctx, p, search.Limits{Depth: min(c.settings.Depth, s.empties-1), Confidence: 100}, func(r search.Report) {
		s.values = append(s.values, hundredths(r))
	})
	if err != nil || s.empties > c.settings.Exact {
		return s, err
	}
	r, err := c.engine.Search(ctx, p, search.Limits{Exact: s.empties}, nil)
	s.exact = hundredths(r)
	return s, err
}

func hundredths(r search.Report) int16 { return int16(math.Round(r.Score * eval.Disc)) }

// shard makes n samples from the number first on into a file, unless it is there.
func (c *cutter) shard(ctx context.Context, path string, own steps.Fingerprint, first, n int, watch *steps.Watch) ([]cutSample, error) {
	contents, ok, err := steps.ReadOwn(path, cutFile, own)
	if err != nil {
		return nil, err
	}
	if ok {
		list, err := parseCuts(contents)
		if err == nil && len(list) != n {
			err = fmt.Errorf("it has %d samples, not %d: a number of positions that ends within a file cannot be raised", len(list), n)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		watch.Add(n)
		return list, nil
	}
	var list []cutSample
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

// cutGames is the games of the folders; nil when there is no folder.
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
		return nil, nil, errors.New("there are no games in " + filepath.Join(from[0], "games") + ": train games plays some")
	}
	return list, files, nil
}
