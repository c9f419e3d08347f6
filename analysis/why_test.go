package analysis

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/search"
)

// lineOf returns a move and the line of best play after it.
func lineOf(t *testing.T, p othello.Position, move string) (line []othello.Square, score othello.Score, exact bool) {
	t.Helper()
	m, err := p.Size.Parse(move)
	if err != nil || p.Check(m) != nil {
		t.Fatalf("%s in %s: %v", move, p, p.Check(m))
	}
	r, err := search.New(search.Options{HashBytes: 1 << 20}).Search(t.Context(), p.Play(m),
		search.Limits{Depth: 8, Exact: 14}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return append([]othello.Square{m}, r.PV...), -r.Score, r.Exact
}

func contrastOf(t *testing.T, position, played, best string) Contrast {
	t.Helper()
	p, err := othello.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	c := Contrast{Position: p}
	c.Played, c.PlayedScore, c.Exact = lineOf(t, p, played)
	c.Best, c.BestScore, _ = lineOf(t, p, best)
	return c
}

// reasonIn returns the reason with a code, which must exist.
func reasonIn(t *testing.T, list []Reason, code string) Reason {
	t.Helper()
	for _, r := range list {
		if r.Code == code {
			return r
		}
	}
	t.Fatalf("no %s in %+v", code, list)
	return Reason{}
}

// TestWhy checks reasons for mistakes in positions from human games. The numbers can be counted on the board.
func TestWhy(t *testing.T) {
	for name, c := range map[string]struct {
		position, played, best, code string
		values                       map[string]any
		english, japanese            string
	}{
		"b7 opens a8 to White, which has the diagonal": {
			"----------O-----O-OOXXX--OOXOOO-OOOXXOXOXXOXXXXX--XOXX---XXXXX-- X", "b7", "d2", ReasonCorner,
			map[string]any{"corners": []string{"a8"}},
			"White can take a corner at once (a8)", "隅a8を取られ",
		},
		"b7 is an X-square": {
			"----------O-----O-OOXXX--OOXOOO-OOOXXOXOXXOXXXXX--XOXX---XXXXX-- X", "b7", "d2", ReasonXSquare,
			map[string]any{"corner": "a8", "taken": true},
			"X-square", "X打ち",
		},
		"b6 leaves Black ten moves, b5 five": {
			"--------------------XX----OXXX-O--XXXXOO--XXOOOO---OOO-O---OO--- O", "b6", "b5", ReasonMobility,
			map[string]any{"opponent_played": 10, "opponent_best": 5},
			"has 10 legal moves; after b5, only 5", "着手可能数は10",
		},
		"c1 leaves b1 open between discs of Black": {
			"X--OOX---XO-O-----XOOO-----XOOOO---XO-O---XXXX----OX--X--------- X", "c1", "d2", ReasonWedge,
			map[string]any{"square": "b1"},
			"White can wedge at b1", "b1に、白にくさび",
		},
		"g2 opens a region of two": {
			"-XXXXXX---XOOX-OXXOXXOOOOOOOXOOOOXXXOOOOO-XXXOXO--XXXO----X--O-- X", "g2", "a7", ReasonParity,
			map[string]any{"even": []string{"h1", "g2"}, "odd": []string{"b6", "a7", "b7", "a8", "b8"}},
			"even region", "偶数",
		},
		"c1 leaves e1, an important square for both, to White": {
			"-----OXO-OOOOXX-OOOXXOX-XOXOOXXXXOOOOOXXXOOXXOXXXOXOOOO-OOOOOOO- X", "c1", "e1", ReasonTaken,
			map[string]any{"answer": "e1"},
			"White takes e1", "急所e1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			found := contrastOf(t, c.position, c.played, c.best)
			r := reasonIn(t, newReasons(found), c.code)
			for key, want := range c.values {
				if got := r.Values[key]; fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s: %v, want %v", key, got, want)
				}
			}
			if !strings.Contains(r.En, c.english) || !strings.Contains(r.Ja, c.japanese) {
				t.Errorf("%q and %q do not contain %q and %q", r.En, r.Ja, c.english, c.japanese)
			}
		})
	}
}

