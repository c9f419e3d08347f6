// Package paste reads games and positions as people paste them: lists of moves in any layout, boards drawn in any
// way, links, tables, and all of them one after the other. Whatever is read becomes data or an error that names its
// place.
//
// What the reader has to conclude because the text does not say it, such as the side to move of a bare board, it
// reports as a [Remark] of the game.
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

// Found is a game or a position of a text. A position is a game without moves; scores that the text states for its
// moves are variations.
type Found struct {
	Game *record.Game
	Line int // where it begins in the text, from 1
}

// Read yields the games and positions of a text; moves without a board are played from the usual start of the 8×8
// board. One that cannot be read yields a [*record.FileError] in its place, without a game, and reading goes on with
// the next one; it ends early when r fails. name is the file's, for errors.
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		for found, err := range ReadFrom(othello.Start(othello.Size8, othello.Usual), r, name) {
			if !yield(found.Game, err) {
				return
			}
		}
	}
}

// ReadFrom is [Read] with another start for moves without a board.
func ReadFrom(start othello.Position, r io.Reader, name string) iter.Seq2[Found, error] {
	return read(&reader{start: start, name: name}, r)
}

// read yields the games of a text as in reads them.
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

// Text reads a text that holds one game or position; moves without a board are played from start, and blank text is
// start. Boards need not occur in a game: see [othello.Position.Validate]. The error names the line where the text has
// several. A text with several games is an error.
func Text(start othello.Position, text string) (*record.Game, error) {
	var games []*record.Game
	for found, err := range read(&reader{start: start, free: true}, strings.NewReader(text)) {
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

// Position returns the position after the last move of what [Text] reads, and the remarks on how it was read.
func Position(start othello.Position, text string) (othello.Position, []Remark, error) {
	g, err := Text(start, text)
	if err != nil {
		return start, nil, err
	}
	return g.Position(), Remarks(g), nil
}

// inText is the error of a text that is no file: without a name, and without a line where there is only one.
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

// Sniff reports whether a text begins with something that this package reads.
func Sniff(text string) bool {
	for l := range transcript.Lines(text) {
		line := strings.TrimSpace(transcript.Plain(l))
		switch {
		case strings.HasPrefix(line, "(;"):
			return false
		case line == "" || isComment(line) || headOf(l) != nil:
		case tableOf(l) != nil, linkIn(l) != "", isRow(l), boardForm(line), looksLikeMoves(line):
			return true
		}
	}
	return false
}

// IsDrawing reports whether a text begins with a board that is drawn over several lines.
func IsDrawing(text string) bool {
	for l := range transcript.Lines(text) {
		line := strings.TrimSpace(transcript.Plain(l))
		if _, side := sideLine(line); line != "" && !side && !isComment(line) && !isRule(line) {
			return isRow(l) || isRim(line)
		}
	}
	return false
}

// Remark is something that the reader concluded because a text does not say it. It stands in the tags of a game under
// the name [RemarkTag].
type Remark string

// RemarkTag is the name of the tags that hold remarks.
const RemarkTag = "Reading"

// The remarks.
const (
	MirroredStart Remark = "mirrored start"
	WhiteBegins   Remark = "White begins"
	SideByDiscs   Remark = "side by the number of discs"
	// ResultContradicted follows from the game and stands in no tag.
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
			En: "the first move fits the mirrored start, with Black on d4 and e5 of an 8×8 board: " +
				"the game is read from there",
			Ja: "最初の手は左右を反転した初期配置（8×8ではd4とe5が黒）に合うため、その配置から読みました。",
		}.In(l)
	case WhiteBegins:
		return lang.Sentence{En: "White makes the first move", Ja: "白から始まる棋譜です。"}.In(l)
	case SideByDiscs:
		return lang.Sentence{
			En: "the board does not say whose turn it is: the side to move follows from the number of discs",
			Ja: "手番が書かれていないため、石の数から手番を決めました。",
		}.In(l)
	case ResultContradicted:
		return lang.Sentence{
			En: "the recorded result is not that of the finished board: both are kept",
			Ja: "記録された結果が終局の盤面と合いません。どちらもそのまま残します。",
		}.In(l)
	}
	return string(r)
}
