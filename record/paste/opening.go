package paste

import (
	"regexp"
	"strconv"
	"strings"
)

// openingForm matches a line that kaeshi openings prints: the moves, and after a tab the number of plies and a name in
// one or two languages, or the score of a balanced start.
var openingForm = regexp.MustCompile(`^((?:[a-h][1-8])+)(?:((?:\t[0-9]{1,2} [^\t]+){1,2})|\t-)$`)

// openingLine splits a line of kaeshi openings into the moves and the text after them. ok is false for other lines,
// such as numbered moves in columns.
func openingLine(line string) (moves, words string, ok bool) {
	parts := openingForm.FindStringSubmatch(line)
	if parts == nil {
		return "", "", false
	}
	var names []string
	for column := range strings.SplitSeq(strings.TrimPrefix(parts[2], "\t"), "\t") {
		number, name, _ := strings.Cut(column, " ")
		n, _ := strconv.Atoi(number) // at most two digits
		if column != "" && (n > len(parts[1])/2 || !isName(name)) {
			return "", "", false
		}
		names = append(names, name)
	}
	return parts[1], strings.Join(names, "\n"), true
}

// isName reports whether text has words that are not squares.
func isName(text string) bool {
	return strings.ContainsFunc(squareName.ReplaceAllString(text, ""), isWordLetter)
}

var squareName = regexp.MustCompile(`[A-Ha-h][1-8]`)

// opening reads a line that [openingLine] has split.
func (r *reader) opening(moves, words string, number int) {
	d := r.draft(number)
	d.words = append(d.words, words)
	if r.newGame(moves, number); r.now != nil {
		r.now.done = true
	}
}