// newReasons returns all reasons, including those that [Why] leaves out.
func newReasons(c Contrast) []Reason {
	e := newExplanation(c)
	e.all()
	return e.reasons
}

// TestReasonsAreTrue compares the numbers in reasons with counts by the rules, in positions of random games.
func TestReasonsAreTrue(t *testing.T) {
	count := map[string]int{}
	for seed := range 40 {
		p := othello.Start(othello.Size8, othello.Usual)
		for ply := 0; !p.Over() && ply < 12+seed; ply++ {
			moves := p.Moves()
			p = p.Play(moves[(ply*7+seed*13)%len(moves)])
		}
		if p.Over() || p.MustPass() {
			continue
		}
		for _, played := range p.Moves() {
			best := p.Moves()[0]
			c := Contrast{Position: p, Played: greedy(p, played), Best: greedy(p, best)}
			for _, r := range newReasons(c) {
				count[r.Code]++
				checkReason(t, c, r)
			}
		}
	}
	for _, code := range []string{
		ReasonCorner, ReasonMobility, ReasonOwnMobility, ReasonFrontier, ReasonXSquare,
		ReasonCSquare, ReasonStability, ReasonParity,
	} {
		if count[code] == 0 {
			t.Errorf("no position has the reason %s, only %v", code, slices.Sorted(maps.Keys(count)))
		}
	}
}

// greedy returns a move and six more, each the first in the list of legal moves.
func greedy(p othello.Position, m othello.Square) []othello.Square {
	line := []othello.Square{m}
	for p = p.Play(m); !p.Over() && len(line) < 7; p = p.Play(line[len(line)-1]) {
		line = append(line, p.Moves()[0])
	}
	return line
}

func checkReason(t *testing.T, c Contrast, r Reason) {
	t.Helper()
	after, instead := c.Position.Play(c.Played[0]), c.Position.Play(c.Best[0])
	choice := func(p othello.Position) int { // number of legal moves
		if p.Over() || p.MustPass() {
			return 0
		}
		return len(p.Moves())
	}
	switch r.Code {
	case ReasonMobility:
		if r.Values["opponent_played"] != choice(after) || r.Values["opponent_best"] != choice(instead) {
			t.Errorf("%s: %+v, want %d and %d legal moves", c.Position, r, choice(after), choice(instead))
		}
	case ReasonCorner:
		for _, name := range r.Values["corners"].([]string) { //nolint:forcetypeassert // Why sets a []string
			s, err := after.Size.Parse(name)
			if err != nil {
				t.Fatalf("%s: %v", c.Position, err)
			}
			if err := after.Check(s); err != nil {
				t.Errorf("%s: %s cannot be taken after the move: %v", c.Position, name, err)
			}
			if instead.Check(s) == nil {
				t.Errorf("%s: %s can be taken after the best move, too", c.Position, name)
			}
		}
	case ReasonPass:
		if !instead.MustPass() || after.MustPass() {
			t.Errorf("%s: %+v", c.Position, r)
		}
	}
	if text := fmt.Sprint(r.En, r.Ja); strings.Contains(text, "%!") || r.Weight <= 0 {
		t.Errorf("%s: %+v", c.Position, r)
	}
}

