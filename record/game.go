// Package record defines Othello games as data, and errors and helpers that the readers and writers of all formats
// share.
//
// A [Game] is a start position, the moves including passes, and everything else that is recorded about the game. Each
// format has a package below this one: transcript, obf, ggf, sgf, pgn, wthor and kjson. Package files detects the
// format of a file, reads it, writes it and converts between formats.
package record

import (
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// Game is a finished or unfinished game. Moves contains every ply in order, including [othello.Pass]. [Game.Play]
// appends a move and checks that it is legal. All fields except Start may be empty.
type Game struct {
	Start othello.Position
	Moves []othello.Square

	Black, White string // a person's name or the spec of a player

	Event, Place, Round string // the tournament, its place and the round
	// in ISO 8601 as far as known, such as "1997", "1997-05-03" or "2003-12-15T12:33:18Z"; otherwise as written in the
	// file
	Date string
	// the time control in Kaeshi's syntax, such as "5m+3s" or "1s/move"; otherwise as written in the file
	Clock string
	// as recorded, even if it contradicts the board; zero if no result is recorded
	Result     Result
	Notes      []Note      // annotations of each ply; empty, or as long as Moves
	Variations []Variation // sorted by ply
	Tags       []Tag       // data of the file without a field, in the order of the file
	Comment    string      // on the whole game, before the first move
}

// Position returns the position after the last move.
func (g *Game) Position() othello.Position { return g.PositionAt(len(g.Moves)) }

// PositionAt returns the position after the first ply moves, 0 ≤ ply ≤ len(g.Moves).
func (g *Game) PositionAt(ply int) othello.Position {
	p := g.Start
	for _, m := range g.Moves[:ply] {
		p = p.Play(m)
	}
	return p
}

// Play appends a move. If the move is illegal, it returns the error [*othello.IllegalMove] and leaves the game
// unchanged.
func (g *Game) Play(m othello.Square) error {
	if err := g.Position().Check(m); err != nil {
		return err
	}
	g.Moves = append(g.Moves, m)
	return nil
}

// PassIfForced appends a pass if the side to move has no legal move, and reports whether it did.
func (g *Game) PassIfForced() bool {
	if !g.Position().MustPass() {
		return false
	}
	g.Moves = append(g.Moves, othello.Pass)
	return true
}

// Winner returns the colour that won a finished game by its discs. decided is false for an unfinished game and for a
// draw.
func (g *Game) Winner() (winner othello.Color, decided bool) {
	p := g.Position()
	score := p.ScoreBlack()
	if !p.Over() || score == 0 {
		return othello.Black, false
	}
	if score < 0 {
		return othello.White, true
	}
	return othello.Black, true
}

// Year returns the year at the start of Date, or 0 if Date does not start with a year.
func (g *Game) Year() int {
	const digits = 4
	if len(g.Date) < digits || len(g.Date) > digits && '0' <= g.Date[digits] && g.Date[digits] <= '9' {
		return 0
	}
	year, err := strconv.ParseUint(g.Date[:digits], 10, 16)
	if err != nil {
		return 0
	}
	return int(year)
}

// Transcript returns the moves as "f5d6c3…". As usual, passes are left out.
func (g *Game) Transcript() string {
	var b strings.Builder
	for _, m := range g.Moves {
		if m != othello.Pass {
			b.WriteString(g.Start.Size.Name(m))
		}
	}
	return b.String()
}
