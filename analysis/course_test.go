package analysis

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// courseFolder contains the data of the strategy course of the page.
const courseFolder = "../web/ui/src/course/"

// course is the data of the strategy course of the page.
type course struct {
	Level   int `json:"level"`
	Lessons map[string]struct {
		Example   example    `json:"example"`
		Exercises []exercise `json:"exercises"`
	} `json:"lessons"`
}

// example is a position of a game and a line of play that the lesson shows.
type example struct {
	claim

	Line  string            `json:"line"`
	Marks map[string]string `json:"marks"`
}

// exercise is a position in which a move is to be found. Moves that lose at most Tolerance discs are right.
type exercise struct {
	claim

	Tolerance float64 `json:"tolerance"`
}

// claim is what the text says about a position: good and bad moves, and how they differ.
type claim struct {
	Moves string   `json:"moves"`
	Good  []string `json:"good"`
	Bad   []string `json:"bad"`
	Shows []string `json:"shows"` // keys of contrasts
}

// TestCourse checks each lesson with the engine: lines of play are legal, exercises have right and wrong answers, and
// what the texts say about moves is true. Browsers have the light weights, with which it checks the lessons as well.
func TestCourse(t *testing.T) {
	var c course
	read(t, courseFolder+"lessons.json", &c)
	effort, err := AtLevel(c.Level)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("server", func(t *testing.T) { c.check(t, New(search.Options{}, effort, UsualMarks())) })
	if testing.Short() {
		return
	}
	light, err := os.Open("../eval/light.bin")
	if err != nil {
		t.Fatal(err)
	}
	defer light.Close()
	weights, err := eval.Load(light)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("browser", func(t *testing.T) { c.check(t, New(search.Options{Weights: weights}, effort, UsualMarks())) })
}

func (c course) check(t *testing.T, a *Analyst) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(c.Lessons)) {
		l := c.Lessons[name]
		t.Run(name+"/example", func(t *testing.T) {
			after(t, l.Example.Moves+l.Example.Line)
			l.Example.check(t, valuesOf(t, a, l.Example.Moves), 2)
		})
		for i, e := range l.Exercises {
			t.Run(fmt.Sprintf("%s/%d", name, i+1), func(t *testing.T) { e.checkAnswers(t, valuesOf(t, a, e.Moves)) })
		}
	}
}

func (e exercise) checkAnswers(t *testing.T, losses map[string]float64) {
	t.Helper()
	e.check(t, losses, e.Tolerance)
	right := 0
	for _, loss := range losses {
		if loss <= e.Tolerance {
			right++
		}
	}
	if right == 0 || right == len(losses) {
		t.Errorf("%d of %d moves are right, want right and wrong ones", right, len(losses))
	}
	if len(e.Good) == 0 {
		t.Error("no move is praised")
	}
}

// valuesOf returns the loss of each legal move against the best one, in discs.
func valuesOf(t *testing.T, a *Analyst, moves string) map[string]float64 {
	t.Helper()
	a.engine.Forget()
	h, err := a.Hint(t.Context(), after(t, moves), MaxLines, nil)
	if err != nil {
		t.Fatal(err)
	}
	losses := map[string]float64{}
	for _, l := range h.Lines {
		losses[l.Move] = h.Score - l.Score
	}
	return losses
}

// clearLoss is the least loss, in addition to the tolerance, of a move that a text calls bad. The margin makes the
// verdict hold for other weights and deeper searches, too.
const clearLoss = 2

// check compares the claims of the text about moves with their losses.
func (c claim) check(t *testing.T, losses map[string]float64, tolerance float64) {
	t.Helper()
	p := after(t, c.Moves)
	for _, move := range c.Good {
		if loss, legal := losses[move]; !legal || loss > tolerance/2 {
			t.Errorf("%s loses %.1f (legal: %v); the text praises it", move, loss, legal)
		}
	}
	for _, move := range c.Bad {
		if loss, legal := losses[move]; !legal || loss < tolerance+clearLoss {
			t.Errorf("%s loses %.1f (legal: %v); the text blames it", move, loss, legal)
		}
	}
	if t.Failed() {
		t.Log(p.Diagram(), losses)
		return
	}
	for _, name := range c.Shows {
		holds, ok := contrasts[name]
		if !ok {
			t.Fatalf("no contrast %q", name)
		}
		for _, good := range c.Good {
			for _, bad := range c.Bad {
				if g, b := parseSquare(t, p, good), parseSquare(t, p, bad); !holds(p, g, b) {
					t.Errorf("%s against %s does not show %q:\n%s", good, bad, name, p.Diagram())
				}
			}
		}
	}
}

