package analysis

import (
	"fmt"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
)

// Game is a judged game. Scores are final disc differences, rounded to hundredths. Empty squares count for the winner.
type Game struct {
	Schema string `json:"schema"`
	File   string `json:"file,omitempty"`
	Game   int    `json:"game,omitempty"` // number in the file, from 1; damaged games count
	Black  string `json:"black"`
	White  string `json:"white"`
	Event  string `json:"event,omitempty"`
	Round  string `json:"round,omitempty"`
	Date   string `json:"date,omitempty"`
	// the result from Black's point of view; absent if it or the score is not known
	ScoreBlack *int `json:"score_black,omitempty"`
	// the score of the finished board from Black's point of view, if it differs from the recorded result
	BoardBlack *int     `json:"board_black,omitempty"`
	Winner     string   `json:"winner,omitempty"` // black, white or draw; absent if not known
	Reason     string   `json:"reason,omitempty"` // reason for the end of the game, unless it was played out
	Position   string   `json:"position"`         // start position
	Transcript string   `json:"transcript"`       // without passes
	Opening    *Opening `json:"opening,omitempty"`
	How        How      `json:"effort"`
	// first ply from which all scores are exact; absent if there is none
	ExactFrom int    `json:"exact_from,omitempty"`
	Moves     []Move `json:"moves"`
	// plies of marked moves, the costliest first: by the lost result, then by discs, uncertain marks last
	Mistakes  []int   `json:"mistakes"`
	BlackSide Side    `json:"black_side"`
	WhiteSide Side    `json:"white_side"`
	Nodes     uint64  `json:"nodes"`
	Seconds   float64 `json:"seconds"`
}

// Opening contains the name of the opening in each language that has one.
type Opening struct {
	English  *Name `json:"en,omitempty"`
	Japanese *Name `json:"ja,omitempty"`
}

// Name is the name of an opening and the ply after which the game reached it.
type Name struct {
	Name string `json:"name"`
	Ply  int    `json:"ply"`
}

// In returns the name in a language, or in the other language if that is missing. It returns "" if o is nil.
func (o *Opening) In(l lang.Lang) string {
	switch {
	case o == nil:
		return ""
	case o.Japanese != nil && (l == lang.Japanese || o.English == nil):
		return o.Japanese.Name
	}
	return o.English.Name
}

// How is the effort of every search. Depth is in plies. Exact is the number of empty squares from which searches are
// exact.
type How struct {
	Level *int `json:"level,omitempty"`
	Depth int  `json:"depth"`
	Exact int  `json:"exact"`
	// number of empty squares from which searches reach the end of the game selectively; absent unless greater than
	// Exact
	Selective  int     `json:"selective,omitempty"`
	Confidence int     `json:"confidence,omitempty"` // of selective searches in percent; absent for the default
	Seconds    float64 `json:"seconds,omitempty"`    // time limit for a position
	Device     bool    `json:"device,omitempty"`     // by the engine in a browser, with its smaller weights
}

// Move is a judged move. Score and Played come from the same effort, which Depth, Confidence and Exact describe.
type Move struct {
	Ply     int      `json:"ply"`    // from 1, including passes
	Number  int      `json:"number"` // from 1, without passes; a pass has the number of the move before it
	Pov     string   `json:"pov"`    // the side that moves, and the point of view of the scores
	Move    string   `json:"move"`
	Empties int      `json:"empties"` // before the move
	Choices int      `json:"choices"` // number of legal moves; 0 for a pass
	Best    []string `json:"best"`    // best moves found, including the one played if it lost nothing
	Score   float64  `json:"score"`   // of the best move
	Played  float64  `json:"played"`  // of the move played
	Loss    float64  `json:"loss"`    // Score − Played, at least 0
	// the loss must exceed the threshold of a mark by this many discs so that 19 of 20 such moves deserve it; absent if
	// the loss is exact or such searches had no error
	Error float64 `json:"error,omitempty"`
	// the certain change of the result: 1 from a win to a draw or from a draw to a loss, 2 from a win to a loss
	ResultLoss int    `json:"result_loss,omitempty"`
	Mark       string `json:"mark,omitempty"`
	Uncertain  bool   `json:"uncertain,omitempty"` // the loss exceeds the error, but may be too small for a mark
	Depth      int    `json:"depth"`               // plies searched; the number of empty squares if exact
	// confidence of the search in percent; 100 if no branch was cut selectively
	Confidence int  `json:"confidence"`
	Exact      bool `json:"exact"`
	// published bounds of Score and of Played, which are kept within them
	Proved       *claims.Proved `json:"proved,omitempty"`
	PlayedProved *claims.Proved `json:"played_proved,omitempty"`
	PV           []string       `json:"pv"`            // best play instead of the move
	Reply        []string       `json:"reply"`         // best play after the move
	Why          []Reason       `json:"why,omitempty"` // reasons for the mark, in documents with reasons
}

