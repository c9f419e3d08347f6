package paste_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/paste"
)

// TestGenerated reads 500 random games and boards in random layouts.
func TestGenerated(t *testing.T) {
	for seed := range uint64(500) {
		g := generator{rand.New(rand.NewPCG(seed, 1))}
		layout := pick(g, layouts())
		text, want := layout.write(g)
		text = g.lineEnds(text)
		if diff := cmp.Diff([]string{want}, read(text)); diff != "" {
			t.Errorf("seed %d, %s: %q (-want +got)\n%s", seed, layout.name, text, diff)
		}
	}
}

// TestGeneratedFaults checks that a numbered list with an error is refused, and that the error has the right line.
func TestGeneratedFaults(t *testing.T) {
	for seed := range uint64(500) {
		g := generator{rand.New(rand.NewPCG(seed, 2))}
		moves := g.game(8)
		at := 1 + g.IntN(len(moves.Moves)-1)
		words := squares(moves)
		words[at] = g.fault(moves, at)
		text, lines := g.numbered(words)
		var fault *record.FileError
		whole := 0
		for game, err := range paste.Read(strings.NewReader(text), "") {
			switch {
			case err == nil && game.Transcript() == strings.Join(words, ""):
				whole++
			case fault == nil:
				errors.As(err, &fault)
			}
		}
		if fault == nil {
			t.Errorf("seed %d: %q at move %d of %q is accepted, want an error", seed, words[at], at+1, text)
			continue
		}
		if got, want := [2]int{fault.Line, whole}, [2]int{lines[at], 0}; got != want {
			t.Errorf("seed %d: %q at move %d of %q: error %v, want one in line %d", seed, words[at], at+1, text, fault,
				lines[at])
		}
	}
}

// generator draws games and their notation.
type generator struct{ *rand.Rand }

func pick[T any](g generator, list []T) T { return list[g.IntN(len(list))] }

// layout is a common notation of games or positions.
type layout struct {
	name  string
	write func(generator) (text, want string)
}

func layouts() []layout {
	return []layout{
		{"a numbered list", numberedList},
		{"moves with separators", separatedMoves},
		{"signed moves", signedMoves},
		{"a broken transcript", brokenMoves},
		{"one move a line", oneALine},
		{"moves of sides", movesOfSides},
		{"a heading", headedGame},
		{"a link", linkedGame},
		{"a table", tabledGame},
		{"a board in a line", boardInALine},
		{"a drawn board", drawnBoard},
		{"a board and moves", boardAndMoves},
		{"a mirrored or reversed game", otherStart},
	}
}

// game plays at least two random moves from the usual start, without passes.
func (g generator) game(size othello.Size) *record.Game {
	p := othello.Start(size, othello.Usual)
	game := &record.Game{Start: p}
	length := 2 + g.IntN(int(size)*int(size)-6)
	for range length {
		if p.Legal() == 0 {
			break
		}
		s := pick(g, p.Moves())
		p = p.Play(s)
		game.Moves = append(game.Moves, s)
	}
	return game
}

func squares(g *record.Game) []string {
	var names []string
	for _, s := range g.Moves {
		names = append(names, g.Start.Size.Name(s))
	}
	return names
}

// spelt converts text to upper case or full width, or leaves it unchanged.
func (g generator) spelt(text string) string {
	switch g.IntN(4) {
	case 0:
		return strings.ToUpper(text)
	case 1:
		return strings.Map(func(c rune) rune {
			if c > ' ' && c <= '~' {
				return c - '!' + '！'
			}
			return c
		}, text)
	}
	return text
}

// lineEnds converts line feeds to the line endings of a random system.
func (g generator) lineEnds(text string) string {
	return strings.ReplaceAll(text, "\n", pick(g, []string{"\n", "\r\n", "\r"}))
}

// numbered writes squares with move numbers, for each move or each pair, with random line breaks. lines are the lines
// of the squares.
func (g generator) numbered(words []string) (text string, lines []int) {
	mark := pick(g, []string{". ", ".", ": ", ":", ") ", "."})
	pairs := g.IntN(2)
	var b strings.Builder
	line := 1
	gap := func() {
		if g.IntN(5) == 0 {
			b.WriteByte('\n')
			line++
			return
		}
		b.WriteByte(' ')
	}
	for i, word := range words {
		switch {
		case pairs == 0:
			fmt.Fprintf(&b, "%d%s", i+1, mark)
		case i%2 == 0:
			fmt.Fprintf(&b, "%d%s", i/2+1, mark)
		}
		b.WriteString(word)
		lines = append(lines, line)
		if i+1 < len(words) {
			gap()
		}
	}
	return b.String(), lines
}

