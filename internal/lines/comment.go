package lines

import "strings"

// CutComment separates the comment from a line of a list. A comment begins with # or %, which stands at the beginning
// of the line or behind a blank, outside brackets. The text has no blanks at its ends. found is false without a sign.
func CutComment(line string) (text, comment string, found bool) {
	depth := 0
	for at := range len(line) {
		switch line[at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '#', '%':
			if depth <= 0 && (strings.TrimSpace(line[:at]) == "" || line[at-1] == ' ' || line[at-1] == '\t') {
				return strings.TrimSpace(line[:at]), strings.TrimSpace(line[at+1:]), true
			}
		}
	}
	return strings.TrimSpace(line), "", false
}
