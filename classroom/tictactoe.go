package classroom

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/tictactoe"
)

type (
	ticTacToe     = tictactoe.Position
	ticTacToeMove = tictactoe.Square
)

// openTicTacToe reads the position of a request.
func openTicTacToe(r Request) (searchable, error) {
	p, err := r.ticTacToePosition()
	if err != nil {
		return nil, err
	}
	const squares = 9
	return &game[ticTacToe, ticTacToeMove]{
		name: "tictactoe", unit: unitResult, depth: squares, root: p, eval: ticTacToe.Score,
		names: Names[ticTacToe, ticTacToeMove]{
			Move:     ticTacToeMove.String,
			Position: ticTacToe.String,
			Board:    func(p ticTacToe) string { return rows(p.String(), 3) },
			Turn:     func(p ticTacToe) string { return strings.ToLower(p.Turn.String()) },
			Side: func(turn string) lang.Sentence {
				name := strings.ToUpper(turn)
				return lang.Sentence{En: name, Ja: name}
			},
			Value:  func(v int) string { return signed(float64(v)) },
			Number: func(v int) float64 { return float64(v) },
		},
	}, nil
}

func (r Request) ticTacToePosition() (p ticTacToe, err error) {
	if strings.TrimSpace(r.Position) != "" {
		if p, err = tictactoe.Parse(r.Position); err == nil {
			err = p.Validate()
		}
	}
	if err != nil {
		return p, &Fault{"position", err}
	}
	moves := strings.Join(strings.Fields(r.Moves), "")
	for i := 0; i < len(moves); i += 2 {
		m, err := tictactoe.ParseSquare(moves[i:min(i+2, len(moves))])
		if err == nil {
			err = p.Check(m)
		}
		if err != nil {
			return p, &Fault{"moves", fmt.Errorf("move %d: %w", i/2+1, err)}
		}
		p = p.Play(m)
	}
	return p, nil
}