// fault returns a word that is not a legal move at a ply of a game.
func (g generator) fault(game *record.Game, at int) string {
	p := game.PositionAt(at)
	name := p.Size.Name
	switch g.IntN(4) {
	case 0:
		return name(game.Moves[g.IntN(at)]) // an occupied square
	case 1:
		return pick(g, []string{"i4", "j10", "a9", "k1", "z3"})
	case 2:
		return pick(g, []string{"?", "xx", "??", "@", "resign"})
	}
	for {
		s := othello.Square(g.IntN(64))
		if !p.Legal().Has(int(s)) {
			return name(s)
		}
	}
}

func numberedList(g generator) (text, want string) {
	game := g.game(8)
	text, _ = g.numbered(squares(game))
	result, wantResult := g.result(game)
	return g.spelt(text) + result, game.Transcript() + wantResult
}

// result returns the result of a finished game in a random form, and its expected description.
func (g generator) result(game *record.Game) (text, want string) {
	p := game.Position()
	if !p.Over() || g.IntN(3) == 0 {
		return "", ""
	}
	black, white := p.Count(othello.Black), p.Count(othello.White)
	difference := p.ScoreBlack()
	want = fmt.Sprintf(" score %+d", difference)
	switch g.IntN(3) {
	case 0:
		return fmt.Sprintf("\n%d %d", black, white), want
	case 1:
		return fmt.Sprintf(" %d-%d", black, white), want
	}
	return fmt.Sprintf(" %+d.00", difference), want
}

func separatedMoves(g generator) (text, want string) {
	game := g.game(8)
	between := pick(g, []string{"", " ", ", ", "-", "; ", " / ", "、", "　", "→", "\t"})
	return g.spelt(strings.Join(squares(game), between)), game.Transcript()
}

func signedMoves(g generator) (text, want string) {
	game := g.game(8)
	var b strings.Builder
	for i, name := range squares(game) {
		b.WriteString(string("+-"[game.PositionAt(i).Turn]) + name)
	}
	difference := g.IntN(33)*2 - 32
	fmt.Fprintf(&b, ": %+03d %d", difference, 7)
	return b.String(), fmt.Sprintf("%s score %+d Number=7", game.Transcript(), difference)
}

// brokenMoves breaks a transcript inside squares, as mail programs do.
func brokenMoves(g generator) (text, want string) {
	moves := g.game(8).Transcript()
	var lines []string
	for line := range slices.Chunk([]byte(moves), 3+2*g.IntN(8)) {
		lines = append(lines, string(line))
	}
	return strings.Join(lines, "\n"), moves
}

func oneALine(g generator) (text, want string) {
	game := g.game(8)
	names := squares(game)
	words := make([]string, len(names))
	numbers := g.IntN(2) == 0
	for i, name := range names {
		words[i] = name
		if numbers {
			words[i] = fmt.Sprintf("%d: %s", i+1, name)
		}
	}
	return strings.Join(words, pick(g, []string{"\n", "\n\n"})), game.Transcript()
}

// movesOfSides writes the moves of each side on a line.
func movesOfSides(g generator) (text, want string) {
	game := g.game(8)
	for len(game.Moves) < 3 { // two lines of one move are a list in the order of play
		game = g.game(8)
	}
	var lists [2][]string
	for i, name := range squares(game) {
		lists[i%2] = append(lists[i%2], name)
	}
	between := pick(g, []string{" ", ", ", "-", ""})
	return g.spelt("Black: " + strings.Join(lists[0], between) + "\nWhite: " + strings.Join(lists[1], between)),
		game.Transcript()
}

func headedGame(g generator) (text, want string) {
	game := g.game(8)
	moves, _ := g.numbered(squares(game))
	head := pick(g, []string{
		"Black: Tanaka\nWhite: Suzuki\n", "Black: Tanaka\nWhite: Suzuki\nMoves: ", "黒：Tanaka\n白：Suzuki\n",
		"White = Suzuki\nBlack = Tanaka\n",
	})
	comment := pick(g, []string{"", "# final\n", "% final\n"})
	want = game.Transcript() + ` "Tanaka" "Suzuki"`
	if comment != "" {
		want += ` "final"`
	}
	return comment + head + pick(g, []string{"", "\n"}) + moves, want
}

func linkedGame(g generator) (text, want string) {
	game := g.game(8)
	moves := game.Transcript()
	if g.IntN(2) == 0 {
		moves = strings.ToUpper(moves)
	}
	link := fmt.Sprintf(pick(g, []string{
		"https://example.org/viewer?kifu=%s&size=300", "http://example.org/#%s", "https://example.org/?%s",
		"https://example.org/game/%s", "https://example.org/a?x=1#moves=%s", "#8/usual/%s?at=3",
	}), moves)
	if strings.HasPrefix(link, "http") {
		link = fmt.Sprintf(pick(g, []string{"%s", "%s", "(%s)", "<%s>", "\"%s\".", "%s,"}), link)
	}
	return link, game.Transcript()
}

func tabledGame(g generator) (text, want string) {
	game := g.game(8)
	comma := pick(g, []string{",", ";", "\t"})
	head := []string{"black", "white", pick(g, []string{"moves", "transcript", "kifu", "Game_Moves", "棋譜"})}
	row := []string{"A", "B", strings.Join(squares(game), pick(g, []string{"", " "}))}
	return strings.Join(head, comma) + "\n" + strings.Join(row, comma) + "\n", game.Transcript() + ` "A" "B"`
}

