package analysis

import (
	"fmt"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Game is a judged game. Scores are final disc differences with empty squares counted to the winner, rounded to
// hundredths.
type Game struct {
	Schema string `json:"schema"`
	File   string `json:"file,omitempty"`
	Game   int    `json:"game,omitempty"` // which of the file, from 1; damaged games count
	Black  string `json:"black"`
	White  string `json:"white"`
	Event  string `json:"event,omitempty"`
	Round  string `json:"round,omitempty"`
	Date   string `json:"date,omitempty"`
	// the result, as Black sees it; absent when it is not known, or nothing but the winner is
	ScoreBlack *int `json:"score_black,omitempty"`
	// the score of the finished board as Black sees it, where the recorded result is another
	BoardBlack *int     `json:"board_black,omitempty"`
	Winner     string   `json:"winner,omitempty"` // black, white or draw, if it is known
	Reason     string   `json:"reason,omitempty"` // why the game ended, unless it was played out
	Position   string   `json:"position"`         // where it began
	Transcript string   `json:"transcript"`       // passes left out
	Opening    *Opening `json:"opening,omitempty"`
	How        How      `json:"effort"`
	// first ply from which all scores are exact; absent if there is none
	ExactFrom int    `json:"exact_from,omitempty"`
	Moves     []Move `json:"moves"`
	// the plies of marked moves, the most costly first: by the result, then by discs; uncertain ones come last
	Mistakes  []int   `json:"mistakes"`
	BlackSide Side    `json:"black_side"`
	WhiteSide Side    `json:"white_side"`
	Nodes     uint64  `json:"nodes"`
	Seconds   float64 `json:"seconds"`
}

// Opening is what the lists of openings call the game, in each language that has a name for it.
type Opening struct {
	English  *Name `json:"en,omitempty"`
	Japanese *Name `json:"ja,omitempty"`
}

// Name is a name and after how many plies the game came to what it names.
type Name struct {
	Name string `json:"name"`
	Ply  int    `json:"ply"`
}

// In is the name in a language, or in the other one when that has none; empty without any.
func (o *Opening) In(l lang.Lang) string {
	switch {
	case o == nil:
		return ""
	case o.Japanese != nil && (l == lang.Japanese || o.English == nil):
		return o.Japanese.Name
	}
	return o.English.Name
}

// How is the effort of every search: Depth is in plies, and Exact is the number of empty squares from which searches
// reach the end of the game.
type How struct {
	Level *int `json:"level,omitempty"`
	Depth int  `json:"depth"`
	Exact int  `json:"exact"`
	// number of empty squares from which searches reach the end of the game with ProbCut, if it is greater than Exact;
	// otherwise absent
	Selective  int     `json:"selective,omitempty"`
	Confidence int     `json:"confidence,omitempty"` // in percent, with which that is done; absent: the usual one
	Seconds    float64 `json:"seconds,omitempty"`    // at most, for a position
	Device     bool    `json:"device,omitempty"`     // by the engine that a browser runs, which has light weights
}

// Move is a judged move. Score and Played come from the same effort, which Depth, Selectivity and Exact describe.
type Move struct {
	Ply     int      `json:"ply"`    // from 1, passes included
	Number  int      `json:"number"` // from 1, passes not included: that of the last move for a pass
	Pov     string   `json:"pov"`    // who moves, and whose view the scores are
	Move    string   `json:"move"`
	Empties int      `json:"empties"` // before the move
	Choices int      `json:"choices"` // how many legal moves there were; 0 when the side had to pass
	Best    []string `json:"best"`    // moves known to be best; the one played is among them when it lost nothing
	Score   float64  `json:"score"`   // of the best
	Played  float64  `json:"played"`  // of the one played
	Loss    float64  `json:"loss"`    // the difference, never negative
	// by how much the loss must exceed what a mark takes, so that 19 of 20 such moves earn it; absent when it is exact,
	// and where searches like it did not err
	Error float64 `json:"error,omitempty"`
	// what the move cost of the result, as far as that is certain: 1 from a win to a draw or from a draw to a loss, 2
	// from a win to a loss
	ResultLoss int    `json:"result_loss,omitempty"`
	Mark       string `json:"mark,omitempty"`
	Uncertain  bool   `json:"uncertain,omitempty"` // the loss exceeds the error, but perhaps not by enough
	Depth      int    `json:"depth"`               // plies searched; the number of empty squares when exact
	// the confidence in percent with which branches were cut off unsearched; 100: none was
	Selectivity int      `json:"selectivity"`
	Exact       bool     `json:"exact"`
	PV          []string `json:"pv"`            // what best play would have been
	Reply       []string `json:"reply"`         // what best play is after the move played
	Why         []Reason `json:"why,omitempty"` // of a marked move, in documents that are told to have them
}

// Side is what one player did.
type Side struct {
	Moves        int      `json:"moves"`   // passes not included
	Choices      int      `json:"choices"` // moves that were not the only one
	Loss         float64  `json:"loss"`    // of all moves together
	Accuracy     *float64 `json:"accuracy,omitempty"`
	Inaccuracies int      `json:"inaccuracies"`
	Mistakes     int      `json:"mistakes"`
	Blunders     int      `json:"blunders"`
	Uncertain    int      `json:"uncertain"` // moves with an uncertain mark, which do not count as inaccuracies
}

const gameSchema = "kaeshi/analysis/2"

// newGame is the document of a game whose moves are not judged yet.
func newGame(g *record.Game, e Effort) *Game {
	d := &Game{
		Schema: gameSchema, Position: g.Start.String(), Transcript: g.Transcript(), Opening: namesOf(g), How: e.how(),
		Moves: make([]Move, len(g.Moves)),
	}
	d.describe(g)
	return d
}

// describe takes over what a file says about the game.
func (d *Game) describe(g *record.Game) {
	d.Black, d.White, d.Event, d.Round, d.Date = g.Black, g.White, g.Event, g.Round, g.Date
	r := g.Outcome()
	d.Reason, d.Winner, d.ScoreBlack, d.BoardBlack = r.Reason, r.Winner(), nil, nil
	if r.Known && !r.OnlyWinner {
		d.ScoreBlack = &r.ScoreBlack
	}
	if board, found := g.Contradiction(); found {
		d.BoardBlack = &board.ScoreBlack
	}
}

// newMove is the document of a move beside the best one found.
func newMove(best search.Report, played othello.Square, value float64, reply []othello.Square) Move {
	p := best.Position
	n := p.Size
	m := Move{
		Pov: p.Turn.String(), Move: n.Name(played), Empties: p.Empties(), Choices: choices(p),
		Score: round(best.Score.Discs(), hundredths), Played: value,
		Depth: best.Depth, Selectivity: best.Selectivity, Exact: best.Exact, PV: n.NamesOf(best.PV),
		Reply: n.NamesOf(reply),
	}
	if played == best.Move && wins(p, played) {
		m.Depth, m.Selectivity, m.Exact = p.Empties(), 100, true
	}
	m.Best = []string{n.Name(best.Move)}
	if played != best.Move && m.Played == m.Score {
		m.Best = append(m.Best, m.Move)
	}
	m.Loss = round(m.Score-m.Played, hundredths)
	return m
}

// wins reports whether a move turns over all discs of the other side, which ends the game: nothing is worth more.
func wins(p othello.Position, move othello.Square) bool {
	after := p.Play(move)
	return after.Over() && -after.Score() == p.Size.Squares()
}

func choices(p othello.Position) int {
	if p.MustPass() {
		return 0
	}
	return len(p.Moves())
}

// Black is the score after the move as Black sees it.
func (m Move) black() float64 {
	if m.Pov == othello.White.String() {
		return 0 - m.Played
	}
	return m.Played
}

// size is that of the board.
func (d *Game) size() othello.Size {
	p, err := othello.Parse(d.Position)
	if err != nil { // a document that was not made here
		return othello.Size8
	}
	return p.Size
}

// Side is what the player of a colour did.
func (d *Game) side(pov string) *Side {
	if pov == othello.White.String() {
		return &d.WhiteSide
	}
	return &d.BlackSide
}

// String is the effort as a person would ask for it.
func (h How) String() string {
	switch {
	case h.Level != nil:
		return fmt.Sprintf("level %d", *h.Level)
	case h.Seconds > 0:
		return fmt.Sprintf("%g s", h.Seconds)
	}
	return fmt.Sprintf("depth %d", h.Depth)
}
