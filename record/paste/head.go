package paste

import (
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lines"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// headLine is a line of a heading, such as "Black: Tanaka".
type headLine struct{ key, value string }

var (
	headForm    = regexp.MustCompile(`^\s*\[?([\p{L}][\p{L} _]{0,30}?)\s*[:：=]\s*(.*?)\s*$`)
	squaresForm = regexp.MustCompile(`(?:^|[^\p{L}]|[黒白])[a-hA-H][1-8]`)
)

// headOf parses a line of a heading. It returns nil for other lines, such as a side followed by a move.
func headOf(line string) *headLine {
	parts := headForm.FindStringSubmatch(line)
	if parts == nil || linkForm.MatchString(line) {
		return nil
	}
	if _, side := transcript.ParseSide(parts[1]); side && looksLikeMoves(transcript.Plain(parts[2])) ||
		len([]rune(parts[1])) == 1 && parts[1] < "\x7f" {
		return nil
	}
	return &headLine{parts[1], parts[2]}
}

// nextHead matches the start of another heading on the same line, such as " White: ".
var nextHead = regexp.MustCompile(`(?i)[\s\x{3000},;、/|]+` +
	`((?:black|white)(?:[ _]?player)?|黒|白|先手|後手|event|tournament|大会|round|date|year|日付|place|site|場所|` +
	`result|score|winner|結果|time[ _]control|moves|transcript|kifu|棋譜|着手|手順)\s*[:：=]\s*`)

// split returns the headings of a line that contains several, such as "Black: Ann White: Bo". A comment is not split.
func (h headLine) split() []headLine {
	list := []headLine{h}
	for {
		last := &list[len(list)-1]
		at := nextHead.FindStringSubmatchIndex(" " + last.value) // the value may be empty before the next key
		if at == nil || isText(last.key) {
			return list
		}
		value := " " + last.value
		last.value = strings.TrimSpace(value[:at[0]])
		list = append(list, headLine{value[at[2]:at[3]], value[at[1]:]})
	}
}

// isText reports whether the value of a heading is free text.
func isText(key string) bool {
	return slices.Contains([]string{"comment", "note", "コメント"}, strings.ToLower(key))
}

// looksLikeMoves reports whether text contains the name of a square.
func looksLikeMoves(line string) bool { return squaresForm.MatchString(line) }

// isComment reports whether a line is a comment. A line that starts with # may also be a link.
func isComment(line string) bool {
	return strings.HasPrefix(line, "%") || strings.HasPrefix(line, "#") && !linkForm.MatchString(line)
}

// splitComment splits a line into moves or a board and the comment after them. found is false for a heading, whose
// value may contain the comment characters.
func splitComment(line string) (text, comment string, found bool) {
	text, comment, found = lines.CutComment(line)
	if !found || text == "" || headOf(line) != nil {
		return line, "", false
	}
	return text, comment, looksLikeMoves(transcript.Plain(text)) || boardForm(text) || isRow(text)
}

// isMovesKey reports whether a heading or column contains moves.
func isMovesKey(key string) bool {
	return slices.Contains([]string{
		"moves", "game moves", "game_moves", "transcript", "kifu", "sequence", "棋譜", "着手", "手順",
	}, key)
}

// isBoardKey reports whether a heading or column contains a board.
func isBoardKey(key string) bool {
	return slices.Contains([]string{"board", "position", "start", "fen", "局面"}, key)
}

// isSideKey reports whether a heading or column contains the side to move.
func isSideKey(key string) bool {
	return slices.Contains([]string{"turn", "side", "to move", "side to move", "next", "手番"}, key)
}

// setHead stores the value of a heading in a game. A key without a field becomes a tag.
func setHead(g *record.Game, key, value string) {
	if value == "" {
		return
	}
	field := map[string]*string{
		"black": &g.Black, "black player": &g.Black, "blackplayer": &g.Black, "黒": &g.Black, "先手": &g.Black,
		"white": &g.White, "white player": &g.White, "whiteplayer": &g.White, "白": &g.White, "後手": &g.White,
		"event": &g.Event, "tournament": &g.Event, "大会": &g.Event, "round": &g.Round, "date": &g.Date, "year": &g.Date,
		"日付": &g.Date, "place": &g.Place, "site": &g.Place, "場所": &g.Place, "clock": &g.Clock, "time control": &g.Clock,
		"comment": &g.Comment, "note": &g.Comment,
	}[strings.ReplaceAll(strings.ToLower(key), "_", " ")]
	if field != nil && *field == "" {
		*field = value
		return
	}
	switch strings.ToLower(key) {
	case "result", "score", "winner", "結果":
		if r, ok := headResult(value); ok && !g.Result.Known {
			g.Result = r
			return
		}
	}
	g.Tags = append(g.Tags, record.Tag{Name: key, Value: value})
}

// headResult parses a result or the winner.
func headResult(text string) (record.Result, bool) {
	switch strings.ToLower(text) {
	case "black", "黒", "黒勝ち":
		text = "1-0"
	case "white", "白", "白勝ち":
		text = "0-1"
	case "tie", "引き分け":
		text = "0"
	}
	return transcript.ParseResult(text)
}

// table is the layout of a table with one game per line.
type table struct {
	comma rune
	names []string
	moves int // index of the column with the moves
}

// tableOf parses the header line of a table. It returns nil if the line is not a header.
func tableOf(line string) *table {
	for _, comma := range ",;\t" {
		names, err := fields(line, comma)
		if err != nil || len(names) < 2 {
			continue
		}
		for i := range names {
			names[i] = strings.TrimSpace(strings.Trim(names[i], "\ufeff"))
		}
		at := slices.IndexFunc(names, func(name string) bool { return isMovesKey(strings.ToLower(name)) })
		if at < 0 { // "game" is more often the number of a game
			at = slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, "game") })
		}
		if at >= 0 {
			return &table{comma, names, at}
		}
	}
	return nil
}

