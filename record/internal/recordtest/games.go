package recordtest

import (
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// oneIn is true with probability 1/n.
func oneIn(t *rapid.T, n int) bool { return rapid.IntRange(1, n).Draw(t, "one in") == 1 }

// word draws a name or a comment. It may contain characters with a special meaning in some format and characters of
// other scripts.
func word(t *rapid.T) string {
	pieces := []string{"Tastet", "伏せ石", "é", "ー", "a b", "?", "12", "O'Neil"}
	if oneIn(t, 4) {
		pieces = append(pieces, "[", "]", `\`, "(;", "{", "}", `"`, "%", ";", ")", "\n", "[%clk 1:00]", "(;GM[2]",
			"\n[Event \"x\"]", "$1", "$", ":", "/", ".", "\n%", ",",
			"X wins 34-30", "{\"schema\"", "  ", "\x1b[2J", "\u009b")
	}
	return strings.TrimSpace(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 3).Draw(t, "word"), ""))
}

func maybe(t *rapid.T, s *string) {
	if rapid.Bool().Draw(t, "there") {
		*s = word(t)
	}
}

// randomPlies plays random moves from a position.
func randomPlies(t *rapid.T, p othello.Position, most int) (moves []othello.Square, last othello.Position) {
	for n := rapid.IntRange(0, most).Draw(t, "plies"); len(moves) < n && !p.Over(); {
		m := rapid.SampledFrom(p.Moves()).Draw(t, "move")
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves, p
}

func anyNotes(t *rapid.T, n int) []record.Note {
	if n == 0 || rapid.Bool().Draw(t, "none") {
		return nil
	}
	notes := make([]record.Note, n)
	for i := range notes {
		if !oneIn(t, 3) {
			continue
		}
		note := &notes[i]
		if oneIn(t, 3) {
			note.Comment = word(t)
		}
		if oneIn(t, 3) {
			note.Mark = rapid.SampledFrom([]string{"!!", "!", "!?", "?!", "?", "??"}).Draw(t, "mark")
		}
		if oneIn(t, 2) {
			note.Score = &record.Score{Value: rapid.Float64Range(-64, 64).Draw(t, "score")}
		}
		if oneIn(t, 3) {
			note.Spent = time.Duration(rapid.Int64Range(0, 1e13).Draw(t, "spent"))
		}
		if oneIn(t, 3) {
			note.Left = time.Duration(rapid.Int64Range(0, 1e13).Draw(t, "left"))
		}
		if oneIn(t, 6) {
			note.Tags = []record.Tag{{Name: rapid.SampledFrom([]string{"NAG", "LB", "Evaluation", "B", "V"}).Draw(t,
				"tag"), Value: rapid.SampledFrom([]string{"$14", "a1:1", "x"}).Draw(t, "value")}}
		}
		if note.Score != nil && oneIn(t, 3) {
			*note.Score = record.Score{
				Value: note.Score.Value, Depth: rapid.IntRange(0, 60).Draw(t, "depth"),
				Confidence: 95, Exact: true, Book: true, By: word(t),
			}
		}
	}
	return notes
}

// anyVariations draws variations, sorted by ply.
func anyVariations(t *rapid.T, from othello.Position, moves []othello.Square, first, depth int) []record.Variation {
	var list []record.Variation
	p := from
	for ply := 0; ply <= len(moves); ply++ {
		if ply >= first && oneIn(t, 10) {
			if other, _ := randomPlies(t, p, 6); len(other) > 0 {
				v := record.Variation{Ply: ply, Moves: other, Notes: anyNotes(t, len(other))}
				if oneIn(t, 3) {
					v.Comment = word(t)
				}
				if depth < 3 {
					v.Variations = anyVariations(t, p, other, 1, depth+1)
				}
				list = append(list, v)
			}
		}
		if ply < len(moves) {
			p = p.Play(moves[ply])
		}
	}
	return list
}

// Game draws a game with a random selection of everything that a game may have.
func Game(t *rapid.T) *record.Game {
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	if oneIn(t, 3) {
		g.Start = Start(t)
		_, g.Start = randomPlies(t, g.Start, 20)
	}
	if !oneIn(t, 4) {
		g.Moves, _ = randomPlies(t, g.Start, 70)
	}
	if oneIn(t, 3) {
		return g
	}
	if oneIn(t, 4) {
		return scoredPosition(t, g.Start)
	}
	if rapid.Bool().Draw(t, "names") {
		maybe(t, &g.Black)
		maybe(t, &g.White)
	}
	if rapid.Bool().Draw(t, "head") {
		drawHead(t, g)
	}
	g.Result = anyResult(t, g)
	if rapid.Bool().Draw(t, "notes") {
		g.Notes = anyNotes(t, len(g.Moves))
	}
	if oneIn(t, 3) {
		g.Variations = anyVariations(t, g.Start, g.Moves, 0, 0)
	}
	return g
}

// Tree draws a game with nested variations, comments, marks, scores and clocks. It often has a set-up start position
// and passes.
func Tree(t *rapid.T) *record.Game {
	g := &record.Game{Start: othello.Start(othello.Size8, othello.Usual)}
	if rapid.Bool().Draw(t, "set up") {
		_, g.Start = randomPlies(t, Start(t), 50)
	}
	g.Moves, _ = randomPlies(t, g.Start, 70)
	g.Notes = anyNotes(t, len(g.Moves))
	g.Variations = anyVariations(t, g.Start, g.Moves, 0, 0)
	maybe(t, &g.Comment)
	return g
}

// scoredPosition draws a position in the form of the Othello Board Format: some moves have exact scores.
func scoredPosition(t *rapid.T, p othello.Position) *record.Game {
	g := &record.Game{Start: p}
	for _, m := range p.Moves() {
		if rapid.Bool().Draw(t, "scored") {
			score := record.Score{Value: float64(rapid.IntRange(-16, 16).Draw(t, "score")), Exact: true}
			g.Variations = append(g.Variations, record.Variation{
				Moves: []othello.Square{m},
				Notes: []record.Note{{Score: &score}},
			})
		}
	}
	return g
}

func drawHead(t *rapid.T, g *record.Game) {
	for _, s := range []*string{&g.Event, &g.Place, &g.Round, &g.Comment} {
		maybe(t, s)
	}
	dates := []string{
		"", "1997", "1997-05", "1997-05-03", "2003-12-15T12:33:18Z", "2003-12-15T12:33:18",
		"2003-12-15T12:33:18+09:00", "last summer", "2003-12-15T12:33", "2003-12-15T12:33Z", "2003-12-15T12:33-05:00",
		"0000", "0000-01-01T00:00Z", "0000-01-01T00:00:00+09:00", "9999-12-31T23:59-05:00", "0000-00-00",
		"2003-02-30T10:00",
		"?", "????.??.??", "2003.12.15", "2003.12.15_12:33:18.MST", "1071491598", "12", "70000", "-123",
	}
	g.Date = rapid.SampledFrom(dates).Draw(t, "date")
	clocks := []string{
		"", "5m", "5m+3s", "1h30m", "1s/move", "500ms/move", "2m30.5s", "05:00//02:00", "depth:6",
		"5m+3s later",
	}
	g.Clock = rapid.SampledFrom(clocks).Draw(t, "clock")
	for range rapid.IntRange(0, 3).Draw(t, "tags") {
		name := rapid.SampledFrom([]string{
			record.BlackRating, record.WhiteRating, "TY", "KM", "Opening", "AP", "ABC",
			"B", "OT", "RE", "Time", "é",
		}).Draw(t, "name")
		g.Tags = append(g.Tags, record.Tag{Name: name, Value: word(t)})
	}
}

func anyResult(t *rapid.T, g *record.Game) record.Result {
	over := g.Position().Over()
	var r record.Result
	switch rapid.IntRange(0, 4).Draw(t, "result") {
	case 0:
	case 1:
		r = g.Outcome()
	case 2:
		r = record.Result{Known: true, OnlyWinner: true, ScoreBlack: rapid.SampledFrom([]int{-1, 1}).Draw(t, "winner")}
	default:
		r = record.Result{Known: true, ScoreBlack: 2 * rapid.IntRange(-32, 32).Draw(t, "score")}
	}
	reasons := []string{
		record.PlayedOut, record.Resigned, record.OutOfTime, record.Agreed, record.Faulted,
		record.Adjudicated,
	}
	if !over {
		reasons = append(reasons, record.Unfinished)
	}
	if oneIn(t, 3) {
		r.Reason = rapid.SampledFrom(reasons).Draw(t, "reason")
	}
	if oneIn(t, 8) {
		r.Detail = word(t)
	}
	return r
}

// Normal returns a canonical form of a game. It makes games equal that differ only in whether a result that follows
// from the moves, or the reason Unfinished, is recorded.
func Normal(g *record.Game) *record.Game {
	n := *g
	n.Result = g.Outcome()
	if n.Result.Reason == record.Unfinished {
		n.Result.Reason = record.PlayedOut
	}
	n.Notes = normalNotes(g.Notes)
	n.Variations = normalVariations(g.Variations)
	n.Moves = slices.Clip(n.Moves)
	if len(n.Moves) == 0 {
		n.Moves = nil
	}
	return &n
}

func normalNotes(notes []record.Note) []record.Note {
	if !slices.ContainsFunc(notes, func(n record.Note) bool { return !cmp.Equal(n, record.Note{}) }) {
		return nil
	}
	return notes
}

func normalVariations(list []record.Variation) []record.Variation {
	list = slices.Clone(list)
	for i := range list {
		list[i].Notes, list[i].Variations = normalNotes(list[i].Notes), normalVariations(list[i].Variations)
	}
	return list
}

// Start draws a start position of any size.
func Start(t *rapid.T) othello.Position {
	size := rapid.SampledFrom([]othello.Size{othello.Size4, othello.Size6, othello.Size8}).Draw(t, "size")
	return othello.Start(size, rapid.SampledFrom([]othello.Setup{othello.Usual, othello.Parallel}).Draw(t, "setup"))
}

// Plain draws a game of legal moves, finished or not.
func Plain(t *rapid.T) *record.Game {
	g := &record.Game{Start: Start(t)}
	for plies := rapid.IntRange(0, 70).Draw(t, "plies"); len(g.Moves) < plies && !g.Position().Over(); {
		if err := g.Play(rapid.SampledFrom(g.Position().Moves()).Draw(t, "move")); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// Played returns the moves without passes at the end, which a transcript leaves out.
func Played(g *record.Game) []othello.Square {
	moves := g.Moves
	for len(moves) > 0 && moves[len(moves)-1] == othello.Pass {
		moves = moves[:len(moves)-1]
	}
	return moves
}

// Names returns the moves of a game including passes.
func Names(g *record.Game) string {
	var list []string
	for _, m := range g.Moves {
		list = append(list, g.Start.Size.Name(m))
	}
	return strings.Join(list, " ")
}
