package paste

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/internal/excerpt"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/pgn"
	"github.com/kaeshi/kaeshi/record/transcript"
)

// board is a position found in one line of text.
type board struct {
	at    othello.Position // with Black to move if the side is not given
	sided bool             // the side to move is given
	rest  int              // offset of the text after the board, in characters
}

// cell returns the letter that package othello uses for a cell. ok is false if c is not a cell.
func cell(c rune) (letter rune, ok bool) {
	switch c {
	case 'X', 'x', '*', 'B', 'b', '●', '⚫', '×':
		return 'X', true
	case 'O', 'o', 'W', 'w', '○', '◯', '〇', '⚪':
		return 'O', true
	case '-', '.', '·', '･', '_', 'ー', '─', '□', '　', '🟩':
		return '-', true
	}
	return c, false
}

// cells normalises the characters of text one by one, so that [cell] accepts the cells of a board.
func cells(text string) []rune {
	var r []rune
	for _, c := range text {
		switch {
		case c == '・' || c == '·' || c == '－':
			c = '-'
		case strings.ContainsRune("│┃║", c):
			c = '|'
		}
		if _, ok := cell(c); !ok {
			c = []rune(transcript.Plain(string(c)))[0]
		}
		r = append(r, c)
	}
	return r
}

var (
	bracketForm = regexp.MustCompile(`^\s*(?:BO)?\[\s*([0-9]{1,2})\s+`)
	fenForm     = regexp.MustCompile(`^\s*[1-8pPxXoO*]+(?:/[1-8pPxXoO*]+){3,7}\s+[bwxoBWXO*](?:[-0-9 ]*$|\s+)`)
	sideForm    = regexp.MustCompile(`^\s*(?i:(?:side to move|to move|turn|next|手番)?\s*[:=]?\s*)` +
		`((?i:black|white)|X|x|O|o|\*|B|b|W|w|●|○|◯|〇|⚪|⚫|黒|白)(?:の?番(?:です)?)?` +
		`(?i: ?'s turn| to (?:move|play)| must pass)?`)
)

// boardForm reports whether a line starts like a one-line board.
func boardForm(line string) bool {
	if bracketForm.MatchString(line) || fenForm.MatchString(line) {
		return true
	}
	n, empty := 0, false
	for _, c := range cells(line) {
		letter, ok := cell(c)
		if !ok && c != ' ' && c != '/' {
			break
		}
		if ok {
			n++
			empty = empty || letter == '-' || c == '*'
		}
	}
	return n >= 16 || n >= 9 && empty
}

// parseBoard parses the board at the start of a line and the side to move after it, if any. The board has 64, 36 or 16
// cells, which may be written together, in rows or separately. A board in the brackets of GGS and a FEN are accepted as
// well.
func parseBoard(line string) (board, error) {
	r := cells(line)
	if end := fenForm.FindStringIndex(line); end != nil {
		at, err := pgn.ParseFEN(line[:end[1]])
		return board{at, true, len([]rune(line[:end[1]]))}, err
	}
	i, size, bracket := 0, 0, false
	if parts := bracketForm.FindStringSubmatch(line); parts != nil {
		i, bracket = len([]rune(parts[0])), true
		if _, err := fmt.Sscan(parts[1], &size); err != nil {
			return board{}, err
		}
		if _, err := othello.ParseSize(size); err != nil {
			return board{}, err
		}
	}
	found, ends := leadingCells(r[i:])
	n := boardLength(len(found), size)
	if n < 0 || !evenWords(string(r[i:i+ends[n]]), n) {
		if _, err := othello.Parse(strings.Trim(string(r[i:]), " .")); err != nil && !bracket {
			return board{}, err
		}
		return board{}, fmt.Errorf("%d cells: want 64, 36 or 16 and the side to move, X or O", len(found))
	}
	b := board{rest: i + ends[n]}
	var err error
	if b.at, err = othello.Parse(string(found[:n]) + " X"); err != nil {
		return b, err
	}
	b.side(r)
	if !bracket {
		return b, nil
	}
	for b.rest < len(r) && r[b.rest] == ' ' {
		b.rest++
	}
	if b.rest >= len(r) || r[b.rest] != ']' {
		return b, errors.New("missing ] after the board")
	}
	b.rest++
	return b, nil
}

// leadingCells returns the cells at the start of a text without spaces and slashes. ends[n] is the offset after the
// first n of them.
func leadingCells(r []rune) (found []rune, ends []int) {
	ends = []int{0}
	for i, c := range r {
		letter, ok := cell(c)
		if !ok && c != ' ' && c != '/' {
			break
		}
		if !ok {
			continue
		}
		if (c|0x20 == 'b') && i+1 < len(r) && r[i+1] >= '1' && r[i+1] <= '8' {
			break // a square such as b4
		}
		found = append(found, letter)
		ends = append(ends, i+1)
	}
	return found, ends
}

// evenWords reports whether the cells of a board are one word, one word per row, or one word per cell.
func evenWords(text string, n int) bool {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '/' })
	for _, word := range words {
		if len([]rune(word)) != len([]rune(words[0])) {
			return false
		}
	}
	return len(words) == 1 || len(words) == n || len(words)*len(words) == n
}

// boardLength returns the number of cells of the board at the start of that many cells, the last of which may be the
// side to move. It returns -1 if no board fits. size is the given board size or 0.
func boardLength(cells, size int) int {
	for _, n := range []int{64, 36, 16} {
		if (cells == n || cells == n+1) && (size == 0 || size*size == n) {
			return n
		}
	}
	return -1
}

