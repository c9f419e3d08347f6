package edge

import (
	"fmt"
	"html"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
)

// markup builds an HTML page. html/template calls methods by name, for which the linker would have to keep all exported
// methods of all types of the program (4 MB).
type markup struct{ strings.Builder }

// add appends a format, in which each verb %s stands for an argument, escaped for text and for attributes in quotation
// marks.
func (m *markup) add(format string, args ...string) {
	escaped := make([]any, len(args))
	for i, a := range args {
		escaped[i] = html.EscapeString(a)
	}
	fmt.Fprintf(m, format, escaped...)
}

// addIf appends a format if its first argument is not empty.
func (m *markup) addIf(format string, args ...string) {
	if args[0] != "" {
		m.add(format, args...)
	}
}

// begin appends the head of a plain page.
func (m *markup) begin(words lang.Texts, title string) {
	m.add(`<!doctype html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="%s">
</head>
<body>
`, string(words.Lang), title, plainStyle)
}
