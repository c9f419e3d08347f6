// Package record holds games of Othello as data, and what the readers and writers of all formats share.
//
// A [Game] is a start position, the moves from it, passes included, and what else is known of the game. Each format
// has a package of its own below this one: transcript, obf, ggf, sgf, pgn, wthor and kjson. Package files detects the
// format of a file, reads it, writes it and converts between formats.
package record

import (
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// Game is a game from its first position on, finished or not. Moves holds every ply in order, [othello.Pass]
// included; add to it with [Game.Play], which keeps it legal. All the rest is what a file may tell about the game,
// and may be empty.
type Game struct {
	Start othello.Position // where it began
	Moves []othello.Square // every ply in order

	Black, White string // who plays: a person's name or a player's specification

	Event, Place, Round string // the tournament, where it was held, and the round in it
	// in ISO 8601 as far as it is known: "1997", "1997-05-03", "2003-12-15T12:33:18Z"; else as a file says it
	Date string
	// the time control in Kaeshi's grammar, as "5m+3s" or "1s/move"; what does not fit it, as a file says it
	Clock string
	// as recorded, also where the board tells otherwise; the zero value: nothing is recorded
	Result     Result
	Notes      []Note      // what is known of each ply; empty, or as long as Moves
	Variations []Variation // other ways to go on, ordered by their ply
	Tags       []Tag       // what a format holds and no field does, in the order of the file
	Comment    string      // on the game as a whole, before the first move
}

// Position is the position after the last move.
func (g *Game) Position() othello.Position { return g.PositionAt(len(g.Moves)) }

// PositionAt is the position after the first ply moves, 0 ≤ ply ≤ len(g.Moves).
func (g *Game) PositionAt(ply int) othello.Position {
	p := g.Start
	for _, m := range g.Moves[:ply] {
		p = p.Play(m)
	}
	return p
}

// Play adds a move. An illegal one leaves the game as it was and gives an error, an [*othello.IllegalMove].
func (g *Game) Play(m othello.Square) error {
	if err := g.Position().Check(m); err != nil {
		return err
	}
	g.Moves = append(g.Moves, m)
	return nil
}

// PassIfForced adds a pass when the side to move has no other choice, and reports whether it did.
func (g *Game) PassIfForced() bool {
	if !g.Position().MustPass() {
		return false
	}
	g.Moves = append(g.Moves, othello.Pass)
	return true
}

// Winner is the colour that won a finished game; decided is false while the game goes on and when it is a draw.
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

// Year is the year that Date begins with, and 0 where Date does not begin with one.
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

// Transcript is the moves as "f5d6c3…", passes left out as is usual.
func (g *Game) Transcript() string {
	var b strings.Builder
	for _, m := range g.Moves {
		if m != othello.Pass {
			b.WriteString(g.Start.Size.Name(m))
		}
	}
	return b.String()
}