// side parses the side to move after the cells, if any.
func (b *board) side(r []rune) {
	rest := string(r[b.rest:])
	parts := sideForm.FindStringSubmatch(rest)
	if parts == nil {
		return
	}
	end := b.rest + len([]rune(parts[0]))
	if end < len(r) && !strings.ContainsRune(" ;:,.%]", r[end]) {
		return
	}
	c, _ := transcript.ParseSide(parts[1]) // the pattern matches only sides
	b.at, b.sided, b.rest = withTurn(b.at, c), true, end
}

// withTurn returns the position with the given side to move.
func withTurn(p othello.Position, turn othello.Color) othello.Position {
	if p.Turn != turn {
		p.Mover, p.Other, p.Turn = p.Other, p.Mover, turn
	}
	return p
}

// countForm matches the disc counts before the side to move, as kaeshi play prints them.
var countForm = regexp.MustCompile(`^(?:Black|黒) ?X [0-9]{1,2}[,、] ?(?:White|白) ?O [0-9]{1,2} · `)

// sideLine parses a line that consists only of the side to move. Disc counts before it, or after a semicolon, are
// ignored.
func sideLine(line string) (c othello.Color, ok bool) {
	line = line[len(countForm.FindString(line)):]
	head, _, _ := strings.Cut(line, ";")
	head = strings.TrimRight(strings.TrimSpace(head), ".:,。")
	parts := sideForm.FindStringSubmatch(head)
	if parts == nil || len(parts[0]) != len(head) {
		return othello.Black, false
	}
	return transcript.ParseSide(parts[1])
}

// row is a row of a drawn board.
type row struct {
	cells string // in the letters of package othello
	label int    // the number at its ends; 0 without a number, -1 if they differ
}

// parseRow parses a line for which [isRow] is true.
func parseRow(line string) row {
	r := row{cells: rowOf(line)}
	plain := strings.Trim(string(cells(transcript.Plain(line))), "| \t")
	if plain == "" {
		return r // all cells are blank
	}
	for _, end := range []byte{plain[0], plain[len(plain)-1]} {
		switch label := int(end) - '0'; {
		case label < 1, label > 8, label == r.label:
		case r.label == 0:
			r.label = label
		default:
			r.label = -1
		}
	}
	return r
}

// lastForm matches the disc of the last move as kaeshi play draws it.
var lastForm = regexp.MustCompile(`\[([XO])\]`)

// boxedForm matches a row of cells in boxes, some of which are blank, with the number of the row at either end.
var boxedForm = regexp.MustCompile(`^[ \t1-8]*((?:\|[ \t]*[^| \t]?[ \t]*){4,8})\|[ \t1-8]*$`)

// rowOf returns the cells of a row of a drawn board, or "" if the line is not a row. A row has four, six or eight cells
// and optionally its number at either end.
func rowOf(line string) string {
	var b strings.Builder
	line = string(cells(lastForm.ReplaceAllString(line, " $1 ")))
	if boxed := boxedForm.FindStringSubmatch(line); boxed != nil {
		boxes := strings.Split(boxed[1][1:], "|")
		for i, box := range boxes {
			boxes[i] = cmp.Or(strings.TrimSpace(box), "-")
		}
		line = strings.Join(boxes, "")
	}
	for _, c := range strings.Trim(line, "12345678| \t\"',;") {
		if c == ' ' || c == '|' || c == '\t' {
			continue
		}
		letter, ok := cell(c)
		if !ok {
			return ""
		}
		b.WriteRune(letter)
	}
	switch b.Len() {
	case 4, 6, 8:
		return b.String()
	}
	return ""
}

func isRow(line string) bool { return rowOf(line) != "" }

// isColumnLetters reports whether a line consists of the letters of the columns, in either direction.
func isColumnLetters(line string) bool {
	joined := columnLetters(line)
	return len(joined) >= 4 && (strings.HasPrefix("abcdefgh", joined) || strings.HasSuffix("hgfedcba", joined))
}

// isTurned reports whether the letters of the columns run from right to left.
func isTurned(line string) bool { return strings.HasSuffix(columnLetters(line), "a") }

func columnLetters(line string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Trim(line, "|+ \t")), ""))
}

// isRule reports whether a line is only a ruled line.
func isRule(line string) bool {
	const boxes = "─━═┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛╔╦╗╠╬╣╚╩╝"
	if strings.Trim(line, "-=_~+| "+boxes) != "" {
		return false
	}
	return strings.ContainsAny(line, "=_~+┌├└┏┣┗╔╠╚") ||
		strings.Contains(line, "---") && rowOf(line) == "" && !boardForm(line)
}

// parseRows returns the position of a drawn board with Black to move. turned means that the columns run from right to
// left. Numbers at the rows may run in either direction.
func parseRows(rows []row, turned bool) (othello.Position, error) {
	if len(rows) == 0 || len(rows) != len(rows[0].cells) {
		return othello.Position{}, fmt.Errorf("a drawn board with %d rows: want as many rows as columns, 4, 6 or 8",
			len(rows))
	}
	cells, up := make([]string, len(rows)), rows[0].label == len(rows)
	for i, row := range rows {
		if len(row.cells) != len(rows[0].cells) {
			return othello.Position{}, fmt.Errorf("row %d, %q, has %d cells and row 1 has %d",
				i+1, excerpt.Of(row.cells), len(row.cells), len(rows[0].cells))
		}
		at := i
		if up {
			at = len(rows) - 1 - i
		}
		if row.label < 0 {
			return othello.Position{}, fmt.Errorf("the numbers at the ends of row %d of the board differ", i+1)
		}
		if row.label != 0 && row.label != at+1 {
			return othello.Position{},
				fmt.Errorf("row %d of the board has the number %d, want %d", i+1, row.label, at+1)
		}
		letters := []byte(row.cells)
		if turned {
			slices.Reverse(letters)
		}
		cells[at] = string(letters)
	}
	return othello.Parse(strings.Join(cells, "") + " X")
}