func parseSquare(t *testing.T, p othello.Position, name string) othello.Square {
	t.Helper()
	s, err := p.Size.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCourseReasons checks that the page has an entry for the lesson of each reason.
func TestCourseReasons(t *testing.T) {
	var lessons, words map[string]string
	read(t, courseFolder+"reasons.json", &lessons)
	read(t, "words/en.json", &words)
	var codes []string
	for key := range words {
		if code, ok := strings.CutPrefix(key, "why-"); ok && code != "title" {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	if diff := cmp.Diff(codes, slices.Sorted(maps.Keys(lessons))); diff != "" {
		t.Errorf("reasons (-known +page):\n%s", diff)
	}
}

// feature is a number that describes a move.
type feature func(p othello.Position, s othello.Square) int

// contrast compares a good move of a position with a bad one.
type contrast func(p othello.Position, good, bad othello.Square) bool

// contrasts are what the lessons say about good and bad moves.
var contrasts = map[string]contrast{
	"good gives no corner": not(ofGood(giving)),
	"good takes corner":    ofGood(isCorner),
	"bad gives corner":     both(not(ofGood(giving)), ofBad(giving)),
	"good is X":            ofGood(isX),
	"bad is X":             ofBad(isX),
	"bad is C":             ofBad(isC),
	"fewer replies":        less(replies, 3),
	"openness 0":           ofGood(func(p othello.Position, s othello.Square) bool { return openness(p, s) == 0 }),
	"openness 1":           ofGood(func(p othello.Position, s othello.Square) bool { return openness(p, s) == 1 }),
	"less open":            less(openness, 3),
	"fewer frontier":       less(frontier, 3),
	"flips fewer":          less(flipped, 2),
	"good flips one":       ofGood(func(p othello.Position, s othello.Square) bool { return flipped(p, s) == 1 }),
	"good is odd":          ofGood(isOdd),
	"bad is even":          not(ofBad(isOdd)),
	"good ends region":     ofGood(func(p othello.Position, s othello.Square) bool { return room(p, s) == 1 }),
	"good is wedge":        ofGood(isWedge),
	"bad makes wing":       both(not(ofGood(makesWing)), ofBad(makesWing)),
	"good makes pass":      ofGood(makesPass),
	"at most 10 empties":   ofGood(func(p othello.Position, _ othello.Square) bool { return p.Empties() <= 10 }),
}

// property is a property of a move.
type property func(p othello.Position, s othello.Square) bool

func ofGood(f property) contrast {
	return func(p othello.Position, good, _ othello.Square) bool { return f(p, good) }
}

func ofBad(f property) contrast {
	return func(p othello.Position, _, bad othello.Square) bool { return f(p, bad) }
}

func not(f contrast) contrast {
	return func(p othello.Position, good, bad othello.Square) bool { return !f(p, good, bad) }
}

func both(f, g contrast) contrast {
	return func(p othello.Position, good, bad othello.Square) bool { return f(p, good, bad) && g(p, good, bad) }
}

// less holds if the feature of the good move is smaller than that of the bad one, by at least the given number.
func less(f feature, margin int) contrast {
	return func(p othello.Position, good, bad othello.Square) bool { return f(p, good)+margin <= f(p, bad) }
}

func isCorner(p othello.Position, s othello.Square) bool {
	return bitboard.Corners(p.Size.Board()).Has(int(s))
}

// giving reports whether the opponent can take a corner directly after a move.
func giving(p othello.Position, s othello.Square) bool {
	return p.Play(s).Legal()&bitboard.Corners(p.Size.Board()) != 0
}

func isX(p othello.Position, s othello.Square) bool { return besideEmpty(p, s, true) }

func isC(p othello.Position, s othello.Square) bool { return besideEmpty(p, s, false) }

// besideEmpty reports whether a move is next to an empty corner, on the diagonal or on the edge.
func besideEmpty(p othello.Position, s othello.Square, diagonal bool) bool {
	e := &explanation{corners0: bitboard.Corners(p.Size.Board()) & p.Empty()}
	corner, x := e.besideCorner(s)
	return corner >= 0 && x == diagonal
}

func makesPass(p othello.Position, s othello.Square) bool { return p.Play(s).MustPass() }

func replies(p othello.Position, s othello.Square) int { return p.Play(s).Legal().Len() }

func flipped(p othello.Position, s othello.Square) int { return p.Flips(s).Len() }

// openness returns the number of empty squares around the discs that a move flips, counted for each disc.
func openness(p othello.Position, s othello.Square) (n int) {
	empty := p.Empty() &^ (1 << s)
	for disc := range p.Flips(s).All() {
		n += (bitboard.Neighbours(1<<disc) & empty).Len()
	}
	return n
}

// frontier returns the number of discs of the mover next to empty squares after a move.
func frontier(p othello.Position, s othello.Square) int {
	return viewOf(p.Play(s), p.Turn).open().Len()
}

// room returns the number of empty squares in the region of a move.
func room(p othello.Position, s othello.Square) int { return region(p.Empty(), s).Len() }

func isOdd(p othello.Position, s othello.Square) bool { return room(p, s)%2 == 1 }

// isWedge reports whether a move is on an edge between two discs of the opponent that it does not flip.
func isWedge(p othello.Position, s othello.Square) bool {
	kept := p.Other &^ p.Flips(s)
	for _, e := range edges() {
		if i := slices.Index(e, s); i > 0 && i < 7 && kept.Has(int(e[i-1])) && kept.Has(int(e[i+1])) {
			return true
		}
	}
	return false
}

// makesWing reports whether the mover has one more wing after a move.
func makesWing(p othello.Position, s othello.Square) bool {
	next := p.Play(s)
	return wingsOf(next.Discs(p.Turn), next.Discs(p.Turn.Other())) > wingsOf(p.Mover, p.Other)
}

// wingsOf returns the number of edges on which a side has five discs in a row between two empty corners, with one empty
// C square.
func wingsOf(mine, theirs bitboard.Set) (n int) {
	for _, e := range edges() {
		line := ""
		for _, s := range e {
			switch {
			case mine.Has(int(s)):
				line += "X"
			case theirs.Has(int(s)):
				line += "O"
			default:
				line += "-"
			}
		}
		if line == "-XXXXX--" || line == "--XXXXX-" {
			n++
		}
	}
	return n
}

// edges returns the squares of the four edges in order.
func edges() (list [4][]othello.Square) {
	for i := range 8 {
		list[0] = append(list[0], othello.Square(i))
		list[1] = append(list[1], othello.Square(56+i))
		list[2] = append(list[2], othello.Square(8*i))
		list[3] = append(list[3], othello.Square(8*i+7))
	}
	return list
}
