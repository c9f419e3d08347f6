package web

import "github.com/kaeshi/kaeshi/tictactoe"

// Subject is how a request tells the position that a search of the classroom begins with, in any of its games.
type Subject struct {
	Game     string `query:"game" enum:"othello,tictactoe,numbers" default:"othello" doc:"numbers is a tree written down as nested lists"`
	Size     int    `query:"size" minimum:"4" maximum:"8" multipleOf:"2" default:"8" doc:"Othello: rows and columns of the board: 4, 6 or 8"`
	Start    string `query:"start" enum:"usual,parallel" default:"usual" doc:"Othello: how the first four discs lie"`
	Position string `query:"position" maxLength:"4000" doc:"the position to begin with, in place of the start: one line for a board, nested lists for numbers" example:"((5 7 3)(1 ? ?)(? ? ?))"`
	Moves    string `query:"moves" maxLength:"400" doc:"a transcript that is played from there first; a tree of numbers has none" example:"f5d6c3"`
}

// position is where the search begins, in the game's own words. The error is a problem.
func (q Subject) position() (string, error) {
	switch q.Game {
	case "tictactoe":
		return q.ticTacToe()
	case "numbers":
		if q.Moves != "" {
			return "", unprocessable("moves %q: a tree of numbers has none; give the part of it that you mean as the position", clip(q.Moves))
		}
		return q.Position, nil
	}
	g, err := GameText{Size: q.Size, Start: q.Start, Position: q.Position, Moves: q.Moves}.game()
	if err != nil {
		return "", err
	}
	return g.Position().String(), nil
}

func (q Subject) ticTacToe() (string, error) {
	var p tictactoe.Position
	var err error
	if q.Position != "" {
		p, err = parseTicTacToe(q.Position)
	}
	if err == nil {
		p, _, err = playTicTacToe(p, q.Moves)
	}
	return p.String(), err
}
