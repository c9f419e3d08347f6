package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/train/play"
	"github.com/kaeshi/kaeshi/train/steps"
)

// Compute returns the result of a part of [play.Games], [Run.Label] or [Run.Outcomes]. The result depends only on its
// arguments. starts are those of the [steps.Work].
func Compute(ctx context.Context, p steps.Part, w *eval.Weights, starts []byte) ([]byte, error) {
	if p.First < 0 || p.Games < 1 {
		return nil, fmt.Errorf("%d games from game %d: expected 1 or more from 0", p.Games, p.First)
	}
	switch p.Step {
	case "games":
		return play.Compute(ctx, p, w)
	case labelStep:
		return computeLabels(ctx, p, w)
	case outcomeStep:
		return computeOutcomes(ctx, p, w, starts)
	}
	return nil, fmt.Errorf("step %q: expected games, %s or %s", p.Step, labelStep, outcomeStep)
}

// Check returns an error unless a result is a possible one of [Compute].
func Check(p steps.Part, result []byte) error {
	switch p.Step {
	case "games":
		return play.Check(p, result)
	case labelStep:
		return checkLabels(p, result)
	case outcomeStep:
		return checkOutcomes(p, result)
	}
	return fmt.Errorf("step %q: expected games, %s or %s", p.Step, labelStep, outcomeStep)
}

// The names of steps in parts.
const (
	labelStep   = "labels"
	outcomeStep = "outcomes"
)

// partGames returns the number of games in a part, so that another machine judges it in seconds.
func (s LabelSettings) partGames() int {
	const lightest = 256 // up to the usual depth, four plies; each ply takes about three times as long
	n := lightest
	for range s.Depth - 4 {
		n = max(1, n/3)
	}
	return n
}

// remotely judges the games on other machines.
func (l *labelling) remotely(ctx context.Context, r Run, weights string) error {
	work := steps.Work{Step: labelStep, Settings: l.settings, Weights: weights}
	var own []steps.Fingerprint
	games := 0
	for _, path := range l.shards {
		f, err := play.ReadFile(path)
		if err != nil {
			return err
		}
		one, err := l.fingerprint(f)
		if err != nil {
			return err
		}
		own, games = append(own, one), games+f.Games
		work.Parts += steps.Divided(f.Games, f.Games, l.settings.partGames())
	}
	var err error
	if work.Own, err = steps.FingerprintOf(own); err != nil {
		return err
	}
	l.watch = r.Watch("label", games)
	return r.Assemble(ctx, work, steps.Assembly{
		Files: len(l.shards), Begin: l.begin, Check: checkLabels, Watch: l.watch,
	})
}

// begin divides a file of games into parts.
func (l *labelling) begin(file int) (pieces steps.Pieces, err error) {
	f, own, kept, err := l.open(file)
	if err != nil {
		return pieces, err
	}
	if kept {
		l.watch.Keep(f.Games)
		return pieces, nil
	}
	pieces.Parts = steps.Divide(0, f.Games, l.settings.partGames())
	number := -1 // of the game of a line
	for i := range f.Lines {
		if !f.Lines[i].Side {
			number++
		}
		p := &pieces.Parts[number/l.settings.partGames()]
		p.Input = play.AppendLine(p.Input, &f.Lines[i])
	}
	pieces.End = func(results [][]byte) error { return l.write(file, f, own, bytes.Join(results, nil)) }
	return pieces, nil
}

// checkLabels returns an error unless the result has a label for each move of the games of the part.
func checkLabels(p steps.Part, result []byte) error {
	lines, _, err := play.ParseGames(p.Input)
	if err == nil {
		_, err = parseLabels(result, lines)
	}
	if err != nil {
		return fmt.Errorf("result of the part that begins with game %d: %w", p.First, err)
	}
	return nil
}

func computeLabels(ctx context.Context, p steps.Part, w *eval.Weights) ([]byte, error) {
	var s LabelSettings
	if err := json.Unmarshal(p.Settings, &s); err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	lines, _, err := play.ParseGames(p.Input)
	if err != nil {
		return nil, err
	}
	return judgeLines(ctx, &play.Lookahead{Weights: w}, lines, s.Depth)
}