// TestNoReasons checks that equal and illegal moves have no reasons.
func TestNoReasons(t *testing.T) {
	start := othello.Start(othello.Size8, othello.Usual)
	moves := start.Moves()
	for name, c := range map[string]Contrast{
		"the same": {Position: start, Played: moves[:1], Best: moves[:1]},
		"nothing":  {Position: start},
		"illegal":  {Position: start, Played: []othello.Square{0}, Best: moves[:1]},
		"a pass":   {Position: start, Played: []othello.Square{othello.Pass}, Best: moves[:1]},
	} {
		if list := Why(c); list != nil {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

// TestWhyResult checks that a lost result is the first reason.
func TestWhyResult(t *testing.T) {
	c := contrastOf(t, "-XXXXXX---XOOX-OXXOXXOOOOOOOXOOOOXXXOOOOO-XXXOXO--XXXO----X--O-- X", "g2", "a7")
	c.Exact, c.BestScore, c.PlayedScore = true, 2, -2
	list := Why(c)
	if list[0].Code != ReasonResult && list[0].Weight < 6 {
		t.Errorf("the first reason is %+v, want %s", list[0], ReasonResult)
	}
	if text := reasonIn(t, newReasons(c), ReasonResult).En; !strings.Contains(text, "+2") {
		t.Errorf("the reason %q does not contain +2", text)
	}
	if len(list) > maxReasons {
		t.Errorf("%d reasons, want at most %d", len(list), maxReasons)
	}
}

// TestEncode checks that an encoded hint is the same for all symmetric positions, and is decoded for each of them.
func TestEncode(t *testing.T) {
	p := othellotest.Parse(t, "----------O-----O-OOXXX--OOXOOO-OOOXXOXOXXOXXXXX--XOXX---XXXXX-- X")
	study := NewStudy(search.Options{HashBytes: 1 << 20})
	limits := search.Limits{Depth: 4}
	h, err := study.Look(t.Context(), p, limits, MaxLines, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := h.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for s := range 8 {
		turned := p.Transform(bitboard.Symmetry(s))
		turned.Turn = turned.Turn.Other() // an exchange of colours does not change the score
		if string(KeyOf(turned)) != string(KeyOf(p)) {
			t.Errorf("symmetry %d: the key is %q, want %q", s, KeyOf(turned), KeyOf(p))
		}
		again, err := DecodeHint(turned, text)
		if err != nil {
			t.Errorf("symmetry %d: %v", s, err)
			continue
		}
		if again.Score != h.Score {
			t.Errorf("symmetry %d: score %g, want %g", s, again.Score, h.Score)
		}
		if again.Position != turned.String() {
			t.Errorf("symmetry %d: the position is %s, want %s", s, again.Position, turned)
		}
		if want := len(turned.Moves()); len(again.Lines) != want {
			t.Errorf("symmetry %d: %d lines, want %d", s, len(again.Lines), want)
		}
		for _, line := range again.Lines {
			if squares := squaresOf(turned.Size, line.PV); len(along(turned, squares)) != len(line.PV) ||
				line.PV[0] != line.Move {
				t.Errorf("symmetry %d: %v is not legal", s, line.PV)
			}
		}
		if !again.Fulfils(turned, limits, MaxLines) || again.Fulfils(turned, search.Limits{Depth: 5}, MaxLines) {
			t.Errorf("symmetry %d: Fulfils(depth 4) = %t, Fulfils(depth 5) = %t; want true, false", s,
				again.Fulfils(turned, limits, MaxLines), again.Fulfils(turned, search.Limits{Depth: 5}, MaxLines))
		}
	}
	if string(KeyOf(p)) == string(KeyOf(p.Play(p.Moves()[0]))) {
		t.Error("two different positions have the same key")
	}
	for _, bad := range []string{
		"", "{}", `{"lines":[{"move":"a1","pv":["a1"]}]}`,
		`{"lines":[{"move":"zz","pv":[]}]}`,
	} {
		if _, err := DecodeHint(p, bad); err == nil {
			t.Errorf("%q is decoded, want an error", bad)
		}
	}
}

// TestStudySettles checks that at every depth the best move is first and symmetric moves have the same score.
func TestStudySettles(t *testing.T) {
	study := NewStudy(search.Options{HashBytes: 1 << 20})
	look := func(p othello.Position) {
		check := func(h Hint) {
			if !slices.IsSortedFunc(h.Lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) }) ||
				h.Score != h.Lines[0].Score {
				t.Errorf("%s at depth %d: score %g and lines %+v, want the best line first", p, h.Lines[0].Depth,
					h.Score,
					h.Lines)
			}
			if p.Empties() == 60 && h.Lines[0].Score != h.Lines[3].Score {
				t.Errorf("the four first moves at depth %d: %+v, want equal scores", h.Lines[0].Depth, h.Lines)
			}
		}
		h, err := study.Look(t.Context(), p, search.Limits{Depth: 8}, MaxLines, check)
		if err != nil {
			t.Fatal(err)
		}
		check(h)
	}
	p := othello.Start(othello.Size8, othello.Usual)
	for range 6 {
		look(p)
		p = p.Play(p.Moves()[0])
	}
}

func TestBetter(t *testing.T) {
	line := func(depth, sure int, exact bool) Hint {
		return Hint{Lines: []Line{{Depth: depth, Confidence: sure, Exact: exact}}}
	}
	order := []Hint{{}, line(4, 73, false), line(4, 100, false), line(9, 73, false), line(6, 100, true)}
	for i, a := range order {
		for j, b := range order {
			if got := a.Better(b); (got > 0) != (i > j) || (got < 0) != (i < j) {
				t.Errorf("hint %d compared with hint %d: %d, want the sign of %d", i, j, got, i-j)
			}
		}
	}
}

// game2001 is a game between two people.
const game2001 = "f5d6c5f4e3c6d3f6e6d7g3c4g5c3f7d2e7f2c8f3c7h3e2f1d1e1g1g4c1h6h4h5b5h2g6c2b1a6b3b4a3f8a5a4g2d8e8b8a7" +
	"h1b7a1a2b2b6a8g7h7h8g8"

// TestReviewResumes checks that an interrupted review can be resumed, and that the document is the same as without an
// interruption.
func TestReviewResumes(t *testing.T) {
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), game2001)
	if err != nil {
		t.Fatal(err)
	}
	effort, err := AtLevel(2)
	if err != nil {
		t.Fatal(err)
	}
	var judged []Move
	broken := errors.New("interrupted")
	take := func(most int) func(Move, search.Report) error {
		return func(m Move, _ search.Report) error {
			judged = append(judged, m)
			if len(judged) == most {
				return broken
			}
			return nil
		}
	}
	analyst := New(search.Options{}, effort, UsualMarks())
	if err := analyst.Review(t.Context(), g, nil, take(20)); err != broken { //nolint:errorlint // returned unchanged
		t.Fatal(err)
	}
	part := Assemble(g, effort, judged, UsualMarks())
	if len(part.Moves) != 20 {
		t.Fatalf("%d moves, want 20", len(part.Moves))
	}
	if first, want := part.Moves[0].Ply, len(g.Moves)-19; first != want {
		t.Errorf("after 20 moves: from ply %d, want %d", first, want)
	}
	if n := part.BlackSide.Moves + part.WhiteSide.Moves; n > 20 {
		t.Errorf("after 20 moves: the sides have %d moves, want at most 20", n)
	}
	if part.ExactFrom == 0 {
		t.Error("after 20 moves: no move is exact")
	}
	known := map[int]bool{}
	for _, m := range judged {
		known[m.Ply] = true
	}
	if err := analyst.Review(t.Context(), g, known, take(0)); err != nil {
		t.Fatal(err)
	}
	whole := Assemble(g, effort, judged, UsualMarks())
	uninterrupted, err := analyst.Game(t.Context(), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := len(g.Moves); len(judged) != want || len(whole.Moves) != want {
		t.Fatalf("%d moves are judged and %d shown, want %d", len(judged), len(whole.Moves), want)
	}
	if number, want := whole.Moves[40].Number, uninterrupted.Moves[40].Number; number != want {
		t.Errorf("the move of ply 41 has the number %d, want %d", number, want)
	}
	if len(whole.Mistakes) == 0 {
		t.Error("no mistakes found")
	}
	for i, m := range whole.Moves {
		other := uninterrupted.Moves[i]
		if m.Ply != i+1 || m.Move != other.Move {
			t.Errorf("%s at ply %d, uninterrupted %s at ply %d", m.Move, m.Ply, other.Move, i+1)
		}
		if m.Exact && other.Exact && m.Loss != other.Loss {
			t.Errorf("ply %d: the loss is %g, uninterrupted %g", i+1, m.Loss, other.Loss)
		}
		if m.Mark != "" && !m.Uncertain && len(m.Why) == 0 {
			t.Errorf("%s %s has no reason", m.Move, m.Mark)
		}
	}
	text, err := json.Marshal(whole)
	if err != nil || !strings.Contains(string(text), `"why":[{"code"`) {
		t.Errorf("no move has a reason in %s, or error %v", text, err)
	}
	if err := documentsSchema(t).Check(string(text), ""); err != nil {
		t.Error(err)
	}
}
