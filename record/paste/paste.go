// Package paste reads games and positions in the forms in which people paste them: lists of moves in any layout, boards
// drawn with any characters, links and tables. A text may contain any number of them. All text is either read or
// reported as an error with its place.
//
// If the reader has to infer something that the text does not state, such as the side to move of a board, the game has
// a [Remark].
package paste

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// Found is a game or a position in a text. A position is a game without moves. Its scored moves are variations.
type Found struct {
	Game *record.Game
	Line int // first line, from 1
}

// Read yields the games and positions of a text. Moves without a board are played from the usual start of the 8×8
// board. A game that cannot be read yields a [*record.FileError] and a nil game, and reading continues with the next
// game. It ends early if r fails. name is the file name for errors.
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		for found, err := range ReadFrom(othello.Start(othello.Size8, othello.Usual), r, name) {
			if !yield(found.Game, err) {
				return
			}
		}
	}
}

// ReadFrom is [Read] with a given start position for moves without a board.
func ReadFrom(start othello.Position, r io.Reader, name string) iter.Seq2[Found, error] {
	return read(&reader{start: start, name: name}, r)
}

// read yields the games of r, which in parses.
func read(in *reader, r io.Reader) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		in.yield = yield
		lines := scan.NewSource(r)
		err := lines.Each(func(text string, fault error) bool {
			in.line(strings.TrimRight(text, "\r\n"), lines.Number, fault)
			return !in.stopped
		})
		in.end()
		if err != nil && !in.stopped {
			yield(Found{}, &record.FileError{File: in.name, Line: lines.Number, Err: err})
		}
	}
}

// Text parses text that contains one game or position. Moves without a board are played from start. Blank text returns
// start without moves. If the text has several lines, errors include the line. Text with several games is an error.
func Text(start othello.Position, text string) (*record.Game, error) {
	var games []*record.Game
	for found, err := range read(&reader{start: start}, strings.NewReader(text)) {
		if err != nil {
			return nil, inText(err, text)
		}
		games = append(games, found.Game)
	}
	switch {
	case len(games) == 1:
		return games[0], nil
	case len(games) > 1:
		return nil, fmt.Errorf("%d games or positions, want one", len(games))
	case strings.TrimSpace(text) != "":
		return nil, errors.New("no game or position: every line is a comment")
	}
	return &record.Game{Start: start}, nil
}

// Position returns the last position of the game that [Text] parses and the remarks on how it was read.
func Position(start othello.Position, text string) (othello.Position, []Remark, error) {
	g, err := Text(start, text)
	if err != nil {
		return start, nil, err
	}
	return g.Position(), Remarks(g), nil
}

// inText converts the error of a file to that of a text: without a file name, and without the line if there is only
// one.
func inText(err error, text string) error {
	at := (*record.FileError)(nil)
	if !errors.As(err, &at) {
		return err
	}
	if at.Line == 0 || !strings.ContainsAny(strings.TrimSpace(text), "\r\n") {
		return at.Err
	}
	return &record.LineError{Line: at.Line, Err: at.Err}
}

// Sniff reports whether text starts with something that this package reads.
func Sniff(text string) bool {
	for l := range transcript.Lines(transcript.WithoutSelectors(text)) {
		line := strings.TrimSpace(transcript.Plain(l))
		switch {
		case strings.HasPrefix(line, "(;"):
			return false
		case isContent(headOf(l)):
			return true
		case line == "" || line == "[" || isComment(line) || headOf(l) != nil:
		case tableOf(l) != nil, linkIn(l) != "", isRow(l), boardForm(line), looksLikeMoves(line):
			return true
		}
	}
	return false
}

// isContent reports whether a heading holds moves or a board.
func isContent(h *headLine) bool {
	if h == nil {
		return false
	}
	key := strings.ToLower(h.key)
	return isMovesKey(key) && looksLikeMoves(transcript.Plain(h.value)) || isBoardKey(key) && boardForm(h.value)
}

// IsDrawing reports whether text starts with a board drawn over several lines.
func IsDrawing(text string) bool {
	for l := range transcript.Lines(text) {
		line := strings.TrimSpace(transcript.Plain(l))
		if _, side := sideLine(line); line != "" && !side && !isComment(line) && !isRule(line) {
			return isRow(l) || isColumnLetters(line)
		}
	}
	return false
}

// Remark is something that the reader inferred because the text does not state it. Games store remarks as tags with the
// name [RemarkTag].
type Remark string

// RemarkTag is the name of the tags that hold remarks.
const RemarkTag = "Reading"

// The remarks.
const (
	MirroredStart Remark = "mirrored start"
	WhiteBegins   Remark = "White begins"
	SideByDiscs   Remark = "side by the number of discs"
	// ResultContradicted is computed from the game and not stored as a tag.
	ResultContradicted Remark = "result contradicted by the board"
)

// Remarks returns the remarks on a game.
func Remarks(g *record.Game) []Remark {
	var list []Remark
	for _, t := range g.Tags {
		if t.Name == RemarkTag {
			list = append(list, Remark(t.Value))
		}
	}
	if _, found := g.Contradiction(); found {
		list = append(list, ResultContradicted)
	}
	return list
}

// In returns a remark as a sentence.
func (r Remark) In(l lang.Lang) string {
	switch r {
	case MirroredStart:
		return lang.Sentence{
			En: "the first move is only legal from the mirrored start (Black on d4 and e5 on 8×8), " +
				"so the game is read from there",
			Ja: "最初の手は左右を反転した初期配置 (8×8 では d4 と e5 が黒) に合うため、その配置から読みました。",
		}.In(l)
	case WhiteBegins:
		return lang.Sentence{En: "White makes the first move", Ja: "白から始まる棋譜です。"}.In(l)
	case SideByDiscs:
		return lang.Sentence{
			En: "the board has no side to move, so the number of discs decides it",
			Ja: "手番が書かれていないため、石の数から手番を決めました。",
		}.In(l)
	case ResultContradicted:
		return lang.Sentence{
			En: "the recorded result differs from the finished board; both are kept",
			Ja: "記録された結果が終局時の盤面と一致しません。どちらもそのまま残します。",
		}.In(l)
	}
	return string(r)
}
