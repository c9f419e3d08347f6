package classroom

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/paste"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// othelloBoard is a position whose final score has the unit of the evaluation.
type othelloBoard struct{ othello.Position }

// Play returns the position after a legal move.
func (b othelloBoard) Play(m othello.Square) othelloBoard { return othelloBoard{b.Position.Play(m)} }

// Score returns the final disc difference in hundredths of a disc.
func (b othelloBoard) Score() int { return b.Position.Score() * eval.Disc }

// openOthello reads the position of a request.
func openOthello(r Request) (searchable, error) {
	p, err := r.othelloPosition()
	if err != nil {
		return nil, err
	}
	depth := map[othello.Size]int{othello.Size4: 16, othello.Size6: 4, othello.Size8: 3}[p.Size]
	return &game[othelloBoard, othello.Square]{
		name: "othello", unit: unitDiscs, size: int(p.Size), depth: depth, root: othelloBoard{p},
		eval: func(b othelloBoard) int { return eval.Plain(b.Position) }, names: othelloNames(p.Size),
	}, nil
}

func (r Request) othelloPosition() (othello.Position, error) {
	n := r.Size
	if n == 0 {
		n = int(othello.Size8)
	}
	size, err := othello.ParseSize(n)
	if err != nil {
		return othello.Position{}, &Fault{"size", err}
	}
	setup := othello.Usual
	if r.Start != "" {
		if setup, err = othello.ParseSetup(r.Start); err != nil {
			return othello.Position{}, &Fault{"start", err}
		}
	}
	p, _, err := paste.Position(othello.Start(size, setup), r.Position)
	if err != nil {
		return p, &Fault{"position", err}
	}
	game, err := transcript.Parse(p, r.Moves)
	if err != nil {
		return p, &Fault{"moves", err}
	}
	return game.Position(), nil
}

func othelloNames(size othello.Size) Names[othelloBoard, othello.Square] {
	return Names[othelloBoard, othello.Square]{
		Move:     size.Name,
		Position: othelloBoard.String,
		Board:    func(b othelloBoard) string { return rows(b.String(), int(size)) },
		Turn:     func(b othelloBoard) string { return b.Turn.String() },
		Side: func(turn string) lang.Sentence {
			if turn == othello.Black.String() {
				return lang.Sentence{En: "Black", Ja: "黒"}
			}
			return lang.Sentence{En: "White", Ja: "白"}
		},
		Value:  func(v int) string { return signed(float64(v) / eval.Disc) },
		Number: func(v int) float64 { return float64(v) / eval.Disc },
	}
}

// signed returns a number with its sign and without trailing zeros.
func signed(v float64) string {
	if v == 0 {
		return "0"
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%+.2f", v), "0"), ".")
}

// rows breaks the cells of a one-line position into the rows of the board.
func rows(line string, n int) string {
	var all []string
	for cells, _, _ := strings.Cut(line, " "); len(cells) >= n; cells = cells[n:] {
		all = append(all, cells[:n])
	}
	return strings.Join(all, "\n")
}
