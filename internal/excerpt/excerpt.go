// Package excerpt shortens input for error messages.
package excerpt

// Of returns the text, cut to 40 characters with an ellipsis if it is longer.
func Of(text string) string { return First(text, 40) }

// First returns the text, cut to n characters with an ellipsis if it is longer.
func First(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n]) + "…"
	}
	return text
}
