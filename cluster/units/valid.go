package units

import (
	"encoding/json"
	"fmt"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/train"
)

// valid returns an error unless a result is a possible one of its unit. A result that passes may still be wrong.
func valid(u cluster.Unit, result []byte) error {
	check, ok := map[string]func(spec, result []byte) error{
		kindSolve: validSolution, kindMatch: validGame, kindAnalyze: validReview, kindTrain: validPart,
		kindBook: validLeaves,
	}[u.Kind]
	if !ok {
		return fmt.Errorf("kind %q is unknown", u.Kind)
	}
	return check(u.Spec, result)
}

// decode reads the specification and the result of a unit.
func decode[S, R any](text, result []byte) (spec S, r R, err error) {
	if err = json.Unmarshal(text, &spec); err == nil {
		err = json.Unmarshal(result, &r)
	}
	return spec, r, err
}

func validSolution(text, result []byte) error {
	spec, s, err := decode[solveSpec, problems.Solution](text, result)
	if err == nil && s.Position != spec.Position {
		err = fmt.Errorf("position %q, want %q", s.Position, spec.Position)
	}
	return err
}

func validGame(text, result []byte) error {
	spec, f, err := decode[matchSpec, match.Finished](text, result)
	if err != nil {
		return err
	}
	return spec.Check(f)
}

func validReview(text, result []byte) error {
	spec, d, err := decode[analyzeSpec, analysis.Game](text, result)
	if err == nil && len(d.Moves) != len(spec.Moves) {
		err = fmt.Errorf("%d moves, want %d", len(d.Moves), len(spec.Moves))
	}
	for i := 0; err == nil && i < len(d.Moves); i++ {
		if got := d.Moves[i].Ply; got != i+1 {
			err = fmt.Errorf("move %d has the ply %d", i+1, got)
		}
	}
	return err
}

func validPart(text, result []byte) error {
	var spec trainSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	return train.Check(spec.Part, result)
}

func validLeaves(text, result []byte) error {
	spec, found, err := decode[bookSpec, []bookLeaf](text, result)
	if err == nil && len(found) != len(spec.Searches) {
		err = fmt.Errorf("%d results of %d searches", len(found), len(spec.Searches))
	}
	for i := 0; err == nil && i < len(found); i++ {
		var p othello.Position
		if p, err = othello.Parse(spec.Searches[i].Position); err == nil {
			err = book.Search{Position: p, Skip: bitboard.Set(spec.Searches[i].Skip)}.Check(found[i].leaf())
		}
	}
	return err
}
