package lines

import "strings"

// CutComment separates a line from its comment. A comment begins with # or % at the beginning of the line or after a
// space, outside brackets. Text and comment have no surrounding spaces. found reports whether there is a comment.
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
