package kjson

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// searched is a document about one position. Each schema has some of the members.
type searched struct {
	Game     string `json:"game"` // of a search tree; "" means Othello
	Position string `json:"position"`

	searchedMove // the best move, if there is no list

	Lines     []searchedMove     `json:"lines"`
	MoveInfos []searchedMove     `json:"moveInfos"` // another name of Lines
	Moves     []searchedMove     `json:"moves"`     // another name of Lines
	Scores    map[string]float64 `json:"scores"`    // exact scores by move
}

// searchedMove is a move with its score from the point of view of the side to move, and best play.
type searchedMove struct {
	basis

	Move  string   `json:"move"`
	Score *float64 `json:"score"`
	Value *float64 `json:"value"` // another name of Score
	Book  bool     `json:"book"`
	PV    []string `json:"pv"` // starts with the move
}

// readSearched reads a document about a position. Its moves become variations with their scores.
func readSearched(text string) ([]*record.Game, error) {
	var d searched
	if err := decode(text, &d, false); err != nil {
		return nil, err
	}
	if d.Game != "" && d.Game != "othello" {
		return nil, fmt.Errorf("game %q: want othello", scan.Clip(d.Game))
	}
	start, err := startOf(d.Position)
	if err != nil {
		return nil, err
	}
	game := record.NewLine(start)
	for _, m := range d.list() {
		line, err := m.line(start)
		if err != nil {
			return nil, err
		}
		game.Add(0, line, "")
	}
	g := &record.Game{Start: start}
	game.Finish(g)
	return []*record.Game{g}, nil
}

// list returns the moves of the document, best first.
func (d searched) list() []searchedMove {
	list := slices.Concat(d.Lines, d.MoveInfos, d.Moves)
	names := slices.SortedFunc(maps.Keys(d.Scores), func(a, b string) int {
		return cmp.Or(cmp.Compare(d.Scores[b], d.Scores[a]), strings.Compare(a, b))
	})
	for _, name := range names {
		list = append(list, searchedMove{basis: basis{Exact: true}, Move: name, Score: new(d.Scores[name])})
	}
	if len(list) == 0 && d.Move != "" {
		list = []searchedMove{d.searchedMove}
	}
	return list
}

// line returns the moves of best play. The first has the score.
func (m searchedMove) line(start othello.Position) (*record.Line, error) {
	line := record.NewLine(start)
	names := m.PV
	if len(names) == 0 || names[0] != m.Move {
		names = []string{m.Move}
	}
	for i, name := range names {
		square, err := start.Size.Parse(name)
		if err == nil {
			err = line.Play(square)
		}
		if err != nil {
			return nil, fmt.Errorf("line of %q, move %d, %q: %w", scan.Clip(m.Move), i+1, scan.Clip(name), err)
		}
		if score := cmp.Or(m.Score, m.Value); i == 0 && score != nil {
			line.Note().Score = m.score(*score)
			line.Note().Score.Book = m.Book
		}
	}
	return line, nil
}

// openingLine is an opening with its names, or a balanced start with its score.
type openingLine struct {
	basis

	Transcript string       `json:"transcript"`
	English    openingNames `json:"en"`
	Japanese   openingNames `json:"ja"`
	Score      *float64     `json:"score"` // from the point of view of the side to move
}

type openingNames struct {
	Names []string `json:"names"`
}

// readOpening reads an opening. Its names become the comment, and its score the score of the last move.
func readOpening(text string) ([]*record.Game, error) {
	var d openingLine
	if err := decode(text, &d, false); err != nil {
		return nil, err
	}
	g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), d.Transcript)
	if err != nil {
		return nil, err
	}
	g.Comment = strings.Join(slices.Concat(d.English.Names, d.Japanese.Names), "\n")
	if last := len(g.Moves) - 1; d.Score != nil && last >= 0 {
		g.Notes = make([]record.Note, len(g.Moves))
		g.Notes[last].Score = d.score(-*d.Score)
	}
	return []*record.Game{g}, nil
}