// position draws a position in which the side to move has a move and follows from the number of discs.
func (g generator) position(size othello.Size) othello.Position {
	for {
		p := g.game(size).Position()
		if !p.MustPass() && !p.Over() {
			return p
		}
	}
}

// boardOf returns the cells of a position in a random set of characters.
func (g generator) boardOf(p othello.Position) string {
	cells, _, _ := strings.Cut(p.String(), " ")
	return g.style().Replace(cells)
}

// style returns a replacer from the cells of package othello to a random set of characters.
func (g generator) style() *strings.Replacer {
	return strings.NewReplacer(pick(g, [][]string{
		{},
		{"X", "*"},
		{"X", "x", "O", "o"},
		{"X", "B", "O", "W"},
		{"X", "●", "O", "○"},
		{"-", "."},
		{"-", "_"},
		{"X", "●", "O", "○", "-", "・"},
		{"X", "⚫\ufe0f", "O", "⚪\ufe0f", "-", "🟩"},
	})...)
}

func (g generator) size() othello.Size { return pick(g, []othello.Size{4, 6, 8, 8, 8}) }

func side(p othello.Position) string { return string("XO"[p.Turn]) }

func boardInALine(g generator) (text, want string) {
	p := g.position(g.size())
	board := g.boardOf(p)
	switch g.IntN(4) {
	case 0:
		return board, p.String() + byDiscs(p)
	case 1:
		return fmt.Sprintf("[%d %s %s]", int(p.Size), board, string("*O"[p.Turn])), p.String()
	case 2:
		words := pick(g, []string{" %s to move", "\n%s to move", "\nTurn: %s", " %s"})
		return board + fmt.Sprintf(words, p.Turn), p.String()
	}
	return board + " " + side(p), p.String()
}

// byDiscs returns the remark on a board that has no side to move if both sides can move.
func byDiscs(p othello.Position) string {
	p.Mover, p.Other, p.Turn = p.Other, p.Mover, p.Turn.Other()
	if p.MustPass() || p.Over() {
		return ""
	}
	return " Reading=side by the number of discs"
}

func drawnBoard(g generator) (text, want string) {
	p := g.position(g.size())
	n := int(p.Size)
	cells, style := p.String(), g.style()
	above, below, numbers := g.IntN(2) == 0, g.IntN(2) == 0, g.IntN(2) == 0
	upwards, turned := numbers && g.IntN(3) == 0, (above || below) && g.IntN(3) == 0
	between := pick(g, []string{"", " "})
	columns := strings.Split("ABCDEFGH"[:n], "")
	if turned {
		slices.Reverse(columns)
	}
	letters := "  " + strings.Join(columns, between) + "\n"
	var b strings.Builder
	if above {
		b.WriteString(letters)
	}
	for i := range n {
		if upwards {
			i = n - 1 - i
		}
		var row []string
		for _, c := range cells[i*n : (i+1)*n] {
			row = append(row, style.Replace(string(c)))
		}
		if turned {
			slices.Reverse(row)
		}
		line := strings.Join(row, between)
		if numbers {
			line = fmt.Sprintf("%d %s", i+1, line)
		}
		b.WriteString(line + "\n")
	}
	if below {
		b.WriteString(letters)
	}
	b.WriteString(pick(g, []string{side(p), p.Turn.String() + " to move", []string{"黒番", "白番"}[p.Turn]}))
	return b.String(), p.String()
}

func boardAndMoves(g generator) (text, want string) {
	game := g.game(8)
	from := 1 + g.IntN(len(game.Moves)-1)
	p := game.PositionAt(from)
	rest := &record.Game{Start: p, Moves: game.Moves[from:]}
	moves := strings.Join(squares(rest), pick(g, []string{"", " "}))
	return g.boardOf(p) + " " + side(p) + pick(g, []string{" ", "\n", ": ", "\nMoves: "}) + moves,
		p.String() + " " + rest.Transcript()
}

// otherStart mirrors a game and sometimes lets White start.
func otherStart(g generator) (text, want string) {
	game := g.game(8)
	p := game.Start
	remark := paste.MirroredStart
	p.Mover, p.Other = p.Other, p.Mover
	if g.IntN(2) == 0 {
		p.Turn = othello.White
		remark = paste.WhiteBegins
	}
	start := p
	var names []string
	for _, s := range game.Moves {
		m := othello.Square(int(s)&^7 | 7 - int(s)&7)
		names = append(names, p.Size.Name(m))
		p = p.Play(m)
	}
	text = strings.Join(names, "")
	if remark == paste.WhiteBegins {
		text = "White " + strings.Join(names, " ")
	}
	return text, fmt.Sprintf("%s %s Reading=%s", start, strings.Join(names, ""), remark)
}
