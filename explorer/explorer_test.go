package explorer_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// answers is a store that returns the same result for every query.
type answers struct {
	found store.Found
	err   error
}

func (a answers) Find(context.Context, store.GameQuery) (store.Found, error) { return a.found, a.err }

func ask(t *testing.T, q store.GameQuery, names opening.Names, found store.Found) string {
	t.Helper()
	e, err := explorer.Explore(t.Context(), answers{found: found}, q, names)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(e, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// positionDocument is the document that TestDocumentOfPosition expects.
const positionDocument = `{
	"schema": "kaeshi/explorer/2",
	"position": "---------------------------OX------XO--------------------------- X",
	"games": 4,
	"black_wins": 2,
	"draws": 1,
	"white_wins": 0,
	"average_score_black": 2.67,
	"moves": [
		{
			"move": "f5",
			"equal": [
				"d3",
				"c4",
				"e6"
			],
			"games": 3,
			"black_wins": 2,
			"draws": 1,
			"white_wins": 0,
			"average_score_black": -0.33
		}
	],
	"ended": {
		"games": 1,
		"black_wins": 0,
		"draws": 0,
		"white_wins": 0
	},
	"offset": 2,
	"examples": [
		{
			"number": 7,
			"year": 1999,
			"date": "1999-05",
			"event": "Cup",
			"place": "Paris",
			"round": "2",
			"black": "Ada",
			"white": "Ben",
			"winner": "white",
			"reason": "time",
			"size": 8,
			"start": "usual",
			"transcript": "d3",
			"source": "a.ggf"
		},
		{
			"number": 3,
			"score_black": 64,
			"winner": "black",
			"size": 8,
			"position": "---------------------------XX------XX--------------------------- X",
			"transcript": "",
			"source": "b.obf"
		}
	]
}`

// TestDocumentOfPosition checks the document of a position. Symmetric moves are listed under the first of them, f5.
// Games that end in the position are counted separately. A result that names only the winner has no score. The board
// gives the result of a game without a recorded one.
func TestDocumentOfPosition(t *testing.T) {
	start := othello.Start(othello.Size8, othello.Usual)
	full := start
	full.Mover, full.Other = start.Mover|start.Other, 0
	found := store.Found{
		Results: store.Results{Games: 4, Black: 2, Draws: 1, Scored: 3, Discs: 8},
		Moves: []store.MoveResults{
			{Results: store.Results{Games: 3, Black: 2, Draws: 1, Scored: 3, Discs: -1}, Moves: start.Moves()},
			{Results: store.Results{Games: 1}},
		},
		Games: []store.ArchivedGame{
			{Number: 7, Source: "a.ggf", Game: &record.Game{
				Start: start, Moves: start.Moves()[:1], Date: "1999-05", Event: "Cup", Place: "Paris", Round: "2",
				Black: "Ada", White: "Ben",
				Result: record.Result{Known: true, ScoreBlack: -1, OnlyWinner: true, Reason: record.OutOfTime},
			}},
			{Number: 3, Source: "b.obf", Game: &record.Game{Start: full}},
		},
	}
	got := ask(t, store.GameQuery{Position: &start, Offset: 2, Limit: 2}, opening.Names{}, found)
	if diff := cmp.Diff(positionDocument, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestDocumentOfGames checks that a document without a position has no moves, that empty lists are present, and that a
// mean of -0 is written as 0.
func TestDocumentOfGames(t *testing.T) {
	want := `{
	"schema": "kaeshi/explorer/2",
	"opening": {
		"en": {
			"names": [
				"Tiger"
			],
			"ply": 5,
			"transcript": "f5"
		}
	},
	"games": 900,
	"black_wins": 0,
	"draws": 0,
	"white_wins": 0,
	"average_score_black": 0,
	"moves": [],
	"offset": 0,
	"examples": []
}`
	names := opening.Names{English: opening.Name{Names: []string{"Tiger"}, Ply: 5, Moves: []othello.Square{37}}}
	got := ask(t, store.GameQuery{}, names, store.Found{Results: store.Results{Games: 900, Scored: 900, Discs: -1}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestErrorOfQuery(t *testing.T) {
	broken := errors.New("broken")
	_, err := explorer.Explore(t.Context(), answers{err: broken}, store.GameQuery{}, opening.Names{})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}
