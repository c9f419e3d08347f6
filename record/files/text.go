package files

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/paste"
)

// Text reads one game or position from a text in any format but WTHOR. Moves without a board are played from start, and
// blank text is start. The errors are those of [paste.Text]; of other formats they are [*record.FileError] without a
// name.
func Text(start othello.Position, text string) (*record.Game, error) {
	f := sniffText(strings.TrimSpace(text))
	switch f {
	case GGF, SGF, PGN, JSON:
	default:
		return paste.Text(start, text)
	}
	var games []*record.Game
	for g, err := range ReadAs(strings.NewReader(text), f, "") {
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	if len(games) != 1 {
		return nil, fmt.Errorf("%d games, want one", len(games))
	}
	return games[0], nil
}

// Position returns the last position of the game that [Text] reads, and the remarks on how it was read, with
// its errors.
func Position(start othello.Position, text string) (othello.Position, []paste.Remark, error) {
	g, err := Text(start, text)
	if err != nil {
		return start, nil, err
	}
	return g.Position(), paste.Remarks(g), nil
}