// plainTable returns the layout of a table without a header line, such as those of eOthello, if line is a row of one: a
// number, the winner and the moves. Otherwise it returns nil.
func plainTable(line string) *table {
	parts := strings.Split(line, ",")
	if len(parts) != 3 || !isNumber(parts[0]) || !isNumber(parts[1]) || !looksLikeMoves(parts[2]) {
		return nil
	}
	return &table{',', []string{"Number", "winner", "moves"}, 2}
}

func isNumber(text string) bool {
	text = strings.TrimPrefix(strings.TrimSpace(text), "-")
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// fields splits a line of a table.
func fields(line string, comma rune) ([]string, error) {
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = comma
	list, err := r.Read()
	if wrong := (*csv.ParseError)(nil); errors.As(err, &wrong) {
		err = fmt.Errorf("column %d of the line: a quotation mark is missing or misplaced", wrong.Column)
	}
	return list, err
}

// row handles a row of a table.
func (r *reader) row(text string, number int) {
	r.flush()
	r.now = &draft{at: number}
	d := r.now
	r.takeComments()
	values, err := fields(text, r.table.comma)
	if err == nil && len(values) != len(r.table.names) {
		err = fmt.Errorf("%d columns, want %d", len(values), len(r.table.names))
	}
	if err != nil {
		r.failDraft(number, err)
		return
	}
	for i, value := range values {
		if i != r.table.moves {
			setHead(&d.game, r.table.names[i], strings.TrimSpace(value))
		}
	}
	moves := values[r.table.moves]
	if strings.TrimSpace(moves) == "" {
		r.failDraft(number, fmt.Errorf("column %q has no moves", r.table.names[r.table.moves]))
		return
	}
	if at := strings.Index(text, moves); at >= 0 {
		moves = strings.Repeat(" ", len([]rune(text[:at]))) + moves
	}
	r.movesLine(moves, number)
	if r.now != nil {
		r.now.done = true
	}
}
