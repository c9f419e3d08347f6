package analysis_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/analysis/queries"
	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/claims/claimstest"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// claimed returns the claims nearest to a draw and the claimed positions of the shipped book.
func claimed(t *testing.T) []othello.Position {
	t.Helper()
	b, ok, err := book.Shipped()
	if err != nil || !ok {
		t.Fatalf("the shipped book: %v, error %v", ok, err)
	}
	return claimstest.And(t, func(p othello.Position) bool {
		_, ok := b.Look(p)
		return ok
	})
}

// TestHintsKeepClaims checks that no hint has a score outside its proved bounds, whether the hint comes from the
// search, from the book or from both, and both before and after storing.
func TestHintsKeepClaims(t *testing.T) {
	t.Parallel()
	shipped, _, err := book.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range claimed(t) {
		if testing.Short() && i%5 != 0 {
			continue
		}
		effort, err := analysis.AtLevel(1 + i%6)
		if err != nil {
			t.Fatal(err)
		}
		a := analysis.New(search.Options{HashBytes: 1 << 20}, effort, analysis.UsualMarks())
		if i%2 == 0 {
			a.Book, a.Trust = shipped, i%4 == 0
		}
		lines := []int{1, 3, analysis.MaxLines}[i%3]
		h, err := a.Hint(t.Context(), p, lines, func(h analysis.Hint) { checkHint(t, p, h) })
		if err != nil {
			t.Fatal(err)
		}
		checkHint(t, p, h)
		text, err := h.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := analysis.DecodeHint(p, text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(h, again); diff != "" {
			t.Errorf("%s: a stored hint (-before +after):\n%s", p, diff)
		}
	}
}

// checkHint checks the scores of a hint, their order and their proofs.
func checkHint(t *testing.T, p othello.Position, h analysis.Hint) {
	t.Helper()
	claimstest.Check(t, "hint", p, h.Score)
	for i, line := range h.Lines {
		m, err := p.Size.Parse(line.Move)
		if err != nil {
			t.Fatal(err)
		}
		claimstest.CheckMove(t, "hint", p, m, line.Score)
		if i > 0 && line.Score > h.Lines[i-1].Score {
			t.Errorf("%s: lines are not sorted by score: %+v", p, h.Lines)
		}
		if diff := cmp.Diff(claims.ProvedMove(p, m), line.Proved); diff != "" {
			t.Errorf("%s: the proof of %s (-want +got):\n%s", p, line.Move, diff)
		}
	}
	if h.Score != h.Lines[0].Score {
		t.Errorf("%s: score %v, want %v, the score of the best line", p, h.Score, h.Lines[0].Score)
	}
}

// TestStoredContradiction checks that a stored hint is not used if the score of its best move is below a proved bound,
// and that other scores are clamped.
func TestStoredContradiction(t *testing.T) {
	t.Parallel()
	start := othello.Start(othello.Size8, othello.Usual)
	second := start.Play(start.Moves()[0])
	var others []string
	for _, m := range second.Moves() {
		if claims.OfMove(second, m).AtLeast < 0 {
			others = append(others, second.Size.Name(m))
		}
	}
	stored := func(move string, score float64) analysis.Hint {
		line := analysis.Line{Move: move, Score: score, Depth: 30, Confidence: 73, PV: []string{move}}
		return analysis.Hint{Position: second.String(), Score: score, Lines: []analysis.Line{line}}
	}
	for score, lines := range map[float64]int{-3: 0, 5: 1} {
		text, err := stored(others[0], score).Encode()
		if err != nil {
			t.Fatal(err)
		}
		h, err := analysis.DecodeHint(second, text)
		if err != nil {
			t.Fatal(err)
		}
		if len(h.Lines) != lines || h.Score != 0 {
			t.Errorf("stored with %+g: %d lines, score %+g; want %d lines, +0", score, len(h.Lines), h.Score, lines)
		}
	}
}

// TestReviewsKeepClaims checks that neither reviews nor replies to queries give a score outside its proved bounds.
func TestReviewsKeepClaims(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2310, 19387))
	for i, p := range claimed(t) {
		if testing.Short() && i%5 != 0 || i%2 == 0 {
			continue
		}
		effort, err := analysis.AtLevel(1 + i%6)
		if err != nil {
			t.Fatal(err)
		}
		moves := p.Moves()
		g := &record.Game{Start: p, Moves: []othello.Square{moves[r.IntN(len(moves))]}}
		if i%8 == 1 {
			g = &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
			for at := g.Start; at.Empties() > claims.Empties-1; at = g.Position() {
				g.Moves = append(g.Moves, at.Moves()[r.IntN(len(at.Moves()))])
			}
		}
		a := analysis.New(search.Options{HashBytes: 1 << 20}, effort, analysis.UsualMarks())
		review, err := a.Game(t.Context(), g, nil)
		if err != nil {
			t.Fatal(err)
		}
		for ply, m := range review.Moves {
			at := g.PositionAt(ply)
			claimstest.Check(t, "review", at, m.Score)
			claimstest.CheckMove(t, "review", at, g.Moves[ply], m.Played)
			diff := cmp.Diff([2]*claims.Proved{claims.ProvedOf(at), claims.ProvedMove(at, g.Moves[ply])},
				[2]*claims.Proved{m.Proved, m.PlayedProved})
			if diff != "" {
				t.Errorf("%s: proofs of the review (-want +got):\n%s", at, diff)
			}
		}
		queried(t, effort, p)
	}
}

// queried checks the reply to a query.
func queried(t *testing.T, effort analysis.Effort, p othello.Position) {
	t.Helper()
	s := queries.Server{Effort: effort, Lines: 3, Options: search.Options{HashBytes: 1 << 20}}
	var out strings.Builder
	query := strings.NewReader(fmt.Sprintf("{\"id\":\"x\",\"position\":%q}\n", p))
	if err := s.Serve(t.Context(), query, &out); err != nil {
		t.Fatal(err)
	}
	var reply queries.Reply
	if err := json.Unmarshal([]byte(out.String()), &reply); err != nil {
		t.Fatal(err)
	}
	claimstest.Check(t, "query", p, reply.RootInfo.Score)
	for _, info := range reply.MoveInfos {
		m, err := p.Size.Parse(info.Move)
		if err != nil {
			t.Fatal(err)
		}
		claimstest.CheckMove(t, "query", p, m, info.Score)
	}
}

// TestProvedTexts checks that texts name the proof of a score and its source.
func TestProvedTexts(t *testing.T) {
	t.Parallel()
	effort, err := analysis.AtLevel(4)
	if err != nil {
		t.Fatal(err)
	}
	start := othello.Start(othello.Size8, othello.Usual)
	a := analysis.New(search.Options{HashBytes: 1 << 20}, effort, analysis.UsualMarks())
	h, err := a.Hint(t.Context(), start, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	review, err := a.Game(t.Context(), &record.Game{Start: start, Moves: []othello.Square{start.Moves()[0]}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[lang.Lang]string{
		lang.English: "proved (Takizawa 2023)", lang.Japanese: "証明済み (Takizawa 2023)",
	} {
		var hint, game strings.Builder
		if err := analysis.NewText(&hint, language, false).Hint(h); err != nil {
			t.Fatal(err)
		}
		if err := analysis.NewText(&game, language, false).Game(review); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"hint": hint.String(), "review": game.String()} {
			if !strings.Contains(text, want) {
				t.Errorf("%s in %s: %q is missing:\n%s", name, language, want, text)
			}
		}
	}
}
