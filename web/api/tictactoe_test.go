package api

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/tictactoe"
	"github.com/kaeshi/kaeshi/web/webtest"
)

const ticTacToePath = learnPath + "tictactoe"

func getTicTacToe(s *site, position string) ticTacToeState {
	s.Helper()
	return read[ticTacToeState](s, "GET", ticTacToePath+"?position="+url.QueryEscape(position), "")
}

// TestTicTacToe checks the values of the example of article 002.
func TestTicTacToe(t *testing.T) {
	s := serve(t)
	want := ticTacToeState{
		Schema: "kaeshi/tictactoe/1", Position: "O-XX-X-OO X", Turn: "x", Line: []int{},
		Moves:   []ticTacToeOption{{"b1", 1, -1}, {"b2", 4, 1}, {"a3", 6, -1}},
		Program: &ticTacToeAnswer{"b2", 4, 10},
	}
	for _, position := range []string{"O-XX-X-OO X", "o.xx.x.oo x", " O-XX-X-OO  X "} {
		if diff := cmp.Diff(want, getTicTacToe(s, position)); diff != "" {
			t.Errorf("%q: -want +got:\n%s", position, diff)
		}
	}
	start := read[ticTacToeState](s, "GET", ticTacToePath, "")
	webtest.Same(t, "the start", "--------- X", start.Position)
	webtest.Same(t, "moves at the start", 9, len(start.Moves))
	if start.Program == nil || start.Program.Score != 0 {
		t.Errorf("start position: program %+v, want the score 0", start.Program)
	}
}

func TestTicTacToeOver(t *testing.T) {
	s := serve(t)
	for position, want := range map[string]ticTacToeState{
		"XXXOO---- O": {Winner: "x", Line: []int{0, 1, 2}, Turn: "o"},
		"OX-XOX--O X": {Winner: "o", Line: []int{0, 4, 8}, Turn: "x"},
		"XOXXOOOXX O": {Winner: "draw", Line: []int{}, Turn: "o"},
		"XXXOXOOOX O": {Winner: "x", Line: []int{0, 1, 2}, Turn: "o"}, // completes a diagonal too
	} {
		want.Schema, want.Position, want.Over, want.Moves = "kaeshi/tictactoe/1", position, true, []ticTacToeOption{}
		if diff := cmp.Diff(want, getTicTacToe(s, position)); diff != "" {
			t.Errorf("position (-want +got):\n%s", diff)
		}
	}
}

// plainTicTacToe is an independent implementation of tic-tac-toe.
type plainTicTacToe [9]byte

func (b plainTicTacToe) has(mark byte) bool {
	for _, r := range []string{"012", "345", "678", "036", "147", "258", "048", "246"} {
		if b[r[0]-'0'] == mark && b[r[1]-'0'] == mark && b[r[2]-'0'] == mark {
			return true
		}
	}
	return false
}

// values returns the minimax value of each empty square for mark, which is to move, and the best of these values. known
// is a cache of positions.
func (b plainTicTacToe) values(mark byte, known map[plainTicTacToe]int) (values map[int]int, best int) {
	values, best = map[int]int{}, -2
	other := 'X' + 'O' - mark
	for i, cell := range b {
		if cell != '-' {
			continue
		}
		next := b
		next[i] = mark
		value, met := known[next]
		switch {
		case met:
		case next.has(mark):
			value = 1
		case !slices.Contains(next[:], '-'):
			value = 0
		default:
			_, reply := next.values(other, known)
			value = -reply
		}
		known[next], values[i] = value, value
		best = max(best, value)
	}
	return values, best
}

// TestTicTacToeValues checks that every move of every reachable position has its minimax value, and that the program
// chooses a best move.
func TestTicTacToeValues(t *testing.T) {
	known := map[plainTicTacToe]int{}
	seen := map[tictactoe.Position]bool{}
	var visit func(p tictactoe.Position)
	visit = func(p tictactoe.Position) {
		if seen[p] || p.Over() || t.Failed() {
			return
		}
		seen[p] = true
		checkTicTacToe(t, p, known)
		for _, m := range p.Moves() {
			visit(p.Play(m))
		}
	}
	visit(tictactoe.Position{})
	if len(seen) != 4520 {
		t.Errorf("%d positions, want 4520", len(seen))
	}
}

func checkTicTacToe(t *testing.T, p tictactoe.Position, known map[plainTicTacToe]int) {
	t.Helper()
	text := p.String()
	want, best := plainTicTacToe([]byte(text[:9])).values(text[10], known)
	got, err := judgeTicTacToe(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	values := map[int]int{}
	for _, m := range got.Moves {
		values[m.Index] = m.Value
		if sq, err := tictactoe.ParseSquare(m.Move); err != nil || int(sq) != m.Index {
			t.Errorf("%s: move %+v, want the index of its square (%v)", text, m, err)
		}
	}
	if diff := cmp.Diff(want, values); diff != "" {
		t.Errorf("%s: -want +got:\n%s", text, diff)
	}
	a := got.Program
	if a == nil {
		t.Fatalf("%s: no move of the program", text)
	}
	webtest.Same(t, text+": the program's answer",
		ticTacToeAnswer{Move: tictactoe.Square(a.Index).String(), Index: a.Index, Score: 10 * best}, *a)
	webtest.Same(t, text+": the value of its move", best, want[a.Index])
}

func TestTicTacToeProblems(t *testing.T) {
	s := serve(t)
	for query, words := range map[string][]string{
		"position=O-XX-X-OO":                  {"position", "nine cells", "the side to move"},
		"position=O-XX-X-OO+Z":                {"position", `"Z"`, "X or O"},
		"position=O-XX-X-O+X":                 {"position", "8 cells", "want 9"},
		"position=O-XX-X-O%3F+X":              {"position", "cell 9 (c3)", "want X, O or -"},
		"position=XX-------+X":                {"position", "2 X and 0 O", "X moves first"},
		"position=XXXOO-O--+X":                {"position", "X has three in a row and is to move"},
		"position=%ff%00":                     {"position"},
		"position=" + strings.Repeat("-", 50): {"position", "length <= 40"},
		"position=---------+X&moves=a1":       {`"moves"`, "want position"},
		"position=" + url.QueryEscape("🙂🙂🙂🙂🙂🙂🙂🙂🙂 X"): {"position", "cell 1 (a1)"},
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", ticTacToePath+"?"+query, "", words...)
	}
}

func FuzzTicTacToe(f *testing.F) {
	f.Add("O-XX-X-OO X")
	f.Add("--------- O")
	f.Add("XXXOO---- O")
	f.Add("\xff\x00 x")
	s := serve(f)
	f.Fuzz(func(t *testing.T, position string) {
		w := answerTo(t, s, "GET", ticTacToePath, url.Values{"position": {position}}.Encode(), "")
		wantAnswer(t, w)
		var got ticTacToeState
		if w.Code != http.StatusOK {
			return
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		over := [3]bool{got.Winner != "", len(got.Moves) == 0, got.Program == nil}
		webtest.Same(t, position+": a winner, no moves, no answer", [3]bool{got.Over, got.Over, got.Over}, over)
		if len(got.Line) > 0 && !got.Over {
			t.Errorf("%q: row %v, want none before the end", position, got.Line)
		}
	})
}
