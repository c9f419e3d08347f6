// Package excerpt shortens input that an error message quotes.
package excerpt

// Of returns a text of up to 40 characters as it is, and the first 40 of a longer one with an ellipsis.
func Of(text string) string { return First(text, 40) }

// First returns a text of up to n characters as it is, and the first n of a longer one with an ellipsis.
func First(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n]) + "…"
	}
	return text
}
