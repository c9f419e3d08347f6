package classic_test

import (
	"errors"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/classic"
	"github.com/kaeshi/kaeshi/tictactoe"
)

func parseTicTacToe(t *testing.T, text string) tictactoe.Position {
	t.Helper()
	p, err := tictactoe.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTicTacToeAsPublished checks that the table has every position that is not over, 4,520 for each side that moves
// first.
func TestTicTacToeAsPublished(t *testing.T) {
	all := rows(t, "tictactoe.txt")
	if len(all) != 2*4520 {
		t.Fatalf("%d positions, want %d", len(all), 2*4520)
	}
	for _, row := range all {
		p := parseTicTacToe(t, row[0]+" "+row[1])
		got, err := classic.TicTacToe{}.Choose(p)
		if err != nil {
			t.Fatal(err)
		}
		if move, score := strconv.Itoa(int(got.Move)), strconv.Itoa(got.Value); move != row[2] || score != row[3] {
			t.Errorf("%s: index %s, score %s; want %s, %s, the result of the article's code", p, move, score, row[2],
				row[3])
		}
	}
}

// TestTicTacToeWorkedExample checks the example whose result the article prints.
func TestTicTacToeWorkedExample(t *testing.T) {
	got, err := classic.TicTacToe{}.Choose(parseTicTacToe(t, "O-XX-X-OO X"))
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		Index, Value int
		Square       string
	}
	want := answer{Index: 4, Value: 10, Square: "b2"}
	if diff := cmp.Diff(want, answer{int(got.Move), got.Value, got.Move.String()}); diff != "" {
		t.Errorf("result (-article +got):\n%s", diff)
	}
}

type ticTacToeProgram interface {
	Choose(p tictactoe.Position) (classic.TicTacToeChoice, error)
}

// worst returns the worst result of program against all replies of the other side: 1 for a win, 0 for a draw, -1 for a
// loss.
func worst(t *testing.T, program ticTacToeProgram, p tictactoe.Position, own bool) int {
	t.Helper()
	if p.Over() {
		if own {
			return p.Score()
		}
		return -p.Score()
	}
	if own {
		c, err := program.Choose(p)
		if err == nil {
			err = p.Check(c.Move)
		}
		if err != nil {
			t.Fatal(err)
		}
		return worst(t, program, p.Play(c.Move), false)
	}
	result := 1
	for _, m := range p.Moves() {
		result = min(result, worst(t, program, p.Play(m), true))
	}
	return result
}

func TestTicTacToeNeverLoses(t *testing.T) {
	for name, fixes := range map[string]classic.Fixes{"published": classic.Published, "corrected": classic.Corrected} {
		for _, first := range []tictactoe.Side{tictactoe.X, tictactoe.O} {
			for _, own := range []bool{true, false} {
				program := &remembering{
					program: classic.TicTacToe{Fixes: fixes},
					known:   map[tictactoe.Position]classic.TicTacToeChoice{},
				}
				if got := worst(t, program, tictactoe.Position{Turn: first}, own); got != 0 {
					t.Errorf("%s, %s begins, the program moves first: %t: the worst result is %d, want a draw", name,
						first, own,
						got)
				}
			}
		}
	}
}

// remembering returns a program that caches the moves of another one by position.
type remembering struct {
	program ticTacToeProgram
	known   map[tictactoe.Position]classic.TicTacToeChoice
}

func (r *remembering) Choose(p tictactoe.Position) (classic.TicTacToeChoice, error) {
	if c, ok := r.known[p]; ok {
		return c, nil
	}
	c, err := r.program.Choose(p)
	r.known[p] = c
	return c, err
}

// plainTicTacToe returns the minimax value, 10, 0 or -10, and the number of moves to the end of the game: the smallest
// number for a win and the largest for a loss.
func plainTicTacToe(p tictactoe.Position) (value, length int) {
	if p.Over() {
		return 10 * p.Score(), 0
	}
	value, length = -1000, 0
	for _, m := range p.Moves() {
		v, l := plainTicTacToe(p.Play(m))
		v, l = -v, l+1
		if v > value || v == value && (v > 0 && l < length || v < 0 && l > length) {
			value, length = v, l
		}
	}
	return value, length
}

