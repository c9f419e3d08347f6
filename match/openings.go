package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/store"
)

// Parameters of generated openings, which are used if there are too few embedded ones.
const (
	balancedPlies  = 8
	balancedWindow = 4 // in discs
	balancedDepth  = 6 // depth of the evaluating search, in plies
)

// Kinds of openings that are followed by a number, such as balanced:10.
const (
	kindBalanced = "balanced" // random moves to about even positions
	kindRandom   = "random"   // random moves
)

// openings returns the openings of a description: "balanced:K" for K balanced ones, "random:K" for K random ones,
// "names" for all named ones, "start" for the usual start of the game, or a file of games or positions.
func openings(ctx context.Context, text string, seed uint64) ([]opening.Line, error) {
	kind, k, err := countedOpenings(text)
	switch {
	case err != nil:
		return nil, err
	case kind == kindBalanced:
		return balanced(ctx, k, seed)
	case kind == kindRandom:
		return generated(ctx, k, seed, func(context.Context, othello.Position) (othello.Score, error) { return 0, nil })
	case text == "names":
		return undecided(opening.Named()), nil
	case text == "start":
		return []opening.Line{{Start: othello.Start(othello.Size8, othello.Usual)}}, nil
	}
	return readOpenings(text)
}

// countedOpenings returns the kind and the K of the descriptions "balanced:K" and "random:K". kind is empty for other
// descriptions.
func countedOpenings(text string) (kind string, k int, err error) {
	kind, number, ok := strings.Cut(text, ":")
	if !ok || kind != kindBalanced && kind != kindRandom {
		return "", 0, nil
	}
	const most = 100_000
	if k, err = strconv.Atoi(number); err != nil || k < 1 || k > most {
		return kind, 0, fmt.Errorf("openings %q: expected balanced:K or random:K with K from 1 to %d, names, start, "+
			"or a file", text, most)
	}
	return kind, k, nil
}

// balanced returns k random openings, embedded ones if there are enough.
func balanced(ctx context.Context, k int, seed uint64) ([]opening.Line, error) {
	chance := rand.New(rand.NewPCG(seed, 0))
	if list := opening.Starts(); len(list) >= k {
		chance.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list[:k], nil
	}
	judge := search.New(search.Options{HashBytes: 1 << 20})
	return generated(ctx, k, seed, func(ctx context.Context, p othello.Position) (othello.Score, error) {
		judge.Forget()
		r, err := judge.Search(ctx, p, search.Limits{Depth: balancedDepth}, nil)
		return r.Score, err
	})
}

// generated returns k openings of random moves that the judge evaluates as about even.
func generated(ctx context.Context, k int, seed uint64, judge opening.Judge) ([]opening.Line, error) {
	settings := opening.Settings{Plies: balancedPlies, Window: balancedWindow, Seed: seed}
	starts, err := opening.Balanced(ctx, k, settings, judge)
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	lines := make([]opening.Line, len(starts))
	for i, s := range starts {
		lines[i] = s.Line
	}
	return lines, nil
}

// undecided removes lines that end a game.
func undecided(list []opening.Line) []opening.Line {
	return slices.DeleteFunc(list, func(l opening.Line) bool { return l.Position().Over() })
}

// OpeningsError is the error of [Start] for a file with invalid openings or without openings.
type OpeningsError struct {
	Err error // the reason, with the name of the file and the number of the line
}

// Error returns the text of Err.
func (e *OpeningsError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *OpeningsError) Unwrap() error { return e.Err }

// readOpenings reads a file of openings: games or positions in any format, or a list with names, as kaeshi openings
// prints it. Anything invalid is an error, so that a tournament has exactly the intended openings.
func readOpenings(path string) ([]opening.Line, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("openings: %w; write balanced:K, random:K, names, start, or a file", err)
	}
	defer func() { _ = file.Close() }() // only read
	list, faults := gamesOf(path)
	if len(faults) > 0 {
		if named, wrong := listOf(file, path); len(wrong) < len(faults) {
			list, faults = named, wrong
		}
	}
	if len(faults) == 0 && len(list) == 0 {
		faults = []error{fmt.Errorf("%s: the file has no openings", path)}
	}
	if len(faults) > 0 {
		const reported = 5
		for i, fault := range faults {
			faults[i] = fmt.Errorf("openings %w", fault)
		}
		return nil, &OpeningsError{errors.Join(faults[:min(len(faults), reported)]...)}
	}
	return list, nil
}

// gamesOf returns the games and positions of a file as openings.
func gamesOf(path string) (list []opening.Line, faults []error) {
	number := 0
	for g, err := range files.ReadFile(path) {
		number++
		switch {
		case err != nil:
			faults = append(faults, err)
		case g.Position().Over():
			faults = append(faults, &record.FileError{File: path, Game: number, Err: opening.ErrOver})
		default:
			list = append(list, opening.Line{Start: g.Start, Moves: g.Moves})
		}
	}
	return list, faults
}

// listOf returns the openings of a list with names.
func listOf(file io.Reader, path string) (list []opening.Line, faults []error) {
	for line, err := range opening.Read(file) {
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", path, err))
			continue
		}
		list = append(list, line)
	}
	return list, faults
}

// openingRows returns the openings in their stored form.
func openingRows(list []opening.Line) []store.TournamentOpening {
	rows := make([]store.TournamentOpening, len(list))
	for i, l := range list {
		g := record.Game{Start: l.Start, Moves: l.Moves}
		rows[i] = store.TournamentOpening{Position: l.Start.String(), Moves: g.Transcript()}
	}
	return rows
}

// parseOpening parses a stored opening.
func parseOpening(o store.TournamentOpening) (record.Game, error) {
	start, err := othello.Parse(o.Position)
	if err != nil {
		return record.Game{}, err
	}
	g, err := transcript.Parse(start, o.Moves)
	return *g, err
}