// partGames returns the number of games in a part, so that another machine plays it in seconds.
func (s OutcomeSettings) partGames() int {
	const lines = 48 // with the usual effort or less
	n := lines
	for range max(s.Depth-6, s.Exact-14) {
		n /= 2
	}
	return max(1, n/s.Lines)
}

// remotely plays the games on other machines.
func (h *harvest) remotely(ctx context.Context, r Run, weights string) error {
	work := steps.Work{
		Step: h.step, Settings: h.shared, Own: h.own, Weights: weights, Starts: h.starts,
		Parts: steps.Divided(h.games, h.shard, h.part),
	}
	begin := func(file int) (pieces steps.Pieces, err error) {
		if ok, err := h.kept(file); ok || err != nil {
			return pieces, err
		}
		first, n := h.gamesOf(file)
		pieces.Parts = steps.Divide(first, n, h.part)
		pieces.End = func(results [][]byte) error {
			contents, err := joinHarvest(results)
			if err != nil {
				return err
			}
			return h.write(file, contents)
		}
		return pieces, nil
	}
	return r.Assemble(ctx, work, steps.Assembly{
		Files: len(h.paths), Begin: begin, Check: checkOutcomes, Watch: h.watch,
	})
}

// checkOutcomes returns an error unless the result consists of judged positions.
func checkOutcomes(p steps.Part, result []byte) error {
	if _, err := joinHarvest([][]byte{result}); err != nil {
		return fmt.Errorf("result of the part that begins with game %d: %w", p.First, err)
	}
	return nil
}

// joinHarvest returns the contents of the file whose games are divided among the results.
func joinHarvest(results [][]byte) (contents []byte, err error) {
	var train, check []judged
	for _, result := range results {
		if train, check, err = appendJudged(train, check, result); err != nil {
			return nil, err
		}
	}
	return appendList(appendList(nil, train), check), nil
}

func computeOutcomes(ctx context.Context, p steps.Part, w *eval.Weights, starts []byte) ([]byte, error) {
	var s OutcomeSettings
	if err := json.Unmarshal(p.Settings, &s); err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	s.Games = p.First + p.Games
	if err := s.check(); err != nil {
		return nil, err
	}
	if w == nil {
		return nil, errNoWeights
	}
	list, err := decodeStarts(starts, s)
	if err != nil {
		return nil, err
	}
	return collector(newOutcomePlayer(s, list, w).game).block(ctx, p.First, p.Games, func() {})
}

// sentStart is a start of games as other machines get it.
type sentStart struct {
	Position string `json:"position"`
	Moves    []int  `json:"moves"` // every ply
}

// encodeStarts returns starts for other machines; nil if there are none.
func encodeStarts(list []opened) ([]byte, error) {
	if len(list) == 0 {
		return nil, nil
	}
	sent := make([]sentStart, len(list))
	for i, o := range list {
		sent[i].Position = o.start.String()
		for _, m := range o.moves {
			sent[i].Moves = append(sent[i].Moves, int(m))
		}
	}
	return json.Marshal(sent)
}

// decodeStarts reads the starts of [encodeStarts]. It fails if the settings need starts that are missing or too short.
func decodeStarts(text []byte, s OutcomeSettings) ([]opened, error) {
	var sent []sentStart
	if len(text) > 0 {
		if err := json.Unmarshal(text, &sent); err != nil {
			return nil, fmt.Errorf("starts: %w", err)
		}
	}
	if len(s.Starts) > 0 && len(sent) == 0 {
		return nil, errors.New("the settings name files of starts, and there are no starts")
	}
	list := make([]opened, len(sent))
	for i, one := range sent {
		p, err := othello.Parse(one.Position)
		if err != nil {
			return nil, fmt.Errorf("start %d: %w", i, err)
		}
		list[i].start = p
		for _, m := range one.Moves {
			sq := othello.Square(m)
			if err := p.Check(sq); err != nil {
				return nil, fmt.Errorf("start %d: %w", i, err)
			}
			p, list[i].moves = p.Play(sq), append(list[i].moves, sq)
		}
		if len(one.Moves) < s.RandomMost {
			return nil, fmt.Errorf("start %d: %d moves, want %d", i, len(one.Moves), s.RandomMost)
		}
	}
	return list, nil
}
