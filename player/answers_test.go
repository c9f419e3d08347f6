package player_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
)

// unqueried returns a player that panics when it is asked for a move.
func unqueried(t *testing.T) player.Player {
	t.Helper()
	return script{nil}
}

func answer(t *testing.T, p player.Player, asJSON bool, in io.Reader) (out string, bad []string, err error) {
	t.Helper()
	var b strings.Builder
	a := player.Answers{
		Player: p, Start: othello.Start(othello.Size8, othello.Usual), JSON: asJSON, Out: &b,
		Bad: func(line int, err error) {
			bad = append(bad, fmt.Sprintf("%d: %v", line, err))
		},
	}
	err = a.Lines(t.Context(), in)
	return b.String(), bad, err
}

func TestAnswersLineByLine(t *testing.T) {
	const lines = `% a comment
f5

# another
  F5D6
XXXXXXXXXXXX--OO X;
f5f5
XO--XXX-XXXXXXXX O
XXXX
XXXXXXXXXXXXXXXX O`
	out, bad, err := answer(t, newPlayer(t, "greedy"), false, strings.NewReader(lines))
	if want := "f4\nc3\nover\nerror\npass\nerror\nover\n"; out != want || err != nil {
		t.Errorf("output %q, want %q; error %v", out, want, err)
	}
	complaints := []string{
		`7: move 2, "f5" at character 3: f5 is taken; legal moves are f4, d6, f6`,
		"9: incomplete drawn board: want as many rows as columns",
	}
	if diff := cmp.Diff(complaints, bad); diff != "" {
		t.Errorf("complaints (-want +got):\n%s", diff)
	}
}

func TestForcedAnswersNeedNoPlayer(t *testing.T) {
	const lines = "XO--XXX-XXXXXXXX O\nXXXXXXXXXXXXXXXX O\n"
	if out, _, err := answer(t, unqueried(t), false, strings.NewReader(lines)); err != nil || out != "pass\nover\n" {
		t.Errorf("output %q, want pass and over; error %v", out, err)
	}
}

func TestAnswersAsJSON(t *testing.T) {
	const lines = "f5d9\nXXXXXXXXXXXXXXXX O\nXO--XXX-XXXXXXXX O\n-OX-XOXXXXXOOOXX X\n"
	out, _, err := answer(t, newPlayer(t, "alphabeta:9"), true, strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	var got []map[string]any
	for line := range strings.Lines(out) {
		var document map[string]any
		if err := json.Unmarshal([]byte(line), &document); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		delete(document, "seconds")
		delete(document, "nodes")
		got = append(got, document)
	}
	want := []map[string]any{
		{
			"schema": "kaeshi/error/1", "line": 1.0,
			"error": `move 2, "d9" at character 3: "d9" is not a square (want a1 to h8)`,
		},
		{
			"schema": "kaeshi/move/1", "player": "alphabeta:9", "position": "XXXXXXXXXXXXXXXX O", "move": "over",
			"score": -16.0, "pov": "white", "confidence": 100.0, "exact": true,
		},
		{
			"schema": "kaeshi/move/1", "player": "alphabeta:9", "position": "XO--XXX-XXXXXXXX O", "move": "pass",
			"pov": "white", "exact": false,
		},
		{
			"schema": "kaeshi/move/1", "player": "alphabeta:9", "position": "-OX-XOXXXXXOOOXX X", "move": "a1",
			"score": 2.0, "pov": "black",
			"depth": 2.0, "confidence": 100.0, "exact": true, "best": []any{"a1"}, "pv": []any{"a1", "d1"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnswersEndOnFailures(t *testing.T) {
	broken := errors.New("broken")
	if out, _, err := answer(t, newPlayer(t, "greedy"), false,
		io.MultiReader(strings.NewReader("f5\n"), iotest.ErrReader(broken))); !errors.Is(err, broken) || out != "f4\n" {
		t.Errorf("a failing input: error %v, output %q", err, out)
	}
	if _, _, err := answer(t, newPlayer(t, "greedy"), false, strings.NewReader(strings.Repeat("f", 2<<20))); err ==
		nil {
		t.Error("a line of 2 MB is accepted, want an error")
	}
	if out, _, err := answer(t, script{plays(0)}, false, strings.NewReader("f5\n")); err == nil ||
		!strings.Contains(err.Error(), "script: a1 turns nothing over for white") {
		t.Errorf("an illegal move: output %q, error %v; want only an error", out, err)
	}
}