// TestTicTacToeCorrected checks that the corrected program has the values of minimax, and that it prefers short wins
// and long losses.
func TestTicTacToeCorrected(t *testing.T) {
	hastier := 0
	for _, row := range rows(t, "tictactoe.txt") {
		p := parseTicTacToe(t, row[0]+" "+row[1])
		if len(p.Moves()) > 7 {
			continue // these are draws that take long to search
		}
		got, err := classic.TicTacToe{Fixes: classic.Corrected}.Choose(p)
		if err != nil {
			t.Fatal(err)
		}
		published, err := classic.TicTacToe{}.Choose(p)
		if err != nil {
			t.Fatal(err)
		}
		value, length := plainTicTacToe(p)
		reached, left := plainTicTacToe(p.Play(got.Move))
		type values struct{ Corrected, Published, Played int }
		if got, want := (values{got.Value, published.Value, -reached}), (values{value, value, value}); got != want {
			t.Errorf("%s (-minimax +got):\n%s", p, cmp.Diff(want, got))
		}
		if value != 0 && left+1 != length {
			t.Errorf("%s: the corrected program plays %s, which ends the game in %d moves, want %d", p, got.Move,
				left+1, length)
		}
		if value == 0 && got.Move != published.Move {
			t.Errorf("%s is a draw: the corrected program plays %s, want %s, like the published one", p, got.Move,
				published.Move)
		}
		if got.Move != published.Move {
			hastier++
		}
	}
	if hastier == 0 {
		t.Error("the two versions play the same moves in all positions, want some different moves")
	}
}

func TestTicTacToeRules(t *testing.T) {
	for text, want := range map[string]tictactoe.Square{
		"XX-OO---- X": 2, // completes three in a row rather than preventing them
		"OO-XX---- X": 5,
		"OO-X----- X": 2, // prevents three in a row
		"O-X-O-X-- O": 8,
		"-O--O-X-X X": 7,
	} {
		for seed := range uint64(5) {
			got, err := classic.TicTacToeRules{Seed: seed}.Choose(parseTicTacToe(t, text))
			if err != nil || got.Move != want {
				t.Errorf("%s, seed %d: %s, error %v; want %s", text, seed, got.Move, err, want)
			}
		}
	}
}

// TestTicTacToeRulesAtRandom checks that the program plays on a random square if there is no line to complete or
// prevent. The square depends only on the seed, and the program can be beaten.
func TestTicTacToeRulesAtRandom(t *testing.T) {
	seen := map[tictactoe.Square]bool{}
	lost := false
	for seed := range uint64(100) {
		program := classic.TicTacToeRules{Seed: seed}
		a, _ := program.Choose(tictactoe.Position{})
		b, _ := program.Choose(tictactoe.Position{})
		if a != b {
			t.Fatalf("seed %d: moves %v and %v, want the same move", seed, a, b)
		}
		seen[a.Move] = true
		lost = lost || worst(t, program, tictactoe.Position{}, false) < 0
	}
	if len(seen) != 9 || !lost {
		t.Errorf("%d squares on the empty board with 100 seeds, beaten: %v; want 9 and true", len(seen), lost)
	}
}

func TestTicTacToeOver(t *testing.T) {
	for _, program := range []ticTacToeProgram{classic.TicTacToe{}, classic.TicTacToeRules{}} {
		for _, text := range []string{"XXXOO---- O", "XOXXOOOXX O"} {
			if _, err := program.Choose(parseTicTacToe(t, text)); !errors.Is(err, classic.ErrOver) {
				t.Errorf("%T, %s: error %v, want ErrOver", program, text, err)
			}
		}
	}
}
