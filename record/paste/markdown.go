package paste

import (
	"regexp"
	"strings"
)

var (
	// bulletForm matches a list item with moves. Without the space, "*f5" is a move of Black.
	bulletForm = regexp.MustCompile(`^\s*[*•◦‣] +(?:[0-9]{1,2}[.)] *)?[A-Ha-h][1-8]`)
	quoteForm  = regexp.MustCompile(`^(?: ?>)+`)
	// boldForm matches bold moves.
	boldForm = regexp.MustCompile(`\*\*[^*]*[A-Ha-h][1-8][^*]*\*\*`)
)

// withoutMarkdown replaces the marks of a quotation, the bullet of a list item and the marks of bold moves with spaces.
func withoutMarkdown(line string) string {
	if quote := quoteForm.FindString(line); quote != "" {
		line = strings.Repeat(" ", len(quote)) + line[len(quote):]
	}
	if bulletForm.MatchString(line) {
		at := strings.IndexAny(line, "*•◦‣")
		line = line[:at] + " " + strings.TrimLeft(line[at:], "*•◦‣")
	}
	return boldForm.ReplaceAllStringFunc(line, func(moves string) string { return strings.ReplaceAll(moves, "*", " ") })
}