// Side contains the totals of one player.
type Side struct {
	Moves        int      `json:"moves"`   // without passes
	Choices      int      `json:"choices"` // moves with an alternative
	Loss         float64  `json:"loss"`    // sum over all moves
	Accuracy     *float64 `json:"accuracy,omitempty"`
	Inaccuracies int      `json:"inaccuracies"`
	Mistakes     int      `json:"mistakes"`
	Blunders     int      `json:"blunders"`
	Uncertain    int      `json:"uncertain"` // moves with an uncertain mark, not counted as inaccuracies
}

const gameSchema = "kaeshi/analysis/2"

// newGame returns the document of a game without judged moves.
func newGame(g *record.Game, e Effort) *Game {
	d := &Game{
		Schema: gameSchema, Position: g.Start.String(), Transcript: g.Transcript(), Opening: namesOf(g), How: e.how(),
		Moves: make([]Move, len(g.Moves)),
	}
	d.describe(g)
	return d
}

// describe sets the names, the event and the result of the game.
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

// newMove returns the document of a move with the given score, compared with the best move found.
func newMove(best search.Report, played othello.Square, value float64, reply []othello.Square) Move {
	p := best.Position
	n := p.Size
	m := Move{
		Pov: p.Turn.String(), Move: n.Name(played), Empties: p.Empties(), Choices: choices(p),
		Score: round(best.Score.Discs(), hundredths), Played: value,
		Depth: best.Depth, Confidence: best.Confidence, Exact: best.Exact, PV: n.NamesOf(best.PV),
		Proved: claims.ProvedOf(p), PlayedProved: claims.ProvedMove(p, played), Reply: n.NamesOf(reply),
	}
	if played == best.Move && wins(p, played) {
		m.Depth, m.Confidence, m.Exact = p.Empties(), 100, true
	}
	m.Best = []string{n.Name(best.Move)}
	if played != best.Move && m.Played == m.Score {
		m.Best = append(m.Best, m.Move)
	}
	m.Loss = round(m.Score-m.Played, hundredths)
	return m
}

// wins reports whether a move captures all discs of the other side, which ends the game with the highest score.
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

// black returns the score after the move from Black's point of view.
func (m Move) black() float64 {
	if m.Pov == othello.White.String() {
		return 0 - m.Played
	}
	return m.Played
}

// size returns the size of the board.
func (d *Game) size() othello.Size {
	p, err := othello.Parse(d.Position)
	if err != nil { // the document is not valid
		return othello.Size8
	}
	return p.Size
}

// side returns the totals of a colour.
func (d *Game) side(pov string) *Side {
	if pov == othello.White.String() {
		return &d.WhiteSide
	}
	return &d.BlackSide
}

// String returns the effort in the form of a request, such as "level 10".
func (h How) String() string {
	switch {
	case h.Level != nil:
		return fmt.Sprintf("level %d", *h.Level)
	case h.Seconds > 0:
		return fmt.Sprintf("%g s", h.Seconds)
	}
	return fmt.Sprintf("depth %d", h.Depth)
}
