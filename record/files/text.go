package files

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/kjson"
	"github.com/kaeshi/kaeshi/record/paste"
)

// Text parses text that contains one game or position in any format except WTHOR. Moves without a board are played from
// start. Blank text returns start without moves. The errors are those of [paste.Text], or for other formats
// [*record.FileError] without a file name.
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
	if f == PGN && strings.TrimSpace(pgnTag.ReplaceAllString(text, "")) == "" && !strings.Contains(text, "[FEN") {
		return nil, errors.New("a tag of a PGN game without its moves")
	}
	return games[0], nil
}

var pgnTag = regexp.MustCompile(`\[\w+\s+"(?:[^"\\]|\\.)*"\]`)

// Position returns the last position of the game that [Text] parses and the remarks on how it was read. The errors are
// those of [Text].
func Position(start othello.Position, text string) (othello.Position, []paste.Remark, error) {
	g, err := Text(start, text)
	if err != nil {
		return start, nil, err
	}
	return g.Position(), paste.Remarks(g), nil
}

// IsSummary reports whether an error of [Text] or [Position] is that of a JSON document which summarises those before
// it, such as the last line of kaeshi analyze --json.
func IsSummary(err error) bool { return errors.Is(err, kjson.ErrSummary) }
